/**
 * The text of `SCHEMA_ERROR`: the request line and one line per violation
 * (docs/protocol/headers.md#bodies-and-queries).
 */
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as SchemaIssue from "effect/SchemaIssue"

const slots: Record<HttpApiSchemaError["kind"], string> = {
  Params: "params",
  Headers: "headers",
  Query: "query",
  Payload: "body",
  Body: "response body",
  ResponseHeaders: "response headers"
}

const missing = "must be defined"
const unknownText = "unknown property"

/** Values are never quoted: a violation may be about a password or a token. */
const format = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => {
    if (issue._tag === "MissingKey") return missing
    if (issue._tag === "UnexpectedKey") return unknownText
    return SchemaIssue.defaultLeafHook(issue)
  }
})

export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

type Segment = PropertyKey | { readonly key: PropertyKey }

const toKey = (segment: Segment): PropertyKey => (typeof segment === "object" ? segment.key : segment)

/** The name of a field as the service writes it, such as `body.user_id`. */
export const formatPlace = (slot: string, path: ReadonlyArray<Segment>): string =>
  path
    .map(toKey)
    .reduce<string>(
      (text, key) => (typeof key === "number" ? `${text}[${key}]` : `${text}.${toSnakeCase(String(key))}`),
      slot
    )

/** The full text for a request that does not have the expected shape. */
export const make = (method: string, path: string, violations: ReadonlyArray<string>): string =>
  [`Request validation failed on ${method} ${path}:`, ...violations.map((violation) => `  - ${violation}`)].join("\n")

/** One sentence per violation, in the order of the fields; unknown properties of one object share a sentence. */
export const listViolations = (error: HttpApiSchemaError): ReadonlyArray<string> => {
  const slot = slots[error.kind]
  const sentences = new Map<string, string>()
  const unknown = new Map<string, Array<string>>()
  for (const { message, path = [] } of format(error.cause.issue).issues) {
    if (message === unknownText) {
      const parent = formatPlace(slot, path.slice(0, -1))
      const names = unknown.get(parent) ?? []
      names.push(String(toKey(path.at(-1) ?? "")))
      unknown.set(parent, names)
      sentences.set(`${parent} `, `${parent} contains unknown properties: ${names.join(", ")}`)
    } else {
      const where = formatPlace(slot, path)
      // An empty body would be reported as `undefined`.
      const sentence = message.startsWith("Expected object") && path.length === 0 ? missing : message
      sentences.set(`${where}:${message}`, `${where} ${toPredicate(sentence)}`)
    }
  }
  return [...sentences.values()]
}

/** "Expected X" reads as "must be X" after the name of a field. */
const toPredicate = (message: string): string => {
  const text = message.replace(/ \| undefined$/, "")
  if (!text.startsWith("Expected ")) return text.charAt(0).toLowerCase() + text.slice(1)
  const expected = text.slice("Expected ".length)
  if (expected === "no properties") return "must have no properties"
  return expected.includes(" to have ") ? `is incomplete: expected ${expected}` : `must be ${expected}`
}
