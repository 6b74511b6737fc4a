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
import * as RequestCookies from "../../../../src/next/internal/RequestCookies.ts"
import * as CookieJar from "../../../../src/platform/request/CookieJar.ts"
import { Session } from "../../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../../src/token/internal/CookieTokenStore.ts"
import * as MemoryTokenStore from "../../../../src/token/MemoryTokenStore.ts"
import * as RequestCookieTokenStore from "../../../../src/token/RequestCookieTokenStore.ts"
import type { TokenStore } from "../../../../src/token/TokenStore.ts"
import { FakeCookies } from "../../../next/fakeNext.ts"
import {
  ofChanges,
  ofComponents,
  ofMails,
  ofPages,
  ofRequests,
  ofServers,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { checkPair, findSession, watch } from "../watched.ts"
import { sessionOver } from "./session.ts"

const places = ["memory", "cookies", "cookies", "cookies or memory", "request"] as const

const kinds = [
  "get",
  "get",
  "get",
  "signIn",
  "signIn",
  "signIn",
  "guest",
  "signOut",
  "full",
  "restart",
  ...Calls.disturbances,
  "wait"
] as const

/** A place for tokens: opens a store over it, also after a restart. */
const makePlace = (world: World, projectId: string, keeps: () => boolean) => {
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
  const isFaulty = chance(0.5)
  const service = await Service.make({ lifeMillis: 60_000, rotates: chance(0.3) })
  const network = Network.make(world, service, { isFaulty, allowsParallelRefreshes: true })
  const calls = Calls.make(world, service, network)
  let isFull = false
  let refusals = 0
  let restarts = 0
  // Where cookies are refused, each program has an order of its own, and so has one that has died.
  const violate: World["violate"] = (invariant, detail) => {
    if (invariant !== "I5" || refusals === 0 || restarts === 0) world.violate(invariant, detail)
  }
  const watched = watch({ ...world, violate }, service)
  const { open, place, survives } = makePlace(world, service.project.projectId, () => !isFull)
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
    if (chance(0.5)) yield* Effect.exit(program.session.signIn(service.open("ada")))

    const act = (operation: Operation, kind: (typeof kinds)[number]): Effect.Effect<unknown, unknown> => {
      const { session } = program
      const name = String(operation.index)
      world.note(`${name} ${kind}`)
      const signIn = (user: string, fallback: boolean) => {
        const opening = operation.chance(0.2) ? Effect.fail("refused") : service.open(user)
        return calls.call(`${name} ${kind}`, session.signIn(Effect.delay(opening, operation.upTo(150)), { fallback }))
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
        case "full":
          refusals++
          return Effect.acquireUseRelease(
            Effect.sync(() => (isFull = true)),
            () => Effect.sleep(operation.upTo(300)),
            () => Effect.sync(() => (isFull = false))
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
            const [was, is, still] = [before, after, again].map((tokens) => findSession(service, tokens))
            // A sign-in may end in between.
            if (refusals === 0 && was !== is && was === still) {
              world.violate("I9", `${was?.label} was here before the restart, now ${is?.label}`)
            }
            yield* end
          })
        case "refuse":
        case "refuse again":
        case "end":
        case "outage": {
          const get = Effect.provideService(calls.get(name), Session, session)
          return calls.disturb(operation, kind, program.store.get, get)
        }
        case "wait":
          return Effect.sleep(operation.pick([1000, 45_000, 70_000]))
      }
    }
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(200))
      const kind = operation.pick(kinds)
      const fiber = yield* Effect.forkChild(act(operation, kind))
      if (kind === "wait" || Calls.isDisturbance(kind)) yield* Fiber.await(fiber)
      if (operation.chance(0.2)) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), operation.upTo(100)))
      running.push(fiber)
    }
    yield* Effect.forEach(running, Fiber.await)
    yield* Effect.sleep(6000)

    const held = yield* program.store.get
    checkPair(world, service, held)
    const [here, winner] = [findSession(service, held), findSession(service, watched.winner())]
    // What was refused, or was under way in a program that has died, is known to nobody.
    if (refusals === 0 && restarts === 0) {
      const isGuest = winner?.isOpen !== true && here?.user === "eve"
      if (
        here !== winner &&
        !isGuest &&
        (here !== undefined || winner?.isOpen === true) &&
        network.lostAnswers() === 0
      ) {
        world.violate("I5", `${here?.label} is signed in instead of ${winner?.label}`)
      }
      for (const tokens of isFaulty ? [] : watched.losers()) {
        const loser = findSession(service, tokens)
        if (loser?.isOpen === true) world.violate("I5", `${loser.label}, which did not count, is left open`)
      }
    }
    const { session, store } = program
    yield* calls.recovers("recovery", store.get, Effect.provideService(calls.get("recovery"), Session, session))
    yield* calls.leave("the last sign-out", session.signOut, [store.get])
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
  checks: [
    ...(["I2 expiring", "I2 refused", "I3", "I4", "I4 failed", "I4 interrupted", "I5 out", "I5 in"] as const),
    ...(["I8 network", "I8 service", "I8 unreadable", "I9 failed", "I9 read", "I11 late", "I12 failed"] as const),
    ...(["I13", "I19", "I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "it makes nothing but sessions: `session` and `promises` do": ofChanges,
    "there is no server of the app": ofServers,
    "a program that has died may have a refresh under way beside the next one": ["I1", "I1 tabs", "I6"],
    "there is one store at a time, no page, and no jump of the clock": [...ofPages, ...ofComponents, "I22", "I23"],
    "no user changes while a session is found to have ended: `session` and `tabs` do that": ["I7"],
    "nobody asks with a token that has expired: `session` does that": ["I29 expired"],
    "it sends no code and no address": ofMails
  }
}
