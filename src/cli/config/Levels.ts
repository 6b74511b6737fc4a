/**
 * The level of the service that has a setting, and the settings that are secret (docs/guides/config-in-git.md). A path
 * has the names of a setting, such as `auth.oauth.providers.google.clientId`.
 */

/** The settings of a provider that belong to the level `environment`, because they differ between environments. */
const ofProvider =
  "isShared|clientId|clientSecret|customCallbackUrl|facebookConfigId|microsoftTenantId|appleTeamId|appleKeyId|applePrivateKey|appleBundles|issuerUrl|scope|displayName"

const environment = new RegExp(
  `^(auth\\.oauth\\.providers\\.[^.]+\\.(${ofProvider})|domains\\.(allowLocalhost|trustedDomains)|emails\\.server|payments\\.testMode)(\\.|$)`
)

/** Settings that are for `environment` and that no file can have: they hold what people made in the dashboard. */
const elsewhere = /^(dbSync|analytics|customDashboards)(\.|$)/

const secret = /^(auth\.oauth\.providers\.[^.]+\.(clientSecret|applePrivateKey)|emails\.server\.password)$/

/** Objects whose members you name, such as `rbac.permissions`. A path below one that is not there sets nothing. */
const records =
  /^(apps\.installed|auth\.oauth\.providers|auth\.signUpRules|dataVault\.stores|domains\.trustedDomains|emails\.(themes|templates)|payments\.(items|products|productLines)|rbac\.permissions)\.[^.]+/

const provider = /^auth\.oauth\.providers\.[^.]+/

/** Whether a setting belongs to the level `environment`. All others belong to `branch`. */
export const isOfEnvironment = (path: string): boolean => environment.test(path)

export const isOfFile = (path: string): boolean => !elsewhere.test(path)

export const isSecret = (path: string): boolean => secret.test(path)

/** Whether the file has all settings of this kind or none, so that a missing one is removed. */
export const isListedAsWhole = (path: string): boolean => path.startsWith("domains.trustedDomains.")

/** The entry that a setting belongs to, such as `rbac.permissions.editor`. */
export const findEntry = (path: string): string | undefined => records.exec(path)?.[0]

export const findProvider = (path: string): string | undefined => provider.exec(path)?.[0]

/**
 * The path of the value that is written to the level `environment`: an entry as a whole, except that of a provider,
 * whose secrets are only at the service.
 */
export const findUnit = (path: string): string =>
  findProvider(path) === undefined ? (findEntry(path) ?? path) : path.split(".").slice(0, 5).join(".")
