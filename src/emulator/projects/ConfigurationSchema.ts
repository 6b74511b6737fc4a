/** The settings of the configuration document: their paths, values, defaults and levels. */
import type { ConfigurationLevel } from "../../api/Configuration.ts"
import { isWebUrl } from "../../domain/AbsoluteUrl.ts"
import { forEachCurrency } from "../../domain/Currency.ts"
import { isRecord, type Json } from "../../domain/Json.ts"
import { customOidc, defaultConfig, defaultEmailTheme, type ProjectConfig } from "./ProjectConfig.ts"
import * as ProviderCatalog from "./ProviderCatalog.ts"

/** A value. */
interface Value {
  readonly kind: "value"
  readonly is: (value: Json) => boolean
  readonly expected: string
  /** `branch` values may also be set at the level `environment`, which goes before. */
  readonly level: ConfigurationLevel
  readonly byDefault: Json | undefined
}

/** An object with members of these names. */
export interface Members {
  readonly kind: "members"
  readonly members: { readonly [name: string]: Setting }
}

/** An object with members that admins name. */
interface Entries {
  readonly kind: "entries"
  readonly names: RegExp
  readonly entry: Setting
  /** Absent: nothing, not even an empty object. */
  readonly byDefault: { readonly [name: string]: Json } | undefined
}

/** A part of the document. */
export type Setting = Value | Members | Entries

const value =
  (is: (value: Json) => boolean, expected: string) =>
  (byDefault?: Json, level: ConfigurationLevel = "branch"): Value => ({ kind: "value", is, expected, level, byDefault })

const flag = value((input) => typeof input === "boolean", "true or false")
const text = value((input) => typeof input === "string", "a text")
const number = value((input) => typeof input === "number" && Number.isFinite(input), "a number")
const yes = value((input) => input === true, "true")
const url = value((input) => typeof input === "string" && isWebUrl(input), "an http(s) URL")
const path = value((input) => typeof input === "string" && input.startsWith("/"), "a path that begins with /")

const oneOf = (values: ReadonlyArray<string>, byDefault?: string, level?: ConfigurationLevel) =>
  value(
    (input) => typeof input === "string" && values.includes(input),
    `one of the following values: ${values.join(", ")}`
  )(byDefault, level)

/** A text that differs between environments, such as a key. */
const ofEnvironment = text(undefined, "environment")

const members = (fields: Members["members"]): Members => ({ kind: "members", members: fields })

const idPattern = /^[\w-]{1,63}$/
const permission = /^\$?[a-z0-9_:]{1,255}$/

const entries = (entry: Setting, names: RegExp = idPattern, byDefault: Entries["byDefault"] = {}): Entries => ({
  kind: "entries",
  names,
  entry,
  byDefault
})

const permissions = (ids: ReadonlyArray<string> = []) =>
  entries(yes(), permission, Object.fromEntries(ids.map((id) => [id, true])))

const units = ["day", "week", "month", "year"]
const isInterval = (input: Json) =>
  Array.isArray(input) &&
  input.length === 2 &&
  Number.isInteger(input[0]) &&
  Number(input[0]) >= 1 &&
  units.includes(String(input[1]))
const interval = value(isInterval, 'an interval such as [1, "month"]')
const repeat = value((input) => input === "never" || isInterval(input), 'never, or an interval such as [1, "month"]')
const amount = value((input) => typeof input === "string" && /^\d+(\.\d{1,2})?$/.test(input), "an amount such as 9.99")
const any = value(() => true, "any JSON")
const customerType = oneOf(["user", "team", "custom"])
const ownId = /^[A-Za-z_][\w-]{0,62}$/

