/**
 * The admin-side Effect API: operations that need the super secret admin key, or the session of an owner of the
 * project. It does not load in a browser.
 */
import * as Ids from "../domain/Ids.ts"
import * as InternalApiKey from "../domain/InternalApiKey.ts"
import * as AdminApp from "./AdminApp.ts"
import * as Configuration from "./Configuration.ts"
import * as Domains from "./Domains.ts"
import * as EmailConfig from "./EmailConfig.ts"
import * as EmailDrafts from "./EmailDrafts.ts"
import * as Emails from "./Emails.ts"
import * as EmailTemplates from "./EmailTemplates.ts"
import * as EmailThemes from "./EmailThemes.ts"
import * as InternalApiKeys from "./InternalApiKeys.ts"
import * as Metrics from "./Metrics.ts"
import * as OAuthProviders from "./OAuthProviders.ts"
import * as OwnedProjects from "./OwnedProjects.ts"
import * as PermissionDefinitions from "./PermissionDefinitions.ts"
import * as ProductionMode from "./ProductionMode.ts"
import * as Project from "./Project.ts"
import * as Sessions from "./Sessions.ts"
import * as TsxEmailTemplates from "./TsxEmailTemplates.ts"
import * as Webhooks from "./Webhooks.ts"

export {
  AdminApp,
  Configuration,
  Domains,
  EmailConfig,
  EmailDrafts,
  Emails,
  EmailTemplates,
  EmailThemes,
  Ids,
  InternalApiKey,
  InternalApiKeys,
  Metrics,
  OAuthProviders,
  OwnedProjects,
  PermissionDefinitions,
  ProductionMode,
  Project,
  Sessions,
  TsxEmailTemplates,
  Webhooks
}
