/** Contact channels of users (docs/protocol/resources.md#contact-channels). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ClientAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { CodeIsValid, created, List, Success } from "./Envelope.ts"
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
import { WireStruct } from "./schema/WireStruct.ts"

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
export class CreateContactChannel extends Schema.Opaque<CreateContactChannel>()(WireStruct(createFields)) {}
/** A new contact channel at server level, which may be verified. */
export class ServerCreateContactChannel extends Schema.Opaque<ServerCreateContactChannel>()(
  WireStruct({ ...createFields, ...verifiedFields })
) {}
/** A change of a contact channel; a new value has to be verified again. */
export class UpdateContactChannel extends Schema.Opaque<UpdateContactChannel>()(WireStruct(updateFields)) {}
/** A change of a contact channel at server level, which may verify it. */
export class ServerUpdateContactChannel extends Schema.Opaque<ServerUpdateContactChannel>()(
  WireStruct({ ...updateFields, ...verifiedFields })
) {}
/** The user whose channels to list, or the channel. */
export const ListContactChannels = Query({ userId: UserIdOrMe, contactChannelId: Schema.optional(ContactChannelId) })
/** The user whose channels to list, or the channel; without either, those of all users. */
export const ServerListContactChannels = Query({
  userId: Schema.optional(UserIdOrMe),
  contactChannelId: Schema.optional(ContactChannelId)
})

const params = { userId: UserIdOrMe, contactChannelId: ContactChannelId }
const writeErrors = [ContactChannelAlreadyUsedForAuthBySomeoneElse, CannotGetOwnUserWithoutUser] as const

/** Lists one's own contact channels, oldest first. */
export const listContactChannels = Endpoint.get("listContactChannels", "/contact-channels", {
  query: ListContactChannels,
  success: List(ContactChannel),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "List contact channels")

/** Lists contact channels, oldest first: a user's, or those of all users. */
export const serverListContactChannels = Endpoint.get("serverListContactChannels", "/contact-channels", {
  query: ServerListContactChannels,
  success: List(ContactChannel),
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "List contact channels as a server")

/** Adds a contact channel; no mail is sent. */
export const createContactChannel = Endpoint.post("createContactChannel", "/contact-channels", {
  payload: CreateContactChannel,
  success: created(ContactChannel),
  error: writeErrors
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Add a contact channel")

/** Adds a contact channel as servers may. */
export const serverCreateContactChannel = Endpoint.post("serverCreateContactChannel", "/contact-channels", {
  payload: ServerCreateContactChannel,
  success: created(ContactChannel),
  error: writeErrors
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Add a contact channel as a server")

/** Reads a contact channel. */
export const getContactChannel = Endpoint.get("getContactChannel", "/contact-channels/:userId/:contactChannelId", {
  params,
  success: ContactChannel,
  error: CannotGetOwnUserWithoutUser
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Read a contact channel")

/** Changes a contact channel. */
export const updateContactChannel = Endpoint.patch(
  "updateContactChannel",
  "/contact-channels/:userId/:contactChannelId",
  { params, payload: UpdateContactChannel, success: ContactChannel, error: writeErrors }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Change a contact channel")

/** Changes a contact channel as servers may. */
export const serverUpdateContactChannel = Endpoint.patch(
  "serverUpdateContactChannel",
  "/contact-channels/:userId/:contactChannelId",
  { params, payload: ServerUpdateContactChannel, success: ContactChannel, error: writeErrors }
)
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change a contact channel as a server")

/** Removes a contact channel. */
export const deleteContactChannel = Endpoint.delete(
  "deleteContactChannel",
  "/contact-channels/:userId/:contactChannelId",
  { params, success: Success, error: CannotGetOwnUserWithoutUser }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Remove a contact channel")

/** Mails a verification code to a contact channel. */
export const sendVerificationCode = Endpoint.post(
  "sendVerificationCode",
  "/contact-channels/:userId/:contactChannelId/send-verification-code",
  {
    params,
    payload: WireStruct({ callbackUrl: AbsoluteUrl }),
    success: Success,
    error: [UserIdDoesNotExist, EmailAlreadyVerified, RedirectUrlNotWhitelisted, CannotGetOwnUserWithoutUser]
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Mail a verification code to a contact channel")

/** Mails a verification code to the primary address of the signed-in user. */
export const sendPrimaryVerificationCode = Endpoint.post(
  "sendPrimaryVerificationCode",
  "/contact-channels/send-verification-code",
  {
    payload: WireStruct({ email: Email, callbackUrl: AbsoluteUrl }),
    success: Success,
    error: [EmailIsNotPrimaryEmail, EmailAlreadyVerified, RedirectUrlNotWhitelisted]
  }
)
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Mail a verification code to the primary address")

/** Verifies a contact channel with a mailed code; needs no sign-in and gives no tokens. */
export const verifyContactChannel = Endpoint.post("verifyContactChannel", "/contact-channels/verify", {
  payload: WireStruct({ code: Code }),
  success: Success,
  error: VerificationCodeError
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Verify a contact channel")

/** Checks whether a verification code can be used; counts as one attempt. */
export const checkVerificationCode = Endpoint.post("checkVerificationCode", "/contact-channels/verify/check-code", {
  payload: WireStruct({ code: Code }),
  success: CodeIsValid,
  error: VerificationCodeError
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Check a verification code")

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
