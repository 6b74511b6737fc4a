/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  TeamInvitationEmailMismatch,
  TeamInvitationRestrictedUserNotAllowed,
  TeamMembershipAlreadyExists,
  TeamMembershipNotFound,
  TeamNotFound
} from "../../../domain/errors/Teams.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"
import { decodeRestrictedReason } from "../schema/RestrictedReason.ts"

const teamNotFoundDetails = R.struct((o) => ({ teamId: R.string(o.team_id, "team_id") }))

export const teamNotFound: KnownErrorEntry<TeamNotFound> = { Class: TeamNotFound, details: teamNotFoundDetails }

const teamMembershipNotFoundDetails = R.struct((o) => ({
  teamId: R.string(o.team_id, "team_id"),
  userId: R.string(o.user_id, "user_id")
}))

export const teamMembershipNotFound: KnownErrorEntry<TeamMembershipNotFound> = {
  Class: TeamMembershipNotFound,
  details: teamMembershipNotFoundDetails
}

const teamInvitationRestrictedUserNotAllowedDetails = R.struct((o) => ({
  restrictedReason: decodeRestrictedReason(o.restricted_reason, "restricted_reason")
}))

export const teamInvitationRestrictedUserNotAllowed: KnownErrorEntry<TeamInvitationRestrictedUserNotAllowed> = {
  Class: TeamInvitationRestrictedUserNotAllowed,
  details: teamInvitationRestrictedUserNotAllowedDetails
}

export const teamInvitationEmailMismatch: KnownErrorEntry<TeamInvitationEmailMismatch> = {
  Class: TeamInvitationEmailMismatch
}

export const teamMembershipAlreadyExists: KnownErrorEntry<TeamMembershipAlreadyExists> = {
  Class: TeamMembershipAlreadyExists
}
