/**
 * The configuration of a project as a file in git: `gatefold.config.ts`. The commands `gatefold config` and `gatefold
 * start --config` read it as data and never run it.
 */
import type { Json } from "../domain/text/Json.ts"

/** A secret that the file names without containing it. */
export interface SecretFromEnv {
  /** The environment variable of the push. */
  readonly env: string
}

/**
 * Names the environment variable that has a secret, such as the client secret of a provider. `gatefold config push`
 * sends its value. Without the variable, the service keeps the secret that it has.
 *
 * @example
 * ```ts
 * google: { type: "google", isShared: false, clientId: "…", clientSecret: secretFromEnv("GOOGLE_CLIENT_SECRET") }
 * ```
 */
export const secretFromEnv = (env: string): SecretFromEnv => ({ env })

/** The providers that the service knows by name, and `custom_oidc` for any other OpenID Connect provider. */
export type ProviderType =
  | "google"
  | "github"
  | "microsoft"
  | "facebook"
  | "spotify"
  | "discord"
  | "gitlab"
  | "bitbucket"
  | "linkedin"
  | "apple"
  | "x"
  | "twitch"
  | "custom_oidc"

/** A provider that users sign in with or connect. */
export interface ProviderSettings {
  /** A known provider, or `custom_oidc` with an `issuerUrl`. */
  readonly type?: ProviderType | undefined
  /** Whether users can sign in with it. Default: false. */
  readonly allowSignIn?: boolean | undefined
  /** Whether users can connect accounts for their tokens. Default: false. */
  readonly allowConnectedAccounts?: boolean | undefined
  /** Whether it uses the keys that all projects share. Set it to false together with `clientId`. Default: true. */
  readonly isShared?: boolean | undefined
  /** The ID of your app at the provider. */
  readonly clientId?: string | undefined
  readonly clientSecret?: SecretFromEnv | undefined
  /** The callback URL that the provider redirects to, in place of the service's. Not for shared keys. */
  readonly customCallbackUrl?: string | undefined
  /** Facebook only. */
  readonly facebookConfigId?: string | undefined
  /** Microsoft only. */
  readonly microsoftTenantId?: string | undefined
  /** Apple only: the bundle IDs of native apps, by a name of your choice. */
  readonly appleBundles?: { readonly [id: string]: { readonly bundleId: string } } | undefined
  /** Apple by key, in place of `clientSecret`: set all three. */
  readonly appleTeamId?: string | undefined
  readonly appleKeyId?: string | undefined
  /** The text of the `.p8` file. */
  readonly applePrivateKey?: SecretFromEnv | undefined
  /** `custom_oidc` only: the issuer, whose `/.well-known/openid-configuration` names the endpoints. */
  readonly issuerUrl?: string | undefined
  /** `custom_oidc` only. Default: `openid email profile`. */
  readonly scope?: string | undefined
  /** `custom_oidc` only: the name on buttons. */
  readonly displayName?: string | undefined
}

/** A rule for sign-ups: what happens to the ones that meet its condition. */
export interface SignUpRuleSettings {
  /** Default: false. */
  readonly enabled?: boolean | undefined
  readonly displayName?: string | undefined
  readonly priority?: number | undefined
  /** A condition in CEL, such as `emailDomain == "spam.example"`. */
  readonly condition?: string | undefined
  readonly action?: { readonly type: "allow" | "reject" | "restrict" | "log"; readonly message?: string | undefined }
}

/** A permission that you define. */
export interface PermissionSettings {
  readonly description?: string | undefined
  /** Default: `team`. */
  readonly scope?: "team" | "project" | undefined
  readonly containedPermissionIds?: { readonly [permissionId: string]: true } | undefined
}

/** The server that sends the project's emails: the shared one, or your own with its host and sender. */
export interface MailServerSettings {
  /** Whether emails come from the server that all projects share. Default: true. */
  readonly isShared?: boolean | undefined
  /** Default: `smtp`. */
  readonly provider?: "smtp" | "resend" | "managed" | undefined
  readonly host?: string | undefined
  readonly port?: number | undefined
  readonly username?: string | undefined
  readonly password?: SecretFromEnv | undefined
  readonly senderName?: string | undefined
  readonly senderEmail?: string | undefined
  readonly managedSubdomain?: string | undefined
  readonly managedSenderLocalPart?: string | undefined
}

