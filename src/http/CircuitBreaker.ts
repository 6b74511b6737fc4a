/**
 * A circuit breaker for servers: a service that hangs or fails costs once, not once for each visitor
 * (docs/decisions/0067-circuits-and-budgets.md).
 *
 * Each process has one circuit for each service, by the origin of its URL and the port through which it is asked.
 * While a circuit is open, requests fail at once with `CircuitOpen`, which says when to retry. Timeouts, lost
 * connections and 5xx without a known error are failures. `internal/Circuit` has the rules.
 */
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import { readMonotonicMillis } from "../concurrency/Timer.ts"
import * as Http from "./Http.ts"
import { type Attempt, type AttemptOutcome, Circuit } from "./internal/Circuit.ts"

export { hangingMillis, maxHanging, maxOpenMillis, minRequests, openMillis, windowMillis } from "./internal/Circuit.ts"

/** Whether servers have a circuit breaker. Default: true. Layers read it from their context when they are built. */
export const CircuitBreaker = Context.Reference<boolean>("gatefold/http/CircuitBreaker", {
  defaultValue: () => true
})

/** Turns the circuit breaker off. */
export const layerNone: Layer.Layer<never> = Layer.succeed(CircuitBreaker, false)

/** Closed circuits send requests, open ones refuse them, and half-open ones test the service. */
export type State = "closed" | "open" | "half-open"

/** An event of a circuit, for metrics. */
export interface CircuitEvent {
  /** The host of the service. */
  readonly host: string
  readonly state: State
  /** Whether the circuit enters this state; otherwise it refuses a request in it. */
  readonly isTransition: boolean
}

/** Receives the events of circuits, with the context of the request. Default: no observer. */
export const CircuitObserver = Context.Reference<
  ((event: CircuitEvent, context: Context.Context<never>) => void) | undefined
>("gatefold/http/CircuitBreaker/CircuitObserver", { defaultValue: () => undefined })

/** The knowledge of other processes about circuits. It never fails. */
export interface Shared {
  /** How much longer another process keeps the circuit of an origin open, in milliseconds; 0 if none does. */
  readonly openForMillis: (origin: string) => Effect.Effect<number>
  readonly publish: (origin: string, openForMillis: number) => Effect.Effect<void>
}

/** The circuits of a process, by the port that is asked, and by origin. */
class Circuits {
  readonly #ofPorts = new WeakMap<Http.Execute, Map<string, Circuit>>()

  /** The circuit to a service. Another clock, as in tests, is another process. */
  get(port: Http.Execute, origin: string, clock: Clock.Clock): Circuit {
    const ofPort = this.#ofPorts.get(port) ?? new Map<string, Circuit>()
    this.#ofPorts.set(port, ofPort)
    const existing = ofPort.get(origin)
    if (existing?.clock === clock) return existing
    const circuit = new Circuit(clock)
    ofPort.set(origin, circuit)
    return circuit
  }
}

/** The apps of a process share their circuits, unless a layer gives some of them their own. */
const ProcessCircuits = Context.Reference<Circuits>("gatefold/http/CircuitBreaker/ProcessCircuits", {
  defaultValue: () => new Circuits()
})

/** The statuses of a service that cannot work. */
const isFailure = (response: Http.HttpResponse): boolean => {
  if (Http.serviceHeader(response, "known-error") !== undefined) return false
  const status = Http.actualStatus(response)
  return status >= 500 && status !== 501 && status !== 508
}

const toOutcome = (exit: Exit.Exit<Http.HttpResponse, Http.HttpFailure>, request: Http.HttpRequest): AttemptOutcome => {
  if (Exit.isSuccess(exit)) return isFailure(exit.value) ? "failed" : "answered"
  // The end of a time limit interrupts, and so does a caller who leaves. A timer may fire a moment early.
  if (Cause.hasInterruptsOnly(exit.cause)) {
    return (request.call?.remainingMillis() ?? Infinity) <= 1 ? "hanging" : "abandoned"
  }
  const reason = Option.getOrUndefined(Cause.findErrorOption(exit.cause))?.reason
  if (reason === "Timeout") return "hanging"
  return reason === "TooLarge" || reason === "Redirect" ? "answered" : "failed"
}

/** How often other processes are asked about a circuit at most, in milliseconds. */
const askMillis = 1000

/** A request, the circuit to its service, and what hears of it. */
interface GuardedRequest {
  readonly request: Http.HttpRequest
  readonly circuit: Circuit
  readonly origin: string
  readonly random: () => number
  readonly shared: Shared | undefined
  readonly observe: (event: Omit<CircuitEvent, "host">) => void
}