/** The products and items of a project. */
const payments = members({
  blockNewPurchases: flag(false),
  autoPay: any(),
  testMode: flag(undefined, "environment"),
  items: entries(members({ displayName: text(), customerType }), ownId),
  productLines: entries(members({ displayName: text(), customerType }), ownId),
  products: entries(
    members({
      displayName: text(),
      productLineId: text(),
      customerType,
      freeTrial: interval(),
      serverOnly: flag(),
      stackable: flag(),
      isAddOnTo: any(),
      prices: entries(
        members({
          ...forEachCurrency(() => amount()),
          interval: interval(),
          freeTrial: interval(),
          serverOnly: flag()
        }),
        ownId
      ),
      includedItems: entries(
        members({
          quantity: number(),
          repeat: repeat(),
          expires: oneOf(["never", "when-purchase-expires", "when-repeated"])
        }),
        ownId
      ),
      clientMetadata: any(),
      clientReadOnlyMetadata: any(),
      serverMetadata: any()
    }),
    ownId
  )
})

/** The settings that are on or off, by path. */
export const flags = {
  "apiKeys.enabled.team": "allowTeamApiKeys",
  "apiKeys.enabled.user": "allowUserApiKeys",
  "auth.allowSignUp": "signUpEnabled",
  "auth.otp.allowSignIn": "magicLinkEnabled",
  "auth.passkey.allowSignIn": "passkeyEnabled",
  "auth.password.allowSignIn": "credentialEnabled",
  "domains.allowLocalhost": "allowLocalhost",
  "onboarding.requireEmailVerification": "requireEmailVerification",
  "project.requirePublishableClientKey": "requirePublishableClientKey",
  "teams.allowClientTeamCreation": "clientTeamCreationEnabled",
  "teams.createPersonalTeamOnSignUp": "createTeamOnSignUp",
  "users.allowClientUserDeletion": "clientUserDeletionEnabled"
} as const satisfies Readonly<Record<string, keyof ProjectConfig>>

const of = (name: keyof typeof flags, level: ConfigurationLevel = "branch") => flag(defaultConfig[flags[name]], level)

/** The whole document. */
export const root: Members = members({
  apiKeys: members({ enabled: members({ team: of("apiKeys.enabled.team"), user: of("apiKeys.enabled.user") }) }),
  apps: members({ installed: entries(members({ enabled: flag() })) }),
  auth: members({
    allowSignUp: of("auth.allowSignUp"),
    oauth: members({
      accountMergeStrategy: oneOf(["link_method", "raise_error", "allow_duplicates"], "link_method"),
      providers: entries(
        members({
          type: oneOf([...ProviderCatalog.ids, customOidc]),
          allowSignIn: flag(false),
          allowConnectedAccounts: flag(false),
          isShared: flag(true, "environment"),
          clientId: ofEnvironment,
          clientSecret: ofEnvironment,
          facebookConfigId: ofEnvironment,
          microsoftTenantId: ofEnvironment,
          customCallbackUrl: url(undefined, "environment"),
          appleBundles: { ...entries(members({ bundleId: ofEnvironment }), /^[^.]{1,255}$/), byDefault: undefined },
          appleTeamId: ofEnvironment,
          appleKeyId: ofEnvironment,
          applePrivateKey: ofEnvironment,
          issuerUrl: url(undefined, "environment"),
          scope: ofEnvironment,
          displayName: ofEnvironment
        }),
        permission
      )
    }),
    otp: members({ allowSignIn: of("auth.otp.allowSignIn") }),
    passkey: members({ allowSignIn: of("auth.passkey.allowSignIn") }),
    password: members({ allowSignIn: of("auth.password.allowSignIn") }),
    signUpRules: entries(
      members({
        enabled: flag(false),
        displayName: text(),
        priority: number(0),
        condition: text(),
        action: members({ type: oneOf(["allow", "reject", "restrict", "log"], "allow"), message: text() })
      })
    ),
    signUpRulesDefaultAction: oneOf(["allow", "reject"], "allow")
  }),
  dataVault: members({ stores: entries(members({ displayName: text("Unnamed Vault") }), ownId) }),
  domains: members({
    allowLocalhost: of("domains.allowLocalhost", "environment"),
    trustedDomains: entries(
      members({ baseUrl: url(undefined, "environment"), handlerPath: path("/handler", "environment") }),
      /^[^.]{1,255}$/
    )
  }),
  emails: members({
    selectedThemeId: text(defaultEmailTheme),
    server: members({
      isShared: flag(true, "environment"),
      provider: oneOf(["smtp", "resend", "managed"], "smtp", "environment"),
      host: ofEnvironment,
      port: number(undefined, "environment"),
      username: ofEnvironment,
      password: ofEnvironment,
      senderName: ofEnvironment,
      senderEmail: ofEnvironment,
      managedSubdomain: ofEnvironment,
      managedSenderLocalPart: ofEnvironment
    })
  }),
  onboarding: members({ requireEmailVerification: of("onboarding.requireEmailVerification") }),
  payments,
  project: members({ requirePublishableClientKey: of("project.requirePublishableClientKey", "project") }),
  rbac: members({
    defaultPermissions: members({
      teamCreator: permissions(defaultConfig.teamCreatorDefaultPermissions),
      teamMember: permissions(defaultConfig.teamMemberDefaultPermissions),
      signUp: permissions(defaultConfig.userDefaultPermissions)
    }),
    permissions: entries(
      members({
        description: text(),
        scope: oneOf(["team", "project"], "team"),
        containedPermissionIds: permissions()
      }),
      /^[a-z0-9_:]{1,255}$/
    )
  }),
  teams: members({
    allowClientTeamCreation: of("teams.allowClientTeamCreation"),
    createPersonalTeamOnSignUp: of("teams.createPersonalTeamOnSignUp")
  }),
  users: members({ allowClientUserDeletion: of("users.allowClientUserDeletion") })
})

