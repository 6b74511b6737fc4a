/** A part of the product that is explored, and how one history of it is run. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as References from "effect/References"
import * as Locks from "../../../src/platform/Locks.ts"
import { Notifier } from "../../../src/platform/Notifier.ts"
import * as Crypto from "./Crypto.ts"
import { type Premise, premises, Violation } from "./invariants.ts"
import { runToEnd } from "./schedule.ts"
import { type Case, make, makeStream, type World } from "./World.ts"

/**
 * A topology. `checks` names what its histories meet, and `exempt` says of everything else why it does not apply. The
 * framework adds {@link everywhere}.
 */
export interface Topology {
  readonly name: string
  readonly story: (world: World) => Promise<Effect.Effect<void, unknown>>
  readonly checks: ReadonlyArray<Premise>
  readonly exempt: { readonly [reason: string]: ReadonlyArray<Premise> }
}

/** What is checked of every history: by the network, by the end of a run, and by the runner. */
export const everywhere: ReadonlyArray<Premise> = ["I11", "I12", "I21", "I24", "I28"]

/** What the network checks of every request. */
export const ofRequests: ReadonlyArray<Premise> = ["I14", "I15", "I29 issued", "I30"]

/** What only pages meet that leave the app and come back. */
export const ofPages = [
  ...(["I16", "I16 untrusted", "I16 twice", "I17 twice", "I17 late", "I17 foreign", "I17 exchange"] as const)
] as const satisfies ReadonlyArray<Premise>

/** What only components meet, which show what a cache has. */
export const ofComponents = ["I20 out", "I20 in", "I20 untold"] as const satisfies ReadonlyArray<Premise>

/** What only those meet who send codes and addresses. */
export const ofMails = ["I18", "I26 mail", "I26 redirect", "I27"] as const satisfies ReadonlyArray<Premise>

/** What only those meet who change something at the service, beside sessions. */
export const ofChanges = [
  ...(["I10", "I11 attempts", "I11 refused", "I25 made", "I25 failed", "I25 unknown"] as const)
] as const satisfies ReadonlyArray<Premise>

/** What only a server meets whose service is away for long. */
export const ofOutages = ["I32", "I32 known", "I33", "I33 repeated"] as const satisfies ReadonlyArray<Premise>

/** What only servers meet, whose responses say who is signed in. */
export const ofServers = ["I4 server", "I13 response"] as const satisfies ReadonlyArray<Premise>

/** What a history has come to. */
export interface Outcome {
  readonly trace: ReadonlyArray<string>
  readonly violation: Violation | undefined
  readonly operations: ReadonlyArray<number>
  readonly faults: ReadonlyArray<number>
  readonly steps: number
  /** How often each premise was met. */
  readonly met: ReadonlyMap<Premise, number>
}

const prototypes = [Object, Array, Map, Set, String, Number, RegExp, Date, Error, Function, Promise].map(
  ({ prototype }): object => prototype
)

/** The properties of all prototypes, each with what it is. */
const listProperties = (): ReadonlyArray<unknown> =>
  prototypes.flatMap((prototype) =>
    Reflect.ownKeys(prototype).flatMap((name) => {
      const { get, set, value } = Object.getOwnPropertyDescriptor(prototype, name)!
      return [name, get, set, value]
    })
  )

/** Runs one history. */
export const explore = async ({ story }: Topology, replayed: Case): Promise<Outcome> => {
  const { record, ...world } = make(replayed)
  const before = listProperties()
  const effect = (await story(world)).pipe(
    Effect.provideService(Notifier, () => Effect.void),
    // Those of Node are held across its threads, so what other histories do would count.
    Effect.provide(Locks.layerNone),
    Effect.provideService(References.MinimumLogLevel, "None")
  )
  const restoreCrypto = Crypto.install()
  const { exit, leaked, steps } = await runToEnd(makeStream(replayed.seed, "schedule"), effect, {
    steps: replayed.steps,
    jitter: makeStream(replayed.seed, "jitter")
  }).finally(restoreCrypto)
  if (exit === undefined) world.violate("I11", "something waits for ever")
  else if (Exit.isFailure(exit)) {
    const error = Cause.squash(exit.cause)
    if (error instanceof Violation) world.violate(error.invariant, error.detail)
    else world.violate("I12", Cause.pretty(exit.cause))
  } else if (leaked > 0) world.violate("I21", `${leaked} timers are left`)
  for (const premise of ["I11", "I12", "I21", "I28"] as const) world.met(premise)
  const after = listProperties()
  if (after.length !== before.length || after.some((part, at) => !Object.is(part, before[at]))) {
    world.violate("I28", "a prototype has other properties than before")
  }
  return {
    trace: record.trace,
    violation: record.violation,
    operations: [...record.operations],
    faults: [...record.faults],
    steps,
    met: record.met
  }
}

/** What a topology neither checks nor says why not. */
export const forgotten = ({ checks, exempt }: Topology): ReadonlyArray<string> => {
  const named = [...everywhere, ...checks, ...Object.values(exempt).flat()]
  return Object.keys(premises).filter((premise) => named.filter((name) => name === premise).length !== 1)
}
