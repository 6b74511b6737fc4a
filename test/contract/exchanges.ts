/**
 * Recorded exchanges with the real services of both generations, and the endpoints of the contract that they are of.
 */
import { readFileSync } from "node:fs"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { commonErrors } from "../../src/api/Access.ts"
import { isKnownErrorSchema } from "../../src/api/schema/KnownErrorSchema.ts"
import { accessLevels } from "../../src/domain/AccessLevel.ts"
import { listErrors, match, readStatus, listSuccesses } from "../../tools/catalog/endpoints.ts"

/** A request to the real service and its answer; ids in `key` are replaced. */
export interface Recording {
  readonly key: string
  readonly method: string
  readonly url: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

/** The lines of a fixture, each of them JSON. */
export const readLines = <A>(file: string): ReadonlyArray<A> =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as A)

/** The endpoint that a recording is of, with the parts of its path and query; undefined where the contract has none. */
export const findEndpoint = (recording: Recording) => {
  const url = new URL(recording.url, "http://localhost")
  const level = accessLevels.find((known) => known === recording.request.headers["x-stack-access-type"])
  const found = match(recording.method, url.pathname, level)
  return found && { ...found, query: Object.fromEntries(url.searchParams) }
}

/** What an answer is to a client: decoded by a schema, or told by status and text alone. */
export type Reading =
  | { readonly _tag: "success" | "known error"; readonly schema: Schema.Top }
  | { readonly _tag: "text" }

/** How an answer of an endpoint is read; a text when the contract has no place for it. */
export const decodeAnswer = (endpoint: HttpApiEndpoint.Top, { response }: Recording): Reading | string => {
  const { body, headers, status } = response
  const code = headers["x-stack-known-error"]
  if (code !== undefined) {
    // Server and admin apps declare what can be wrong with their keys.
    const known = [...listErrors(endpoint), ...commonErrors].find(
      (schema) => isKnownErrorSchema(schema) && schema.class.code === code
    )
    if (known === undefined) return `${code} is not declared`
    return readStatus(known) === status ? { _tag: "known error", schema: known } : `${code} with status ${status}`
  }
  if (status >= 200 && status < 300) {
    const schema = listSuccesses(endpoint).find((success) => readStatus(success) === status)
    return schema === undefined ? `no answer with status ${status}` : { _tag: "success", schema }
  }
  return typeof body === "string" ? { _tag: "text" } : `status ${status} with JSON`
}

type AnySchema = Schema.Codec<unknown, unknown>

/** The decoded value; the failure is the text of the issue. */
export const decode = (schema: Schema.Top, wire: unknown, options: { readonly onExcessProperty?: "error" } = {}) =>
  Result.mapError(
    Schema.decodeUnknownResult(schema as unknown as AnySchema, options)(wire),
    (failure) => failure.message
  )

/** Decodes and encodes; the failure is the text of the issue. */
export const roundTrip = (schema: Schema.Top, wire: unknown, options: { readonly onExcessProperty?: "error" } = {}) =>
  Result.flatMap(decode(schema, wire, options), (value) =>
    Result.map(
      Result.mapError(
        Schema.encodeUnknownResult(schema as unknown as AnySchema, options)(value),
        (failure) => failure.message
      ),
      (encoded): unknown => (encoded === undefined ? undefined : JSON.parse(JSON.stringify(encoded)))
    )
  )
