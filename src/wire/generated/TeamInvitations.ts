/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { TeamId, TeamInvitationId, UserId, UserIdOrMe } from "../../api/schema/Ids.ts"
import type { TeamInvitation, TeamInvitationDetails } from "../../api/schema/TeamInvitation.ts"
import type { SendTeamInvitation, SentTeamInvitation } from "../../api/TeamInvitations.ts"
import { pickId } from "../../domain/Envelope.ts"
import type { ItemQuantityInsufficientAmount } from "../../domain/errors/Payments.ts"
import type { TeamPermissionRequired } from "../../domain/errors/Permissions.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type {
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipNotFound,
  TeamNotFound
} from "../../domain/errors/Teams.ts"
import type { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import type {
  VerificationCodeAlreadyUsed,
  VerificationCodeExpired,
  VerificationCodeMaxAttemptsReached,
  VerificationCodeNotFound
} from "../../domain/errors/VerificationCode.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { decodeCodeIsValid, decodeEmptyAnswer, decodeSuccess, decodeToItems } from "./Envelope.ts"
import { itemQuantityInsufficientAmount } from "./errors/Payments.ts"
import { teamPermissionRequired } from "./errors/Permissions.ts"
import { cannotGetOwnUserWithoutUser, userAuthenticationRequired } from "./errors/Session.ts"
import {
  teamInvitationEmailMismatch,
  teamInvitationRestrictedUserNotAllowed,
  teamMembershipNotFound,
  teamNotFound
} from "./errors/Teams.ts"
import { redirectUrlNotWhitelisted } from "./errors/Users.ts"
import {
  verificationCodeAlreadyUsed,
  verificationCodeExpired,
  verificationCodeMaxAttemptsReached,
  verificationCodeNotFound
} from "./errors/VerificationCode.ts"
import { encodeCode } from "./Input.ts"
import { absoluteUrl } from "./schema/AbsoluteUrl.ts"
import { email } from "./schema/Email.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeTeamInvitation, decodeTeamInvitationDetails } from "./schema/TeamInvitation.ts"
import { otherGeneration } from "./TextErrors.ts"

const decodeSentTeamInvitationWire = R.struct((o) => ({
  success: R.literal(o.success, "success", true),
  id: pathSegment<TeamInvitationId>(o.id, "id")
}))

export const decodeSentTeamInvitation = (value: unknown, key?: R.Key) =>
  pickId(decodeSentTeamInvitationWire(value, key))

export const encodeSendTeamInvitation = R.struct((o) => ({
  team_id: pathSegment<TeamId>(o.teamId, "teamId"),
  email: email(o.email, "email"),
  callback_url: absoluteUrl(o.callbackUrl, "callbackUrl")
}))

/** Invite someone to a team. */
export const sendTeamInvitation: Endpoint<
  { readonly payload: SendTeamInvitation },
  typeof SentTeamInvitation.Type,
  | TeamPermissionRequired
  | TeamMembershipNotFound
  | UserAuthenticationRequired
  | TeamNotFound
  | RedirectUrlNotWhitelisted,
  "client"
> = {
  name: "sendTeamInvitation",
  method: "POST",
  path: "/team-invitations/send-code",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeSendTeamInvitation,
  success: decodeSentTeamInvitation,
  errors: [
    teamPermissionRequired,
    teamMembershipNotFound,
    userAuthenticationRequired,
    teamNotFound,
    redirectUrlNotWhitelisted
  ]
}

const listSentTeamInvitationsSuccess = decodeToItems(R.list(decodeTeamInvitation))

const listSentTeamInvitationsQuery = R.struct((o) => ({ team_id: pathSegment<TeamId>(o.teamId, "teamId") }))

/** List the pending invitations of a team. */
export const listSentTeamInvitations: Endpoint<
  { readonly query: { readonly teamId: TeamId } },
  ReadonlyArray<TeamInvitation>,
  | TeamPermissionRequired
  | TeamMembershipNotFound
  | UserAuthenticationRequired
  | TeamNotFound
  | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listSentTeamInvitations",
  method: "GET",
  path: "/team-invitations",
  level: "client",
  levelErrors: clientErrors,
  query: listSentTeamInvitationsQuery,
  success: listSentTeamInvitationsSuccess,
  errors: [
    teamPermissionRequired,
    teamMembershipNotFound,
    userAuthenticationRequired,
    teamNotFound,
    cannotGetOwnUserWithoutUser
  ]
}

const listReceivedTeamInvitationsQuery = R.struct((o) => ({ user_id: pathSegment<UserId>(o.userId, "userId") }))

/** List the invitations that a user received. */
export const listReceivedTeamInvitations: Endpoint<
  { readonly query: { readonly userId: UserIdOrMe } },
  ReadonlyArray<TeamInvitation>,
  CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listReceivedTeamInvitations",
  method: "GET",
  path: "/team-invitations",
  level: "client",
  levelErrors: clientErrors,
  query: listReceivedTeamInvitationsQuery,
  success: listSentTeamInvitationsSuccess,
  errors: [cannotGetOwnUserWithoutUser]
}

const listTeamInvitationsQuery = R.struct((o) => ({
  team_id: R.optional(o.teamId, "teamId", pathSegment<TeamId>),
  user_id: R.optional(o.userId, "userId", pathSegment<UserId>)
}))