/** The part that an object has under a name. */
export const childOf = (setting: Setting, name: string): Setting | undefined => {
  if (setting.kind === "members") return Object.hasOwn(setting.members, name) ? setting.members[name] : undefined
  return setting.kind === "entries" && setting.names.test(name) ? setting.entry : undefined
}

const isOf = (level: ConfigurationLevel, one: ConfigurationLevel): boolean =>
  level === one || (level === "environment" && one === "branch")

const hasAnyOf = (setting: Setting, level: ConfigurationLevel): boolean =>
  setting.kind === "value"
    ? isOf(level, setting.level)
    : setting.kind === "entries"
      ? hasAnyOf(setting.entry, level)
      : Object.values(setting.members).some((member) => hasAnyOf(member, level))

const maxShown = 200

/** A key as errors show it: one of a megabyte would make them twice as long. */
const shortened = (key: string): string => (key.length > maxShown ? `${key.slice(0, maxShown)}…` : key)

const unknownKey = (key: string) => `The key "${key}" is not valid (nested object not found in schema: "${key}").`

const unknown = (key: string) => unknownKey(shortened(key))

const settingProblem = (level: ConfigurationLevel, setting: Setting, key: string, input: Json): string | undefined => {
  if (!hasAnyOf(setting, level)) return `The key "${key}" is not valid: it cannot be set at the level ${level}.`
  if (input === null) return undefined
  if (setting.kind === "value") return setting.is(input) ? undefined : `${key} must be ${setting.expected}`
  if (!isRecord(input)) return `${key} must be an object`
  for (const [name, member] of Object.entries(input)) {
    const child = childOf(setting, name)
    const problem =
      child === undefined ? unknown(`${key}.${name}`) : settingProblem(level, child, `${key}.${name}`, member)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** All valid paths are shorter, so that longer ones need no check. */
const maxDepth = 10

/** The problem with values by path at a level; `undefined` if they are valid. */
export const problem = (level: ConfigurationLevel, values: { readonly [path: string]: Json }): string | undefined => {
  for (const [key, input] of Object.entries(values)) {
    let setting: Setting | undefined = root
    for (const name of key.split(".", maxDepth)) setting = setting && childOf(setting, name)
    const found = setting === undefined ? unknown(key) : settingProblem(level, setting, key, input)
    if (found !== undefined) return found
  }
  return undefined
}
