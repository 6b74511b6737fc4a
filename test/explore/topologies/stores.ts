/**
 * Every store that keeps tokens from one request to the next, under a session: cookies that are refused for a while,
 * sign-ins that overlap, and programs that die and start again over what is there.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as RequestCookies from "../../../src/next/RequestCookies.ts"
import * as CookieJar from "../../../src/platform/CookieJar.ts"
import { Session } from "../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../src/token/internal/CookieTokenStore.ts"
import * as RequestCookieTokenStore from "../../../src/token/internal/RequestCookieTokenStore.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import type { TokenStore } from "../../../src/token/TokenStore.ts"
import { FakeCookies } from "../../next/FakeNext.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { ofRequests, type Topology } from "../Topology.ts"
import { checkPair, sessionOf, watch } from "../Watched.ts"
import type { Operation, World } from "../World.ts"
import { sessionOver } from "./session.ts"

const places = ["memory", "cookies", "cookies", "cookies or memory", "request"] as const

const kinds = ["get", "get", "signIn", "signIn", "signIn", "guest", "signOut", "refuse", "restart", "wait"] as const

/** A place for tokens: opens a store over it, also after a restart. */
const placeOf = (world: World, projectId: string, keeps: () => boolean) => {
  const place = world.pick(places)
  const isSecure = world.chance(0.5)
  const memory = MemoryTokenStore.make()
  const jar = CookieJar.makeMemory({ isSecure, keeps })
  const cookies = new FakeCookies({}, false)
  const open = Effect.suspend((): Effect.Effect<TokenStore["Service"]> => {
    if (place === "memory") return Effect.succeed(memory)
    if (place === "request") {
      const requestCookies = RequestCookies.make(cookies, new Headers(), { https: isSecure })
      return Effect.succeed(RequestCookieTokenStore.make(requestCookies, { projectId }))
    }
    return CookieTokenStore.make(jar, { projectId, memoryFallback: place === "cookies or memory" })
  })
  return { place, open, survives: place !== "request" }
}

const story = async (world: World) => {
  const { chance } = world
  const isFaulty = chance(0.3)
  const service = await Service.make({ lifeMillis: 60_000, rotates: chance(0.3) })
  const network = Network.make(world, service, { isFaulty, allowsParallelRefreshes: true })
  const calls = Calls.make(world, service, network)
  let isRefused = false
  let refusals = 0
  let restarts = 0
  // Where cookies are refused, each program has an order of its own, and so has one that has died.
  const violate: World["violate"] = (invariant, detail) => {
    if (invariant !== "I5" || refusals === 0 || restarts === 0) world.violate(invariant, detail)
  }
  const watched = watch({ ...world, violate }, service)
  const { open, place, survives } = placeOf(world, service.project.projectId, () => !isRefused)
  const operations = world.operations(3, 9, 200)

  return Effect.gen(function* () {
    world.note(place)
    const begin = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const store = watched.over(yield* open)
      const session = Context.get(yield* Layer.buildWithScope(sessionOver(service, network, store), scope), Session)
      return { store, session, end: Scope.close(scope, Exit.void) }
    })
    let program = yield* begin

    const act = (operation: Operation): Effect.Effect<unknown, unknown> => {
      const { session } = program
      const kind = operation.pick(kinds)
      const name = String(operation.index)
      world.note(`${name} ${kind}`)
      const signIn = (user: string, fallback: boolean) => {
        const opening = operation.chance(0.2) ? Effect.fail("refused") : service.open(user)
        return calls.call(`${name} ${kind}`, session.signIn(Effect.delay(opening, operation.upTo(150)), fallback))
      }
      switch (kind) {
        case "get":
          return Effect.provideService(calls.get(name), Session, session)
        case "signIn":
          return signIn(operation.pick(Service.names), false)
        case "guest":
          return signIn("eve", true)
        case "signOut":
          return calls.call(`${name} sign-out`, session.signOut)
        case "refuse":
          refusals++
          return Effect.acquireUseRelease(
            Effect.sync(() => (isRefused = true)),
            () => Effect.sleep(operation.upTo(300)),
            () => Effect.sync(() => (isRefused = false))
          )
        case "restart":
          // A request ends with its program.
          if (!survives) return Effect.void
          restarts++
          return Effect.gen(function* () {
            const { end, store: former } = program
            const before = yield* former.get
            program = yield* begin
            const after = yield* program.store.get
            const again = yield* former.get
            const [was, is, still] = [before, after, again].map((tokens) => sessionOf(service, tokens))
            // A sign-in may end in between.
            if (refusals === 0 && was !== is && was === still)
              world.violate("I9", `${was?.label} was here before the restart, now ${is?.label}`)
            yield* end
          })
        case "wait":
          return Effect.sleep(operation.pick([1000, 45_000, 70_000]))
      }
    }
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(200))
      const fiber = yield* Effect.forkChild(act(operation))
      if (operation.chance(0.2)) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), operation.upTo(100)))
      running.push(fiber)
    }
    yield* Effect.forEach(running, Fiber.await)
    yield* Effect.sleep(6000)

    const held = yield* program.store.get
    checkPair(world, service, held)
    const [here, winner] = [sessionOf(service, held), sessionOf(service, watched.winner())]
    // What was refused, or was under way in a program that has died, is known to nobody.
    if (refusals === 0 && restarts === 0) {
      const isGuest = winner === undefined && here?.user === "eve"
      if (
        here !== winner &&
        !isGuest &&
        (here !== undefined || winner?.isOpen === true) &&
        network.lostAnswers() === 0
      ) {
        world.violate("I5", `${here?.label} is signed in instead of ${winner?.label}`)
      }
      for (const tokens of isFaulty ? [] : watched.losers()) {
        const loser = sessionOf(service, tokens)
        if (loser?.isOpen === true) world.violate("I5", `${loser.label}, which did not count, is left open`)
      }
    }
    network.calm()
    yield* program.session.signOut
    if ((yield* program.store.get) !== undefined) world.violate("I4", "the store holds tokens after a sign-out")
    yield* program.end
    if (!survives) return
    const again = yield* begin
    if ((yield* again.store.get) !== undefined) world.violate("I4", "the tokens are back after a restart")
    yield* again.end
  })
}

export const stores: Topology = {
  name: "stores",
  story,
  checks: ["I3", "I4", "I5", "I7", "I8", "I9", "I13", "I19", ...ofRequests],
  exempt: {
    "it makes nothing but sessions: `session` and `promises` do": ["I10", "I25"],
    "a program that has died may have a refresh under way beside the next one": ["I1", "I6"],
    "there is one store at a time, no page, and no jump of the clock": ["I16", "I17", "I20", "I22", "I23"],
    "it sends no code and no address": ["I18", "I26", "I27"]
  }
}
