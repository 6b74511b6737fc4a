/** Tools that read the project itself: settings, definitions of permissions, and what keeps it from production. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as PermissionDefinitions from "../../admin/PermissionDefinitions.ts"
import * as ProductionMode from "../../admin/ProductionMode.ts"
import * as Project from "../../admin/Project.ts"
import * as Tools from "./Tools.ts"
import { PermissionDefinition, ProjectSettings, toProjectSettings } from "./Views.ts"

const Finding = Schema.Struct({
  problem: Schema.String,
  message: Schema.String,
  domain: Schema.NullOr(Schema.String)
})

const getProject = Tools.readTool("get_project", {
  description:
    "The settings of the project: sign-in methods, domains, providers, mail server. Secrets of providers and of the mail server are left out. Needs the super secret admin key.",
  success: Schema.Struct({ project: ProjectSettings }),
  run: (_, { withAdminApp }) =>
    Effect.map(withAdminApp(Project.get), (project) => ({ project: Tools.shorten(toProjectSettings(project)) }))
})

const listPermissionDefinitions = Tools.readTool("list_permission_definitions", {
  description: "The permissions that can be granted in teams or in the project. Needs the super secret admin key.",
  parameters: { scope: Schema.Literals(["team", "project"]) },
  success: Schema.Struct({ definitions: Schema.Array(PermissionDefinition) }),
  run: ({ scope }, { withAdminApp }) =>
    Effect.map(withAdminApp(PermissionDefinitions.list(scope)), (definitions) => ({
      definitions: definitions.map(Tools.shorten)
    }))
})

const checkProduction = Tools.readTool("check_production", {
  description: "Lists the settings that keep the project from production mode. Requires the super secret admin key.",
  success: Schema.Struct({ findings: Schema.Array(Finding) }),
  run: (_, { withAdminApp }) =>
    Effect.map(withAdminApp(ProductionMode.check), (findings) => ({
      findings: findings.map(({ domain = null, message, problem }) => ({ problem, message, domain }))
    }))
})

export const layer = Layer.mergeAll(getProject, listPermissionDefinitions, checkProduction)
