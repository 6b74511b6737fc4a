/** Projects as the service answers them. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type * as Domain from "../../../api/schema/Project.ts"
import type { EmailConfig, OAuthProviderConfig } from "../../projects/ProjectConfig.ts"
import * as Projects from "../../projects/Projects.ts"
import type { Project } from "../../projects/Projects.ts"
import { Generation } from "../../settings/Generation.ts"
import * as IdOrder from "../../storage/IdOrder.ts"

/** Lists of the configuration are sorted by id. */
const compareIds = (left: { readonly id: string }, right: { readonly id: string }): number =>
  IdOrder.compare(left.id, right.id)

/** The service lists no custom OpenID Connect provider: only the configuration document has them. */
export const isListed = ({ customOidc }: OAuthProviderConfig): boolean => customOidc === undefined

export const toClientConfig = ({ config }: Project): Domain.ProjectConfig => ({
  ...Struct.pick(config, [
    "signUpEnabled",
    "credentialEnabled",
    "magicLinkEnabled",
    "passkeyEnabled",
    "clientTeamCreationEnabled",
    "clientUserDeletionEnabled",
    "allowUserApiKeys",
    "allowTeamApiKeys"
  ]),
  enabledOAuthProviders: config.oauthProviders
    .filter(isListed)
    .map(({ id }) => ({ id }))
    .toSorted(compareIds)
})

const toWireEmailConfig = (config: EmailConfig): Domain.EmailConfig =>
  config.type === "shared" ? { type: "shared" } : { ...config, password: Redacted.make(config.password) }

const toPermissions = (ids: ReadonlyArray<string>) => ids.toSorted(IdOrder.compare).map((id) => ({ id }))

export const sortDomains = (domains: ReadonlyArray<Domain.Domain>): ReadonlyArray<Domain.Domain> =>
  domains.toSorted((left, right) => IdOrder.compare(left.domain, right.domain))

/** The fields of a project that admins see, with those of the emulated generations only. */
export const toAdminProject = Effect.fnUntraced(function* (project: Project) {
  const { has } = yield* Generation
  const { config } = project
  const providers = config.oauthProviders
    .filter(isListed)
    .toSorted(compareIds)
    .map(({ applePrivateKey, clientSecret, customCallbackUrl: _, customOidc: _custom, id, ...provider }) => ({
      ...provider,
      id,
      ...(clientSecret !== undefined && { clientSecret: Redacted.make(clientSecret) }),
      ...(applePrivateKey !== undefined && { applePrivateKey: Redacted.make(applePrivateKey) }),
      ...(has("current") && { providerConfigId: id })
    }))
  const admin: Domain.AdminProject = {
    ...Struct.pick(project, ["displayName", "description", "isProductionMode"]),
    id: project.id,
    createdAt: new Date(project.createdAt),
    ...(has("2025-06") && { userCount: yield* Projects.countUsers(project.id) }),
    ...(has("current") && {
      ownerTeamId: project.ownerTeamId,
      onboardingStatus: "completed",
      ...project.settings.logos
    }),
    config: {
      ...toClientConfig(project),
      ...Struct.pick(config, ["allowLocalhost", "createTeamOnSignUp", "oauthAccountMergeStrategy"]),
      domains: sortDomains(config.domains),
      oauthProviders: providers,
      emailConfig: toWireEmailConfig(config.emailConfig),
      teamCreatorDefaultPermissions: toPermissions(config.teamCreatorDefaultPermissions),
      teamMemberDefaultPermissions: toPermissions(config.teamMemberDefaultPermissions),
      userDefaultPermissions: toPermissions(config.userDefaultPermissions),
      ...(has("current") && { emailTheme: config.emailTheme })
    }
  }
  return admin
})
