/**
 * The configuration of the project as one document, with settings that `Project` does not have, such as the stores of
 * the data vault. Only the current service has it; in that of 2025-06 these fail with `NotInThisService`.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { ConfigurationLevel } from "../api/Configuration.ts"
import { type JsonObject, parseObject } from "../domain/Json.ts"
import * as Wire from "../wire/generated/Configuration.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** The whole document, as it is in force. It has secrets of providers and of the mail server. */
export const get = asAdmin.read(
  "admin/Configuration.get",
  [Wire.getConfiguration],
  { shows: ["projects"] },
  Effect.map(asAdmin.call(Wire.getConfiguration, {}), ({ configString }) =>
    Redacted.make(parseObject(Redacted.value(configString)) ?? {})
  )
)

/** A change of the document. */
export interface ConfigurationChange {
  /**
   * Values by path, such as `{ "dataVault.stores.secrets": { displayName: "Secrets" } }`. A value replaces all that
   * was set below its path, and null takes it back.
   */
  readonly changes: JsonObject
  /** Default: `environment`. Only `project.*` belongs to the level `project`. */
  readonly level?: ConfigurationLevel | undefined
}

/** Changes settings; the others stay. The service refuses unknown paths with a text (`UnexpectedStatus`). */
export const update = asAdmin.write("admin/Configuration.update", Wire.updateConfiguration, {
  input: ({ changes, level = "environment" }: ConfigurationChange) => ({
    params: { level },
    payload: { configOverrideString: Redacted.make(JSON.stringify(changes)) }
  }),
  changes: ["projects", "users", "permissionDefinitions", "emailTemplates", "dataVault"]
})
