/** API keys: the schemas of the errors of `domain/errors/ApiKeys.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/ApiKeys.ts"
import { KnownErrorSchema, makePlainSchemas } from "../schema/KnownErrorSchema.ts"

export const { ApiKeyNotFound, PublicApiKeyCannotBeRevoked, ApiKeyExpired, ApiKeyRevoked } = makePlainSchemas(Errors)

/** Schema of {@link Errors.WrongApiKeyType}. */
export const WrongApiKeyType = KnownErrorSchema(Errors.WrongApiKeyType, {
  expectedType: Schema.String,
  actualType: Schema.String
})

/** The schemas of {@link Errors.ApiKeyNotValid}. */
export const ApiKeyNotValid = [
  ApiKeyNotFound,
  PublicApiKeyCannotBeRevoked,
  ApiKeyExpired,
  ApiKeyRevoked,
  WrongApiKeyType
] as const
