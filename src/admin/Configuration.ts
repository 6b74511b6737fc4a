/**
 * The configuration of the project as one document, with settings that `Project` does not have, such as sign-up rules
 * and the stores of the data vault. Only the current service has it; in that of 2025-06 these fail with
 * `NotSupportedByService`.
 *
 * Values come from three levels: `environment` goes before `branch`, and `branch` before the defaults.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type * as Api from "../api/Configuration.ts"
import { type JsonObject, parseObject } from "../domain/text/Json.ts"
import * as Wire from "../wire/generated/Configuration.ts"
import { asAdmin } from "./AsAdmin.ts"

const parseDocument = ({ configString }: { readonly configString: Redacted.Redacted<string> }) =>
  Redacted.make(parseObject(Redacted.value(configString)) ?? {})

const toConfigString = (values: JsonObject) => Redacted.make(JSON.stringify(values))

const changed = ["projects", "users", "permissionDefinitions", "permissions", "emailTemplates", "dataVault"] as const

/** The whole document, as it is in force. It has secrets of providers and of the mail server. */
export const get = asAdmin.read("admin/Configuration.get", [Wire.getConfiguration], {
  shows: ["projects", "permissionDefinitions"]
})(Effect.map(asAdmin.call(Wire.getConfiguration, {}), parseDocument))

/** Returns the values that one level sets, by path, in the form in which they were set. */
export const getOverrides = asAdmin.read("admin/Configuration.getOverrides", [Wire.getOverrides], {
  shows: ["projects", "permissionDefinitions"]
})((level: Api.ConfigurationLevel) => Effect.map(asAdmin.call(Wire.getOverrides, { params: { level } }), parseDocument))

/** Settings to change, and the level to change them on. */
export interface ConfigurationChange {
  /**
   * Values by path, such as `{ "dataVault.stores.secrets": { displayName: "Secrets" } }`. A value replaces all that was
   * set below its path, and null takes it back.
   */
  readonly changes: JsonObject
  /** Default: `environment`. Only `project.*` belongs to the level `project`. */
  readonly level?: Api.ConfigurationLevel | undefined
}

/** Changes settings; the others stay. The service refuses unknown paths with a text (`UnexpectedStatus`). */
export const update = asAdmin.write("admin/Configuration.update", Wire.updateConfiguration, {
  input: ({ changes, level = "environment" }: ConfigurationChange) => ({
    params: { level },
    payload: { configOverrideString: toConfigString(changes) }
  }),
  changes: changed
})

/** A configuration to push. */
export interface PushedConfiguration {
  /** All values of the level `branch`, by path or nested. */
  readonly values: JsonObject
  /** The origin of the values. Default: `{ type: "pushed-from-unknown" }`. */
  readonly source?: Api.ConfigurationSource | undefined
}

/** Replaces the level `branch`, as a configuration file does that is pushed. What `environment` sets goes before. */
export const push = asAdmin.write("admin/Configuration.push", Wire.replaceOverrides, {
  input: ({ source = { type: "pushed-from-unknown" }, values }: PushedConfiguration) => ({
    params: { level: "branch" as const },
    payload: { configString: toConfigString(values), source }
  }),
  changes: changed
})

/** All values of one level; whatever they leave out is no longer set there. */
export interface LevelValues {
  readonly level: "project" | "environment"
  /** Values by path, or nested. */
  readonly values: JsonObject
}

/** Replaces all that a level sets. `push` does so for `branch`. */
export const replace = asAdmin.write("admin/Configuration.replace", Wire.replaceOverrides, {
  input: ({ level, values }: LevelValues) => ({ params: { level }, payload: { configString: toConfigString(values) } }),
  changes: changed
})

/** Settings to take back. */
export interface ConfigurationReset {
  /** Paths: what is set there or below is no longer set. */
  readonly keys: ReadonlyArray<string>
  /** Default: `environment`. */
  readonly level?: Api.ConfigurationLevel | undefined
}

/** Takes back what a level sets, so that the level below or the default counts. Ignores paths that are not set. */
export const reset = asAdmin.write("admin/Configuration.reset", Wire.resetOverrides, {
  input: ({ keys, level = "environment" }: ConfigurationReset) => ({ params: { level }, payload: { keys } }),
  changes: changed
})

/** Returns where the level `branch` was pushed from. */
export const getSource = asAdmin.read("admin/Configuration.getSource", [Wire.getConfigurationSource], {
  shows: ["projects"]
})(Effect.map(asAdmin.call(Wire.getConfigurationSource, {}), ({ source }) => source))

/** Unlinks the level `branch` from its source; its settings stay. */
export const unlinkSource = asAdmin.write("admin/Configuration.unlinkSource", Wire.unlinkConfigurationSource, {
  changes: ["projects"]
})