/** List pending invitations of a team, or to a user. */
export const listTeamInvitations: Endpoint<
  { readonly query: { readonly teamId?: TeamId | undefined; readonly userId?: UserIdOrMe | undefined } },
  ReadonlyArray<TeamInvitation>,
  | TeamPermissionRequired
  | TeamMembershipNotFound
  | UserAuthenticationRequired
  | TeamNotFound
  | CannotGetOwnUserWithoutUser,
  "client"
> = {
  name: "listTeamInvitations",
  method: "GET",
  path: "/team-invitations",
  level: "client",
  levelErrors: clientErrors,
  query: listTeamInvitationsQuery,
  success: listSentTeamInvitationsSuccess,
  errors: [
    teamPermissionRequired,
    teamMembershipNotFound,
    userAuthenticationRequired,
    teamNotFound,
    cannotGetOwnUserWithoutUser
  ]
}

const teamInvitationIdParams = R.struct((o) => ({
  teamInvitationId: pathSegment<TeamInvitationId>(o.teamInvitationId, "teamInvitationId")
}))

/** Withdraw an invitation. */
export const deleteTeamInvitation: Endpoint<
  { readonly params: { readonly teamInvitationId: TeamInvitationId }; readonly query: { readonly teamId: TeamId } },
  void,
  | TeamPermissionRequired
  | TeamMembershipNotFound
  | UserAuthenticationRequired
  | TeamNotFound
  | CannotGetOwnUserWithoutUser
  | VerificationCodeNotFound,
  "client"
> = {
  name: "deleteTeamInvitation",
  method: "DELETE",
  path: "/team-invitations/:teamInvitationId",
  level: "client",
  levelErrors: clientErrors,
  params: teamInvitationIdParams,
  query: listSentTeamInvitationsQuery,
  success: decodeSuccess,
  errors: [
    teamPermissionRequired,
    teamMembershipNotFound,
    userAuthenticationRequired,
    teamNotFound,
    cannotGetOwnUserWithoutUser,
    verificationCodeNotFound
  ]
}

const acceptTeamInvitationPayload = R.struct((o) => ({ code: encodeCode(o.code, "code") }))

/** Accept an invitation. */
export const acceptTeamInvitation: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | UserAuthenticationRequired
  | TeamInvitationRestrictedUserNotAllowed
  | TeamInvitationEmailMismatch
  | ItemQuantityInsufficientAmount,
  "client"
> = {
  name: "acceptTeamInvitation",
  method: "POST",
  path: "/team-invitations/accept",
  level: "client",
  levelErrors: clientErrors,
  payload: acceptTeamInvitationPayload,
  success: decodeEmptyAnswer,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    userAuthenticationRequired,
    teamInvitationRestrictedUserNotAllowed,
    teamInvitationEmailMismatch,
    itemQuantityInsufficientAmount
  ]
}

/** Accept an invitation that a user received. */
export const acceptReceivedTeamInvitation: Endpoint<
  { readonly params: { readonly teamInvitationId: TeamInvitationId }; readonly query: { readonly userId: UserIdOrMe } },
  void,
  | VerificationCodeNotFound
  | CannotGetOwnUserWithoutUser
  | TeamInvitationRestrictedUserNotAllowed
  | TeamInvitationEmailMismatch
  | ItemQuantityInsufficientAmount
  | NotSupportedByService,
  "client"
> = {
  name: "acceptReceivedTeamInvitation",
  method: "POST",
  path: "/team-invitations/:teamInvitationId/accept",
  level: "client",
  levelErrors: clientErrors,
  params: teamInvitationIdParams,
  query: listReceivedTeamInvitationsQuery,
  success: decodeEmptyAnswer,
  errors: [
    verificationCodeNotFound,
    cannotGetOwnUserWithoutUser,
    teamInvitationRestrictedUserNotAllowed,
    teamInvitationEmailMismatch,
    itemQuantityInsufficientAmount
  ],
  textErrors: [otherGeneration]
}

/** Check an invitation. */
export const checkTeamInvitation: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  void,
  VerificationCodeNotFound | VerificationCodeExpired | VerificationCodeAlreadyUsed | VerificationCodeMaxAttemptsReached,
  "client"
> = {
  name: "checkTeamInvitation",
  method: "POST",
  path: "/team-invitations/accept/check-code",
  level: "client",
  levelErrors: clientErrors,
  payload: acceptTeamInvitationPayload,
  success: decodeCodeIsValid,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached
  ]
}

/** Read the details of an invitation. */
export const getTeamInvitationDetails: Endpoint<
  { readonly payload: { readonly code: Redacted.Redacted } },
  TeamInvitationDetails,
  | VerificationCodeNotFound
  | VerificationCodeExpired
  | VerificationCodeAlreadyUsed
  | VerificationCodeMaxAttemptsReached
  | UserAuthenticationRequired
  | TeamInvitationRestrictedUserNotAllowed
  | TeamInvitationEmailMismatch,
  "client"
> = {
  name: "getTeamInvitationDetails",
  method: "POST",
  path: "/team-invitations/accept/details",
  level: "client",
  levelErrors: clientErrors,
  payload: acceptTeamInvitationPayload,
  success: decodeTeamInvitationDetails,
  errors: [
    verificationCodeNotFound,
    verificationCodeExpired,
    verificationCodeAlreadyUsed,
    verificationCodeMaxAttemptsReached,
    userAuthenticationRequired,
    teamInvitationRestrictedUserNotAllowed,
    teamInvitationEmailMismatch
  ]
}
