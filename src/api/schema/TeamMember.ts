/** Members of a team and how they appear in it (docs/protocol/resources.md#team-members). */
import * as Schema from "effect/Schema"
import { TeamId, UserId } from "./Ids.ts"
import { PictureUrl } from "./Picture.ts"
import { ServerUser } from "./User.ts"
import { WireClass } from "./WireStruct.ts"

/** The membership of a user in a team. */
export class TeamMembership extends WireClass<TeamMembership>()({ teamId: TeamId, userId: UserId }) {}

const profileFields = {
  teamId: TeamId,
  userId: UserId,
  displayName: Schema.NullOr(Schema.String),
  /** An http(s) URL, or a base64 `data:` URL of an image without scripts; null if the service has any other. */
  profileImageUrl: PictureUrl
}

/** The profile of a member in a team; unset values are those of the user. */
export class TeamMemberProfile extends WireClass<TeamMemberProfile>()(profileFields) {}

/** The profile of a member in a team, with the user, as servers see it. */
export class ServerTeamMemberProfile extends WireClass<ServerTeamMemberProfile>()({
  ...profileFields,
  user: ServerUser
}) {}
