/** Conversion of values and columns. */
import * as Schema from "effect/Schema"
import type { Metadata } from "../../api/schema/Metadata.ts"

export const json = <S extends Schema.Constraint>(schema: S): Schema.fromJsonString<Schema.toType<S>> =>
  Schema.fromJsonString(Schema.toType(schema))

/** Reads a column with the JSON of a value. Another value, as in a row of a seed, is a defect. */
export const makeParser = <S extends Schema.Constraint>(schema: S): ((text: string) => S["Type"]) =>
  Schema.decodeUnknownSync(json(schema))

export const parseMetadata = (text: string | null): Metadata => (text === null ? null : JSON.parse(text))

/** Metadata for a column; undefined stays undefined, which is not written. */
export const encodeMetadata = (value: Metadata | undefined): string | null | undefined =>
  value === undefined || value === null ? value : JSON.stringify(value)

export const pickDefined = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
