/**
 * The reads that show the same things, by what they show: operations that change
 * it name them as stale.
 */

/** The project and its configuration. */
export const project = [
  "admin/Project.get",
  "admin/Domains.list",
  "admin/OAuthProviders.list",
  "admin/EmailConfig.get",
  "admin/ProductionMode.check",
  "admin/OwnedProjects.list"
]

/** Key sets. */
export const keySets = ["admin/InternalApiKeys.list", "admin/InternalApiKeys.get"]

/** Templates of mails in 2025-06. */
export const templates = ["admin/EmailTemplates.list", "admin/EmailTemplates.get"]

/** Templates of mails in the current service. */
export const tsxTemplates = ["admin/TsxEmailTemplates.list"]

/** Which permissions exist; a removed one is held by nobody and granted to nobody. */
export const definitions = ["admin/PermissionDefinitions.list"]
