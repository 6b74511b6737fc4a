/**
 * One implemented endpoint: a value of the contract and the function that answers it. Each module of handlers exports
 * its own as `routes`, which `Routes.ts` collects.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type { RouteContext } from "effect/http/HttpRouter"
import { HttpServerRequest, ParsedSearchParams } from "effect/http/HttpServerRequest"
import { type HttpServerResponse, isHttpServerResponse } from "effect/http/HttpServerResponse"
import { requestParsing } from "../../api/Api.ts"
import { Original } from "../../api/Endpoint.ts"
import { isKnownError } from "../../domain/errors/KnownError.ts"
import { BodyParsingError } from "../../domain/errors/ProjectAccess.ts"
import { type Caller, RequestCaller } from "../access/Caller.ts"
import { TextAnswer } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import * as RequestBody from "../http/RequestBody.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import type { AnyEndpoint } from "../http/RouteIndex.ts"
import * as SchemaErrorText from "../http/SchemaErrorText.ts"
import { Generation } from "../settings/Generation.ts"
import * as IdFormats from "./internal/IdFormats.ts"
import * as InputCoercion from "./internal/InputCoercion.ts"

/** The services that the app provides for every request. */
export type PerRequest = HttpServerRequest | ParsedSearchParams | RouteContext

/** Endpoints with an access level provide a caller. */
type ProvidedByAccess<E> = [HttpApiEndpoint.Middleware<E>] extends [never] ? never : Caller

/** An endpoint with its compiled handler. */
export type Run<R = never> = Effect.Effect<HttpServerResponse, never, R | PerRequest>

/** An endpoint with its handler; `R` is what the handler needs. */
export interface Route<R = never> {
  readonly endpoint: AnyEndpoint
  /** Builds the decoder, handler and encoder of the endpoint; done once, at the first request. */
  readonly build: Effect.Effect<Run<R>, never, R>
}

type Handler<E extends HttpApiEndpoint.Constraint> = HttpApiEndpoint.Handler<
  E,
  HttpApiEndpoint.MiddlewareError<E> | TextAnswer,
  never
>

/** A decoded request: those of `params`, `query` and `payload` that the endpoint has. */
export type DecodedRequest<E extends HttpApiEndpoint.Constraint> = Parameters<Handler<E>>[0]

/** The input of a handler: the request, and its caller at an endpoint with an access level. */
type Input<E extends HttpApiEndpoint.Constraint> = DecodedRequest<E> &
  ([ProvidedByAccess<E>] extends [never] ? {} : Caller["Service"])

type Answered<E extends HttpApiEndpoint.Constraint> = Effect.Success<ReturnType<Handler<E>>>

/** The known errors that the endpoint declares, and answers in plain text. */
type Refused<E extends HttpApiEndpoint.Constraint> = Effect.Error<ReturnType<Handler<E>>>

export interface HandleOptions<R = never> {
  /** Rewrites the request before it is decoded, or answers it directly. */
  readonly prepare?: (
    request: HttpServerRequest
  ) => Effect.Effect<HttpServerRequest | HttpServerResponse, never, HttpServerRequest | R>
  /** Whether to accept and ignore any query. */
  readonly ignoresQuery?: boolean
  /** Rewrites the answer, also an error. */
  readonly finish?: (response: HttpServerResponse) => HttpServerResponse
}

const answerFailure = (error: unknown): Effect.Effect<HttpServerResponse> => {
  if (error instanceof TextAnswer) return Effect.succeed(Answer.textAnswer(error))
  return isKnownError(error) ? Effect.succeed(Answer.knownError(error)) : Effect.die(error)
}

export const answerViolations = (violations: ReadonlyArray<string>) =>
  Effect.map(RequestValidation.makeSchemaError(violations), (error) => Answer.knownError(error))

/** A body that the endpoint does not use must still be readable. */
const readBody = Effect.flatMap(HttpServerRequest, ({ method, text }) =>
  method === "GET" ? Effect.void : Effect.asVoid(Effect.orDie(text))
)

/** Decoding failures are defects, because the endpoint's error type does not have them. */
const answerDefect = (defect: unknown): Effect.Effect<HttpServerResponse, never, HttpServerRequest> => {
  if (defect instanceof RequestBody.BodyTooLarge) {
    return Effect.succeed(Answer.knownError(new BodyParsingError({ error: "The request body is too large." }), 413))
  }
  // The other kinds are failures of the emulator.
  if (HttpApiSchemaError.is(defect) && defect.kind !== "Body" && defect.kind !== "ResponseHeaders") {
    const answer = answerViolations(SchemaErrorText.listViolations(defect))
    // The service reads the body before it checks path and query.
    return defect.kind === "Payload" ? answer : Effect.catchDefect(Effect.andThen(readBody, answer), answerDefect)
  }
  return answerFailure(defect)
}

/** An endpoint without a query accepts no parameters. */
const refuseQuery = Effect.flatMap(ParsedSearchParams, (query) => {
  const names = Object.keys(query)
  return names.length === 0
    ? Effect.undefined
    : answerViolations([`query contains unknown properties: ${names.join(", ")}`])
})

