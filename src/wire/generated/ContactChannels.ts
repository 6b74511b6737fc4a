/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type {
  CreateContactChannel,
  ListContactChannels,
  ServerCreateContactChannel,
  ServerListContactChannels,
  ServerUpdateContactChannel,
  UpdateContactChannel
} from "../../api/ContactChannels.ts"
import type { ContactChannel } from "../../api/schema/ContactChannel.ts"
import type { ContactChannelId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import type {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  EmailAlreadyVerified,
  EmailIsNotPrimaryEmail,
  RedirectUrlNotWhitelisted,
  UserIdDoesNotExist
} from "../../domain/errors/Users.ts"
import type {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors, commonErrors } from "./Access.ts"
import { decodeCodeIsValid, decodeSuccess, decodeToItems } from "./Envelope.ts"
import { cannotGetOwnUserWithoutUser } from "./errors/Session.ts"
import {
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  emailAlreadyVerified,
  emailIsNotPrimaryEmail,
  redirectUrlNotWhitelisted,
  userIdDoesNotExist
} from "./errors/Users.ts"
import {
  verificationCodeAlreadyUsed,
  verificationCodeExpired,
  verificationCodeMaxAttemptsReached,
  verificationCodeNotFound
} from "./errors/VerificationCode.ts"
import { encodeCode } from "./Input.ts"
import { absoluteUrl } from "./schema/AbsoluteUrl.ts"
import { decodeContactChannel } from "./schema/ContactChannel.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"

const listContactChannelsSuccess = decodeToItems(R.list(decodeContactChannel))

export const encodeListContactChannels = R.struct((o) => ({
  user_id: pathSegment<UserId>(o.userId, "userId"),
  contact_channel_id: R.optional(o.contactChannelId, "contactChannelId", pathSegment<ContactChannelId>)
}))

/** List contact channels. */
export const listContactChannels: Endpoint<
  { readonly query: typeof ListContactChannels.Type },
  ReadonlyArray<ContactChannel>,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listContactChannels",
  method: "GET",
  path: "/contact-channels",
  level: "client",
  levelErrors: clientErrors,
  query: encodeListContactChannels,
  success: listContactChannelsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

export const encodeServerListContactChannels = R.struct((o) => ({
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>),
  contact_channel_id: R.optional(o.contactChannelId, "contactChannelId", pathSegment<ContactChannelId>)
}))

/** List contact channels as a server. */
export const serverListContactChannels: Endpoint<
  { readonly query: typeof ServerListContactChannels.Type },
  ReadonlyArray<ContactChannel>,
  CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverListContactChannels",
  method: "GET",
  path: "/contact-channels",
  level: "server",
  levelErrors: commonErrors,
  query: encodeServerListContactChannels,
  success: listContactChannelsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const userIdToIsPrimary = (o: R.Properties) => ({
  user_id: pathSegment<UserId>(o.userId, "userId"),
  value: email(o.value, "value"),
  type: R.literal(o.type, "type", "email"),
  used_for_auth: R.boolean(o.usedForAuth, "usedForAuth"),
  is_primary: R.optional(o.isPrimary, "isPrimary", R.boolean)
})

export const encodeCreateContactChannel = R.struct((o) => ({ ...userIdToIsPrimary(o) }))

/** Add a contact channel. */
export const createContactChannel: Endpoint<
  { readonly payload: CreateContactChannel },
  ContactChannel,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "createContactChannel",
  method: "POST",
  path: "/contact-channels",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeCreateContactChannel,
  success: decodeContactChannel,
  errors: [contactChannelAlreadyUsedForAuthBySomeoneElse, cannotGetOwnUserWithoutUser]
}

export const encodeServerCreateContactChannel = R.struct((o) => ({
  ...userIdToIsPrimary(o),
  is_verified: R.optional(o.isVerified, "isVerified", R.boolean)
}))

/** Add a contact channel as a server. */
export const serverCreateContactChannel: Endpoint<
  { readonly payload: ServerCreateContactChannel },
  ContactChannel,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverCreateContactChannel",
  method: "POST",
  path: "/contact-channels",
  level: "server",
  levelErrors: commonErrors,
  payload: encodeServerCreateContactChannel,
  success: decodeContactChannel,
  errors: [contactChannelAlreadyUsedForAuthBySomeoneElse, cannotGetOwnUserWithoutUser]
}

const userIdContactChannelIdParams = R.struct((o) => ({
  userId: pathSegment<UserId>(o.userId, "userId"),
  contactChannelId: pathSegment<ContactChannelId>(o.contactChannelId, "contactChannelId")
}))

/** Read a contact channel. */
export const getContactChannel: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly contactChannelId: ContactChannelId } },
  ContactChannel,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "getContactChannel",
  method: "GET",
  path: "/contact-channels/:userId/:contactChannelId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdContactChannelIdParams,
  success: decodeContactChannel,
  errors: [cannotGetOwnUserWithoutUser]
}

