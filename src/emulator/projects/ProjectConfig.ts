/** The project settings that an admin can change (docs/protocol/resources.md#projects). */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { isRecord, type Json, type JsonObject } from "../../domain/text/Json.ts"
import * as ConfigurationSchema from "./ConfigurationSchema.ts"
import {
  findChild,
  type JsonSchema,
  optionalSchema,
  type Rendered,
  type Setting,
  type SettingAt
} from "./internal/Setting.ts"
import type * as Overrides from "./Overrides.ts"
import { customOidc } from "./ProviderCatalog.ts"

/** A field of the configuration, and where the document has it. */
interface Field<Written extends JsonSchema, Read> {
  readonly schema: Written
  /** The value in a document that is in force. */
  readonly read: (document: JsonObject) => Read
  /** The values of the document that say the same. */
  write(value: Written["Type"]): { readonly [path: string]: unknown }
}

type At<Path extends string> = Extract<SettingAt<typeof ConfigurationSchema.root, Path>, Setting>

/** A path that the document does not have is a type error. */
type Known<Path extends string> = [At<Path>] extends [never] ? never : Path

/** The value at a path, as the schema of the document has it: a document in force has no others. */
const readValue = <Path extends string>(document: JsonObject, path: Path): Rendered<At<Path>> => {
  let part: Json | undefined = document
  for (const name of path.split(".")) part = isRecord(part) && Object.hasOwn(part, name) ? part[name] : undefined
  return part as Rendered<At<Path>>
}

const findSetting = <const Path extends string>(path: Path): At<Path> => {
  let setting: Setting | undefined = ConfigurationSchema.root
  for (const name of path.split(".")) setting = setting && findChild(setting, name)
  return setting as At<Path>
}

/** A field that the document has in another form. */
const makeConvertedField = <const Path extends string, Written extends JsonSchema, Read extends Written["Type"]>(
  path: Path & Known<Path>,
  schema: Written,
  read: (value: Rendered<At<Path>>) => Read,
  write: (value: Written["Type"]) => At<Path>["schema"]["Type"]
): Field<Written, Read> => ({
  schema,
  read: (document) => read(readValue(document, path)),
  write: (value) => ({ [path]: write(value) })
})

/** A field that the document has in the same form. Members of an object are written one by one: absent ones stay. */
const makePlainField = <const Path extends string>(
  path: Path & Known<Path>
): Field<At<Path>["schema"], Rendered<At<Path>>> => {
  const setting = findSetting(path)
  return {
    schema: setting.schema,
    read: (document) => readValue(document, path),
    write: (value) =>
      setting._tag === "Members" && typeof value === "object"
        ? Object.fromEntries(Object.entries(value ?? {}).map(([name, member]) => [`${path}.${name}`, member]))
        : { [path]: value }
  }
}

/** Ids of permissions by default, which are the names of entries. */
const makePermissionIdsField = (name: "signUp" | "teamCreator" | "teamMember") =>
  makeConvertedField(
    `rbac.defaultPermissions.${name}`,
    Schema.Array(Schema.String),
    (entries) => Object.keys(entries),
    (ids) => Object.fromEntries(ids.map((id) => [id, true]))
  )

/** The settings of a provider that have the same names in both forms. */
const keyNames = [
  "clientId",
  "clientSecret",
  "facebookConfigId",
  "microsoftTenantId",
  "appleTeamId",
  "appleKeyId",
  "applePrivateKey",
  "customCallbackUrl"
] as const

const providers = findSetting("auth.oauth.providers")

/** A configured sign-in provider; only `standard` ones have keys. */
const OAuthProvider = Schema.Struct({
  /** The ID of a known provider, or any ID with `customOidc`. */
  id: Schema.String,
  type: Schema.optional(Schema.Literals(["shared", "standard"])),
  ...Struct.pick(providers.entry.schema.fields, keyNames),
  appleBundleIds: Schema.optional(Schema.Array(Schema.String)),
  /** An OpenID Connect provider of the project's own. */
  customOidc: Schema.optional(
    Schema.Struct({
      issuerUrl: Schema.String,
      /** Default: `openid email profile`. */
      scope: Schema.optional(Schema.String),
      displayName: Schema.optional(Schema.String)
    })
  )
})

