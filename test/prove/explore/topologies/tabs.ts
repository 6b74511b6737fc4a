/**
 * Tabs that share one jar of cookies and its locks: tokens end in all of them at once, users sign in and out, guests
 * come where nobody is, tabs are reloaded, events are late or lost, and locks are stolen or never given back.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import { hashShort } from "../../../../src/domain/text/ShortHash.ts"
import * as Locks from "../../../../src/platform/Locks.ts"
import * as CookieJar from "../../../../src/platform/request/CookieJar.ts"
import { Session } from "../../../../src/session/Session.ts"
import * as CookieTokenStore from "../../../../src/token/internal/CookieTokenStore.ts"
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
import * as WebLocks from "../WebLocks.ts"
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
  ...Calls.disturbances,
  "lock"
] as const

const story = async (world: World) => {
  const { chance, pick } = world
  const rotates = chance(0.5)
  const isFaulty = chance(0.4)
  /** Only one user, who only reads: no call of theirs may fail. */
  const isPeaceful = !isFaulty && chance(0.3)
  // A lock that is taken away lets two refresh at once, which a service that rotates must punish.
  const isDisturbed = !rotates && !isPeaceful && chance(0.5)
  const service = await Service.make({ lifeMillis: 600_000, rotates, detectsReuse: rotates })
  // A request that hangs keeps the lock longer than the others wait for it.
  const network = Network.make(world, service, { isFaulty, allowsParallelRefreshes: isDisturbed || isFaulty })
  const calls = Calls.make(world, service, network)
  const watched = watch(world, service)
  const locks = WebLocks.make(() => world.met("I1 tabs"))
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
        const layer = Layer.provide(sessionOver(service, network, store), Locks.layer(locks.manager))
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
        return calls.call(`${label} ${kind}`, session.signIn(Effect.delay(opening, operation.upTo(150)), { fallback }))
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
        case "refuse":
        case "refuse again":
        case "end":
        case "outage": {
          const get = Effect.provideService(calls.get(label), Session, session)
          return calls.disturb(operation, kind, tabs[index]!.store.get, get)
        }
        case "lock":
          if (!isDisturbed) return Effect.void
          if (operation.chance(0.5)) return locks.steal
          return Effect.flatMap(tabs[index]!.store.get, (tokens) => {
            const refreshToken = tokens?.refreshToken === undefined ? "" : Redacted.value(tokens.refreshToken)
            const lock = `gatefold/session/${projectId}.${hashShort(refreshToken)}`
            return locks.hang(lock, operation.pick([1000, 60_000]))
          })
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
    if (service.sessions().length > 1 || watched.winner() === undefined) world.met("I22")
    const labels = seen.map((tokens) => findSession(service, tokens)?.label)
    if (new Set(labels).size !== 1) world.violate("I22", `the tabs see ${labels.join(", ")}`)
    checkPair(world, service, seen[0])
    const winner = findSession(service, watched.winner())
    const here = findSession(service, seen[0])
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
      const loser = findSession(service, tokens)
      if (loser?.isOpen === true) world.violate("I5", `${loser.label}, which did not count, is left open`)
    }
    if (isPeaceful && network.sent("POST /auth/oauth/token") > expiries) {
      world.violate("I1", `${network.sent("POST /auth/oauth/token")} refreshes for ${expiries} expiries`)
    }
    const { name, session, store } = pick(tabs)
    yield* calls.recovers(name, store.get, Effect.provideService(calls.get(`recovery (${name})`), Session, session))
    const helds = [store, ...tabs.map((tab) => tab.store)].map(({ get }) => get)
    yield* calls.leave("the last sign-out", session.signOut, helds)
    yield* Effect.sleep(6000)
    yield* Effect.forEach(tabs, ({ close }) => close)
    yield* Effect.sleep(1)
    if (locks.pending() > 0) world.violate("I11", `${locks.pending()} hold the lock, or wait for it, in the end`)
  })
}

export const tabs: Topology = {
  name: "tabs",
  story,
  checks: [
    ...(["I1", "I1 tabs", "I2 expiring", "I2 refused", "I3", "I4", "I4 failed", "I4 interrupted"] as const),
    ...(["I5 out", "I5 in", "I7", "I8 network", "I8 service", "I8 unreadable", "I9 failed", "I9 read"] as const),
    ...(["I11 late", "I12 failed", "I13", "I19", "I22", "I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "nothing is interrupted, and no clock jumps: `session` does that": ["I6", "I23"],
    "few calls change something: `session` and `promises` do that": ofChanges,
    "there is no server of the app": ofServers,
    "nobody asks with a token that has expired: `session` does that": ["I29 expired"],
    "no page shows or goes anywhere": [...ofPages, ...ofComponents],
    "it sends no code and no address": ofMails
  }
}