/** Permission IDs, each with the value `true`. */
export interface PermissionIds {
  readonly [permissionId: string]: true
}

/** The settings of a project. Omitted settings have their default. */
export interface ConfigFile {
  /** Whether users and teams of the project can have API keys. */
  readonly apiKeys?: {
    readonly enabled?: { readonly team?: boolean | undefined; readonly user?: boolean | undefined } | undefined
  }
  /** The apps of the service that are on, such as `"agent-auth"`. */
  readonly apps?: { readonly installed?: { readonly [appId: string]: { readonly enabled: boolean } } | undefined }
  readonly auth?: {
    /** Whether new users can sign up. Default: true. */
    readonly allowSignUp?: boolean | undefined
    /** Default: true. */
    readonly password?: { readonly allowSignIn: boolean } | undefined
    /** Magic links and codes by email. Default: false. */
    readonly otp?: { readonly allowSignIn: boolean } | undefined
    /** Default: false. */
    readonly passkey?: { readonly allowSignIn: boolean } | undefined
    readonly oauth?: {
      /** The result if a provider returns the email of an existing user. Default: `link_method`. */
      readonly accountMergeStrategy?: "link_method" | "raise_error" | "allow_duplicates" | undefined
      /** Providers by ID. The ID of a known provider is its type. */
      readonly providers?: { readonly [providerId: string]: ProviderSettings } | undefined
    }
    readonly signUpRules?: { readonly [ruleId: string]: SignUpRuleSettings } | undefined
    /** The result if no rule decides. Default: `allow`. */
    readonly signUpRulesDefaultAction?: "allow" | "reject" | undefined
  }
  /** The stores of the data vault, by store ID. */
  readonly dataVault?: {
    readonly stores?: { readonly [storeId: string]: { readonly displayName?: string | undefined } } | undefined
  }
  readonly domains?: {
    /** Whether redirects may lead to localhost. Default: true. */
    readonly allowLocalhost?: boolean | undefined
    /** All trusted domains, by a name of your choice. The file lists all of them, or none. */
    readonly trustedDomains?:
      | { readonly [name: string]: { readonly baseUrl: string; readonly handlerPath?: string | undefined } }
      | undefined
  }
  readonly emails?: {
    readonly selectedThemeId?: string | undefined
    readonly themes?: { readonly [themeId: string]: Json } | undefined
    readonly templates?: { readonly [templateId: string]: Json } | undefined
    readonly server?: MailServerSettings | undefined
  }
  readonly onboarding?: {
    /** Whether users are restricted until they have verified their email. Default: false. */
    readonly requireEmailVerification?: boolean | undefined
  }
  /** Products and items, as in the [configuration document](../../docs/guides/configuration.md). */
  readonly payments?: { readonly [name: string]: Json } | undefined
  /** Permissions, and the ones that users have from the start. */
  readonly rbac?: {
    readonly permissions?: { readonly [permissionId: string]: PermissionSettings } | undefined
    readonly defaultPermissions?: {
      /** Default: `team_admin`. */
      readonly teamCreator?: PermissionIds | undefined
      /** Default: `team_member`. */
      readonly teamMember?: PermissionIds | undefined
      readonly signUp?: PermissionIds | undefined
    }
  }
  readonly teams?: {
    /** Whether users can create teams. Default: false. */
    readonly allowClientTeamCreation?: boolean | undefined
    /** Whether each new user gets a personal team. Default: false. */
    readonly createPersonalTeamOnSignUp?: boolean | undefined
  }
  readonly users?: {
    /** Whether users can delete their account. Default: false. */
    readonly allowClientUserDeletion?: boolean | undefined
  }
  /** Integrations with other services, by name, such as `"clerk-integration"`. */
  readonly [integration: `${string}-integration`]: { readonly [name: string]: Json } | undefined
}

/**
 * Describes the configuration of a project, with completion and checks in your editor.
 *
 * @example
 * ```ts
 * import { defineConfig } from "gatefold/config-file"
 *
 * export default defineConfig({
 *   auth: { password: { allowSignIn: true }, passkey: { allowSignIn: true } },
 *   teams: { allowClientTeamCreation: true }
 * })
 * ```
 */
export const defineConfig = (config: ConfigFile): ConfigFile => config
