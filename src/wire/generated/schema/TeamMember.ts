/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { TeamId, UserId } from "../../../api/schema/Ids.ts"
import type { ServerTeamMemberProfile, TeamMemberProfile, TeamMembership } from "../../../api/schema/TeamMember.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"
import { decodeServerUser } from "./User.ts"
import * as R from "../../runtime.ts"

export const decodeTeamMembership = R.struct((o): TeamMembership => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))

export const decodeTeamMemberProfile = R.struct((o): TeamMemberProfile => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  displayName: o.display_name === null ? null : R.string(o.display_name, "display_name"),
  profileImageUrl: decodePictureUrl(o.profile_image_url, "profile_image_url")
}))

export const decodeServerTeamMemberProfile = R.struct((o): ServerTeamMemberProfile => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  displayName: o.display_name === null ? null : R.string(o.display_name, "display_name"),
  profileImageUrl: decodePictureUrl(o.profile_image_url, "profile_image_url"),
  user: decodeServerUser(o.user, "user")
}))
