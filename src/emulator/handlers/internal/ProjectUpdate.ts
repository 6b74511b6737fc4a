/** Updates of projects, checked and in the form of the configuration. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Struct from "effect/Struct"
import type * as Api from "../../../api/Projects.ts"
import { isPicture } from "../../../domain/Picture.ts"
import { badRequest } from "../../errors/TextAnswer.ts"
import * as RequestValidation from "../../http/RequestValidation.ts"
import * as SchemaErrorText from "../../http/SchemaErrorText.ts"
import type { EmailConfig, OAuthProviderConfig } from "../../projects/ProjectConfig.ts"
import type { ProjectUpdate } from "../../projects/Projects.ts"
import * as ProjectSettings from "../../projects/ProjectSettings.ts"
import * as ProviderCatalog from "../../projects/ProviderCatalog.ts"
import * as TrustedUrl from "../../projects/TrustedUrl.ts"
import { isListed } from "./ProjectFields.ts"

type Update = Api.UpdateProject
type ConfigUpdate = NonNullable<Update["config"]>

const toEmailConfig = ({ password, type, ...server }: NonNullable<ConfigUpdate["emailConfig"]>): EmailConfig => {
  if (type !== "standard") return { type: "shared" }
  const { host = "", port = 0, senderEmail = "", senderName = "", username = "" } = server
  const standard = { host, port, username, password: password ? Redacted.value(password) : "", senderName, senderEmail }
  return { type: "standard", ...standard }
}

const getIds = (references: ReadonlyArray<{ readonly id: string }> | undefined) => references?.map(({ id }) => id)

/** If several have the same id, the last one counts. */
const removeDuplicates = <A extends { readonly id: string }>(items: ReadonlyArray<A>): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [item.id, item])).values()
]

/** A list of providers, which has neither custom ones nor callback URLs: these stay as they are. */
const toProviders = (
  providers: NonNullable<ConfigUpdate["oauthProviders"]>,
  present: ReadonlyArray<OAuthProviderConfig>
): ReadonlyArray<OAuthProviderConfig> => [
  ...removeDuplicates(providers).map(({ applePrivateKey, clientSecret, type, ...provider }) => ({
    ...provider,
    type: type === "standard" ? ("standard" as const) : ("shared" as const),
    clientSecret: clientSecret && Redacted.value(clientSecret),
    applePrivateKey: applePrivateKey && Redacted.value(applePrivateKey),
    customCallbackUrl: type === "standard" ? present.find(({ id }) => id === provider.id)?.customCallbackUrl : undefined
  })),
  ...present.filter((provider) => !isListed(provider))
]

const toConfig = (config: ConfigUpdate, present: ReadonlyArray<OAuthProviderConfig>): ProjectUpdate["config"] => ({
  ...config,
  oauthProviders: config.oauthProviders && toProviders(config.oauthProviders, present),
  emailConfig: config.emailConfig && toEmailConfig(config.emailConfig),
  teamCreatorDefaultPermissions: getIds(config.teamCreatorDefaultPermissions),
  teamMemberDefaultPermissions: getIds(config.teamMemberDefaultPermissions),
  userDefaultPermissions: getIds(config.userDefaultPermissions)
})

const appleNames = ["appleBundleIds", "appleTeamId", "appleKeyId", "applePrivateKey"]

/** Fields that only one of the two services knows. */
const refuseUnknown = Effect.fnUntraced(function* ({ config = {}, ...update }: Update) {
  yield* RequestValidation.refuseUnknown("body", update, ProjectSettings.logoNames)
  yield* RequestValidation.refuseUnknown("body.config", config, ["emailTheme"])
  for (const [index, provider] of (config.oauthProviders ?? []).entries()) {
    yield* RequestValidation.refuseUnknown(`body.config.oauth_providers[${index}]`, provider, appleNames)
  }
})

/** Checks that the contract leaves to the service: a domain that could never match is refused. */
const listViolations = ({ config: { domains = [], oauthProviders = [] } = {}, ...update }: Update) => [
  ...domains.flatMap(({ domain }, index) =>
    TrustedUrl.isDomain(domain) ? [] : [`body.config.domains[${index}].domain must be an origin that can be trusted`]
  ),
  ...oauthProviders.flatMap(({ id }, index) => {
    const field = `body.config.oauth_providers[${index}].id`
    const { ids } = ProviderCatalog
    return ids.includes(id) ? [] : [`${field} must be one of the following values: ${ids.join(", ")}`]
  }),
  ...ProjectSettings.logoNames.flatMap((name) => {
    const logo = update[name] ?? null
    const field = `body.${SchemaErrorText.toSnakeCase(name)}`
    return logo === null || isPicture(logo) ? [] : [`${field} must be an http(s) URL or a base64 picture`]
  })
]

/** Checks an update, and converts it for the service `Projects`. */
export const toUpdate = Effect.fnUntraced(function* (
  update: Update,
  themes: ReadonlyArray<{ readonly id: string }>,
  present: ReadonlyArray<OAuthProviderConfig>
) {
  yield* refuseUnknown(update)
  const violations = listViolations(update)
  if (violations.length > 0) return yield* RequestValidation.failSchema(...violations)
  const { config = {} } = update
  if (config.emailTheme !== undefined && !themes.some(({ id }) => id === config.emailTheme)) {
    return yield* badRequest("There is no email theme with this id.")
  }
  return {
    ...Struct.pick(update, ["displayName", "isProductionMode"]),
    description: update.description === null ? "" : update.description,
    settings: { logos: Struct.pick(update, ProjectSettings.logoNames) },
    config: toConfig(config, present)
  } satisfies ProjectUpdate
})
