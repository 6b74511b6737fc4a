/** Permissions that users hold (docs/protocol/resources.md#permissions). */
import { PermissionId, TeamId, UserId } from "./Ids.ts"
import { WireClass } from "./WireStruct.ts"

/** A permission of a user within a team. */
export class TeamPermission extends WireClass<TeamPermission>()({ id: PermissionId, teamId: TeamId, userId: UserId }) {}

/** A permission of a user within the project. */
export class ProjectPermission extends WireClass<ProjectPermission>()({ id: PermissionId, userId: UserId }) {}
