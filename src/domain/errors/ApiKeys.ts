/** API keys: errors of the service. */
import * as KnownErrorFamily from "./internal/KnownErrorFamily.ts"
import { KnownError } from "./KnownError.ts"
import { TextError } from "./TextError.ts"

/** `API_KEY_NOT_FOUND`: No such API key (also used to hide a team the caller may not manage). */
export class ApiKeyNotFound extends KnownError("ApiKeyNotFound", {
  status: 404,
  message: "This API key does not exist."
}) {}

/** `PUBLIC_API_KEY_CANNOT_BE_REVOKED`: The secret-scanner revocation endpoint refuses keys marked public. */
export class PublicApiKeyCannotBeRevoked extends KnownError("PublicApiKeyCannotBeRevoked", {
  status: 400,
  message: "A public API key cannot be revoked here."
}) {}

/** `API_KEY_EXPIRED`: The API key is past its expiry. */
export class ApiKeyExpired extends KnownError("ApiKeyExpired", {
  status: 401,
  message: "The API key has expired."
}) {}

/** `API_KEY_REVOKED`: The API key was revoked. */
export class ApiKeyRevoked extends KnownError("ApiKeyRevoked", {
  status: 401,
  message: "The API key was revoked."
}) {}

/** `WRONG_API_KEY_TYPE`: A key of the other kind (user/team) was given (both kinds named). */
export class WrongApiKeyType extends KnownError("WrongApiKeyType", {
  status: 400,
  message: "This is an API key of another kind."
})<{ readonly expectedType: string; readonly actualType: string }> {}

/** The project has no API keys of users (`allowUserApiKeys`). */
export class UserApiKeysNotEnabled extends TextError("UserApiKeysNotEnabled") {}

/** The project has no API keys of teams (`allowTeamApiKeys`). */
export class TeamApiKeysNotEnabled extends TextError("TeamApiKeysNotEnabled") {}

/** The API key cannot be used. A check returns null then. */
export const ApiKeyNotValid = [
  ApiKeyNotFound,
  PublicApiKeyCannotBeRevoked,
  ApiKeyExpired,
  ApiKeyRevoked,
  WrongApiKeyType
] as const
/** Any error of the family {@link ApiKeyNotValid}. */
export type ApiKeyNotValid = KnownErrorFamily.Member<typeof ApiKeyNotValid>
/** Whether a value is one of the family {@link ApiKeyNotValid}. */
export const isApiKeyNotValid = KnownErrorFamily.guard(ApiKeyNotValid)
/** Handles every error of the family {@link ApiKeyNotValid}. */
export const catchApiKeyNotValid = KnownErrorFamily.makeCatcher(ApiKeyNotValid)
