/**
 * Tabs that share one jar of cookies and its locks: tokens end in all of them at once, users sign in and out, guests
 * come where nobody is, tabs are reloaded, events are late or lost, and locks are stolen or never given back.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import * as CookieJar from "../../../src/platform/CookieJar.ts"
import { Locks } from "../../../src/platform/Locks.ts"
import { Session } from "../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../src/token/internal/CookieTokenStore.ts"
import * as Calls from "../Calls.ts"
import * as FakeLocks from "../FakeLocks.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { ofRequests, type Topology } from "../Topology.ts"
import { checkPair, sessionOf, watch } from "../Watched.ts"
import type { Operation, World } from "../World.ts"
import { sessionOver } from "./session.ts"

const kinds = [
  "get",
  "get",
  "get",
  "patch",
  "signIn",
  "signOut",
  "guest",
  "expire",
  "expire",
  "reload",
  "lock"
] as const

const story = async (world: World) => {
  const { chance, pick } = world
  const rotates = chance(0.5)
  const isFaulty = chance(0.3)
  /** Only one user, who only reads: no call of theirs may fail. */
  const isPeaceful = !isFaulty && chance(0.3)
  // A lock that is taken away lets two refresh at once, which a service that rotates must punish.
  const isDisturbed = !rotates && !isPeaceful && chance(0.5)
  const service = await Service.make({ lifeMillis: 600_000, rotates, detectsReuse: rotates })
  // A request that hangs keeps the lock longer than the others wait for it.
  const network = Network.make(world, service, { isFaulty, allowsParallelRefreshes: isDisturbed || isFaulty })
  const calls = Calls.make(world, service, network)
  const watched = watch(world, service)
  const locks = FakeLocks.make()
  const jar = CookieJar.makeMemory({ isSecure: chance(0.5) })
  const events = world.dice("events")
  /** What a tab hears of others it hears at once, or by the next look at the cookies. */
  const lossy: CookieJar.CookieJar["Service"] = {
    ...jar,
    changes: (listener) =>
      jar.changes((cookies) => {
        if (events.chance(0.7)) listener(cookies)
        else setTimeout(() => Effect.runSync(jar.use(listener)), CookieJar.pollMillis)
      })
  }
  const operations = world.operations(3, 9, 100)

  return Effect.gen(function* () {
    const { projectId } = service.project
    const openTab = (name: string) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const store = watched.over(yield* CookieTokenStore.make(lossy, { projectId }), name)
        yield* Scope.provide(
          store.changes(() => world.note(`${name} hears of a change`)),
          scope
        )
        const layer = Layer.provide(sessionOver(service, network, store), Layer.succeed(Locks, locks.withLock))
        const session = Context.get(yield* Layer.buildWithScope(layer, scope), Session)
        return { name, store, session, close: Scope.close(scope, Exit.void) }
      })
    const tabs = yield* Effect.forEach(Array.from({ length: pick([2, 2, 3]) }), (_, i) => openTab(`tab ${i}`))
    yield* Effect.orDie(tabs[0]!.session.signIn(service.open("ada")))
    let expiries = 0
    let reloads = 0

    const act = (operation: Operation, index: number): Effect.Effect<unknown, unknown> => {
      const { name, session } = tabs[index]!
      const kind = isPeaceful ? operation.pick(["get", "get", "expire"] as const) : operation.pick(kinds)
      const label = `${operation.index} (${name})`
      world.note(`${label} ${kind}`)
      const signIn = (user: string, fallback: boolean) => {
        const opening = operation.chance(0.2) ? Effect.fail("refused") : service.open(user)
        return calls.call(`${label} ${kind}`, session.signIn(Effect.delay(opening, operation.upTo(150)), fallback))
      }
      switch (kind) {
        case "get":
        case "patch":
          return Effect.provideService(calls[kind](label), Session, session)
        case "signIn":
          return signIn(operation.pick(Service.names), false)
        case "guest":
          return signIn("eve", true)
        case "signOut":
          return calls.call(`${label} sign-out`, session.signOut)
        case "expire":
          return Effect.sync(() => expiries++)
        case "reload":
          reloads++
          return Effect.flatMap(openTab(name), (tab) => {
            const { close } = tabs[index]!
            tabs[index] = tab
            return close
          })
        case "lock":
          if (!isDisturbed) return Effect.void
          return operation.chance(0.5) ? locks.steal : locks.hang(operation.pick([1000, 60_000]))
      }
    }
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      const before = expiries
      yield* Effect.sleep(operation.upTo(100))
      // An expiry is met by all tabs at once.
      const index = operation.upTo(tabs.length)
      const work = Effect.exit(act(operation, index))
      running.push(yield* Effect.forkChild(work, { startImmediately: true }))
      if (expiries === before) continue
      yield* Effect.sleep(590_000)
      for (const { name, session } of tabs) {
        const get = Effect.provideService(calls.get(`${operation.index} (${name})`), Session, session)
        running.push(yield* Effect.forkChild(Effect.exit(get)))
      }
    }
    for (const fiber of running) {
      const ended = yield* Fiber.join(fiber)
      if (isPeaceful && Exit.isExit(ended) && Exit.isFailure(ended)) {
        world.violate("I8", "a call of the only user has failed, at rest and without a fault")
      }
    }
    // At rest every tab sees the same.
    yield* Effect.sleep(200)
    const seen = yield* Effect.forEach(tabs, ({ store }) => store.get)
    const labels = seen.map((tokens) => sessionOf(service, tokens)?.label)
    if (new Set(labels).size !== 1) world.violate("I22", `the tabs see ${labels.join(", ")}`)
    checkPair(world, service, seen[0])
    const winner = sessionOf(service, watched.winner())
    const here = sessionOf(service, seen[0])
    // A guest comes where nobody is, or nobody any more.
    const isGuest = winner?.isOpen !== true && here?.user === "eve"
    if (here !== undefined && here !== winner && !isGuest) {
      world.violate(winner === undefined ? "I4" : "I5", `${here.label} is signed in instead of ${winner?.label}`)
    }
    if (here === undefined && winner?.isOpen === true && network.lostAnswers() === 0) {
      world.violate("I8", `nobody is signed in instead of ${winner.label}`)
    }
    yield* Effect.sleep(6000)
    // A page that is left ends nothing any more.
    for (const tokens of isFaulty || reloads > 0 ? [] : watched.losers()) {
      const loser = sessionOf(service, tokens)
      if (loser?.isOpen === true) world.violate("I5", `${loser.label}, which did not count, is left open`)
    }
    if (isPeaceful && network.sent("POST /auth/oauth/token") > expiries) {
      world.violate("I1", `${network.sent("POST /auth/oauth/token")} refreshes for ${expiries} expiries`)
    }
    yield* Effect.forEach(tabs, ({ close }) => close)
  })
}

export const tabs: Topology = {
  name: "tabs",
  story,
  checks: ["I1", "I3", "I4", "I5", "I7", "I8", "I9", "I10", "I13", "I19", "I22", "I25", ...ofRequests],
  exempt: {
    "nothing is interrupted, and no clock jumps: `session` does that": ["I6", "I23"],
    "no page shows or goes anywhere": ["I16", "I17", "I20"],
    "it sends no code and no address": ["I18", "I26", "I27"]
  }
}
