/** The settings of the configuration document: their paths, values, defaults and levels. */
import * as Schema from "effect/Schema"
import type { ConfigurationLevel } from "../../api/Configuration.ts"
import { CustomerType, Interval } from "../../api/schema/Payments.ts"
import { OAuthAccountMergeStrategy } from "../../api/schema/Project.ts"
import { mapCurrencies } from "../../domain/Currency.ts"
import { isRecord, type Json } from "../../domain/text/Json.ts"
import * as Setting from "./internal/Setting.ts"
import * as ProviderCatalog from "./ProviderCatalog.ts"

/** The theme of mails of new projects, with the id that it has everywhere. */
export const defaultEmailTheme = "1df07ae6-abf3-4a40-83a5-a1a2cbe336ac"

const flag = Setting.value(Schema.Boolean, "true or false")
const text = Setting.value(Schema.String, "a text")
const number = Setting.value(Schema.Finite, "a number")
/** Not only what `URL` can parse: trusted domains have wildcards, such as `http://*:*`. */
const url = Setting.value(Schema.String, "an http(s) URL", (input) => /^https?:\/\/[^/]/.test(input))
const path = Setting.value(Schema.String, "a path that begins with /", (input) => input.startsWith("/"))
const anyJson = Setting.value(Schema.Json, "any JSON")

const listValues = (values: ReadonlyArray<string>) => `one of the following values: ${values.join(", ")}`

const oneOfValues = <const L extends ReadonlyArray<string>>(values: L) =>
  Setting.value(Schema.Literals(values), listValues(values))

const providerTypes = [...ProviderCatalog.ids, ProviderCatalog.customOidc]
/** Requests set the type of a known provider only; the options of an emulator may have others. */
const providerType = Setting.value(Schema.String, listValues(providerTypes), (input) => providerTypes.includes(input))

/** A text that differs between environments, such as a key. */
const environmentText = text(undefined, "environment")

const idPattern = /^[\w-]{1,63}$/
const permissionPattern = /^\$?[a-z0-9_:]{1,255}$/
const ownIdPattern = /^[A-Za-z_][\w-]{0,62}$/
const anyNamePattern = /^[^.]{1,255}$/

const granted = Setting.value(Schema.Literal(true), "true")

const permissions = (ids: ReadonlyArray<string> = []) =>
  Setting.entries(granted(), permissionPattern, Object.fromEntries(ids.map((id) => [id, true])))

const isInterval = ([count]: Interval) => count >= 1
const interval = Setting.value(Interval, 'an interval such as [1, "month"]', isInterval)
const repeat = Setting.value(
  Schema.Union([Schema.Literal("never"), Interval]),
  'never, or an interval such as [1, "month"]',
  (input) => input === "never" || isInterval(input)
)
const amountText = "an amount such as 9.99"
const amount = Setting.value(
  Schema.String.check(Schema.isPattern(/^\d+(\.\d{1,2})?$/, { expected: amountText })),
  amountText
)

const named = {
  displayName: text(),
  /** Default: `user`. */
  customerType: oneOfValues(CustomerType.literals)()
}

const payments = Setting.members({
  /** Default: false. */
  blockNewPurchases: flag(false),
  autoPay: anyJson(),
  testMode: flag(undefined, "environment"),
  /** Something of which customers have a quantity, such as credits. */
  items: Setting.entries(Setting.members(named), ownIdPattern),
  productLines: Setting.entries(Setting.members(named), ownIdPattern),
  products: Setting.entries(
    Setting.members({
      ...named,
      /** A customer has at most one product of a line, and may switch between them. */
      productLineId: text(),
      freeTrial: interval(),
      /** Whether only servers may see and sell it. */
      serverOnly: flag(),
      /** Whether a customer may have it more than once. */
      stackable: flag(),
      isAddOnTo: anyJson(),
      prices: Setting.entries(
        Setting.members({
          ...mapCurrencies(() => amount()),
          /** How often it is paid. Absent: once. */
          interval: interval(),
          freeTrial: interval(),
          serverOnly: flag()
        }),
        ownIdPattern
      ),
      includedItems: Setting.entries(
        Setting.members({
          quantity: number(),
          /** How often the quantity is granted again. Default: `never`. */
          repeat: repeat(),
          /** When the rest of the quantity expires. Default: `never`. */
          expires: oneOfValues(["never", "when-purchase-expires", "when-repeated"])()
        }),
        ownIdPattern
      ),
      clientMetadata: anyJson(),
      clientReadOnlyMetadata: anyJson(),
      serverMetadata: anyJson()
    }),
    ownIdPattern
  )
})

