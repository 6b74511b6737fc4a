/**
 * The configuration of the current project as one document, as the current service has it
 * (docs/protocol/resources.md#configuration).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { AdminAccess, ServerAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { Success } from "./Envelope.ts"
import { ConfigurationText } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import * as TextErrors from "./TextErrors.ts"

/**
 * The level of a setting: `project` has those of the project itself, such as `project.requirePublishableClientKey`;
 * `environment` has the rest, and goes before `branch`, which is what a configuration file sets.
 */
export const ConfigurationLevel = Schema.Literals(["project", "branch", "environment"])
/** The level of a setting. */
export type ConfigurationLevel = typeof ConfigurationLevel.Type

/** Where the level `branch` was pushed from: a file in a repository, an unknown place, or none (`unlinked`). */
export class ConfigurationSource extends Schema.Opaque<ConfigurationSource>()(
  WireStruct({
    type: Schema.Literals(["pushed-from-github", "pushed-from-unknown", "unlinked"]),
    /** All of the following belong to `pushed-from-github`. */
    owner: Schema.optional(Schema.String),
    repo: Schema.optional(Schema.String),
    branch: Schema.optional(Schema.String),
    commitHash: Schema.optional(Schema.String),
    configFilePath: Schema.optional(Schema.String)
  })
) {}

const params = { level: ConfigurationLevel }

/** Reads the whole configuration, as it is in force. */
export const getConfiguration = Endpoint.get("getConfiguration", "/internal/config", {
  success: WireStruct({ configString: ConfigurationText }),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read the configuration document")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads the settings of a level, by path. Servers may read `branch`. */
export const getOverrides = Endpoint.get("getOverrides", "/internal/config/override/:level", {
  params,
  success: WireStruct({ configString: ConfigurationText }),
  error: TextErrors.otherGeneration
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Read what a level of the configuration document sets")
  .annotate(Endpoint.OnlyIn, "current")

/** Changes settings of a level; the others stay. Servers may change `branch`. */
export const updateConfiguration = Endpoint.patch("updateConfiguration", "/internal/config/override/:level", {
  params,
  payload: WireStruct({ configOverrideString: ConfigurationText }),
  success: Success,
  error: TextErrors.otherGeneration
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Change settings of the configuration document")
  .annotate(Endpoint.OnlyIn, "current")

/** Replaces all settings of a level. `branch` requires a source. Servers may replace `branch`. */
export const replaceOverrides = Endpoint.put("replaceOverrides", "/internal/config/override/:level", {
  params,
  payload: WireStruct({ configString: ConfigurationText, source: Schema.optional(ConfigurationSource) }),
  success: Success,
  error: TextErrors.otherGeneration
})
  .middleware(ServerAccess)
  .annotate(OpenApi.Summary, "Replace a level of the configuration document")
  .annotate(Endpoint.OnlyIn, "current")

/** Resets the settings of a level at these paths and below. */
export const resetOverrides = Endpoint.post("resetOverrides", "/internal/config/override/:level/reset-keys", {
  params,
  payload: WireStruct({ keys: Schema.Array(Schema.String) }),
  success: Success,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Take back settings of the configuration document")
  .annotate(Endpoint.OnlyIn, "current")

/** Reads where the level `branch` was pushed from. */
export const getConfigurationSource = Endpoint.get("getConfigurationSource", "/internal/config/source", {
  success: WireStruct({ source: ConfigurationSource }),
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read the source of the configuration document")
  .annotate(Endpoint.OnlyIn, "current")

/** Unlinks the level `branch` from its source; its settings stay. */
export const unlinkConfigurationSource = Endpoint.delete("unlinkConfigurationSource", "/internal/config/source", {
  success: Success,
  error: TextErrors.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Unlink the configuration document from its source")
  .annotate(Endpoint.OnlyIn, "current")

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
