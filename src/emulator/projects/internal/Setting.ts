/** The parts that the configuration document is made of. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { ConfigurationLevel } from "../../../api/Configuration.ts"
import type { Json } from "../../../domain/text/Json.ts"

/** A schema of JSON, in which members may also be undefined. */
export type JsonSchema = Schema.Codec<unknown>

type ValueSchema = Schema.Codec<Json>

interface AnyValue {
  readonly _tag: "Value"
  /** The shape of values, which {@link Rendered} documents keep. */
  readonly schema: JsonSchema
  readonly hasShape: (input: unknown) => input is Json
  /** Whether a request may set this. */
  readonly accepts: (input: Json) => boolean
  readonly expected: string
  /** `branch` values may also be set at the level `environment`, which goes before. */
  readonly level: ConfigurationLevel
  readonly byDefault: Json | undefined
}

interface AnyMembers {
  readonly _tag: "Members"
  readonly schema: JsonSchema
  readonly members: { readonly [name: string]: Setting }
}

interface AnyEntries {
  readonly _tag: "Entries"
  readonly schema: JsonSchema
  readonly names: RegExp
  readonly entry: Setting
  /** Absent: nothing, not even an empty object. */
  readonly byDefault: { readonly [name: string]: Json } | undefined
}

export type Setting = AnyValue | AnyMembers | AnyEntries

export interface Value<S extends ValueSchema, Default extends S["Type"] | undefined> extends AnyValue {
  readonly schema: S
  readonly byDefault: Default
}

interface OptionalSchema extends Struct.Lambda {
  <S extends Schema.Top>(part: { readonly schema: S }): Schema.optional<S>
  readonly "~lambda.out": this["~lambda.in"] extends { readonly schema: infer S extends Schema.Top }
    ? Schema.optional<S>
    : never
}

export const optionalSchema = Struct.lambda<OptionalSchema>(({ schema }) => Schema.optional(schema))

type OptionalSchemas<Parts> = { [Name in keyof Parts]: Struct.Apply<OptionalSchema, Parts[Name]> }

/** An object with members of these names. */
export interface Members<Parts extends AnyMembers["members"]> {
  readonly _tag: "Members"
  readonly schema: Schema.Struct<OptionalSchemas<Parts>>
  readonly members: Parts
}

/** An object with members that admins name. */
export interface Entries<Entry extends Setting> extends AnyEntries {
  readonly schema: Schema.$Record<Schema.String, Entry["schema"]>
  readonly entry: Entry
}

/** Makes values of a shape, of which requests may set those that `isValid` accepts. */
export const value = <S extends ValueSchema>(
  schema: S,
  expected: string,
  isValid: (value: S["Type"]) => boolean = () => true
) => {
  const hasShape = Schema.is(schema)
  function make(byDefault: S["Type"], level?: ConfigurationLevel): Value<S, S["Type"]>
  function make(byDefault?: undefined, level?: ConfigurationLevel): Value<S, undefined>
  function make(byDefault?: S["Type"], level: ConfigurationLevel = "branch"): Value<S, S["Type"] | undefined> {
    const accepts = (input: Json) => hasShape(input) && isValid(input)
    return { _tag: "Value", schema, hasShape, accepts, expected, level, byDefault }
  }
  return make
}

export const members = <Parts extends AnyMembers["members"]>(parts: Parts): Members<Parts> => ({
  _tag: "Members",
  schema: Schema.Struct(Struct.map(parts, optionalSchema)),
  members: parts
})

export const entries = <Entry extends Setting>(
  entry: Entry,
  names: RegExp,
  byDefault: AnyEntries["byDefault"] = {}
): Entries<Entry> => ({ _tag: "Entries", schema: Schema.Record(Schema.String, entry.schema), names, entry, byDefault })

export const findChild = (setting: Setting, name: string): Setting | undefined => {
  if (setting._tag === "Members") return Object.hasOwn(setting.members, name) ? setting.members[name] : undefined
  return setting._tag === "Entries" && setting.names.test(name) ? setting.entry : undefined
}

/** A part of a document that is in force: it has every member, and the defaults. */
export type Rendered<S> =
  S extends Members<infer Parts>
    ? { readonly [Name in keyof Parts]: Rendered<Parts[Name]> }
    : S extends Entries<infer Entry>
      ? { readonly [name: string]: Rendered<Entry> }
      : S extends Value<infer V, infer Default>
        ? V["Type"] | (undefined extends Default ? undefined : never)
        : never

export type SettingAt<S, Path extends string> = Path extends `${infer Name}.${infer Rest}`
  ? SettingAt<ChildOf<S, Name>, Rest>
  : ChildOf<S, Path>

type ChildOf<S, Name extends string> =
  S extends Members<infer Parts>
    ? Name extends keyof Parts
      ? Parts[Name]
      : never
    : S extends Entries<infer Entry>
      ? Entry
      : never
