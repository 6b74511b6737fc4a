/** The current user's email addresses. */
import * as Effect from "effect/Effect"
import { asClient, asUser } from "../app/AsClient.ts"
import * as Urls from "../app/Urls.ts"
import { NoPrimaryEmail } from "../domain/errors/NoPrimaryEmail.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import type { ContactChannelId } from "../domain/Ids.ts"
import type { SecretInput } from "../domain/SecretInput.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/ContactChannels.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as CurrentUser from "./CurrentUser.ts"
import * as MailedCode from "./internal/MailedCode.ts"

export type { ContactChannel } from "../api/schema/ContactChannel.ts"
export { NoPrimaryEmail } from "../domain/errors/NoPrimaryEmail.ts"

/** The contact channels of the current user, oldest first. */
export const list = asUser.read("ContactChannels.list", Wire.listContactChannels, {
  input: { query: { userId: "me" } },
  shows: ["contactChannels"]
})

/** Adds an unverified address. No mail is sent: see `sendVerification`. */
export const create = asUser.write("ContactChannels.create", Wire.createContactChannel, {
  input: (input: {
    readonly value: string
    /** Whether the address can be used to sign in. Only one user of a project can use an address for that. */
    readonly usedForAuth: boolean
    readonly isPrimary?: boolean | undefined
  }) => ({ payload: { ...input, userId: "me", type: "email" } }),
  changes: ["contactChannels", "users"]
})

/** Changes an address; a new value has to be verified again. */
export const update = asUser.write("ContactChannels.update", Wire.updateContactChannel, {
  input: ({
    id,
    ...payload
  }: {
    readonly id: ContactChannelId
    readonly value?: string | undefined
    readonly usedForAuth?: boolean | undefined
    /** True makes it the user's primary address. */
    readonly isPrimary?: boolean | undefined
  }) => ({ params: { userId: "me", contactChannelId: id }, payload }),
  changes: ["contactChannels", "users"]
})

const delete_ = asUser.write("ContactChannels.delete", Wire.deleteContactChannel, {
  input: (id: ContactChannelId) => ({ params: { userId: "me", contactChannelId: id } }),
  changes: ["contactChannels", "users"]
})
export {
  /** Removes an address. */
  delete_ as delete
}

const findCallbackUrl = (input: { readonly callbackUrl?: string | undefined }) =>
  Effect.flatMap(Session, ({ app }) => Urls.makeCallback(app, "callbackUrl", input.callbackUrl, "emailVerification"))

/** Emails a link that verifies an address. Call it again to resend the link. Fails with `EmailAlreadyVerified`. */
export const sendVerification = asUser.write("ContactChannels.sendVerification", [Wire.sendVerificationCode], {
  changes: ["emails", "outbox"]
})(function* (input: {
  readonly id: ContactChannelId
  /** Default: the email verification page of the app. */
  readonly callbackUrl?: string | undefined
}) {
  const callbackUrl = yield* findCallbackUrl(input)
  yield* asUser.call(Wire.sendVerificationCode, {
    params: { userId: "me", contactChannelId: input.id },
    payload: { callbackUrl }
  })
})

/**
 * Emails a link that verifies the primary address of the current user. Fails with {@link NoPrimaryEmail} for a user
 * without one, and with `EmailIsNotPrimaryEmail` if the primary address changes meanwhile.
 */
export const sendPrimaryVerification = asUser.write(
  "ContactChannels.sendPrimaryVerification",
  [UsersWire.getMe, Wire.sendPrimaryVerificationCode],
  { changes: ["emails", "outbox"] }
)(function* (
  input: {
    /** Default: the email verification page of the app. */
    readonly callbackUrl?: string | undefined
  } = {}
) {
  const callbackUrl = yield* findCallbackUrl(input)
  const user = yield* CurrentUser.getIncludingAnonymous
  if (user === null) return yield* new UserAuthenticationRequired()
  if (user.primaryEmail === null) return yield* new NoPrimaryEmail({ userId: user.id })
  // If another user signs in meanwhile, the service refuses the address, which is not theirs.
  yield* asUser.call(Wire.sendPrimaryVerificationCode, { payload: { email: user.primaryEmail, callbackUrl } })
})

/** Verifies an address with the code of a link. It needs no session and opens none. */
export const verify = asClient.write("ContactChannels.verify", [Wire.verifyContactChannel], {
  changes: ["contactChannels", "users"]
})(function* (input: { readonly code: SecretInput }) {
  yield* asClient.call(Wire.verifyContactChannel, { payload: { code: yield* MailedCode.check(input.code) } })
})

/** Checks a verification code without using it. It counts as one of its 20 attempts. */
export const checkCode = asClient.read("ContactChannels.checkCode", [Wire.checkVerificationCode], { shows: [] })(
  function* (input: { readonly code: SecretInput }) {
    yield* asClient.call(Wire.checkVerificationCode, { payload: { code: yield* MailedCode.check(input.code) } })
  }
)
