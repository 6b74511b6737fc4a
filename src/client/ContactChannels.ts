/**
 * The current user's e-mail addresses.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/ContactChannels.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { ContactChannelId } from "../domain/Ids.ts"
import { NoPrimaryEmail } from "../domain/NoPrimaryEmail.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { operation, span } from "../operation/Operation.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as MailedCode from "./internal/MailedCode.ts"
import * as Urls from "./internal/Urls.ts"

export type { ContactChannel } from "../api/schema/ContactChannel.ts"
export { NoPrimaryEmail } from "../domain/NoPrimaryEmail.ts"

/** The contact channels of the current user, oldest first. */
export const list = AuthorizedTransport.call(Api.listContactChannels, { query: { userId: "me" } }).pipe(
  span("ContactChannels.list", { shows: ["contactChannels"] })
)

/** Adds an address, not verified yet. No mail is sent: see `sendVerification`. */
export const create = operation("ContactChannels.create", { changes: ["contactChannels", "users"] })(
  (input: {
    readonly value: string
    /** Whether the address can be used to sign in, which no other user may then do. */
    readonly usedForAuth: boolean
    readonly isPrimary?: boolean | undefined
  }) => AuthorizedTransport.call(Api.createContactChannel, { payload: { ...input, userId: "me", type: "email" } })
)

/** Changes an address; a new value has to be verified again. */
export const update = operation("ContactChannels.update", { changes: ["contactChannels", "users"] })(function* (input: {
  readonly id: ContactChannelId
  readonly value?: string | undefined
  readonly usedForAuth?: boolean | undefined
  /** True makes it the primary one in place of another. */
  readonly isPrimary?: boolean | undefined
}) {
  const { id, ...payload } = input
  return yield* AuthorizedTransport.call(Api.updateContactChannel, {
    params: { userId: "me", contactChannelId: id },
    payload
  })
})

const delete_ = operation("ContactChannels.delete", { changes: ["contactChannels", "users"] })((id: ContactChannelId) =>
  AuthorizedTransport.call(Api.deleteContactChannel, { params: { userId: "me", contactChannelId: id } })
)
export {
  /** Removes an address. */
  delete_ as delete
}

const callbackUrlOf = (input: { readonly callbackUrl?: string | undefined }) =>
  Effect.flatMap(Session, ({ app }) =>
    Effect.provideService(Urls.callback("callbackUrl", input.callbackUrl, "emailVerification"), ClientApp, app)
  )

/** Mails a link that verifies an address; also to send it again. Fails with `EmailAlreadyVerified`. */
export const sendVerification = operation("ContactChannels.sendVerification", { changes: ["emails"] })(
  function* (input: {
    readonly id: ContactChannelId
    /** Default: the e-mail verification page of the app. */
    readonly callbackUrl?: string | undefined
  }) {
    const callbackUrl = yield* callbackUrlOf(input)
    yield* AuthorizedTransport.call(Api.sendVerificationCode, {
      params: { userId: "me", contactChannelId: input.id },
      payload: { callbackUrl }
    })
  }
)

/**
 * Mails a link that verifies the primary address of the current user. Fails with {@link NoPrimaryEmail} for a user
 * without one, and with `EmailIsNotPrimaryEmail` when it changes meanwhile.
 */
export const sendPrimaryVerification = operation("ContactChannels.sendPrimaryVerification", { changes: ["emails"] })(
  function* (
    input: {
      /** Default: the e-mail verification page of the app. */
      readonly callbackUrl?: string | undefined
    } = {}
  ) {
    const callbackUrl = yield* callbackUrlOf(input)
    const user = yield* CurrentUser.get({ or: "anonymous-if-exists" })
    if (user === null) return yield* new UserAuthenticationRequired()
    if (user.primaryEmail === null) return yield* new NoPrimaryEmail({ userId: user.id })
    // If somebody else signs in meanwhile, this is not their address, and the service refuses.
    yield* AuthorizedTransport.call(Api.sendPrimaryVerificationCode, {
      payload: { email: user.primaryEmail, callbackUrl }
    })
  }
)

/** Verifies an address with the code of a link. Nobody needs to be signed in, and nobody is afterwards. */
export const verify = operation("ContactChannels.verify", { changes: ["contactChannels", "users"] })(function* (input: {
  readonly code: SecretInput
}) {
  const app = yield* ClientApp
  yield* app.call(Api.verifyContactChannel, { payload: { code: yield* MailedCode.check(input.code) } })
})

/** Checks a verification code without using it. It counts as one of its 20 attempts. */
export const checkCode = operation("ContactChannels.checkCode")(function* (input: { readonly code: SecretInput }) {
  const app = yield* ClientApp
  yield* app.call(Api.checkVerificationCode, { payload: { code: yield* MailedCode.check(input.code) } })
})
