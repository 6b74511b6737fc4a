/** What the scenarios have sent and what came back: to count requests, and to know afterwards what was really tried. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import { Http } from "../../src/http/Http.ts"
import { type OperationData } from "../../src/operation/OperationData.ts"
import { SpanOperation } from "../../src/operation/OperationSpan.ts"
import type { Server } from "../support/Browser.ts"

/** One answered request. */
export interface Exchange {
  readonly method: string
  /** Below the service's root, without the query: `/api/v1/users/me`. */
  readonly path: string
  readonly level: string | undefined
  /** The status behind the override. */
  readonly status: number
  readonly knownError: string | undefined
  /** An error in plain text. */
  readonly refusal: string | undefined
  /** The path with names in place of values. */
  readonly template?: string | undefined
  /** Whether it was sent on behalf of a user. */
  readonly asUser?: boolean
  /** The operations that it was sent in, the innermost first; none without a tracer. */
  readonly operations?: ReadonlyArray<OperationData>
}

const operationsAround = (fiber: Fiber.Fiber<unknown, unknown>): ReadonlyArray<OperationData> => {
  const found: Array<OperationData> = []
  let span = Context.getOption(fiber.context as Context.Context<Tracer.ParentSpan>, Tracer.ParentSpan)
  while (Option.isSome(span) && span.value._tag === "Span") {
    const data = Context.get(span.value.annotations, SpanOperation)
    if (data !== undefined) found.push(data)
    span = span.value.parent
  }
  return found
}

/** Grows while scenarios run. */
export interface Recording {
  readonly exchanges: Array<Exchange>
  /** The codes of the known errors that operations failed with, whoever made them. */
  readonly failures: Set<string>
}

/** Notes every answer that passes through a layer of the `Http` port. */
export const make = Effect.fnUntraced(function* (http: Layer.Layer<never>) {
  const recording: Recording = { exchanges: [], failures: new Set() }
  const execute = yield* Effect.provide(Http, http)
  const layer = Layer.succeed(Http, (request) =>
    Effect.tap(execute(request), (response) =>
      Effect.withFiber((fiber) => {
        recording.exchanges.push({
          method: request.method,
          path: new URL(request.url).pathname,
          level: request.headers["x-stack-access-type"],
          status: Number(response.header("x-stack-actual-status") ?? response.status),
          knownError: response.header("x-stack-known-error") ?? readErrorCode(response.header("location")),
          refusal: readRefusal(response.header("content-type"), response.text),
          template: request.template,
          asUser: request.headers["x-stack-access-token"] !== undefined,
          operations: operationsAround(fiber)
        })
        return Effect.void
      })
    )
  )
  return { http: layer as Layer.Layer<never>, recording }
})

/** The code that a page of an app is told. */
const readErrorCode = (location: string | undefined): string | undefined =>
  location === undefined || !URL.canParse(location)
    ? undefined
    : (new URL(location).searchParams.get("errorCode") ?? undefined)

const readRefusal = (contentType: string | undefined, text: string): string | undefined =>
  contentType?.startsWith("text/plain") === true ? text : undefined

/** Notes every answer to a browser. */
export const serving =
  (recording: Recording, server: Server): Server =>
  async (request) => {
    const response = await server(request)
    const type = response.headers.get("content-type") ?? undefined
    recording.exchanges.push({
      method: request.method,
      path: new URL(request.url).pathname,
      level: undefined,
      status: response.status,
      knownError:
        response.headers.get("x-stack-known-error") ?? readErrorCode(response.headers.get("location") ?? undefined),
      refusal: readRefusal(type, await response.clone().text())
    })
    return response
  }

/** The exchanges while an effect runs, beside its result. */
export const during = <A, E, R>(
  recording: Recording,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<readonly [A, ReadonlyArray<Exchange>], E, R> =>
  Effect.suspend(() => {
    const from = recording.exchanges.length
    return Effect.map(effect, (value) => [value, recording.exchanges.slice(from)] as const)
  })

/** How many exchanges have this method and path below `/api/v1`. */
export const count = (exchanges: ReadonlyArray<Exchange>, method: string, path: string): number =>
  exchanges.filter((exchange) => exchange.method === method && exchange.path === `/api/v1${path}`).length
