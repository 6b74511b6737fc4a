/** A project's configuration and the configuration document: the same settings in two forms. */
import { isRecord, type Json, type JsonObject } from "../../../domain/Json.ts"
import { flags } from "../ConfigurationSchema.ts"
import type { OverrideValues } from "../Overrides.ts"
import {
  customOidc,
  defaultConfig,
  type EmailConfig,
  type OAuthProviderConfig,
  type PaymentsConfig,
  type ProjectConfig,
  type ProjectConfigChange,
  type SignUpRule
} from "../ProjectConfig.ts"

const at = (document: JsonObject, path: string): Json | undefined => {
  let part: Json | undefined = document
  for (const name of path.split(".")) part = isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined
  return part
}

const stringOf = (value: Json | undefined): string | undefined => (typeof value === "string" ? value : undefined)

const numberOf = (value: Json | undefined): number => (typeof value === "number" ? value : 0)

const entriesOf = (document: JsonObject, path: string): ReadonlyArray<readonly [string, JsonObject]> => {
  const part = at(document, path)
  return isRecord(part) ? Object.entries(part).map(([id, entry]) => [id, isRecord(entry) ? entry : {}]) : []
}

const idsOf = (document: JsonObject, path: string): ReadonlyArray<string> => entriesOf(document, path).map(([id]) => id)

const oneOf = <A extends string>(values: ReadonlyArray<A>, value: Json | undefined, otherwise: A): A =>
  values.find((one) => one === value) ?? otherwise

const optionalTexts = [
  "clientId",
  "clientSecret",
  "facebookConfigId",
  "microsoftTenantId",
  "appleTeamId",
  "appleKeyId",
  "applePrivateKey",
  "customCallbackUrl"
] as const

/** Providers that users may sign in with; the service lists no others, either. */
const providersOf = (document: JsonObject): ReadonlyArray<OAuthProviderConfig> =>
  entriesOf(document, "auth.oauth.providers").flatMap(([id, provider]): ReadonlyArray<OAuthProviderConfig> => {
    if (provider.type === undefined || provider.allowSignIn !== true) return []
    const bundles = entriesOf(provider, "appleBundles").flatMap(([, { bundleId }]) => stringOf(bundleId) ?? [])
    return [
      {
        id,
        type: provider.isShared === false ? "standard" : "shared",
        ...Object.fromEntries(
          optionalTexts.flatMap((name) => (provider[name] === undefined ? [] : [[name, stringOf(provider[name])]]))
        ),
        ...(bundles.length > 0 && { appleBundleIds: bundles }),
        ...(provider.type === customOidc && {
          customOidc: {
            issuerUrl: stringOf(provider.issuerUrl) ?? "",
            scope: stringOf(provider.scope),
            displayName: stringOf(provider.displayName)
          }
        })
      }
    ]
  })

const emailConfigOf = (document: JsonObject): EmailConfig => {
  const server = at(document, "emails.server")
  if (!isRecord(server) || server.isShared !== false) return { type: "shared" }
  return {
    type: "standard",
    host: stringOf(server.host) ?? "",
    port: numberOf(server.port),
    username: stringOf(server.username) ?? "",
    password: stringOf(server.password) ?? "",
    senderName: stringOf(server.senderName) ?? "",
    senderEmail: stringOf(server.senderEmail) ?? ""
  }
}

const rulesOf = (document: JsonObject): ReadonlyArray<SignUpRule> =>
  entriesOf(document, "auth.signUpRules").map(([id, rule]) => ({
    id,
    enabled: rule.enabled === true,
    displayName: stringOf(rule.displayName),
    priority: numberOf(rule.priority),
    condition: stringOf(rule.condition),
    action: {
      type: oneOf(["allow", "reject", "restrict", "log"], at(rule, "action.type"), "allow"),
      message: stringOf(at(rule, "action.message"))
    }
  }))

const paymentsOf = (document: JsonObject): PaymentsConfig => ({
  // By the rules of the document, which the service has checked.
  items: (at(document, "payments.items") ?? {}) as PaymentsConfig["items"],
  products: (at(document, "payments.products") ?? {}) as PaymentsConfig["products"],
  blockNewPurchases: at(document, "payments.blockNewPurchases") === true
})

