/** Permissions and the configuration of the project, for admins. */
import { Schema, Struct } from "effect"
import { Rpc, RpcGroup } from "effect/rpc"
import { ContainedPermissionNotFound, PermissionIdAlreadyExists, PermissionNotFound } from "gatefold/api"
import { PermissionId, Unavailable } from "gatefold/backend/middleware"
import { Refused } from "./AdminErrors.ts"

/* -------------------------------------------------------------- permissions */

/** Where a permission is held. */
export const PermissionScope = Schema.Literals(["team", "project"])

/** A permission that exists. */
export const PermissionDefinition = Schema.Struct({
  id: PermissionId,
  description: Schema.NullOr(Schema.String),
  /** Anyone with the permission also has these. */
  containedPermissionIds: Schema.Array(PermissionId),
  /** Permissions of the system start with `$` and stay as they are. */
  isSystem: Schema.Boolean
})
/** A permission that exists. */
export interface PermissionDefinition extends Schema.Schema.Type<typeof PermissionDefinition> {}

const definition = {
  scope: PermissionScope,
  id: Schema.String,
  description: Schema.optionalKey(Schema.String),
  containedPermissionIds: Schema.optionalKey(Schema.Array(Schema.String))
}

/** The procedures about which permissions there are. */
export const permissions = RpcGroup.make(
  Rpc.make("ListPermissionDefinitions", {
    payload: { scope: PermissionScope },
    success: Schema.Array(PermissionDefinition),
    error: Unavailable
  }),
  Rpc.make("CreatePermissionDefinition", {
    payload: definition,
    success: PermissionDefinition,
    error: Schema.Union([PermissionIdAlreadyExists, ContainedPermissionNotFound, Refused, Unavailable])
  }),
  /** Changes what is named; `newId` renames. */
  Rpc.make("UpdatePermissionDefinition", {
    payload: { ...definition, newId: Schema.optionalKey(Schema.String) },
    success: PermissionDefinition,
    error: Schema.Union([
      PermissionNotFound,
      PermissionIdAlreadyExists,
      ContainedPermissionNotFound,
      Refused,
      Unavailable
    ])
  }),
  Rpc.make("DeletePermissionDefinition", {
    payload: { scope: PermissionScope, id: Schema.String },
    error: Schema.Union([PermissionNotFound, Refused, Unavailable])
  })
)

/* ------------------------------------------------------------------ project */

/** The settings that admins can turn on and off. */
export const ProjectFlags = Schema.Struct({
  signUpEnabled: Schema.Boolean,
  credentialEnabled: Schema.Boolean,
  magicLinkEnabled: Schema.Boolean,
  passkeyEnabled: Schema.Boolean,
  clientTeamCreationEnabled: Schema.Boolean,
  clientUserDeletionEnabled: Schema.Boolean,
  createTeamOnSignUp: Schema.Boolean,
  allowUserApiKeys: Schema.Boolean,
  allowTeamApiKeys: Schema.Boolean,
  allowLocalhost: Schema.Boolean
})
/** The settings that admins can turn on and off. */
export interface ProjectFlags extends Schema.Schema.Type<typeof ProjectFlags> {}

/** Something to fix before production mode. */
export const Finding = Schema.Struct({
  problem: Schema.Literals(["localhost-allowed", "invalid-url", "localhost-domain", "ip-address", "not-https"]),
  message: Schema.String,
  /** The domain that is meant, or null for the whole configuration. */
  domain: Schema.NullOr(Schema.String)
})
/** Something to fix before production mode. */
export interface Finding extends Schema.Schema.Type<typeof Finding> {}

/** The project and its configuration, without its secrets. */
export const ProjectSettings = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  description: Schema.String,
  isProductionMode: Schema.Boolean,
  flags: ProjectFlags,
  domains: Schema.Array(Schema.Struct({ domain: Schema.String, handlerPath: Schema.String })),
  providers: Schema.Array(Schema.Struct({ id: Schema.String, type: Schema.String })),
  findings: Schema.Array(Finding)
})
/** The project and its configuration, without its secrets. */
export interface ProjectSettings extends Schema.Schema.Type<typeof ProjectSettings> {}

/** The problems to fix first. */
export class NotReadyForProduction extends Schema.TaggedError<NotReadyForProduction>()("NotReadyForProduction", {
  findings: Schema.Array(Finding)
}) {
  override get message() {
    return "The project is not ready for production mode."
  }
}

const settings = { success: ProjectSettings, error: Schema.Union([Refused, Unavailable]) }

/** The procedures about the project. */
export const project = RpcGroup.make(
  Rpc.make("GetProject", { success: ProjectSettings, error: Unavailable }),
  /** Changes what is named. */
  Rpc.make("UpdateProject", {
    ...settings,
    payload: {
      displayName: Schema.optionalKey(Schema.String),
      description: Schema.optionalKey(Schema.String),
      flags: Schema.optionalKey(ProjectFlags.mapFields(Struct.map(Schema.optionalKey)))
    }
  }),
  Rpc.make("AddDomain", { ...settings, payload: { domain: Schema.String } }),
  Rpc.make("RemoveDomain", { ...settings, payload: { domain: Schema.String } }),
  /** Enables a provider with the shared keys of the service. */
  Rpc.make("EnableProvider", { ...settings, payload: { provider: Schema.String } }),
  Rpc.make("DisableProvider", { ...settings, payload: { provider: Schema.String } }),
  Rpc.make("SetProductionMode", {
    payload: { on: Schema.Boolean },
    success: ProjectSettings,
    error: Schema.Union([NotReadyForProduction, Unavailable])
  })
)
