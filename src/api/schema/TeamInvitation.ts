/** Invitations to a team (docs/protocol/resources.md#team-invitations). The code is only in the mail. */
import * as Schema from "effect/Schema"
import { TeamId, TeamInvitationId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A pending invitation. */
export class TeamInvitation extends WireClass<TeamInvitation>()(
  {
    id: TeamInvitationId,
    teamId: TeamId,
    /** Not in 2025-06. */
    teamDisplayName: Schema.optionalKey(Schema.String),
    expiresAt: Schema.DateFromMillis,
    recipientEmail: Schema.String
  },
  { expiresAt: "expires_at_millis" }
) {}

/** The team of an invitation, readable with its code. */
export class TeamInvitationDetails extends WireClass<TeamInvitationDetails>()({
  teamId: TeamId,
  teamDisplayName: Schema.String
}) {}