/** The configuration in a document. */
export const configOf = (document: JsonObject): ProjectConfig => ({
  ...defaultConfig,
  ...Object.fromEntries(Object.entries(flags).map(([path, name]) => [name, at(document, path) === true])),
  agentAuthEnabled: at(document, "apps.installed.agent-auth.enabled") === true,
  oauthProviders: providersOf(document),
  oauthAccountMergeStrategy: oneOf(
    ["link_method", "raise_error", "allow_duplicates"],
    at(document, "auth.oauth.accountMergeStrategy"),
    "link_method"
  ),
  domains: entriesOf(document, "domains.trustedDomains").flatMap(([, { baseUrl, handlerPath }]) =>
    typeof baseUrl === "string" ? [{ domain: baseUrl, handlerPath: stringOf(handlerPath) ?? "/handler" }] : []
  ),
  emailConfig: emailConfigOf(document),
  emailTheme: stringOf(at(document, "emails.selectedThemeId")) ?? defaultConfig.emailTheme,
  teamCreatorDefaultPermissions: idsOf(document, "rbac.defaultPermissions.teamCreator"),
  teamMemberDefaultPermissions: idsOf(document, "rbac.defaultPermissions.teamMember"),
  userDefaultPermissions: idsOf(document, "rbac.defaultPermissions.signUp"),
  dataVaultStores: Object.fromEntries(
    entriesOf(document, "dataVault.stores").map(([id, { displayName }]) => [
      id,
      { displayName: stringOf(displayName) ?? "" }
    ])
  ),
  payments: paymentsOf(document),
  signUpRules: rulesOf(document),
  signUpRulesDefaultAction: oneOf(["allow", "reject"], at(document, "auth.signUpRulesDefaultAction"), "allow")
})

/** Drops absent members. */
const defined = (fields: { readonly [name: string]: Json | undefined }): JsonObject =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, Json] => field[1] !== undefined))

const byId = (ids: ReadonlyArray<string> | undefined): JsonObject | undefined =>
  ids && Object.fromEntries(ids.map((id) => [id, true]))

const toProviders = (providers: ProjectConfig["oauthProviders"]): JsonObject =>
  Object.fromEntries(
    providers.map(({ appleBundleIds = [], customOidc: custom, id, type, ...keys }) => [
      id,
      defined({
        type: custom === undefined ? id : customOidc,
        isShared: type === "shared",
        allowSignIn: true,
        allowConnectedAccounts: true,
        ...keys,
        ...custom,
        ...(appleBundleIds.length > 0 && {
          appleBundles: Object.fromEntries(appleBundleIds.map((bundleId, n) => [String(n), { bundleId }]))
        })
      })
    ])
  )

const toEmailServer = ({ type, ...server }: EmailConfig): JsonObject =>
  type === "shared" ? { isShared: true } : { isShared: false, ...server }

const toRules = (rules: ReadonlyArray<SignUpRule>): JsonObject =>
  Object.fromEntries(rules.map(({ action, id, ...rule }) => [id, defined({ ...rule, action: defined({ ...action }) })]))

/** The JSON of a value that has undefined members at most. */
const jsonOf = (value: object): JsonObject => JSON.parse(JSON.stringify(value))

/** The values of the document that say the same as a change of a configuration. */
export const valuesOf = (change: ProjectConfigChange): OverrideValues =>
  defined({
    ...Object.fromEntries(Object.entries(flags).map(([path, name]) => [path, change[name]])),
    "apps.installed.agent-auth":
      change.agentAuthEnabled === undefined ? undefined : { enabled: change.agentAuthEnabled },
    "auth.oauth.providers": change.oauthProviders && toProviders(change.oauthProviders),
    "auth.oauth.accountMergeStrategy": change.oauthAccountMergeStrategy,
    "auth.signUpRules": change.signUpRules && toRules(change.signUpRules),
    "auth.signUpRulesDefaultAction": change.signUpRulesDefaultAction,
    "dataVault.stores": change.dataVaultStores,
    "domains.trustedDomains":
      change.domains &&
      Object.fromEntries(
        change.domains.map(({ domain, handlerPath }, n) => [String(n), { baseUrl: domain, handlerPath }])
      ),
    "payments.items": change.payments?.items && jsonOf(change.payments.items),
    "payments.products": change.payments?.products && jsonOf(change.payments.products),
    "payments.blockNewPurchases": change.payments?.blockNewPurchases,
    "emails.server": change.emailConfig && toEmailServer(change.emailConfig),
    "emails.selectedThemeId": change.emailTheme,
    "rbac.defaultPermissions.teamCreator": byId(change.teamCreatorDefaultPermissions),
    "rbac.defaultPermissions.teamMember": byId(change.teamMemberDefaultPermissions),
    "rbac.defaultPermissions.signUp": byId(change.userDefaultPermissions)
  })
