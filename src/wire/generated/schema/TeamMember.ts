/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { TeamId, UserId } from "../../../api/schema/Ids.ts"
import type { ServerTeamMemberProfile, TeamMemberProfile, TeamMembership } from "../../../api/schema/TeamMember.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"
import { decodeServerUser } from "./User.ts"

export const decodeTeamMembership = R.struct((o): TeamMembership => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))

const teamIdToProfileImageUrl = (o: R.Properties) => ({
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  displayName: R.nullable(o.display_name, "display_name", R.string),
  profileImageUrl: decodePictureUrl(o.profile_image_url, "profile_image_url")
})

export const decodeTeamMemberProfile = R.struct((o): TeamMemberProfile => ({ ...teamIdToProfileImageUrl(o) }))

export const decodeServerTeamMemberProfile = R.struct((o): ServerTeamMemberProfile => ({
  ...teamIdToProfileImageUrl(o),
  user: decodeServerUser(o.user, "user")
}))
