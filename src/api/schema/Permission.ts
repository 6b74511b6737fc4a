/** Permissions that users hold (docs/protocol/resources.md#permissions). */
import * as Schema from "effect/Schema"
import { PermissionId, TeamId, UserId } from "./Ids.ts"
import { WireStruct } from "./WireStruct.ts"

/** A permission of a user within a team. */
export class TeamPermission extends Schema.Opaque<TeamPermission>()(
  WireStruct({ id: PermissionId, teamId: TeamId, userId: UserId })
) {}

/** A permission of a user within the project. */
export class ProjectPermission extends Schema.Opaque<ProjectPermission>()(
  WireStruct({ id: PermissionId, userId: UserId })
) {}
