/**
 * The e-mail addresses of any user (docs/protocol/resources.md#contact-channels).
 */
import * as Api from "../api/ContactChannels.ts"
import type { ContactChannelId, UserId } from "../domain/Ids.ts"
import { NoPrimaryEmail } from "../domain/NoPrimaryEmail.ts"
import { operation, span } from "../operation/Operation.ts"
import { call } from "./Call.ts"
import * as CallbackUrl from "./CallbackUrl.ts"

export { NoPrimaryEmail } from "../domain/NoPrimaryEmail.ts"

/** Names a contact channel. */
export interface ContactChannelRef {
  readonly userId: UserId
  readonly id: ContactChannelId
}

const paramsOf = ({ id, userId }: ContactChannelRef) => ({ userId, contactChannelId: id })

/** The contact channels of a user, oldest first. */
export const list = operation("server/ContactChannels.list", { shows: ["contactChannels"] })((userId: UserId) =>
  call(Api.serverListContactChannels, { query: { userId } })
)

/** The contact channels of all users of the project, oldest first. */
export const listAll = call(Api.serverListContactChannels, { query: {} }).pipe(
  span("server/ContactChannels.listAll", { shows: ["contactChannels"] })
)

/** A contact channel by its id. */
export const get = operation("server/ContactChannels.get", { shows: ["contactChannels"] })((ref: ContactChannelRef) =>
  call(Api.getContactChannel, { params: paramsOf(ref) })
)

/** Adds an address. No mail is sent: see `sendVerification`. */
export const create = operation("server/ContactChannels.create", { changes: ["contactChannels", "users"] })(
  (input: {
    readonly userId: UserId
    readonly value: string
    /** Whether the address can be used to sign in, which no other user may then do. */
    readonly usedForAuth: boolean
    readonly isPrimary?: boolean | undefined
    /** Whether it is known to be the user's. Default: false. */
    readonly isVerified?: boolean | undefined
  }) => call(Api.serverCreateContactChannel, { payload: { ...input, type: "email" } })
)

/** Changes an address; a new value is no longer verified unless `isVerified` says so. */
export const update = operation("server/ContactChannels.update", { changes: ["contactChannels", "users"] })(function* (
  input: ContactChannelRef & {
    readonly value?: string | undefined
    readonly usedForAuth?: boolean | undefined
    /** True makes it the primary one in place of another. */
    readonly isPrimary?: boolean | undefined
    readonly isVerified?: boolean | undefined
  }
) {
  const { id, userId, ...payload } = input
  return yield* call(Api.serverUpdateContactChannel, {
    params: paramsOf({ id, userId }),
    // the service checks that a value is an address only when the type stands beside it
    // (docs/protocol/resources.md#contact-channels)
    payload: payload.value === undefined ? payload : { ...payload, type: "email" as const }
  })
})

const delete_ = operation("server/ContactChannels.delete", { changes: ["contactChannels", "users"] })(
  (ref: ContactChannelRef) => call(Api.deleteContactChannel, { params: paramsOf(ref) })
)
export {
  /** Removes an address. */
  delete_ as delete
}

/** Mails a link that verifies an address. Fails with `EmailAlreadyVerified`. */
export const sendVerification = operation("server/ContactChannels.sendVerification", { changes: ["emails"] })(
  function* (
    input: ContactChannelRef & {
      /** Default: the e-mail verification page below `appUrl`. */
      readonly callbackUrl?: string | undefined
    }
  ) {
    const callbackUrl = yield* CallbackUrl.resolve(input.callbackUrl, "emailVerification")
    yield* call(Api.sendVerificationCode, { params: paramsOf(input), payload: { callbackUrl } })
  }
)

/** Mails a link that verifies the primary address of a user. Fails with {@link NoPrimaryEmail} when there is none. */
export const sendPrimaryVerification = operation("server/ContactChannels.sendPrimaryVerification", {
  changes: ["emails"]
})(function* (input: { readonly userId: UserId; readonly callbackUrl?: string | undefined }) {
  const primary = (yield* list(input.userId)).find((channel) => channel.isPrimary && channel.type === "email")
  if (primary === undefined) return yield* new NoPrimaryEmail({ userId: input.userId })
  yield* sendVerification({ ...input, id: primary.id })
})
