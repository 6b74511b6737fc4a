/**
 * Permissions that users hold (docs/protocol/resources.md#permissions).
 */
import type * as Schema from "effect/Schema"
import { PermissionId, TeamId, UserId } from "./Ids.ts"
import { WireStruct } from "./WireStruct.ts"

/** A permission of a user within a team. */
export const TeamPermission = WireStruct({ id: PermissionId, teamId: TeamId, userId: UserId })
/** A permission of a user within a team. */
export interface TeamPermission extends Schema.Schema.Type<typeof TeamPermission> {}

/** A permission of a user within the project. */
export const ProjectPermission = WireStruct({ id: PermissionId, userId: UserId })
/** A permission of a user within the project. */
export interface ProjectPermission extends Schema.Schema.Type<typeof ProjectPermission> {}