export interface OAuthProviderConfig extends Schema.Struct.Type<typeof OAuthProvider.fields> {
  readonly type: "shared" | "standard"
}

/** Providers that users may sign in with; the service lists no others, either. */
const readProviders = (entries: Rendered<typeof providers>): ReadonlyArray<OAuthProviderConfig> =>
  Object.entries(entries).flatMap(([id, { appleBundles = {}, ...provider }]): ReadonlyArray<OAuthProviderConfig> => {
    if (provider.type === undefined || !provider.allowSignIn) return []
    const { displayName, issuerUrl = "", scope } = provider
    const bundleIds = Object.values(appleBundles).flatMap(({ bundleId }) => bundleId ?? [])
    return [
      {
        id,
        type: provider.isShared ? "shared" : "standard",
        ...Struct.pick(provider, keyNames),
        ...(bundleIds.length > 0 && { appleBundleIds: bundleIds }),
        ...(provider.type === customOidc && { customOidc: { issuerUrl, scope, displayName } })
      }
    ]
  })

const renderProviders = (entries: ReadonlyArray<typeof OAuthProvider.Type>) =>
  Object.fromEntries(
    entries.map(({ appleBundleIds = [], customOidc: custom, id, type, ...keys }) => [
      id,
      {
        type: custom === undefined ? id : customOidc,
        isShared: type === "shared",
        allowSignIn: true,
        allowConnectedAccounts: true,
        ...keys,
        ...custom,
        ...(appleBundleIds.length > 0 && {
          appleBundles: Object.fromEntries(appleBundleIds.map((bundleId, n) => [String(n), { bundleId }]))
        })
      }
    ])
  )

const Domain = Schema.Struct({ domain: Schema.String, handlerPath: Schema.String })

const EmailConfig = Schema.Union([
  Schema.Struct({ type: Schema.Literal("shared") }),
  Schema.Struct({
    type: Schema.Literal("standard"),
    host: Schema.String,
    port: Schema.Finite,
    username: Schema.String,
    password: Schema.String,
    senderName: Schema.String,
    senderEmail: Schema.String
  })
])

const rules = findSetting("auth.signUpRules")

const SignUpRule = Schema.Struct({ id: Schema.String, ...rules.entry.schema.fields })

