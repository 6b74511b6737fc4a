/** The trace that a request says it belongs to, by `traceparent` or the headers of B3. */
import * as Effect from "effect/Effect"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { RequestLike } from "../../../platform/request/RequestHeaders.ts"

const names = ["traceparent", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-sampled"]

/** Runs an effect as part of the trace of a request. */
export const continueTrace =
  ({ headers }: RequestLike) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> => {
    const sent = names.flatMap((name) => {
      const value = headers.get(name)
      return typeof value === "string" ? [[name, value] as const] : []
    })
    if (sent.length === 0) return effect
    const parent = HttpTraceContext.fromHeaders(Headers.fromInput(sent))
    return Option.isSome(parent) ? Effect.provideService(effect, Tracer.ParentSpan, parent.value) : effect
  }
