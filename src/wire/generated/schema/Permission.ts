/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { PermissionId, TeamId, UserId } from "../../../api/schema/Ids.ts"
import type { ProjectPermission, TeamPermission } from "../../../api/schema/Permission.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"

export const decodeTeamPermission = R.struct((o): TeamPermission => ({
  id: pathSegment<PermissionId>(o.id, "id"),
  teamId: pathSegment<TeamId>(o.team_id, "team_id"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))

export const decodeProjectPermission = R.struct((o): ProjectPermission => ({
  id: pathSegment<PermissionId>(o.id, "id"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))
