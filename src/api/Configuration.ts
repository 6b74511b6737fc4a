/**
 * The configuration of the current project as one document, as the current service has it
 * (docs/protocol/resources.md#projects).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { ConfigurationText } from "./schema/Secrets.ts"
import { WireStruct } from "./schema/WireStruct.ts"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { Success } from "./Envelope.ts"
import * as Refusals from "./Refusals.ts"

/**
 * Whose setting it is: `project` has those of the project itself, such as `project.requirePublishableClientKey`;
 * `environment` has the rest, and goes before `branch`, which is what a configuration file sets.
 */
export const ConfigurationLevel = Schema.Literals(["project", "branch", "environment"])
/** Whose setting it is. */
export type ConfigurationLevel = typeof ConfigurationLevel.Type

/** Reads the whole configuration, as it is in force. */
export const getConfiguration = Endpoint.get("getConfiguration", "/internal/config", {
  success: WireStruct({ configString: ConfigurationText }),
  error: Refusals.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read the configuration document")

/** Changes settings of a level; the others stay. */
export const updateConfiguration = Endpoint.patch("updateConfiguration", "/internal/config/override/:level", {
  params: { level: ConfigurationLevel },
  payload: WireStruct({ configOverrideString: ConfigurationText }),
  success: Success,
  error: Refusals.otherGeneration
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Change settings of the configuration document")

/** The configuration document, for admins. */
export class ConfigurationGroup extends HttpApiGroup.make("configuration")
  .add(getConfiguration, updateConfiguration)
  .prefix(Endpoint.root) {}
