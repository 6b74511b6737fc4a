/** API keys: the schemas of the errors of `domain/errors/ApiKeys.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/ApiKeys.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const { ApiKeyNotFound, PublicApiKeyCannotBeRevoked, ApiKeyExpired, ApiKeyRevoked, WrongApiKeyType } =
  makeSchemas(Errors, {
    WrongApiKeyType: { expectedType: Schema.String, actualType: Schema.String }
  })

/** The schemas of {@link Errors.ApiKeyNotValid}. */
export const ApiKeyNotValid = [
  ApiKeyNotFound,
  PublicApiKeyCannotBeRevoked,
  ApiKeyExpired,
  ApiKeyRevoked,
  WrongApiKeyType
] as const
