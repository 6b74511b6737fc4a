/** Invitations to teams (docs/protocol/resources.md#team-invitations). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { TeamInvitation } from "../../api/schema/TeamInvitation.ts"
import * as Api from "../../api/TeamInvitations.ts"
import { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import { TeamInvitationRestrictedUserNotAllowed } from "../../domain/errors/Teams.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import type { TeamId, UserIdOrMe } from "../../domain/Ids.ts"
import { Caller, requireSessionOfClient, requireUser, restrictions } from "../access/Caller.ts"
import { requirePermissions, requireTeam } from "../access/TeamAccess.ts"
import { resolveOwnUserId } from "../access/UserAccess.ts"
import { getRestrictedReason } from "../accounts/UserRow.ts"
import { Background } from "../background/Background.ts"
import { badRequest } from "../errors/TextAnswer.ts"
import { countMail } from "../http/RateLimiter.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Mailer from "../mail/Mailer.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { Generation } from "../settings/Generation.ts"
import * as TeamInvitations from "../teams/TeamInvitations.ts"
import type { InvitationRow } from "../teams/TeamInvitations.ts"
import * as Teams from "../teams/Teams.ts"
import * as LenientEndpoints from "./LenientEndpoints.ts"
import { handle } from "./Route.ts"

/** The shape of an invitation; in 2025-06 without the name of the team. */
const toInvitation = (row: InvitationRow, isNamed: boolean): TeamInvitation => ({
  id: row.id,
  teamId: row.team_id,
  ...(isNamed && { teamDisplayName: row.team_display_name }),
  expiresAt: new Date(row.expires_at),
  recipientEmail: row.recipient_email
})

/** The team of a code; the codes of a removed team are not found. */
const findInvitedTeam = Effect.fnUntraced(function* (teamId: TeamId) {
  return yield* Effect.mapError(requireTeam(teamId), () => new VerificationCodeNotFound())
})

/**
 * The current service refuses restricted users. In 2025-06 only guests are restricted, and they are allowed; also if
 * both generations are emulated.
 */
const requireUnrestricted = Effect.gen(function* () {
  const { has } = yield* Generation
  const { user } = yield* Caller
  const restrictedBy = yield* restrictions
  const type = user && restrictedBy && getRestrictedReason(user, restrictedBy)
  if (type === undefined || (type === "anonymous" && has("2025-06"))) return
  return yield* new TeamInvitationRestrictedUserNotAllowed({ details: { restrictedReason: { type } } })
})

const listOfTeam = Effect.fnUntraced(function* (teamId: TeamId) {
  const { project } = yield* Caller
  yield* requireSessionOfClient
  yield* requirePermissions(teamId, "$read_members", "$invite_members")
  yield* requireTeam(teamId)
  return yield* TeamInvitations.listPending(project.id, teamId)
})

const requireOwn = (id: UserIdOrMe) => resolveOwnUserId(id, new CannotGetOwnUserWithoutUser())

const listReceived = Effect.fnUntraced(function* (id: UserIdOrMe) {
  const { project } = yield* Caller
  const userId = yield* requireOwn(id)
  return yield* TeamInvitations.listReceived(project.id, userId)
})

const listInvitations = Effect.fnUntraced(function* (teamId: TeamId | undefined, userId: UserIdOrMe | undefined) {
  if (teamId !== undefined && userId === undefined) return yield* listOfTeam(teamId)
  if (userId !== undefined && teamId === undefined) return yield* listReceived(userId)
  return yield* badRequest("A request names either team_id or user_id, and not both.")
})

/** The current service has a different message for a missing team. */
const missingTeam = Effect.gen(function* () {
  const { has } = yield* Generation
  return yield* has("current")
    ? badRequest("Withdrawing an invitation needs the query parameter team_id.")
    : RequestValidation.failSchema("query.team_id must be defined")
})

const sendTeamInvitation = handle(
  Api.sendTeamInvitation,
  function* ({ payload: { callbackUrl, email, teamId }, project }) {
    yield* requireTrusted(project, callbackUrl)
    yield* requirePermissions(teamId, "$invite_members")
    // The service creates the code first, and then fails at the mail for an unknown team.
    const team = yield* requireTeam(teamId)
    yield* countMail(project.id, email)
    const { code, id } = yield* TeamInvitations.create(project.id, team.id, email)
    const mail = { project, to: email, callbackUrl, code, teamName: team.display_name }
    yield* Background.use(({ run }) => run(Mailer.sendTeamInvitation(mail)))
    return { id }
  }
)

const listTeamInvitations = handle(Api.listTeamInvitations, function* ({ query: { teamId, userId } }) {
  const { has, isOnly } = yield* Generation
  if (isOnly("2025-06") && (teamId === undefined || userId !== undefined)) {
    const violations = [
      ...(teamId === undefined ? ["query.team_id must be defined"] : []),
      ...(userId === undefined ? [] : ["query contains unknown properties: user_id"])
    ]
    return yield* RequestValidation.failSchema(...violations)
  }
  const rows = yield* listInvitations(teamId, userId)
  return rows.map((row) => toInvitation(row, has("current")))
})

const deleteTeamInvitation = handle(
  LenientEndpoints.deleteTeamInvitation,
  function* ({ params, query: { teamId }, project }) {
    if (teamId === undefined) return yield* missingTeam
    yield* requireSessionOfClient
    yield* requirePermissions(teamId, "$remove_members")
    yield* requireTeam(teamId)
    if (yield* TeamInvitations.revoke(project.id, teamId, params.teamInvitationId)) return
    // The service answers 500.
    return yield* new VerificationCodeNotFound()
  }
)

const acceptTeamInvitation = handle(Api.acceptTeamInvitation, function* ({ payload, project }) {
  // As in the service, the code is spent first (docs/protocol/sign-in.md#mailed-codes).
  const team = yield* findInvitedTeam(yield* TeamInvitations.use(project.id, Redacted.value(payload.code)))
  yield* requireUnrestricted
  const user = yield* requireUser
  // An existing membership and its permissions stay.
  yield* Teams.addMember(project, team.id, user.id)
})

const acceptReceivedTeamInvitation = handle(
  Api.acceptReceivedTeamInvitation,
  function* ({ params, query, level, project }) {
    const userId = yield* requireOwn(query.userId)
    if (level === "client") yield* requireUnrestricted
    const teamId = yield* TeamInvitations.useReceived(project.id, userId, params.teamInvitationId)
    yield* Teams.addMember(project, teamId, userId)
  }
)

const checkTeamInvitation = handle(Api.checkTeamInvitation, function* ({ payload, project }) {
  yield* findInvitedTeam(yield* TeamInvitations.check(project.id, Redacted.value(payload.code)))
})

const getTeamInvitationDetails = handle(Api.getTeamInvitationDetails, function* ({ payload, project }) {
  const team = yield* findInvitedTeam(yield* TeamInvitations.check(project.id, Redacted.value(payload.code)))
  yield* requireUser
  yield* requireUnrestricted
  return { teamId: team.id, teamDisplayName: team.display_name }
})

export const routes = [
  sendTeamInvitation,
  listTeamInvitations,
  deleteTeamInvitation,
  acceptTeamInvitation,
  acceptReceivedTeamInvitation,
  checkTeamInvitation,
  getTeamInvitationDetails
]