const valueToIsPrimary = (o: R.Properties) => ({
  value: R.optional(o.value, "value", email),
  type: o.type === undefined ? undefined : R.literal(o.type, "type", "email"),
  used_for_auth: R.optional(o.usedForAuth, "usedForAuth", R.boolean),
  is_primary: R.optional(o.isPrimary, "isPrimary", R.boolean)
})

export const encodeUpdateContactChannel = R.struct((o) => ({ ...valueToIsPrimary(o) }))

/** Change a contact channel. */
export const updateContactChannel: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly contactChannelId: ContactChannelId }
    readonly payload: UpdateContactChannel
  },
  ContactChannel,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "updateContactChannel",
  method: "PATCH",
  path: "/contact-channels/:userId/:contactChannelId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdContactChannelIdParams,
  payload: encodeUpdateContactChannel,
  success: decodeContactChannel,
  errors: [contactChannelAlreadyUsedForAuthBySomeoneElse, cannotGetOwnUserWithoutUser]
}

export const encodeServerUpdateContactChannel = R.struct((o) => ({
  ...valueToIsPrimary(o),
  is_verified: R.optional(o.isVerified, "isVerified", R.boolean)
}))

/** Change a contact channel as a server. */
export const serverUpdateContactChannel: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly contactChannelId: ContactChannelId }
    readonly payload: ServerUpdateContactChannel
  },
  ContactChannel,
  ContactChannelAlreadyUsedForAuthBySomeoneElse | CannotGetOwnUserWithoutUser,
  "server"
> = {
  name: "serverUpdateContactChannel",
  method: "PATCH",
  path: "/contact-channels/:userId/:contactChannelId",
  level: "server",
  levelErrors: commonErrors,
  params: userIdContactChannelIdParams,
  payload: encodeServerUpdateContactChannel,
  success: decodeContactChannel,
  errors: [contactChannelAlreadyUsedForAuthBySomeoneElse, cannotGetOwnUserWithoutUser]
}

/** Remove a contact channel. */
export const deleteContactChannel: Endpoint<
  { readonly params: { readonly userId: UserIdOrMe; readonly contactChannelId: ContactChannelId } },
  void,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "deleteContactChannel",
  method: "DELETE",
  path: "/contact-channels/:userId/:contactChannelId",
  level: "client",
  levelErrors: clientErrors,
  params: userIdContactChannelIdParams,
  success: decodeSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const sendVerificationCodePayload = R.struct((o) => ({ callback_url: absoluteUrl(o.callbackUrl, "callbackUrl") }))

/** Mail a verification code to a contact channel. */
export const sendVerificationCode: Endpoint<
  {
    readonly params: { readonly userId: UserIdOrMe; readonly contactChannelId: ContactChannelId }
    readonly payload: { readonly callbackUrl: string }
  },
  void,
  UserIdDoesNotExist | EmailAlreadyVerified | RedirectUrlNotWhitelisted | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "sendVerificationCode",
  method: "POST",
  path: "/contact-channels/:userId/:contactChannelId/send-verification-code",
  level: "client",
  levelErrors: clientErrors,
  params: userIdContactChannelIdParams,
  payload: sendVerificationCodePayload,
  success: decodeSuccess,
  errors: [userIdDoesNotExist, emailAlreadyVerified, redirectUrlNotWhitelisted, cannotGetOwnUserWithoutUser]
}

const sendPrimaryVerificationCodePayload = R.struct((o) => ({
  email: email(o.email, "email"),
  callback_url: absoluteUrl(o.callbackUrl, "callbackUrl")
}))

/** Mail a verification code to the primary address. */
export const sendPrimaryVerificationCode: Endpoint<
  { readonly payload: { readonly email: string; readonly callbackUrl: string } },
  void,
  EmailIsNotPrimaryEmail | EmailAlreadyVerified | RedirectUrlNotWhitelisted,
  "client"
> = {
  name: "sendPrimaryVerificationCode",
  method: "POST",
  path: "/contact-channels/send-verification-code",
  level: "client",
  levelErrors: clientErrors,
  payload: sendPrimaryVerificationCodePayload,
  success: decodeSuccess,
  errors: [emailIsNotPrimaryEmail, emailAlreadyVerified, redirectUrlNotWhitelisted]
}

const verifyContactChannelPayload = R.struct((o) => ({ code: encodeCode(o.code, "code") }))

/** Verify a contact channel. */
export const verifyContactChannel: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached,
  "client"
> = {
  name: "verifyContactChannel",
  method: "POST",
  path: "/contact-channels/verify",
  level: "client",
  levelErrors: clientErrors,
  payload: verifyContactChannelPayload,
  success: decodeSuccess,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached
  ]
}

/** Check a verification code. */
export const checkVerificationCode: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached,
  "client"
> = {
  name: "checkVerificationCode",
  method: "POST",
  path: "/contact-channels/verify/check-code",
  level: "client",
  levelErrors: clientErrors,
  payload: verifyContactChannelPayload,
  success: decodeCodeIsValid,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached
  ]
}
