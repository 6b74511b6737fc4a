/** The services of teams and permissions. */
import * as Layer from "effect/Layer"
import type * as StorageServices from "../storage/Services.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as Permissions from "./Permissions.ts"
import * as TeamInvitations from "./TeamInvitations.ts"
import * as Teams from "./Teams.ts"

/** The services of teams and permissions. */
export type Services =
  | PermissionDefinitions.PermissionDefinitions
  | Permissions.Permissions
  | TeamInvitations.TeamInvitations
  | Teams.Teams

/** Teams and permissions in the database. */
export const layer: Layer.Layer<Services, never, StorageServices.Services> = Layer.mergeAll(
  Teams.layer,
  TeamInvitations.layer,
  PermissionDefinitions.layer
).pipe(Layer.provideMerge(Permissions.layer))
