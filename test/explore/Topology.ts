/** A part of the product that is explored, and how one history of it is run. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import * as Locks from "../../src/platform/Locks.ts"
import * as Crypto from "./Crypto.ts"
import { invariants, type Invariant, Violation } from "./Invariants.ts"
import { quiet } from "./Network.ts"
import { runToEnd } from "./Schedule.ts"
import { type Case, make, streamOf, type World } from "./World.ts"

/**
 * A topology. `exempt` says of each invariant that is not checked why it does not apply; all others are checked, those
 * of {@link everywhere} by the framework.
 */
export interface Topology {
  readonly name: string
  readonly story: (world: World) => Promise<Effect.Effect<void, unknown>>
  readonly checks: ReadonlyArray<Invariant>
  readonly exempt: { readonly [reason: string]: ReadonlyArray<Invariant> }
}

/** What is checked of every history: by the network, by the end of a run, and by the runner. */
export const everywhere: ReadonlyArray<Invariant> = ["I11", "I12", "I21", "I24", "I28"]

/** What the network checks of every request. */
export const ofRequests: ReadonlyArray<Invariant> = ["I2", "I14", "I15", "I29", "I30"]

/** What a history has come to. */
export interface Outcome {
  readonly trace: ReadonlyArray<string>
  readonly violation: Violation | undefined
  readonly operations: ReadonlyArray<number>
  readonly faults: ReadonlyArray<number>
  readonly steps: number
}

const prototypes = [Object, Array, Map, Set, String, Number, RegExp, Date, Error, Function, Promise].map(
  ({ prototype }): object => prototype
)

/** The properties of all prototypes, each with what it is. */
const propertiesOf = (): ReadonlyArray<unknown> =>
  prototypes.flatMap((prototype) =>
    Reflect.ownKeys(prototype).flatMap((name) => {
      const { get, set, value } = Object.getOwnPropertyDescriptor(prototype, name)!
      return [name, get, set, value]
    })
  )

/** Runs one history. */
export const explore = async ({ story }: Topology, replayed: Case): Promise<Outcome> => {
  const { record, ...world } = make(replayed)
  const before = propertiesOf()
  const effect = (await story(world)).pipe(
    Effect.provide(quiet),
    // those of Node are held across its threads, so what other histories do would count
    Effect.provide(Locks.layerNone),
    Effect.provideService(References.MinimumLogLevel, "None")
  )
  const restoreCrypto = Crypto.install()
  const { exit, leaked, steps } = await runToEnd(streamOf(replayed.seed, "schedule"), effect, {
    steps: replayed.steps,
    jitter: streamOf(replayed.seed, "jitter")
  }).finally(restoreCrypto)
  if (exit === undefined) world.violate("I11", "something waits for ever")
  else if (Exit.isFailure(exit)) {
    const error = Cause.squash(exit.cause)
    if (error instanceof Violation) world.violate(error.invariant, error.detail)
    else world.violate("I12", Cause.pretty(exit.cause))
  } else if (leaked > 0) world.violate("I21", `${leaked} timers are left`)
  const after = propertiesOf()
  if (after.length !== before.length || after.some((part, at) => !Object.is(part, before[at]))) {
    world.violate("I28", "a prototype has other properties than before")
  }
  return {
    trace: record.trace,
    violation: record.violation,
    operations: [...record.operations],
    faults: [...record.faults],
    steps
  }
}

/** The invariants that a topology neither checks nor says why not. */
export const forgotten = ({ checks, exempt }: Topology): ReadonlyArray<string> => {
  const named = [...everywhere, ...checks, ...Object.values(exempt).flat()]
  return Object.keys(invariants).filter((invariant) => named.filter((name) => name === invariant).length !== 1)
}
