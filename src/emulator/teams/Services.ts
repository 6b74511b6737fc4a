/** The services of teams and permissions. */
import * as Layer from "effect/Layer"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as Permissions from "./Permissions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as Teams from "./Teams.ts"

/** Provides everything about teams and permissions. */
export const layer = Layer.mergeAll(Teams.layer, TeamInvitations.layer, PermissionDefinitions.layer).pipe(
  Layer.provideMerge(Permissions.layer)
)