/** Changes the circuit, and reports if that has opened or closed it. */
const change = <A>(
  { circuit, observe, origin, shared }: GuardedRequest,
  f: (circuit: Circuit, now: number) => A
): Effect.Effect<A> =>
  Effect.suspend(() => {
    const before = circuit.openings
    const now = readMonotonicMillis(circuit.clock)
    const result = f(circuit, now)
    const after = circuit.openings
    if (after === before) return Effect.succeed(result)
    observe({ state: after === 0 ? "closed" : "open", isTransition: true })
    if (after === 0) return Effect.as(Effect.logInfo(`${origin} answers again.`), result)
    const log =
      before === 0
        ? Effect.logWarning(`${origin} does not answer. Until it does, requests to it fail at once.`)
        : Effect.void
    const publish = shared === undefined ? Effect.void : shared.publish(origin, circuit.untilMillis - now)
    return Effect.as(Effect.andThen(log, publish), result)
  })

/** Opens a closed circuit if another process keeps it open. */
const askOthers = ({ circuit, observe, origin, shared }: GuardedRequest): Effect.Effect<void> =>
  Effect.suspend(() => {
    const now = readMonotonicMillis(circuit.clock)
    if (shared === undefined || circuit.openings > 0 || now - circuit.askedMillis < askMillis) return Effect.void
    circuit.askedMillis = now
    return Effect.map(shared.openForMillis(origin), (openForMillis) => {
      if (openForMillis <= 0 || circuit.openings > 0) return
      circuit.openFor(openForMillis, readMonotonicMillis(circuit.clock))
      observe({ state: "open", isTransition: true })
    })
  })

const refuse = ({ observe }: GuardedRequest, retryAfterMillis: number): ReturnType<Http.Execute> => {
  observe({ state: "open", isTransition: false })
  return Effect.andThen(
    Effect.annotateCurrentSpan("gatefold.circuit", "open"),
    Effect.fail(
      new Http.HttpFailure({ reason: "CircuitOpen", sent: false, detail: "the circuit is open", retryAfterMillis })
    )
  )
}

/** Sends a request that the circuit has let pass, and tells it how that ends. */
const send = (
  guarded: GuardedRequest,
  attempt: Attempt,
  execution: ReturnType<Http.Execute>
): ReturnType<Http.Execute> => {
  const { observe, random, request } = guarded
  const sending = Effect.onExit(execution, (exit) =>
    change(guarded, (circuit, now) => circuit.leave(attempt, toOutcome(exit, request), now, random))
  )
  if (guarded.circuit.openings === 0) return sending
  observe({ state: "half-open", isTransition: true })
  return Effect.andThen(Effect.annotateCurrentSpan("gatefold.circuit", "half-open"), sending)
}

/** Circuits for the requests of an app that is built with this; none if {@link CircuitBreaker} is off. */
export const make = Effect.fnUntraced(function* (shared?: Shared): Effect.fn.Return<Http.Guard> {
  if (!(yield* CircuitBreaker)) return (execute) => execute
  const circuits = yield* ProcessCircuits
  const observer = yield* CircuitObserver

  return (execute, port) => (request) => {
    // Asked after a failure, to distinguish a service that is down from a call that failed.
    if (request.template === "/health") return execute(request)
    return Effect.withFiber((fiber) => {
      const { host, origin } = new URL(request.url)
      const random = fiber.getRef(Random.Random)
      const guarded: GuardedRequest = {
        request,
        circuit: circuits.get(port, origin, fiber.getRef(Clock.Clock)),
        origin,
        random: () => random.nextDoubleUnsafe(),
        shared,
        observe: (event) => (observer ?? fiber.getRef(CircuitObserver))?.({ host, ...event }, fiber.context)
      }
      // Between the entry of a request and its end nothing can be interrupted without its circuit hearing of it.
      return Effect.uninterruptibleMask((restore) =>
        restore(askOthers(guarded)).pipe(
          Effect.andThen(change(guarded, (circuit, now) => circuit.enter(now, guarded.random))),
          Effect.flatMap((entry) =>
            entry._tag === "Refused"
              ? refuse(guarded, entry.retryAfterMillis)
              : send(guarded, entry, restore(execute(request)))
          )
        )
      )
    })
  }
})

/** Circuits for what is built above. */
export const layer: Layer.Layer<never> = Layer.effect(
  Http.HttpGuard,
  Effect.suspend(() => make())
)
