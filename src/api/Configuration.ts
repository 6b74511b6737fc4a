/**
 * The configuration of the current project as one document, as the current service has it
 * (docs/protocol/resources.md#configuration).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { Success } from "./Envelope.ts"
import { ConfigurationText } from "./schema/Secrets.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

/**
 * The level of a setting: `project` has those of the project itself, such as `project.requirePublishableClientKey`;
 * `environment` has the rest, and goes before `branch`, which is what a configuration file sets.
 */
export const ConfigurationLevel = Schema.Literals(["project", "branch", "environment"])
/** The level of a setting. */
export type ConfigurationLevel = typeof ConfigurationLevel.Type

/** Where the level `branch` was pushed from: a file in a repository, an unknown place, or none (`unlinked`). */
export class ConfigurationSource extends WireClass<ConfigurationSource>()({
  type: Schema.Literals(["pushed-from-github", "pushed-from-unknown", "unlinked"]),
  /** All of the following belong to `pushed-from-github`. */
  owner: Schema.optional(Schema.String),
  repo: Schema.optional(Schema.String),
  branch: Schema.optional(Schema.String),
  commitHash: Schema.optional(Schema.String),
  configFilePath: Schema.optional(Schema.String)
}) {}

const params = { level: ConfigurationLevel }

/** Reads the whole configuration, as it is in force. */
export const getConfiguration = Endpoint.admin.get("getConfiguration", "/internal/config", {
  summary: "Read the configuration document",
  only: "current",
  success: WireStruct({ configString: ConfigurationText })
})

/** Reads the settings of a level, by path. Servers may read `branch`. */
export const getOverrides = Endpoint.server.get("getOverrides", "/internal/config/override/:level", {
  summary: "Read what a level of the configuration document sets",
  only: "current",
  params,
  success: WireStruct({ configString: ConfigurationText })
})

/** Changes settings of a level; the others stay. Servers may change `branch`. */
export const updateConfiguration = Endpoint.server.patch("updateConfiguration", "/internal/config/override/:level", {
  summary: "Change settings of the configuration document",
  only: "current",
  params,
  payload: WireStruct({ configOverrideString: ConfigurationText }),
  success: Success
})

/** Replaces all settings of a level. `branch` requires a source. Servers may replace `branch`. */
export const replaceOverrides = Endpoint.server.put("replaceOverrides", "/internal/config/override/:level", {
  summary: "Replace a level of the configuration document",
  only: "current",
  params,
  payload: WireStruct({ configString: ConfigurationText, source: Schema.optional(ConfigurationSource) }),
  success: Success
})

/** Resets the settings of a level at these paths and below. */
export const resetOverrides = Endpoint.admin.post("resetOverrides", "/internal/config/override/:level/reset-keys", {
  summary: "Take back settings of the configuration document",
  only: "current",
  params,
  payload: WireStruct({ keys: Schema.Array(Schema.String) }),
  success: Success
})

/** Reads where the level `branch` was pushed from. */
export const getConfigurationSource = Endpoint.admin.get("getConfigurationSource", "/internal/config/source", {
  summary: "Read the source of the configuration document",
  only: "current",
  success: WireStruct({ source: ConfigurationSource })
})

/** Unlinks the level `branch` from its source; its settings stay. */
export const unlinkConfigurationSource = Endpoint.admin.delete("unlinkConfigurationSource", "/internal/config/source", {
  summary: "Unlink the configuration document from its source",
  only: "current",
  success: Success
})

/** The configuration document, for admins, and its level `branch` for servers. */
export class ConfigurationGroup extends HttpApiGroup.make("configuration")
  .add(
    getConfiguration,
    getOverrides,
    updateConfiguration,
    replaceOverrides,
    resetOverrides,
    getConfigurationSource,
    unlinkConfigurationSource
  )
  .prefix(Endpoint.root) {}
