/** Contact channels and their verification (docs/protocol/resources.md#contact-channels). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/ContactChannels.ts"
import type { ContactChannel } from "../../api/schema/ContactChannel.ts"
import { EmailAlreadyVerified, EmailIsNotPrimaryEmail } from "../../domain/errors/Users.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import type { UserId } from "../../domain/Ids.ts"
import { Caller, requireSessionOfClient, resolveUserId, userOrSchemaError } from "../access/Caller.ts"
import { findUser, requireUserId, resolveOwnUserId } from "../access/UserAccess.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as ContactChannels from "../accounts/ContactChannels.ts"
import type { ChannelFields, ChannelRow, ContactChannelConflict } from "../accounts/ContactChannels.ts"
import { failChannelInUse } from "../accounts/EmailInUse.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import { badRequest, forbidden, notFound, TextAnswer } from "../errors/TextAnswer.ts"
import { countMail } from "../http/RateLimiter.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import * as Database from "../storage/Database.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

const toContactChannel = (row: ChannelRow): ContactChannel => ({
  id: row.id,
  userId: row.user_id,
  type: "email",
  value: row.value,
  isPrimary: row.is_primary === 1,
  isVerified: row.is_verified === 1,
  usedForAuth: row.used_for_auth === 1
})

const notOwn = forbidden("Client can only manage their own contact channels.")

/** The user of the request; clients may name only themselves. */
const findOwner = Effect.fnUntraced(function* (id: string) {
  const { level, user } = yield* Caller
  const userId = yield* resolveUserId(id)
  return level !== "client" || userId === user?.id ? userId : yield* notOwn
})

const refuseConflict = (value: string | null) =>
  Effect.fnUntraced(function* ({ reason }: ContactChannelConflict) {
    if (reason === "DuplicateOfUser") return yield* badRequest("Contact channel already exists")
    return yield* failChannelInUse(value)
  })

const findChannel = Effect.fnUntraced(function* (userId: UserId, id: string, status: 400 | 404) {
  const { project } = yield* Caller
  return (
    (yield* ContactChannels.find(project.id, userId, id)) ??
    (yield* new TextAnswer({ status, text: "Contact channel not found." }))
  )
})

const listChannels = Effect.fnUntraced(function* (userId: UserId | undefined, channelId: string | undefined) {
  const { project } = yield* Caller
  const rows = yield* ContactChannels.list(project.id, userId)
  return rows.filter(({ id }) => channelId === undefined || id === channelId).map(toContactChannel)
})

const createChannel = Effect.fnUntraced(function* (userId: UserId, fields: ChannelFields) {
  const { project } = yield* Caller
  const channelId = yield* Effect.catch(
    ContactChannels.create(project.id, userId, fields),
    refuseConflict(fields.value)
  )
  return toContactChannel(yield* findChannel(userId, channelId, 404))
})

const updateChannel = Effect.fnUntraced(function* (
  params: { readonly userId: UserId; readonly contactChannelId: string },
  changes: { readonly [K in keyof ChannelFields]?: ChannelFields[K] | undefined }
) {
  const userId = yield* findOwner(params.userId)
  const write = Effect.gen(function* () {
    const row = yield* findChannel(userId, params.contactChannelId, 400)
    const value = changes.value ?? row.value
    const fields = {
      value,
      isPrimary: changes.isPrimary ?? row.is_primary === 1,
      // A new address is unverified.
      isVerified: changes.isVerified ?? (row.is_verified === 1 && value === row.value),
      usedForAuth: changes.usedForAuth ?? row.used_for_auth === 1
    }
    yield* Effect.catch(ContactChannels.update(row, fields), refuseConflict(null))
    return toContactChannel(yield* findChannel(userId, row.id, 400))
  })
  // In one transaction, because another request may change the address.
  return yield* Database.transaction(write)
})

const sendVerificationTo = Effect.fnUntraced(function* (
  channel: Pick<ChannelRow, "id" | "user_id" | "value" | "is_verified">,
  callbackUrl: string
) {
  const { project } = yield* Caller
  if (channel.is_verified === 1) return yield* new EmailAlreadyVerified()
  yield* countMail(project.id, channel.value)
  yield* Accounts.sendVerification({
    project,
    userId: channel.user_id,
    channelId: channel.id,
    email: channel.value,
    callbackUrl
  })
})