export const root = Setting.members({
  apiKeys: Setting.members({ enabled: Setting.members({ team: flag(false), user: flag(false) }) }),
  apps: Setting.members({ installed: Setting.entries(Setting.members({ enabled: flag() }), idPattern) }),
  auth: Setting.members({
    allowSignUp: flag(true),
    oauth: Setting.members({
      accountMergeStrategy: oneOfValues(OAuthAccountMergeStrategy.literals)("link_method"),
      providers: Setting.entries(
        Setting.members({
          type: providerType(),
          allowSignIn: flag(false),
          allowConnectedAccounts: flag(false),
          isShared: flag(true, "environment"),
          clientId: environmentText,
          clientSecret: environmentText,
          facebookConfigId: environmentText,
          microsoftTenantId: environmentText,
          customCallbackUrl: url(undefined, "environment"),
          appleBundles: {
            ...Setting.entries(Setting.members({ bundleId: environmentText }), anyNamePattern),
            byDefault: undefined
          },
          appleTeamId: environmentText,
          appleKeyId: environmentText,
          applePrivateKey: environmentText,
          issuerUrl: url(undefined, "environment"),
          scope: environmentText,
          displayName: environmentText
        }),
        permissionPattern
      )
    }),
    otp: Setting.members({ allowSignIn: flag(false) }),
    passkey: Setting.members({ allowSignIn: flag(false) }),
    password: Setting.members({ allowSignIn: flag(true) }),
    signUpRules: Setting.entries(
      Setting.members({
        enabled: flag(false),
        displayName: text(),
        /** Rules with a lower number apply first. */
        priority: number(0),
        /** An expression of the Common Expression Language; a rule without one is not used. */
        condition: text(),
        action: Setting.members({
          type: oneOfValues(["allow", "reject", "restrict", "log"])("allow"),
          /** Shown to admins only. */
          message: text()
        })
      }),
      idPattern
    ),
    signUpRulesDefaultAction: oneOfValues(["allow", "reject"])("allow")
  }),
  dataVault: Setting.members({
    stores: Setting.entries(Setting.members({ displayName: text("Unnamed Vault") }), ownIdPattern)
  }),
  domains: Setting.members({
    allowLocalhost: flag(true, "environment"),
    trustedDomains: Setting.entries(
      Setting.members({ baseUrl: url(undefined, "environment"), handlerPath: path("/handler", "environment") }),
      anyNamePattern
    )
  }),
  emails: Setting.members({
    selectedThemeId: text(defaultEmailTheme),
    server: Setting.members({
      isShared: flag(true, "environment"),
      provider: oneOfValues(["smtp", "resend", "managed"])("smtp", "environment"),
      host: environmentText,
      port: number(undefined, "environment"),
      username: environmentText,
      password: environmentText,
      senderName: environmentText,
      senderEmail: environmentText,
      managedSubdomain: environmentText,
      managedSenderLocalPart: environmentText
    })
  }),
  onboarding: Setting.members({ requireEmailVerification: flag(false) }),
  payments,
  project: Setting.members({ requirePublishableClientKey: flag(false, "project") }),
  rbac: Setting.members({
    defaultPermissions: Setting.members({
      teamCreator: permissions(["team_admin"]),
      teamMember: permissions(["team_member"]),
      signUp: permissions()
    }),
    permissions: Setting.entries(
      Setting.members({
        description: text(),
        scope: oneOfValues(["team", "project"])("team"),
        containedPermissionIds: permissions()
      }),
      /^[a-z0-9_:]{1,255}$/
    )
  }),
  teams: Setting.members({
    allowClientTeamCreation: flag(false),
    createPersonalTeamOnSignUp: flag(false)
  }),
  users: Setting.members({ allowClientUserDeletion: flag(false) })
})

const mayBeSetAt = (level: ConfigurationLevel, setting: ConfigurationLevel): boolean =>
  level === setting || (level === "environment" && setting === "branch")

const hasSettingOfLevel = (setting: Setting.Setting, level: ConfigurationLevel): boolean => {
  if (setting._tag === "Value") return mayBeSetAt(level, setting.level)
  if (setting._tag === "Entries") return hasSettingOfLevel(setting.entry, level)
  return Object.values(setting.members).some((member) => hasSettingOfLevel(member, level))
}

const maxShown = 200

/** A key as errors show it: one of a megabyte would make them twice as long. */
const shortenKey = (key: string): string => (key.length > maxShown ? `${key.slice(0, maxShown)}…` : key)

const describeUnknownKey = (name: string): string => {
  const key = shortenKey(name)
  return `The key "${key}" is not valid (nested object not found in schema: "${key}").`
}

const findProblem = (
  level: ConfigurationLevel,
  setting: Setting.Setting,
  key: string,
  input: Json
): string | undefined => {
  if (!hasSettingOfLevel(setting, level)) {
    return `The key "${key}" is not valid: it cannot be set at the level ${level}.`
  }
  if (input === null) return undefined
  if (setting._tag === "Value") return setting.accepts(input) ? undefined : `${key} must be ${setting.expected}`
  if (!isRecord(input)) return `${key} must be an object`
  for (const [name, member] of Object.entries(input)) {
    const child = Setting.findChild(setting, name)
    const problem =
      child === undefined ? describeUnknownKey(`${key}.${name}`) : findProblem(level, child, `${key}.${name}`, member)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** All valid paths are shorter, so that longer ones need no check. */
const maxDepth = 10

/** The problem with values by path at a level; `undefined` if they are valid. */
export const findFirstProblem = (
  level: ConfigurationLevel,
  values: { readonly [path: string]: Json }
): string | undefined => {
  for (const [key, input] of Object.entries(values)) {
    let setting: Setting.Setting | undefined = root
    for (const name of key.split(".", maxDepth)) setting = setting && Setting.findChild(setting, name)
    const found = setting === undefined ? describeUnknownKey(key) : findProblem(level, setting, key, input)
    if (found !== undefined) return found
  }
  return undefined
}
