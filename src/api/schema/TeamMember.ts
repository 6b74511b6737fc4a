/**
 * Members of a team and how they appear in it (docs/protocol/resources.md#team-members).
 */
import * as Schema from "effect/Schema"
import { TeamId, UserId } from "./Ids.ts"
import { PictureUrl } from "./Picture.ts"
import { ServerUser } from "./User.ts"
import { WireStruct } from "./WireStruct.ts"

/** That a user belongs to a team. */
export const TeamMembership = WireStruct({ teamId: TeamId, userId: UserId })
/** That a user belongs to a team. */
export interface TeamMembership extends Schema.Schema.Type<typeof TeamMembership> {}

const profileFields = {
  teamId: TeamId,
  userId: UserId,
  displayName: Schema.NullOr(Schema.String),
  /** http(s), or a base64 `data:` URL of an image without scripts; null where the service has another. */
  profileImageUrl: PictureUrl
}

/** How a member appears in a team; what is unset there comes from the user. */
export const TeamMemberProfile = WireStruct(profileFields)
/** How a member appears in a team. */
export interface TeamMemberProfile extends Schema.Schema.Type<typeof TeamMemberProfile> {}

/** How a member appears in a team, with the user, as servers see it. */
export const ServerTeamMemberProfile = WireStruct({ ...profileFields, user: ServerUser })
/** How a member appears in a team, with the user, as servers see it. */
export interface ServerTeamMemberProfile extends Schema.Schema.Type<typeof ServerTeamMemberProfile> {}
