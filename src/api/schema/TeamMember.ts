/**
 * Members of a team and how they appear in it (docs/protocol/resources.md#team-members).
 */
import * as Schema from "effect/Schema"
import { TeamId, UserId } from "./Ids.ts"
import { PictureUrl } from "./Picture.ts"
import { ServerUser } from "./User.ts"
import { WireStruct } from "./WireStruct.ts"

/** The membership of a user in a team. */
export const TeamMembership = WireStruct({ teamId: TeamId, userId: UserId })
/** The membership of a user in a team. */
export interface TeamMembership extends Schema.Schema.Type<typeof TeamMembership> {}

const profileFields = {
  teamId: TeamId,
  userId: UserId,
  displayName: Schema.NullOr(Schema.String),
  /** An http(s) URL, or a base64 `data:` URL of an image without scripts; null if the service has any other. */
  profileImageUrl: PictureUrl
}

/** The profile of a member in a team; unset values are those of the user. */
export const TeamMemberProfile = WireStruct(profileFields)
/** The profile of a member in a team. */
export interface TeamMemberProfile extends Schema.Schema.Type<typeof TeamMemberProfile> {}

/** The profile of a member in a team, with the user, as servers see it. */
export const ServerTeamMemberProfile = WireStruct({ ...profileFields, user: ServerUser })
/** The profile of a member in a team, with the user, as servers see it. */
export interface ServerTeamMemberProfile extends Schema.Schema.Type<typeof ServerTeamMemberProfile> {}
