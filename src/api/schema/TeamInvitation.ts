/**
 * Invitations to a team (docs/protocol/resources.md#team-invitations). The code is only in the mail.
 */
import * as Schema from "effect/Schema"
import { TeamId, TeamInvitationId } from "./Ids.ts"
import { WireStruct } from "./WireStruct.ts"

/** A pending invitation. */
export const TeamInvitation = WireStruct(
  {
    id: TeamInvitationId,
    teamId: TeamId,
    /** Not in 2025-06. */
    teamDisplayName: Schema.optionalKey(Schema.String),
    expiresAt: Schema.DateFromMillis,
    recipientEmail: Schema.String
  },
  { expiresAt: "expires_at_millis" }
)
/** A pending invitation. */
export interface TeamInvitation extends Schema.Schema.Type<typeof TeamInvitation> {}

/** The team of an invitation, readable with its code. */
export const TeamInvitationDetails = WireStruct({ teamId: TeamId, teamDisplayName: Schema.String })
/** The team of an invitation, readable with its code. */
export interface TeamInvitationDetails extends Schema.Schema.Type<typeof TeamInvitationDetails> {}
