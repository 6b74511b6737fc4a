/** Parts of the product on many schedules, without a network: what callers share, and who interrupts whom. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { countSeeds } from "../seeds.ts"
import { describe, shrink } from "./shrink.ts"
import { explore, type Topology } from "./Topology.ts"
import { makeDigest, type World } from "./World.ts"

/** How many schedules a part goes through. */
export const schedules = countSeeds(300)

/** Runs a story on many schedules; throws the smallest one in which something fails, and answers what came to pass. */
export const inSchedules = async (
  name: string,
  story: (world: World) => Effect.Effect<void, unknown>
): Promise<ReadonlySet<string>> => {
  const topology: Topology = { name, story: async (world) => story(world), checks: [], exempt: {} }
  const traces = new Set<string>()
  for (let seed = 1; seed <= schedules; seed++) {
    const outcome = await explore(topology, { seed })
    if (outcome.violation !== undefined) throw new Error(describe(name, await shrink(topology, { seed }, outcome)))
    traces.add(makeDigest(outcome.trace))
  }
  return traces
}

/** A wait of a few milliseconds. */
export const pauseBriefly = ({ upTo }: World, millis = 4) => Effect.suspend(() => Effect.sleep(upTo(millis)))

/**
 * Four callers, of which some are interrupted, and a scope that may close: all of them end, and so does the next one,
 * whatever happened before.
 */
export const callers = Effect.fnUntraced(function* (
  world: World,
  make: Effect.Effect<Effect.Effect<unknown, unknown>, unknown, Scope.Scope>
) {
  const pause = pauseBriefly(world)
  const scope = yield* Scope.make()
  const call = yield* Scope.provide(make, scope)
  const close = Scope.close(scope, Exit.void)
  const running = yield* Effect.forEach(Array.from({ length: 4 }), (_, i) =>
    Effect.forkChild(
      Effect.andThen(pause, call).pipe(Effect.onExit((exit) => Effect.sync(() => world.note(`${i} ${exit._tag}`))))
    )
  )
  for (const caller of running) {
    if (world.chance(0.5)) yield* Effect.forkChild(Effect.andThen(pause, Fiber.interrupt(caller)))
  }
  const closing = world.chance(0.3) ? yield* Effect.forkChild(Effect.andThen(pause, close)) : undefined
  yield* Effect.forEach(running, Fiber.await)
  if (closing !== undefined) world.note(`closed ${(yield* Fiber.await(closing))._tag}`)
  world.note((yield* Effect.exit(call))._tag)
  yield* close
  world.note((yield* Effect.exit(call))._tag)
})

/** Work that takes a moment, and must not be done twice at once. */
export const alone = (world: World) => {
  let working = 0
  return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      if (++working > 1) world.violate("I1", "asked twice at once")
      return Effect.andThen(pauseBriefly(world, 3), effect)
    }).pipe(Effect.ensuring(Effect.sync(() => void working--)))
}
