/**
 * One implemented endpoint: a value of the contract and the function that
 * answers it. Adding a route is adding a `handle(...)` to a list.
 */
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { HttpServerRequest, ParsedSearchParams } from "effect/http/HttpServerRequest"
import * as HttpServerRequestModule from "effect/http/HttpServerRequest"
import type { RouteContext } from "effect/http/HttpRouter"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { BodyParsingError, SchemaError } from "../domain/errors/ProjectAccess.ts"
import { isKnownError } from "../domain/KnownError.ts"
import * as Answer from "./Answer.ts"
import type { Authenticated } from "./Authenticated.ts"
import type { Endpoint } from "./Contract.ts"
import { BodyTooLarge } from "./RequestBody.ts"
import * as SchemaErrorText from "./SchemaErrorText.ts"
import { TextError } from "./TextError.ts"

/** What the app provides for every request. */
export type PerRequest = HttpServerRequest | ParsedSearchParams | RouteContext | Authenticated

type Run<R> = Effect.Effect<HttpServerResponse, never, R | PerRequest>

/** An endpoint with its handler; `R` is what the handler needs. */
export interface Route<R = never> {
  readonly endpoint: Endpoint
  /** Builds the decoder, handler and encoder of the endpoint; done once, at the first request. */
  readonly build: Effect.Effect<Run<R>, never, R>
}

/** What a handler receives: decoded `params`, `query` and `payload`, as far as the endpoint has them. */
export type Request<E extends HttpApiEndpoint.Constraint> = Parameters<HttpApiEndpoint.Handler<E, never, never>>[0]

const parseOptions = { onExcessProperty: "error", errors: "all" } as const

const schemaError = (request: { readonly method: string; readonly url: string }, violations: ReadonlyArray<string>) => {
  const message = SchemaErrorText.make(request.method, request.url.split("?", 1)[0]!, violations)
  return Answer.knownError(new SchemaError({ details: { message }, error: message }))
}

/** An endpoint without a query takes none. */
const refuseQuery = Effect.gen(function* () {
  const names = Object.keys(yield* HttpServerRequestModule.ParsedSearchParams)
  if (names.length === 0) return undefined
  const request = yield* HttpServerRequestModule.HttpServerRequest
  return schemaError(request, [`query contains unknown properties: ${names.join(", ")}`])
})

/** What cannot be decoded arrives as a defect, because the endpoint's own error type has no room for it. */
const answerDefect = (defect: unknown): Effect.Effect<HttpServerResponse, never, HttpServerRequest> => {
  if (isKnownError(defect)) return Effect.succeed(Answer.knownError(defect))
  if (defect instanceof TextError) return Effect.succeed(Answer.textError(defect))
  if (defect instanceof BodyTooLarge) {
    return Effect.succeed(Answer.knownError(new BodyParsingError({ error: "The request body is too large." }), 413))
  }
  if (HttpApiSchemaError.is(defect) && defect.kind !== "Body" && defect.kind !== "ResponseHeaders") {
    return Effect.map(HttpServerRequestModule.HttpServerRequest, (request) =>
      schemaError(request, SchemaErrorText.violationsOf(defect))
    )
  }
  return Effect.die(defect)
}

/**
 * Binds a handler to an endpoint. Handlers fail with the known errors that the
 * endpoint declares, or with a {@link TextError}.
 *
 * @example
 * ```ts
 * handle(Users.getMe, () => Effect.map(currentUser, toCurrentUser))
 * ```
 */
export const handle = <E extends Endpoint, R>(
  endpoint: E,
  handler: HttpApiEndpoint.Handler<E, HttpApiEndpoint.MiddlewareError<E> | TextError, R>
): Route<Exclude<HttpApiEndpoint.ExcludeProvided<E, R>, PerRequest>> => {
  const checkQuery = endpoint.query === undefined ? refuseQuery : Effect.undefined
  const guarded = (request: Request<E>) =>
    Effect.catch(
      Effect.flatMap(checkQuery, (refusal): Effect.Effect<unknown, unknown, R> =>
        refusal === undefined ? handler(request) : Effect.succeed(refusal)
      ),
      (error) =>
        error instanceof TextError
          ? Effect.succeed(Answer.textError(error))
          : isKnownError(error)
            ? Effect.succeed(Answer.knownError(error))
            : Effect.die(error)
    )
  const build = Effect.suspend(() => {
    // the builder's types follow one concrete endpoint; `handle`'s own signature has checked the handler
    const group = HttpApiGroup.make("endpoint").add(endpoint as unknown as HttpApiEndpoint.Top)
    const api = HttpApi.make("emulator").add(group).annotate(HttpApi.ParseOptions, parseOptions)
    const toRun = HttpApiBuilder.endpoint as unknown as (
      api: object,
      group: string,
      identifier: string,
      handler: (request: Request<E>) => Effect.Effect<unknown, never, R | PerRequest>
    ) => Effect.Effect<Run<never>>
    return toRun(api, "endpoint", endpoint.identifier, guarded)
  })
  return {
    endpoint,
    build: Effect.map(build, (run) => Effect.catchDefect(run, answerDefect))
  }
}