const listContactChannels = handle(LenientEndpoints.listContactChannels, function* ({ query }) {
  yield* requireSessionOfClient
  if (query.userId === undefined) return yield* notOwn
  return yield* listChannels(yield* findOwner(query.userId), query.contactChannelId)
})

const serverListContactChannels = handle(Api.serverListContactChannels, function* ({ query }) {
  const userId = query.userId === undefined ? undefined : yield* findOwner(query.userId)
  return yield* listChannels(userId, query.contactChannelId)
})

const createContactChannel = handle(Api.createContactChannel, function* ({ payload }) {
  const userId = yield* findOwner(payload.userId)
  return yield* createChannel(userId, { ...payload, isPrimary: payload.isPrimary ?? false, isVerified: false })
})

const serverCreateContactChannel = handle(Api.serverCreateContactChannel, function* ({ payload }) {
  const userId = yield* resolveUserId(payload.userId)
  yield* Effect.mapError(findUser(userId), () => notFound("User not found."))
  return yield* createChannel(userId, {
    ...payload,
    isPrimary: payload.isPrimary ?? false,
    isVerified: payload.isVerified ?? false
  })
})

const getContactChannel = handle(LenientEndpoints.getContactChannel, function* ({ params }) {
  return toContactChannel(yield* findChannel(yield* findOwner(params.userId), params.contactChannelId, 404))
})

const updateContactChannel = handle(LenientEndpoints.updateContactChannel, ({ params, payload }) =>
  updateChannel(params, payload)
)

const serverUpdateContactChannel = handle(LenientEndpoints.serverUpdateContactChannel, ({ params, payload }) =>
  updateChannel(params, payload)
)

const deleteContactChannel = handle(LenientEndpoints.deleteContactChannel, function* ({ params }) {
  const row = yield* findChannel(yield* findOwner(params.userId), params.contactChannelId, 400)
  yield* ContactChannels.remove(row.id)
})

const sendVerificationCode = handle(Api.sendVerificationCode, function* ({ params, payload, project }) {
  yield* requireTrusted(project, payload.callbackUrl)
  const userId = yield* resolveOwnUserId(
    params.userId,
    badRequest("Client can only send codes to their own contact channels.")
  )
  yield* requireUserId(userId)
  yield* sendVerificationTo(yield* findChannel(userId, params.contactChannelId, 404), payload.callbackUrl)
})

const sendPrimaryVerificationCode = handle(Api.sendPrimaryVerificationCode, function* ({ payload, project }) {
  const user = yield* userOrSchemaError
  yield* requireTrusted(project, payload.callbackUrl)
  if (user.email === null || user.email_id === null || user.email !== payload.email) {
    return yield* new EmailIsNotPrimaryEmail({ details: { email: payload.email, primaryEmail: user.email } })
  }
  const channel = {
    id: user.email_id,
    user_id: user.id,
    value: user.email,
    is_verified: user.email_verified ?? 0
  }
  yield* sendVerificationTo(channel, payload.callbackUrl)
})

const verifyContactChannel = handle(Api.verifyContactChannel, function* ({ payload, project }) {
  const data = yield* VerificationCodes.use(project.id, "contact_channel_verification", Redacted.value(payload.code))
  // The code of an address that was removed or changed is not found.
  const isVerified = yield* ContactChannels.verify(project.id, String(data.channelId), String(data.email))
  if (!isVerified) return yield* new VerificationCodeNotFound()
})

const checkVerificationCode = handle(Api.checkVerificationCode, function* ({ payload, project }) {
  yield* VerificationCodes.check(project.id, "contact_channel_verification", Redacted.value(payload.code))
})

export const routes = [
  listContactChannels,
  serverListContactChannels,
  createContactChannel,
  serverCreateContactChannel,
  getContactChannel,
  updateContactChannel,
  serverUpdateContactChannel,
  deleteContactChannel,
  sendVerificationCode,
  sendPrimaryVerificationCode,
  verifyContactChannel,
  checkVerificationCode
]
