/** Contact channels of users (docs/protocol/resources.md#contact-channels). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { CodeIsValid, withCreatedStatus, List, Success } from "./Envelope.ts"
import { CannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail,
  RedirectUrlNotWhitelisted,
  UserIdDoesNotExist
} from "./errors/Users.ts"
import { VerificationCodeError } from "./errors/VerificationCode.ts"
import { Code, Query } from "./Input.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { ContactChannel } from "./schema/ContactChannel.ts"
import { Email } from "./schema/Email.ts"
import { ContactChannelId, UserIdOrMe } from "./schema/Ids.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

const createFields = {
  userId: UserIdOrMe,
  value: Email,
  type: Schema.Literal("email"),
  usedForAuth: Schema.Boolean,
  isPrimary: Schema.optional(Schema.Boolean)
}

const updateFields = {
  value: Schema.optional(Email),
  type: Schema.optional(Schema.Literal("email")),
  usedForAuth: Schema.optional(Schema.Boolean),
  isPrimary: Schema.optional(Schema.Boolean)
}

const verifiedFields = { isVerified: Schema.optional(Schema.Boolean) }

/** A new contact channel. */
export class CreateContactChannel extends WireClass<CreateContactChannel>()(createFields) {}
/** A new contact channel at server level, which may be verified. */
export class ServerCreateContactChannel extends WireClass<ServerCreateContactChannel>()({
  ...createFields,
  ...verifiedFields
}) {}
/** A change of a contact channel; a new value has to be verified again. */
export class UpdateContactChannel extends WireClass<UpdateContactChannel>()(updateFields) {}
/** A change of a contact channel at server level, which may verify it. */
export class ServerUpdateContactChannel extends WireClass<ServerUpdateContactChannel>()({
  ...updateFields,
  ...verifiedFields
}) {}
/** The user whose channels to list, or the channel. */
export const ListContactChannels = Query({ userId: UserIdOrMe, contactChannelId: Schema.optional(ContactChannelId) })
/** The user whose channels to list, or the channel; without either, those of all users. */
export const ServerListContactChannels = Query({
  userId: Schema.optional(UserIdOrMe),
  contactChannelId: Schema.optional(ContactChannelId)
})

const path = "/contact-channels/:userId/:contactChannelId"
const params = { userId: UserIdOrMe, contactChannelId: ContactChannelId }
const writeErrors = [ContactChannelAlreadyUsedForAuthBySomeoneElse, CannotGetOwnUserWithoutUser] as const

/** Lists one's own contact channels, oldest first. */
export const listContactChannels = Endpoint.client.get("listContactChannels", "/contact-channels", {
  summary: "List contact channels",
  query: ListContactChannels,
  success: List(ContactChannel),
  error: CannotGetOwnUserWithoutUser
})

/** Lists contact channels, oldest first: a user's, or those of all users. */
export const serverListContactChannels = Endpoint.server.get("serverListContactChannels", "/contact-channels", {
  summary: "List contact channels as a server",
  query: ServerListContactChannels,
  success: List(ContactChannel),
  error: CannotGetOwnUserWithoutUser
})

/** Adds a contact channel; no mail is sent. */
export const createContactChannel = Endpoint.client.post("createContactChannel", "/contact-channels", {
  summary: "Add a contact channel",
  payload: CreateContactChannel,
  success: withCreatedStatus(ContactChannel),
  error: writeErrors
})

/** Adds a contact channel as servers may. */
export const serverCreateContactChannel = Endpoint.server.post("serverCreateContactChannel", "/contact-channels", {
  summary: "Add a contact channel as a server",
  payload: ServerCreateContactChannel,
  success: withCreatedStatus(ContactChannel),
  error: writeErrors
})

/** Reads a contact channel. */
export const getContactChannel = Endpoint.client.get("getContactChannel", path, {
  summary: "Read a contact channel",
  params,
  success: ContactChannel,
  error: CannotGetOwnUserWithoutUser
})

/** Changes a contact channel. */
export const updateContactChannel = Endpoint.client.patch("updateContactChannel", path, {
  summary: "Change a contact channel",
  params,
  payload: UpdateContactChannel,
  success: ContactChannel,
  error: writeErrors
})

/** Changes a contact channel as servers may. */
export const serverUpdateContactChannel = Endpoint.server.patch("serverUpdateContactChannel", path, {
  summary: "Change a contact channel as a server",
  params,
  payload: ServerUpdateContactChannel,
  success: ContactChannel,
  error: writeErrors
})

/** Removes a contact channel. */
export const deleteContactChannel = Endpoint.client.delete("deleteContactChannel", path, {
  summary: "Remove a contact channel",
  params,
  success: Success,
  error: CannotGetOwnUserWithoutUser
})

/** Mails a verification code to a contact channel. */
export const sendVerificationCode = Endpoint.client.post("sendVerificationCode", `${path}/send-verification-code`, {
  summary: "Mail a verification code to a contact channel",
  params,
  payload: WireStruct({ callbackUrl: AbsoluteUrl }),
  success: Success,
  error: [UserIdDoesNotExist, EmailAlreadyVerified, RedirectUrlNotWhitelisted, CannotGetOwnUserWithoutUser]
})

/** Mails a verification code to the primary address of the signed-in user. */
export const sendPrimaryVerificationCode = Endpoint.client.post(
  "sendPrimaryVerificationCode",
  "/contact-channels/send-verification-code",
  {
    summary: "Mail a verification code to the primary address",
    payload: WireStruct({ email: Email, callbackUrl: AbsoluteUrl }),
    success: Success,
    error: [EmailIsNotPrimaryEmail, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
  }
)

/** Verifies a contact channel with a mailed code; needs no sign-in and gives no tokens. */
export const verifyContactChannel = Endpoint.client.post("verifyContactChannel", "/contact-channels/verify", {
  summary: "Verify a contact channel",
  payload: WireStruct({ code: Code }),
  success: Success,
  error: VerificationCodeError
})

/** Checks whether a verification code can be used; counts as one attempt. */
export const checkVerificationCode = Endpoint.client.post(
  "checkVerificationCode",
  "/contact-channels/verify/check-code",
  {
    summary: "Check a verification code",
    payload: WireStruct({ code: Code }),
    success: CodeIsValid,
    error: VerificationCodeError
  }
)

/** Contact channels, at every level. */
export class ContactChannelsGroup extends HttpApiGroup.make("contactChannels")
  .add(
    sendPrimaryVerificationCode,
    verifyContactChannel,
    checkVerificationCode,
    getContactChannel,
    deleteContactChannel,
    sendVerificationCode
  )
  .prefix(Endpoint.root) {}

/** Contact channels, for clients. */
export class ClientContactChannelsGroup extends HttpApiGroup.make("clientContactChannels")
  .add(listContactChannels, createContactChannel, updateContactChannel)
  .prefix(Endpoint.root) {}

/** Contact channels, for servers. */
export class ServerContactChannelsGroup extends HttpApiGroup.make("serverContactChannels")
  .add(serverListContactChannels, serverCreateContactChannel, serverUpdateContactChannel)
  .prefix(Endpoint.root) {}
