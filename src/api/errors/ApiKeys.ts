/**
 * API keys: the schemas of the errors of `domain/errors/ApiKeys.ts`.
 */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/ApiKeys.ts"
import { WireStruct } from "../schema/WireStruct.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.ApiKeyNotFound}. */
export const ApiKeyNotFound = KnownErrorSchema(Errors.ApiKeyNotFound)

/** Schema of {@link Errors.PublicApiKeyCannotBeRevoked}. */
export const PublicApiKeyCannotBeRevoked = KnownErrorSchema(Errors.PublicApiKeyCannotBeRevoked)

/** Schema of {@link Errors.ApiKeyExpired}. */
export const ApiKeyExpired = KnownErrorSchema(Errors.ApiKeyExpired)

/** Schema of {@link Errors.ApiKeyRevoked}. */
export const ApiKeyRevoked = KnownErrorSchema(Errors.ApiKeyRevoked)

/** Schema of {@link Errors.WrongApiKeyType}. */
export const WrongApiKeyType = KnownErrorSchema(
  Errors.WrongApiKeyType,
  WireStruct({ expectedType: Schema.String, actualType: Schema.String })
)

/** The schemas of {@link Errors.ApiKeyNotValid}. */
export const ApiKeyNotValid = [
  ApiKeyNotFound,
  PublicApiKeyCannotBeRevoked,
  ApiKeyExpired,
  ApiKeyRevoked,
  WrongApiKeyType
] as const
