/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { TeamId, TeamInvitationId } from "../../../api/schema/Ids.ts"
import type { TeamInvitation, TeamInvitationDetails } from "../../../api/schema/TeamInvitation.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeTeamInvitation = R.struct((o): TeamInvitation => {
  const a: R.Mutable<TeamInvitation> = {
    id: pathSegment<TeamInvitationId>(o.id, "id"),
    teamId: pathSegment<TeamId>(o.team_id, "team_id"),
    expiresAt: R.dateOfMillis(o.expires_at_millis, "expires_at_millis"),
    recipientEmail: R.string(o.recipient_email, "recipient_email")
  }
  if (o.team_display_name !== undefined) a.teamDisplayName = R.string(o.team_display_name, "team_display_name")
  return a
})

export const decodeTeamInvitationDetails = R.struct((o): TeamInvitationDetails => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  teamDisplayName: R.string(o.team_display_name, "team_display_name")
}))
