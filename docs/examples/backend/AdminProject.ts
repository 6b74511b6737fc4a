/** Permissions, configuration and figures of the project, as admins of the app see and change them. */
import { Effect } from "effect"
import { Domains, Metrics, OAuthProviders, PermissionDefinitions, ProductionMode, Project } from "gatefold/admin"
import { NotReadyForProduction, type PermissionDefinition, type ProjectSettings } from "./AdminProjectContract.ts"
import { only, onlyOrRefused } from "./ServiceErrors.ts"

/* -------------------------------------------------------------- permissions */

const definitionOf = (definition: {
  readonly id: PermissionDefinition["id"]
  readonly description?: string
  readonly containedPermissionIds: PermissionDefinition["containedPermissionIds"]
}): PermissionDefinition => ({
  id: definition.id,
  description: definition.description ?? null,
  containedPermissionIds: definition.containedPermissionIds,
  isSystem: definition.id.startsWith("$")
})

type Scope = PermissionDefinitions.PermissionScope

/** The procedures about permissions. */
export const permissionProcedures = {
  ListPermissionDefinitions: ({ scope }: { readonly scope: Scope }) =>
    PermissionDefinitions.list(scope).pipe(
      Effect.map((definitions) => definitions.map(definitionOf)),
      only()
    ),

  CreatePermissionDefinition: (input: Parameters<typeof PermissionDefinitions.create>[0]) =>
    PermissionDefinitions.create(input).pipe(
      Effect.map(definitionOf),
      onlyOrRefused("PermissionIdAlreadyExists", "ContainedPermissionNotFound")
    ),

  UpdatePermissionDefinition: (input: Parameters<typeof PermissionDefinitions.update>[0]) =>
    PermissionDefinitions.update(input).pipe(
      Effect.map(definitionOf),
      onlyOrRefused("PermissionNotFound", "PermissionIdAlreadyExists", "ContainedPermissionNotFound")
    ),

  DeletePermissionDefinition: (input: { readonly scope: Scope; readonly id: string }) =>
    PermissionDefinitions.delete(input).pipe(Effect.asVoid, onlyOrRefused("PermissionNotFound"))
}

/* ------------------------------------------------------------------ project */

const findingsOf = (project: Project.AdminProject) =>
  ProductionMode.findings(project).map(({ domain = null, message, problem }) => ({ domain, message, problem }))

/** Field by field: client secrets and the mail server's password stay here. */
const settingsOf = (project: Project.AdminProject): ProjectSettings => ({
  id: project.id,
  displayName: project.displayName,
  description: project.description,
  isProductionMode: project.isProductionMode,
  flags: project.config,
  domains: project.config.domains,
  providers: project.config.oauthProviders.map(({ id, type }) => ({ id, type })),
  findings: findingsOf(project)
})

const settings = Effect.map(Project.get, settingsOf)

const change = <E extends { readonly _tag: string; readonly message: string }, R>(
  effect: Effect.Effect<unknown, E, R>
) => effect.pipe(Effect.andThen(settings), onlyOrRefused())

/** The procedures about the project. */
export const projectProcedures = {
  GetProject: () => settings.pipe(only()),

  UpdateProject: ({ flags, ...rest }: ProjectChange) =>
    change(Project.update(flags === undefined ? rest : { ...rest, config: flags })),

  AddDomain: ({ domain }: { readonly domain: string }) => change(Domains.add({ domain })),
  RemoveDomain: ({ domain }: { readonly domain: string }) => change(Domains.remove(domain)),
  EnableProvider: ({ provider }: { readonly provider: string }) => change(OAuthProviders.enableShared(provider)),
  DisableProvider: ({ provider }: { readonly provider: string }) => change(OAuthProviders.disable(provider)),

  SetProductionMode: Effect.fn("admin.SetProductionMode")(function* ({ on }: { readonly on: boolean }) {
    const findings = on ? findingsOf(yield* Project.get.pipe(only())) : []
    if (findings.length > 0) return yield* new NotReadyForProduction({ findings })
    return settingsOf(yield* Project.update({ isProductionMode: on }).pipe(only()))
  })
}

interface ProjectChange extends Pick<Project.ProjectUpdate, "displayName" | "description"> {
  readonly flags?: Partial<ProjectSettings["flags"]>
}

/* ------------------------------------------------------------------ figures */

/** The procedure about figures. */
export const figureProcedures = {
  GetMetrics: () =>
    Metrics.get.pipe(
      Effect.map(({ authOverview, dailyActiveUsers, dailyUsers, emailOverview, loginMethods, totalUsers }) => ({
        totalUsers,
        verifiedUsers: authOverview?.verifiedUsers ?? null,
        totalTeams: authOverview?.totalTeams ?? null,
        monthlyActiveUsers: authOverview?.mau ?? null,
        signUps: dailyUsers.map(dayOf),
        activeUsers: dailyActiveUsers.map(dayOf),
        mails: emailOverview?.dailyEmails?.map(dayOf) ?? null,
        signInMethods: loginMethods
      })),
      only()
    )
}

const dayOf = ({ activity, date }: { readonly activity: number; readonly date: string }) => ({ date, count: activity })
