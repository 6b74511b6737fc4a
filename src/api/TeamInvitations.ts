/** Invitations to teams (docs/protocol/resources.md#team-invitations). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { pickId } from "../domain/Envelope.ts"
import * as Endpoint from "./Endpoint.ts"
import { CodeIsValid, EmptyAnswer, List, Success } from "./Envelope.ts"
import { ItemQuantityInsufficientAmount } from "./errors/Payments.ts"
import { TeamPermissionRequired } from "./errors/Permissions.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "./errors/Session.ts"
import {
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipNotFound,
  TeamNotFound
} from "./errors/Teams.ts"
import { RedirectUrlNotWhitelisted } from "./errors/Users.ts"
import { VerificationCodeError, VerificationCodeNotFound } from "./errors/VerificationCode.ts"
import { Code, Query } from "./Input.ts"
import { AbsoluteUrl } from "./schema/AbsoluteUrl.ts"
import { Email } from "./schema/Email.ts"
import { TeamId, TeamInvitationId, UserIdOrMe } from "./schema/Ids.ts"
import * as Rule from "./schema/Rule.ts"
import { TeamInvitation, TeamInvitationDetails } from "./schema/TeamInvitation.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

/** The recipient, the team, and the URL of the link. */
export class SendTeamInvitation extends WireClass<SendTeamInvitation>()({
  teamId: TeamId,
  email: Email,
  callbackUrl: AbsoluteUrl
}) {}

/** The id of the invitation that was sent. */
export const SentTeamInvitation = Schema.Struct({ success: Schema.Literal(true), id: TeamInvitationId }).pipe(
  Schema.decodeTo(
    Schema.Struct({ id: Schema.toType(TeamInvitationId) }),
    Rule.transform({
      decode: pickId<TeamInvitationId>,
      encode: ({ id }) => ({ success: true as const, id })
    })
  )
)

const errors = [TeamPermissionRequired, TeamMembershipNotFound, UserAuthenticationRequired, TeamNotFound] as const

const listErrors = [...errors, CannotGetOwnUserWithoutUser] as const

/** Mails an invitation, valid for seven days; clients need `$invite_members`. */
export const sendTeamInvitation = Endpoint.client.post("sendTeamInvitation", "/team-invitations/send-code", {
  summary: "Invite someone to a team",
  payload: SendTeamInvitation,
  success: SentTeamInvitation,
  error: [...errors, RedirectUrlNotWhitelisted]
})

/** Lists the pending invitations of a team; clients need `$read_members` and `$invite_members`. */
export const listSentTeamInvitations = Endpoint.client.get("listSentTeamInvitations", "/team-invitations", {
  summary: "List the pending invitations of a team",
  query: Query({ teamId: TeamId }),
  success: List(TeamInvitation),
  error: listErrors
})

/** Lists the pending invitations to the verified addresses of a user; clients may name their own only. */
export const listReceivedTeamInvitations = Endpoint.client.get("listReceivedTeamInvitations", "/team-invitations", {
  summary: "List the invitations that a user received",
  query: Query({ userId: UserIdOrMe }),
  success: List(TeamInvitation),
  error: CannotGetOwnUserWithoutUser
})

/** The invitations of a team or to a user, as a server implements both lists and the documents describe them. */
export const listTeamInvitations = Endpoint.client.get("listTeamInvitations", "/team-invitations", {
  summary: "List pending invitations of a team, or to a user",
  query: Query({ teamId: Schema.optional(TeamId), userId: Schema.optional(UserIdOrMe) }),
  success: List(TeamInvitation),
  error: listErrors
})

/** Withdraws an invitation; clients need `$remove_members`. */
export const deleteTeamInvitation = Endpoint.client.delete(
  "deleteTeamInvitation",
  "/team-invitations/:teamInvitationId",
  {
    summary: "Withdraw an invitation",
    params: { teamInvitationId: TeamInvitationId },
    query: Query({ teamId: TeamId }),
    success: Success,
    error: [...listErrors, VerificationCodeNotFound]
  }
)

/** Makes the signed-in user a member, whichever address was invited. */
export const acceptTeamInvitation = Endpoint.client.post("acceptTeamInvitation", "/team-invitations/accept", {
  summary: "Accept an invitation",
  payload: WireStruct({ code: Code }),
  success: EmptyAnswer,
  error: [
    ...VerificationCodeError,
    UserAuthenticationRequired,
    TeamInvitationRestrictedUserNotAllowed,
    TeamInvitationEmailMismatch,
    ItemQuantityInsufficientAmount
  ]
})

/** Makes a user a member who has verified the invited address; clients may name their own user only. */
export const acceptReceivedTeamInvitation = Endpoint.client.post(
  "acceptReceivedTeamInvitation",
  "/team-invitations/:teamInvitationId/accept",
  {
    summary: "Accept an invitation that a user received",
    only: "current",
    params: { teamInvitationId: TeamInvitationId },
    query: Query({ userId: UserIdOrMe }),
    success: EmptyAnswer,
    error: [
      VerificationCodeNotFound,
      CannotGetOwnUserWithoutUser,
      TeamInvitationRestrictedUserNotAllowed,
      TeamInvitationEmailMismatch,
      ItemQuantityInsufficientAmount
    ]
  }
)

/** Checks whether an invitation can be accepted; counts as one attempt. */
export const checkTeamInvitation = Endpoint.client.post("checkTeamInvitation", "/team-invitations/accept/check-code", {
  summary: "Check an invitation",
  payload: WireStruct({ code: Code }),
  success: CodeIsValid,
  error: VerificationCodeError
})

/** Shows the signed-in user which team an invitation is for; counts as one attempt. */
export const getTeamInvitationDetails = Endpoint.client.post(
  "getTeamInvitationDetails",
  "/team-invitations/accept/details",
  {
    summary: "Read the details of an invitation",
    payload: WireStruct({ code: Code }),
    success: TeamInvitationDetails,
    error: [
      ...VerificationCodeError,
      UserAuthenticationRequired,
      TeamInvitationRestrictedUserNotAllowed,
      TeamInvitationEmailMismatch
    ]
  }
)

/** Invitations to teams. */
export class TeamInvitationsGroup extends HttpApiGroup.make("teamInvitations")
  .add(
    sendTeamInvitation,
    listTeamInvitations,
    acceptTeamInvitation,
    acceptReceivedTeamInvitation,
    checkTeamInvitation,
    getTeamInvitationDetails,
    deleteTeamInvitation
  )
  .prefix(Endpoint.root) {}
