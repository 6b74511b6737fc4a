/** Compiled from the schemas of `src/api` by `npm run wire`: change those, not this. */
import type * as Redacted from "effect/Redacted"
import type { ConfigurationLevel } from "../../api/Configuration.ts"
import type { NotInThisService } from "../../domain/errors/Emails.ts"
import type { Endpoint } from "../Endpoint.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { otherGeneration } from "./Refusals.ts"
import { decodeConfigurationText, encodeConfigurationText } from "./schema/Secrets.ts"
import * as R from "../runtime.ts"

const getConfigurationSuccess = R.struct((o) => ({
  configString: decodeConfigurationText(o.config_string, "config_string")
}))

/** Read the configuration document. */
export const getConfiguration: Endpoint<{}, { readonly configString: Redacted.Redacted }, NotInThisService, "admin"> = {
  name: "getConfiguration",
  method: "GET",
  path: "/internal/config",
  level: "admin",
  levelErrors: commonErrors,
  success: getConfigurationSuccess,
  refusals: [otherGeneration]
}

export const configurationLevel = (value: unknown, key?: R.Key) =>
  R.oneOf(value, key, ["project", "branch", "environment"])

const levelParams = R.struct((o) => ({ level: configurationLevel(o.level, "level") }))

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
  NotInThisService,
  "admin"
> = {
  name: "updateConfiguration",
  method: "PATCH",
  path: "/internal/config/override/:level",
  level: "admin",
  levelErrors: commonErrors,
  params: levelParams,
  payload: updateConfigurationPayload,
  success: decodeSuccess,
  refusals: [otherGeneration]
}
