/** Sign-in of apps on devices, with an identity token that the device has from Apple. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/OAuth.ts"
import {
  AppleBundleIdNotConfigured,
  InvalidAppleCredentials,
  OAuthProviderTemporarilyUnavailable
} from "../../domain/errors/OAuth.ts"
import { Caller, anonymousUser } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Users from "../accounts/Users.ts"
import * as ProviderSignIns from "../oauth/ProviderSignIns.ts"
import * as Database from "../storage/Database.ts"
import { requireProvider } from "./internal/FlowProvider.ts"
import { handle } from "./Route.ts"

const apple = "apple"

/** The person of the token, if the project has such an app. */
const verifyPerson = Effect.fnUntraced(function* (idToken: string) {
  const { project } = yield* Caller
  const enabled = yield* requireProvider(project, apple)
  if (enabled.audiences.length === 0) return yield* new AppleBundleIdNotConfigured()
  return yield* Effect.mapError(enabled.provider.verify(idToken, enabled.audiences), ({ reason }) =>
    reason === "Unavailable" ? new OAuthProviderTemporarilyUnavailable() : new InvalidAppleCredentials()
  )
})

export const signInWithAppleToken = handle(Api.signInWithAppleToken, function* ({ payload, project }) {
  const person = yield* verifyPerson(Redacted.value(payload.idToken))
  const { isNewUser, userId } = yield* Database.transaction(
    ProviderSignIns.signIn(project, apple, person, yield* anonymousUser)
  )
  const user = yield* Users.find(project.id, userId)
  // The user was removed meanwhile.
  if (user === undefined) return yield* new InvalidAppleCredentials()
  return { ...(yield* Accounts.signIn(project, user, { isNewUser })), isNewUser }
})