const emails = ["email", "primary_email"]

/** A body with email addresses in lower case, as in the current service. */
const lowerCaseEmails = (body: unknown): unknown => {
  if (typeof body !== "object" || body === null) return body
  const isChannel = "type" in body && body.type === "email"
  const changed = Object.entries(body).flatMap(([name, value]) =>
    typeof value === "string" && (emails.includes(name) || (isChannel && name === "value"))
      ? [[name, value.toLowerCase()] as const]
      : []
  )
  return changed.length === 0 ? body : { ...body, ...Object.fromEntries(changed) }
}

/** Converts the values of body and query to the types of the endpoint. */
const makeCoercion = ({ payload, query }: AnyEndpoint) => {
  const [body] = payload.get(RequestBody.jsonType)?.schemas ?? []
  const toBody = body && InputCoercion.makeCoercion(body)
  const toQuery = query && InputCoercion.makeCoercion(query)
  if (!toBody && !toQuery) return <A, E, R>(run: Effect.Effect<A, E, R>) => run
  return Effect.fnUntraced(function* <A, E, R>(run: Effect.Effect<A, E, R | HttpServerRequest | ParsedSearchParams>) {
    const { isOnly } = yield* Generation
    const read = (value: unknown) => (isOnly("current") ? lowerCaseEmails(toBody?.(value)) : toBody?.(value))
    const request = yield* HttpServerRequest
    const parameters = yield* ParsedSearchParams
    return yield* run.pipe(
      Effect.provideService(HttpServerRequest, toBody ? RequestBody.mapJson(request, read) : request),
      Effect.provideService(ParsedSearchParams, toQuery ? (toQuery(parameters) as typeof parameters) : parameters)
    )
  })
}

/** Compiles an endpoint and its handler. The casts give the builder one endpoint of any type, which `handle` checks. */
const compile = (endpoint: AnyEndpoint, handler: (request: never) => Effect.Effect<unknown, never, unknown>) =>
  Effect.suspend(() => {
    const group = HttpApiGroup.make("endpoint").add(endpoint as HttpApiEndpoint.Top)
    const api = HttpApi.make("emulator").add(group).annotateMerge(requestParsing)
    return HttpApiBuilder.endpoint(api, "endpoint", endpoint.identifier, handler as never) as Effect.Effect<Run>
  })

/**
 * Binds a handler to an endpoint: a function of an effect, or a generator.
 *
 * @example
 * ```ts
 * handle(Teams.updateTeam, function* ({ params, payload }) {
 *   yield* requirePermissions(params.teamId, "$update_team")
 *   return toTeam(yield* update(params.teamId, payload))
 * })
 * ```
 */
export const handle = <
  E extends AnyEndpoint,
  Yielded extends Effect.Effect<unknown, Refused<E>, unknown> = never,
  R = never,
  P = never
>(
  endpoint: E,
  handler: (input: Input<E>) => Effect.Effect<Answered<E>, Refused<E>, R> | Generator<Yielded, Answered<E>, never>,
  { finish, ignoresQuery = false, prepare }: HandleOptions<P> = {}
): Route<
  | Exclude<HttpApiEndpoint.ExcludeProvided<E, R | Effect.Services<Yielded>>, PerRequest | ProvidedByAccess<E>>
  | P
  | Generation
> => {
  const takesQuery = endpoint.query !== undefined || ignoresQuery
  const checkQuery = takesQuery ? Effect.undefined : refuseQuery
  const checkRest = endpoint.payload.size > 0 ? checkQuery : Effect.andThen(readBody, checkQuery)
  const handleDecoded = (request: DecodedRequest<E>) => {
    const violations = IdFormats.listViolations(request)
    const check = violations.length === 0 ? checkRest : answerViolations(violations)
    const answered = Effect.gen(function* () {
      const refused = yield* check
      if (refused !== undefined) return refused
      const handled = handler({ ...request, ...(yield* RequestCaller) } as Input<E>)
      return yield* Effect.isEffect(handled) ? handled : Effect.gen(() => handled)
    })
    return Effect.catch(answered, answerFailure)
  }
  const runPrepared = (run: Run<Generation>): Run<P | Generation> =>
    prepare === undefined
      ? run
      : Effect.flatMap(Effect.flatMap(HttpServerRequest, prepare), (result) =>
          isHttpServerResponse(result) ? Effect.succeed(result) : Effect.provideService(run, HttpServerRequest, result)
        )
  const coerced = makeCoercion(endpoint)
  const declared = (Context.getOrUndefined(endpoint.annotations, Original) ?? endpoint) as AnyEndpoint
  return {
    endpoint: declared,
    build: Effect.map(compile(endpoint, handleDecoded), (run) => {
      const answered = Effect.catchDefect(runPrepared(coerced(run)), answerDefect)
      return finish === undefined ? answered : Effect.map(answered, finish)
    })
  }
}
