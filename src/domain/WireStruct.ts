/**
 * Structs whose fields are camelCase here and snake_case on the wire.
 */
import * as Schema from "effect/Schema"

type SnakeCase<S extends string> = S extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : S

/** Wire names that are not simply the snake_case of the field. */
export type Renames<Fields extends Schema.Struct.Fields> = {
  readonly [K in keyof Fields]?: string
}

/** The wire name of every field. */
export type WireNames<Fields extends Schema.Struct.Fields, R extends Renames<Fields>> = {
  readonly [K in keyof Fields]: R[K] extends string ? R[K] : K extends string ? SnakeCase<K> : never
}

/** A struct schema that is decoded from, and encoded to, its wire names. */
export interface WireStruct<
  Fields extends Schema.Struct.Fields,
  R extends Renames<Fields> = {}
> extends Schema.encodeKeys<Schema.Struct<Fields>, WireNames<Fields, R>> {}

const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/**
 * Builds the codec of one wire object. Field names become snake_case on the
 * wire; `renames` names the exceptions.
 *
 * @example
 * ```ts
 * const Team = WireStruct({
 *   displayName: Schema.String,          // display_name
 *   createdAt: Schema.DateFromMillis     // created_at_millis
 * }, { createdAt: "created_at_millis" })
 * ```
 */
export const WireStruct = <const Fields extends Schema.Struct.Fields, const R extends Renames<Fields> = {}>(
  fields: Fields,
  renames?: R
): WireStruct<Fields, R> => {
  const names: Record<string, string> = {}
  for (const name of Object.keys(fields)) names[name] = renames?.[name] ?? snakeCase(name)
  return Schema.Struct(fields).pipe(Schema.encodeKeys(names)) as never
}
