/** `SCHEMA_ERROR`s of handlers. */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import { Generation } from "../settings/Generation.ts"
import * as SchemaErrorText from "./SchemaErrorText.ts"

/** `SCHEMA_ERROR` about the current request, with one sentence per violation. */
export const makeSchemaError = (
  violations: ReadonlyArray<string>
): Effect.Effect<SchemaError, never, HttpServerRequest> =>
  Effect.map(HttpServerRequest, ({ method, url }) => {
    const message = SchemaErrorText.make(method, url.split("?", 1)[0] ?? "", violations)
    return new SchemaError({ details: { message }, error: message })
  })

export const failSchema = (
  ...violations: ReadonlyArray<string>
): Effect.Effect<never, SchemaError, HttpServerRequest> => Effect.flatMap(makeSchemaError(violations), Effect.fail)

/** Rejects properties of the current service if the emulator runs only as that of 2025-06. */
export const refuseUnknown = Effect.fnUntraced(function* (
  slot: "query" | "body" | `body.${string}`,
  input: object,
  current: ReadonlyArray<string>
) {
  const { isOnly } = yield* Generation
  const fields = new Map(Object.entries(input))
  const present = current.filter((name) => fields.get(name) !== undefined)
  if (present.length === 0 || !isOnly("2025-06")) return
  const names = present.map((name) => SchemaErrorText.toSnakeCase(name)).join(", ")
  return yield* failSchema(`${slot} contains unknown properties: ${names}`)
})
