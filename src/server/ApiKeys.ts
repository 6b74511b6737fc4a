/**
 * API keys of any user and of any team (docs/protocol/resources.md#api-keys).
 *
 * `ApiKey.isValid` and `ApiKey.whyInvalid` tell whether and why a listed key no longer works. For the value of a key,
 * `checkOfUser` and `checkOfTeam` answer null if it does not work, and `verifyOfUser` and `verifyOfTeam` fail with the
 * reason.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type ApiKeyRef, type NewApiKey, toGet, toUpdate } from "../app/ApiKeys.ts"
import { ApiKeyNotFound, catchApiKeyNotValid } from "../domain/errors/ApiKeys.ts"
import type { TeamId, UserId } from "../domain/Ids.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import * as Wire from "../wire/generated/ApiKeys.ts"
import { asServer, succeedNull } from "./AsServer.ts"

export type { ApiKeyRef, NewApiKey } from "../app/ApiKeys.ts"

/** The keys of a user, newest first; their values show only the last four characters. */
export const listOfUser = asServer.read("server/ApiKeys.listOfUser", Wire.listUserApiKeys, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["apiKeys"]
})

/** The keys of a team, newest first; their values show only the last four characters. */
export const listOfTeam = asServer.read("server/ApiKeys.listOfTeam", Wire.listTeamApiKeys, {
  input: (teamId: TeamId) => ({ query: { teamId } }),
  shows: ["apiKeys"]
})

/** Creates a key of a user. Its `value` is shown only now. */
export const createForUser = asServer.write("server/ApiKeys.createForUser", Wire.createUserApiKey, {
  input: (input: NewApiKey & { readonly userId: UserId }) => ({ payload: input }),
  changes: ["apiKeys"]
})

/** Creates a key of a team. Its `value` is shown only now. */
export const createForTeam = asServer.write("server/ApiKeys.createForTeam", Wire.createTeamApiKey, {
  input: (input: NewApiKey & { readonly teamId: TeamId }) => ({ payload: input }),
  changes: ["apiKeys"]
})

/** A key by its id. Fails with `ApiKeyNotFound`. */
export const get = asServer.read("server/ApiKeys.get", [Wire.getUserApiKey, Wire.getTeamApiKey], {
  shows: ["apiKeys"]
})((key: ApiKeyRef) => asServer.call(...toGet(key)))

/** Changes the description of a key. */
export const update = asServer.write("server/ApiKeys.update", [Wire.updateUserApiKey, Wire.updateTeamApiKey], {
  changes: ["apiKeys"]
})((input: ApiKeyRef & { readonly description: string }) =>
  asServer.call(...toUpdate(input, { description: input.description }))
)

/** Revokes a key for good. */
export const revoke = asServer.write("server/ApiKeys.revoke", [Wire.updateUserApiKey, Wire.updateTeamApiKey], {
  changes: ["apiKeys"]
})((input: ApiKeyRef) => asServer.call(...toUpdate(input, { revoked: true })))

/** An empty value, such as from a header without one, is an invalid key like any other. */
const unlessEmpty =
  <A, E, R>(verify: (apiKey: Redacted.Redacted) => Effect.Effect<A, E, R>) =>
  (apiKey: SecretInput): Effect.Effect<A, E | ApiKeyNotFound, R> => {
    const value = fromInput(apiKey)
    return Redacted.value(value) === "" ? Effect.fail(new ApiKeyNotFound()) : verify(value)
  }

/**
 * The key of a user by its value. Fails with an error of the family `ApiKeyNotValid`; for an empty value with
 * `ApiKeyNotFound`, and nothing is sent.
 */
export const verifyOfUser = asServer.read("server/ApiKeys.verifyOfUser", [Wire.checkUserApiKey], {
  shows: ["apiKeys"]
})(unlessEmpty((apiKey) => asServer.call(Wire.checkUserApiKey, { payload: { apiKey } })))

/**
 * The key of a team by its value. Fails with an error of the family `ApiKeyNotValid`; for an empty value with
 * `ApiKeyNotFound`, and nothing is sent.
 */
export const verifyOfTeam = asServer.read("server/ApiKeys.verifyOfTeam", [Wire.checkTeamApiKey], {
  shows: ["apiKeys"]
})(unlessEmpty((apiKey) => asServer.call(Wire.checkTeamApiKey, { payload: { apiKey } })))

/** The key of a user by its value, or null if it does not work. For an empty value nothing is sent. */
export const checkOfUser = asServer.read("server/ApiKeys.checkOfUser", [Wire.checkUserApiKey], { shows: ["apiKeys"] })(
  (apiKey: SecretInput) => verifyOfUser(apiKey).pipe(catchApiKeyNotValid(() => succeedNull))
)

/** The key of a team by its value, or null if it does not work. For an empty value nothing is sent. */
export const checkOfTeam = asServer.read("server/ApiKeys.checkOfTeam", [Wire.checkTeamApiKey], { shows: ["apiKeys"] })(
  (apiKey: SecretInput) => verifyOfTeam(apiKey).pipe(catchApiKeyNotValid(() => succeedNull))
)
