/** Violations of a request's shape that only a handler can see. */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { SchemaError } from "../domain/errors/ProjectAccess.ts"
import * as SchemaErrorText from "./SchemaErrorText.ts"

/** `SCHEMA_ERROR` about the current request, with one sentence per violation. */
export const schemaError = (violations: ReadonlyArray<string>): Effect.Effect<SchemaError, never, HttpServerRequest> =>
  Effect.map(HttpServerRequest, ({ method, url }) => {
    const message = SchemaErrorText.make(method, url.split("?", 1)[0] ?? "", violations)
    return new SchemaError({ details: { message }, error: message })
  })
