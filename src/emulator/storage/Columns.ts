/** Conversion of values and columns. */
import type { Metadata } from "../../api/schema/Metadata.ts"

/** Metadata of a column. */
export const parseMetadata = (json: string | null): Metadata => (json === null ? null : JSON.parse(json))

/** Metadata for a column; undefined stays undefined, which is not written. */
export const metadataJson = (value: Metadata | undefined): string | null | undefined =>
  value === undefined ? undefined : value === null ? null : JSON.stringify(value)

/** The columns that are not undefined. */
export const defined = (columns: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
