/** Parts of a seed: each has its table, its fields and the parts within, from which its schema follows. */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Field } from "./Field.ts"

/** Something that only the seed has, such as a short form of other fields. */
export interface SeedOnly<S extends Schema.Top = Schema.Top> {
  readonly schema: S
}

/** The columns that refer to what a part is in, the closest last, and the names of the parts that have the values. */
type Links = ReadonlyArray<readonly [column: string, name: string]>

export interface Part {
  readonly table: string
  /** Under which name, and with which column, the parts within refer to it. */
  readonly key?: readonly [name: string, column: string]
  /** The column that sorts an export. Default: the order of insertion. */
  readonly order?: string
  readonly links: Links
  /** Whether the seed has one of them instead of a list. */
  readonly isOne: boolean
  /** The only field: the list contains its values directly. */
  readonly only?: string
  readonly schema: Schema.Top
  readonly content: Content
}

/** Fields and parts by name, in the order of an export. */
export type Content = Readonly<Record<string, Field | Part | SeedOnly>>

/** A part without the schema that follows from it. */
interface Definition<C extends Content> extends Pick<Part, "key" | "links" | "order" | "table"> {
  readonly content: C
}

interface SchemaOf extends Struct.Lambda {
  <S extends Schema.Top>(part: { readonly schema: S }): S
  readonly "~lambda.out": this["~lambda.in"] extends { readonly schema: infer S extends Schema.Top } ? S : never
}

export const toSchemas = Struct.map(Struct.lambda<SchemaOf>(({ schema }) => schema))

const makeStruct = <C extends Content>(content: C) => Schema.Struct(toSchemas(content))

export const makeSeedOnly = <S extends Schema.Top>(schema: S): SeedOnly<Schema.optional<S>> => ({
  schema: Schema.optional(schema)
})

/** A list of parts. `item` is the schema of one. */
export const makeList = <C extends Content>(definition: Definition<C>) => {
  const item = makeStruct(definition.content)
  return { ...definition, isOne: false, item, schema: Schema.optional(Schema.Array(item)) }
}

export const makeOne = <C extends Content>(definition: Definition<C>) => ({
  ...definition,
  isOne: true,
  schema: Schema.optional(makeStruct(definition.content))
})

/** A list of the values of a field. */
export const makeValues = <S extends Schema.Top>(
  field: Field<Schema.optional<S>>,
  definition: Omit<Definition<Content>, "content">
) => ({
  ...definition,
  isOne: false,
  only: "value",
  content: { value: field },
  schema: Schema.optional(Schema.Array(Schema.required(field.schema)))
})

export const makeOneValue = <S extends Schema.Top>(
  field: Field<Schema.optional<S>>,
  definition: Omit<Definition<Content>, "content">
) => ({ ...makeValues(field, definition), isOne: true, schema: field.schema })

export const listFields = ({ content }: Part): ReadonlyArray<readonly [string, Field]> =>
  Object.entries(content).flatMap(([name, item]) => ("write" in item ? [[name, item] as const] : []))

export const listParts = ({ content }: Pick<Part, "content">): ReadonlyArray<readonly [string, Part]> =>
  Object.entries(content).flatMap(([name, item]) => ("table" in item ? [[name, item] as const] : []))
