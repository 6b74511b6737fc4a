/** The email addresses of any user (docs/protocol/resources.md#contact-channels). */
import { NoPrimaryEmail } from "../domain/errors/NoPrimaryEmail.ts"
import type { ContactChannelId, UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/ContactChannels.ts"
import { asServer } from "./AsServer.ts"
import * as CallbackUrl from "./internal/CallbackUrl.ts"

export { NoPrimaryEmail } from "../domain/errors/NoPrimaryEmail.ts"

/** Identifies a contact channel. */
export interface ContactChannelRef {
  readonly userId: UserId
  readonly id: ContactChannelId
}

const toParams = ({ id, userId }: ContactChannelRef) => ({ userId, contactChannelId: id })

/** The contact channels of a user, oldest first. */
export const list = asServer.read("server/ContactChannels.list", Wire.serverListContactChannels, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["contactChannels"]
})

/** The contact channels of all users of the project, oldest first. */
export const listAll = asServer.read("server/ContactChannels.listAll", Wire.serverListContactChannels, {
  input: { query: {} },
  shows: ["contactChannels"]
})

/** Returns a contact channel of a user, with its address and whether that is verified. */
export const get = asServer.read("server/ContactChannels.get", Wire.getContactChannel, {
  input: (ref: ContactChannelRef) => ({ params: toParams(ref) }),
  shows: ["contactChannels"]
})

/** Adds an address. No mail is sent: see `sendVerification`. */
export const create = asServer.write("server/ContactChannels.create", Wire.serverCreateContactChannel, {
  input: (input: {
    readonly userId: UserId
    readonly value: string
    /** Whether the address can be used to sign in. Only one user of a project can use an address for that. */
    readonly usedForAuth: boolean
    readonly isPrimary?: boolean | undefined
    /** Whether it is verified. Default: false. */
    readonly isVerified?: boolean | undefined
  }) => ({ payload: { ...input, type: "email" } }),
  changes: ["contactChannels", "users"]
})

/** Changes an address; a new value is unverified unless `isVerified` is true. */
export const update = asServer.write("server/ContactChannels.update", Wire.serverUpdateContactChannel, {
  input: ({
    id,
    userId,
    ...payload
  }: ContactChannelRef & {
    readonly value?: string | undefined
    readonly usedForAuth?: boolean | undefined
    /** True makes it the user's primary address. */
    readonly isPrimary?: boolean | undefined
    readonly isVerified?: boolean | undefined
  }) => ({
    params: toParams({ id, userId }),
    // The service checks that a value is an address only if `type` is sent along.
    payload: { ...payload, type: payload.value === undefined ? undefined : "email" }
  }),
  changes: ["contactChannels", "users"]
})

const delete_ = asServer.write("server/ContactChannels.delete", Wire.deleteContactChannel, {
  input: (ref: ContactChannelRef) => ({ params: toParams(ref) }),
  changes: ["contactChannels", "users"]
})
export {
  /** Removes an address. */
  delete_ as delete
}

/** Emails a link that verifies an address. Fails with `EmailAlreadyVerified`. */
export const sendVerification = asServer.write("server/ContactChannels.sendVerification", [Wire.sendVerificationCode], {
  changes: ["emails", "outbox"]
})(function* (
  input: ContactChannelRef & {
    /** Default: the email verification page below `appUrl`. */
    readonly callbackUrl?: string | undefined
  }
) {
  const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "emailVerification")
  yield* asServer.call(Wire.sendVerificationCode, { params: toParams(input), payload: { callbackUrl } })
})

/** Emails a link that verifies the primary address of a user. Fails with {@link NoPrimaryEmail} if they have none. */
export const sendPrimaryVerification = asServer.write(
  "server/ContactChannels.sendPrimaryVerification",
  [Wire.serverListContactChannels, Wire.sendVerificationCode],
  { changes: ["emails", "outbox"] }
)(function* (input: { readonly userId: UserId; readonly callbackUrl?: string | undefined }) {
  const primary = (yield* list(input.userId)).find((channel) => channel.isPrimary && channel.type === "email")
  if (primary === undefined) return yield* new NoPrimaryEmail({ userId: input.userId })
  yield* sendVerification({ ...input, id: primary.id })
})
