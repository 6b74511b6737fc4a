/**
 * The span of an operation. It is made here, because that takes a tenth of the bytes of `Effect.fn` and
 * `Effect.withSpan`, and no time if no tracer is installed (docs/decisions/0015-spans.md).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import type * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import type { OperationData } from "./OperationData.ts"

/** Annotates a span with its operation, for tracers. */
export const SpanOperation = Context.Reference<OperationData | undefined>(
  "gatefold/operation/OperationSpan/SpanOperation",
  { defaultValue: () => undefined }
)

/** Hears of operations, whatever the tracer. */
export interface OperationObserver {
  /** Makes the spans if the program installs no tracer. It comes from here, because most programs need none. */
  readonly tracer: Tracer.Tracer
  /** Sees how an operation ends, and returns the exit for its span. */
  readonly onEnd: (
    span: Tracer.Span,
    exit: Exit.Exit<unknown, unknown>,
    endTime: bigint,
    context: Context.Context<never>
  ) => Exit.Exit<unknown, unknown>
}

/**
 * The observer of operations. It is looked up when an operation runs, so the order of its layer and the tracer's does
 * not matter. By default there is none.
 */
export const OperationObserver = Context.Reference<OperationObserver | undefined>(
  "gatefold/operation/OperationSpan/OperationObserver",
  { defaultValue: () => undefined }
)

/** Starts a span below that of a fiber, with the annotations and links of the fiber. */
export const startSpan = (
  tracer: Tracer.Tracer,
  fiber: Fiber.Fiber<unknown, unknown>,
  options: Pick<Tracer.Span, "name" | "kind" | "annotations">
): Tracer.Span => {
  const parent = fiber.cache.span
  const span = tracer.span({
    ...options,
    parent: Option.fromUndefinedOr(parent),
    links: fiber.getRef(References.TracerSpanLinks).slice(),
    startTime: fiber.getRef(Clock.Clock).currentTimeNanosUnsafe(),
    root: false,
    sampled: parent?.sampled !== false
  })
  const attributes = fiber.getRef(References.TracerSpanAnnotations)
  for (const name in attributes) span.attribute(name, attributes[name])
  return span
}

/** Runs an operation as a span of the installed tracer. */
export const trace = <A, E, R>(data: OperationData, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(OperationObserver)
    // The cache has no tracer unless the program installs one.
    const tracer = (fiber.cache.tracerEnabled && fiber.cache.tracer) || observer?.tracer
    if (!tracer) return self
    const annotations = Context.make(SpanOperation, data)
    const span = startSpan(tracer, fiber, { name: data.name, kind: "internal", annotations })
    return Effect.onExit(Effect.provideService(self, Tracer.ParentSpan, span), (exit) => {
      const endTime = fiber.getRef(Clock.Clock).currentTimeNanosUnsafe()
      span.end(endTime, observer?.onEnd(span, exit, endTime, fiber.context) ?? exit)
      return Effect.void
    })
  })
