/**
 * The span of an operation. It is made here, because that takes a tenth of the bytes of `Effect.fn` and
 * `Effect.withSpan`, and no time if no tracer is installed (docs/decisions/0015-spans.md).
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Tracer from "effect/Tracer"
import type { OperationData } from "./OperationData.ts"

/** Effect's tracer, but absent unless the program installs one. */
const InstalledTracer: Context.Reference<Tracer.Tracer | undefined> = Context.Reference<Tracer.Tracer | undefined>(
  Tracer.TracerKey,
  { defaultValue: () => undefined }
)

/** Annotates a span with its operation, for tracers. */
export const SpanOperation: Context.Reference<OperationData | undefined> = Context.Reference<OperationData | undefined>(
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
export const OperationObserver: Context.Reference<OperationObserver | undefined> = Context.Reference<
  OperationObserver | undefined
>("gatefold/operation/OperationSpan/OperationObserver", { defaultValue: () => undefined })

/** Starts a span below that of a fiber, which has this context. */
export const startSpan = (
  tracer: Tracer.Tracer,
  context: Context.Context<never>,
  {
    annotations = Context.empty(),
    ...options
  }: Pick<Tracer.Span, "name" | "kind"> & { readonly annotations?: Context.Context<never> }
): Tracer.Span => {
  const parent = Context.getOption(context as Context.Context<Tracer.ParentSpan>, Tracer.ParentSpan)
  return tracer.span({
    ...options,
    annotations,
    parent,
    links: [],
    startTime: Context.get(context, Clock.Clock).currentTimeNanosUnsafe(),
    root: false,
    sampled: Option.isNone(parent) || parent.value.sampled
  })
}

/** Runs an operation as a span of the installed tracer. */
export const trace = <A, E, R>(data: OperationData, self: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.withFiber((fiber) => {
    const observer = fiber.getRef(OperationObserver)
    const tracer = fiber.getRef(InstalledTracer) ?? observer?.tracer
    if (tracer === undefined) return self
    const clock = fiber.getRef(Clock.Clock)
    const annotations = Context.make(SpanOperation, data)
    const current = startSpan(tracer, fiber.context, { name: data.name, kind: "internal", annotations })
    return Effect.onExit(Effect.provideService(self, Tracer.ParentSpan, current), (exit) =>
      Effect.sync(() => {
        const endTime = clock.currentTimeNanosUnsafe()
        current.end(endTime, observer === undefined ? exit : observer.onEnd(current, exit, endTime, fiber.context))
      })
    )
  })
