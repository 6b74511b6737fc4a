/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type { ConfigurationLevel, ConfigurationSource } from "../../api/Configuration.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { decodeConfigurationText, encodeConfigurationText } from "./schema/Secrets.ts"
import { otherGeneration } from "./TextErrors.ts"

const getConfigurationSuccess = R.struct((o) => ({
  configString: decodeConfigurationText(o.config_string, "config_string")
}))

/** Read the configuration document. */
export const getConfiguration: Endpoint<
  {},
  { readonly configString: Redacted.Redacted },
  NotSupportedByService,
  "admin"
> = {
  name: "getConfiguration",
  method: "GET",
  path: "/internal/config",
  level: "admin",
  levelErrors: commonErrors,
  success: getConfigurationSuccess,
  textErrors: [otherGeneration]
}

export const configurationLevel = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, ["project", "branch", "environment"])

const levelParams = R.struct((o) => ({ level: configurationLevel(o.level, "level") }))

/** Read what a level of the configuration document sets. */
export const getOverrides: Endpoint<
  { readonly params: { readonly level: ConfigurationLevel } },
  { readonly configString: Redacted.Redacted },
  NotSupportedByService,
  "server"
> = {
  name: "getOverrides",
  method: "GET",
  path: "/internal/config/override/:level",
  level: "server",
  levelErrors: commonErrors,
  params: levelParams,
  success: getConfigurationSuccess,
  textErrors: [otherGeneration]
}

const updateConfigurationPayload = R.struct((o) => ({
  config_override_string: encodeConfigurationText(o.configOverrideString, "configOverrideString")
}))

/** Change settings of the configuration document. */
export const updateConfiguration: Endpoint<
  {
    readonly params: { readonly level: ConfigurationLevel }
    readonly payload: { readonly configOverrideString: Redacted.Redacted }
  },
  void,
  NotSupportedByService,
  "server"
> = {
  name: "updateConfiguration",
  method: "PATCH",
  path: "/internal/config/override/:level",
  level: "server",
  levelErrors: commonErrors,
  params: levelParams,
  payload: updateConfigurationPayload,
  success: decodeSuccess,
  textErrors: [otherGeneration]
}

export const encodeConfigurationSource = R.struct((o) => ({
  type: R.oneOf(o.type, "type", ["pushed-from-github", "pushed-from-unknown", "unlinked"]),
  owner: R.optional(o.owner, "owner", R.string),
  repo: R.optional(o.repo, "repo", R.string),
  branch: R.optional(o.branch, "branch", R.string),
  commit_hash: R.optional(o.commitHash, "commitHash", R.string),
  config_file_path: R.optional(o.configFilePath, "configFilePath", R.string)
}))

const replaceOverridesPayload = R.struct((o) => ({
  config_string: encodeConfigurationText(o.configString, "configString"),
  source: R.optional(o.source, "source", encodeConfigurationSource)
}))

/** Replace a level of the configuration document. */
export const replaceOverrides: Endpoint<
  {
    readonly params: { readonly level: ConfigurationLevel }
    readonly payload: { readonly configString: Redacted.Redacted; readonly source?: ConfigurationSource | undefined }
  },
  void,
  NotSupportedByService,
  "server"
> = {
  name: "replaceOverrides",
  method: "PUT",
  path: "/internal/config/override/:level",
  level: "server",
  levelErrors: commonErrors,
  params: levelParams,
  payload: replaceOverridesPayload,
  success: decodeSuccess,
  textErrors: [otherGeneration]
}

const resetOverridesPayloadKeys = R.list(R.string)

const resetOverridesPayload = R.struct((o) => ({ keys: resetOverridesPayloadKeys(o.keys, "keys") }))

/** Take back settings of the configuration document. */
export const resetOverrides: Endpoint<
  {
    readonly params: { readonly level: ConfigurationLevel }
    readonly payload: { readonly keys: ReadonlyArray<string> }
  },
  void,
  NotSupportedByService,
  "admin"
> = {
  name: "resetOverrides",
  method: "POST",
  path: "/internal/config/override/:level/reset-keys",
  level: "admin",
  levelErrors: commonErrors,
  params: levelParams,
  payload: resetOverridesPayload,
  success: decodeSuccess,
  textErrors: [otherGeneration]
}

export const decodeConfigurationSource = R.struct((o): ConfigurationSource => {
  const a: R.Mutable<ConfigurationSource> = {
    type: R.oneOf(o.type, "type", ["pushed-from-github", "pushed-from-unknown", "unlinked"])
  }
  if (o.owner !== undefined) a.owner = R.string(o.owner, "owner")
  if (o.repo !== undefined) a.repo = R.string(o.repo, "repo")
  if (o.branch !== undefined) a.branch = R.string(o.branch, "branch")
  if (o.commit_hash !== undefined) a.commitHash = R.string(o.commit_hash, "commit_hash")
  if (o.config_file_path !== undefined) a.configFilePath = R.string(o.config_file_path, "config_file_path")
  return a
})

const getConfigurationSourceSuccess = R.struct((o) => ({ source: decodeConfigurationSource(o.source, "source") }))

/** Read the source of the configuration document. */
export const getConfigurationSource: Endpoint<
  {},
  { readonly source: ConfigurationSource },
  NotSupportedByService,
  "admin"
> = {
  name: "getConfigurationSource",
  method: "GET",
  path: "/internal/config/source",
  level: "admin",
  levelErrors: commonErrors,
  success: getConfigurationSourceSuccess,
  textErrors: [otherGeneration]
}

/** Unlink the configuration document from its source. */
export const unlinkConfigurationSource: Endpoint<{}, void, NotSupportedByService, "admin"> = {
  name: "unlinkConfigurationSource",
  method: "DELETE",
  path: "/internal/config/source",
  level: "admin",
  levelErrors: commonErrors,
  success: decodeSuccess,
  textErrors: [otherGeneration]
}