const fields = {
  signUpEnabled: makePlainField("auth.allowSignUp"),
  credentialEnabled: makePlainField("auth.password.allowSignIn"),
  magicLinkEnabled: makePlainField("auth.otp.allowSignIn"),
  passkeyEnabled: makePlainField("auth.passkey.allowSignIn"),
  clientTeamCreationEnabled: makePlainField("teams.allowClientTeamCreation"),
  clientUserDeletionEnabled: makePlainField("users.allowClientUserDeletion"),
  allowUserApiKeys: makePlainField("apiKeys.enabled.user"),
  allowTeamApiKeys: makePlainField("apiKeys.enabled.team"),
  allowLocalhost: makePlainField("domains.allowLocalhost"),
  createTeamOnSignUp: makePlainField("teams.createPersonalTeamOnSignUp"),
  oauthProviders: makeConvertedField(
    "auth.oauth.providers",
    Schema.Array(OAuthProvider),
    readProviders,
    renderProviders
  ),
  domains: makeConvertedField(
    "domains.trustedDomains",
    Schema.Array(Domain),
    (entries) =>
      Object.values(entries).flatMap(({ baseUrl, handlerPath }) =>
        baseUrl === undefined ? [] : [{ domain: baseUrl, handlerPath }]
      ),
    (domains) =>
      Object.fromEntries(domains.map(({ domain, handlerPath }, n) => [String(n), { baseUrl: domain, handlerPath }]))
  ),
  emailConfig: makeConvertedField(
    "emails.server",
    EmailConfig,
    ({ host = "", isShared, password = "", port = 0, senderEmail = "", senderName = "", username = "" }) =>
      isShared
        ? { type: "shared" as const }
        : { type: "standard" as const, host, port, username, password, senderName, senderEmail },
    ({ type, ...server }) => ({ isShared: type === "shared", ...server })
  ),
  teamCreatorDefaultPermissions: makePermissionIdsField("teamCreator"),
  teamMemberDefaultPermissions: makePermissionIdsField("teamMember"),
  userDefaultPermissions: makePermissionIdsField("signUp"),
  /** Users whose primary address is not verified are restricted, in the current service. */
  requireEmailVerification: makePlainField("onboarding.requireEmailVerification"),
  /** Whether clients need the publishable key, in the current service; that of 2025-06 always requires it. */
  requirePublishableClientKey: makePlainField("project.requirePublishableClientKey"),
  /** Whether agents may sign in for users: the app `agent-auth`, in the current service. */
  agentAuthEnabled: makeConvertedField(
    "apps.installed.agent-auth",
    Schema.Boolean,
    (app) => app?.enabled === true,
    (enabled) => ({ enabled })
  ),
  oauthAccountMergeStrategy: makePlainField("auth.oauth.accountMergeStrategy"),
  /** The id of a theme of the project's mails, in the current service. */
  emailTheme: makePlainField("emails.selectedThemeId"),
  /** The rules that allow or reject sign-ups, in the current service. */
  signUpRules: makeConvertedField(
    "auth.signUpRules",
    Schema.Array(SignUpRule),
    (entries) => Object.entries(entries).map(([id, rule]) => ({ id, ...rule })),
    (list) => Object.fromEntries(list.map(({ id, ...rule }) => [id, rule]))
  ),
  /** Whether users may sign up if no rule allows or rejects them. */
  signUpRulesDefaultAction: makePlainField("auth.signUpRulesDefaultAction"),
  /** The stores of the data vault by id, in the current service. */
  dataVaultStores: makePlainField("dataVault.stores"),
  /** The products and items of the project, in the current service. */
  payments: makePlainField("payments")
}

type Fields = typeof fields

type Values = { readonly [Name in keyof Fields]: ReturnType<Fields[Name]["read"]> }

export interface ProjectConfig extends Values {}

/** A change of a configuration: absent settings stay. */
export const ProjectConfigChange = Schema.Struct(Struct.map(fields, optionalSchema))

export interface ProjectConfigChange extends Schema.Struct.Type<typeof ProjectConfigChange.fields> {}

export type EmailConfig = ProjectConfig["emailConfig"]

export type SignUpRule = ProjectConfig["signUpRules"][number]

export type PaymentsConfig = NonNullable<ProjectConfigChange["payments"]>

export type ProductConfig = NonNullable<PaymentsConfig["products"]>[string]

interface ReadFrom extends Struct.Lambda {
  <A>(field: { readonly read: (document: JsonObject) => A }): A
  readonly "~lambda.out": this["~lambda.in"] extends { readonly read: (document: JsonObject) => infer A } ? A : never
}

export const toConfig = (document: JsonObject): ProjectConfig =>
  Struct.map(
    fields,
    Struct.lambda<ReadFrom>(({ read }) => read(document))
  )

/** The values of the document that say the same as a change of a configuration. */
export const toOverrideValues = (change: ProjectConfigChange): Overrides.OverrideValues => {
  const writers: Readonly<Record<string, Pick<Field<JsonSchema, unknown>, "write">>> = fields
  const changes: Readonly<Record<string, unknown>> = change
  const values = Object.entries(writers).map(
    ([name, field]) => changes[name] !== undefined && field.write(changes[name])
  )
  // Through JSON, which drops members that are undefined.
  return JSON.parse(JSON.stringify(Object.assign({}, ...values)))
}
