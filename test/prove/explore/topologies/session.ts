/**
 * Two sessions over one store, or one: calls, sign-ins, sign-outs, sessions that end at the service, jumps of the
 * clock, interruptions, and ends of the app, over a network that loses requests and answers.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as ClientApp from "../../../../src/http/ClientApp.ts"
import { toTokenText } from "../../../../src/platform/request/TokenText.ts"
import { Session, layer as sessionLayer } from "../../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../../src/token/TokenStore.ts"
import { jumpClock } from "../../../support/explore/schedule.ts"
import {
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
import { findSession, watch } from "../watched.ts"

/** A session of a page, or of a process, over a store. */
export const sessionOver = (
  service: Service.Service,
  network: Network.Network,
  store: TokenStore["Service"],
  session: Layer.Layer<Session, never, ClientApp.ClientApp | TokenStore> = sessionLayer
) =>
  session.pipe(
    Layer.provide([
      Layer.orDie(ClientApp.layer({ ...service.project, apiUrl: service.apiUrl })),
      Layer.succeed(TokenStore, store)
    ]),
    Layer.provide(network.layer)
  )

const kinds = [
  "get",
  "get",
  "get",
  "patch",
  "signOut",
  "signIn",
  "interrupt",
  ...Calls.disturbances,
  "wait",
  "jump"
] as const

/** How far the clock of a device jumps, in milliseconds. */
const jumps = [-3_600_000, -60_000, 60_000, 3_600_000] as const

/** What a planted fault replaces. */
export interface Parts {
  readonly store?: (store: TokenStore["Service"]) => TokenStore["Service"]
  readonly service?: (service: Service.Service) => Service.Service
  readonly session?: Layer.Layer<Session, never, ClientApp.ClientApp | TokenStore>
}

const story = async (world: World, parts: Parts) => {
  const { chance, pick } = world
  const isFaulty = chance(0.6)
  const hasJumps = chance(0.25)
  const sound = await Service.make({ lifeMillis: pick([60_000, 600_000]), rotates: chance(0.4) })
  const service = parts.service?.(sound) ?? sound
  const pages = chance(0.4) ? ["a", "b"] : ["a"]
  const network = Network.make(world, service, { isFaulty, hasJumps, allowsParallelRefreshes: pages.length > 1 })
  const calls = Calls.make(world, service, network)
  const hasAll = () => network.lostAnswers() === 0 && pages.length === 1
  const watched = watch(world, service, hasAll)
  const memory = MemoryTokenStore.make()
  const store = watched.over(parts.store?.(memory) ?? memory)
  if (pages.length > 1) world.waive("I6")
  const operations = world.operations(3, 8, 400)
  return Effect.gen(function* () {
    const first = yield* service.open("ada")
    yield* memory.set(chance(0.7) ? { refreshToken: first.refreshToken } : first)
    const scope = yield* Scope.make()
    const sessions = yield* Effect.forEach(pages, () =>
      Effect.provide(
        Session,
        Layer.buildWithScope(sessionOver(service, network, store, parts.session), scope).pipe(Layer.effectContext)
      )
    )
    const running: Array<Fiber.Fiber<unknown, unknown>> = []

    const act = (operation: Operation, page: number, kind: (typeof kinds)[number]): Effect.Effect<unknown, unknown> => {
      const session = sessions[page]!
      const name = `${operation.index} (${pages[page]})`
      world.note(`${name} ${kind}`)
      switch (kind) {
        case "get":
        case "patch": {
          const call = Effect.provideService(calls[kind](name), Session, session)
          return Effect.all(operation.pick([[call], [call], [call, call, call]]), {
            concurrency: "unbounded",
            discard: true
          })
        }
        case "signOut":
          return calls.call(`${name} sign-out`, session.signOut)
        case "signIn": {
          const opening = operation.chance(0.2) ? Effect.fail("refused") : service.open(operation.pick(Service.names))
          const [before, after] = [operation.upTo(operation.pick([60, 1000])), operation.upTo(60)]
          return calls.call(
            `${name} sign-in`,
            session.signIn(Effect.delay(opening, before).pipe(Effect.tap(() => Effect.sleep(after))))
          )
        }
        case "interrupt": {
          const fiber = running[operation.upTo(running.length)]
          return fiber === undefined ? Effect.void : Fiber.interrupt(fiber)
        }
        case "refuse":
        case "refuse again":
        case "end":
        case "outage":
          return calls.disturb(operation, kind, memory.get, Effect.provideService(calls.get(name), Session, session))
        case "wait":
          // Tokens live a little less than 70 s here.
          return Effect.sleep(operation.pick([12_000, 50_000, 70_000, 700_000]))
        case "jump":
          return Effect.sync(() => {
            if (hasJumps) jumpClock(operation.pick(jumps))
          })
      }
    }
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(400))
      const kind = hasJumps && operation.chance(0.3) ? "jump" : operation.pick(kinds)
      const work = act(operation, operation.upTo(pages.length), kind)
      const fiber = yield* Effect.forkChild(work)
      // It happens while a request is under way, which a separate operation would seldom hit.
      if (operation.chance(0.3)) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), operation.upTo(60)))
      // What waits makes the others wait.
      if (kind === "wait" || operation.chance(0.3)) yield* Fiber.await(fiber)
      running.push(fiber)
    }
    yield* Effect.forEach(running, Fiber.await)
    yield* Effect.sleep(6000)

    const resting = yield* memory.get
    const session = findSession(service, resting)
    if (session?.isOpen === true && hasAll()) {
      if (session.refreshToken !== toTokenText(resting?.refreshToken)) {
        world.violate("I6", `the store holds a token of ${session.label} that the service has replaced`)
      }
    }
    // What did not count is not left open, as far as the service could be asked.
    for (const tokens of isFaulty ? [] : watched.losers()) {
      const loser = findSession(service, tokens)
      if (loser?.isOpen === true) world.violate("I5", `${loser.label}, which did not count, is left open`)
    }
    yield* network.askWith(Redacted.value(first.accessToken))
    const last = world.upTo(pages.length)
    const name = `recovery (${pages[last]})`
    const ask = Effect.provideService(calls.get(name), Session, sessions[last]!)
    yield* calls.recovers(name, memory.get, ask, hasJumps ? [world.pick(jumps), world.pick(jumps)] : [])
    yield* calls.leave("the last sign-out", sessions[0]!.signOut, [memory.get])
    yield* Scope.close(scope, Exit.void)
    if ((yield* memory.get) !== undefined) world.violate("I5", "something was written after the end")
  })
}

/** The topology over parts of which some may be broken on purpose. */
export const over = (parts: Parts): Topology => ({
  name: "session",
  story: (world) => story(world, parts),
  checks: [
    ...(["I1", "I2 expiring", "I2 refused", "I3", "I5 out", "I5 in", "I6", "I7", "I9 failed", "I9 read"] as const),
    ...(["I4", "I4 failed", "I4 interrupted", "I8 network", "I8 service", "I8 unreadable", "I10"] as const),
    ...(["I11 late", "I12 failed", "I13", "I19", "I23", "I25 made", "I25 failed", "I25 unknown"] as const),
    ...(["I29 expired", "I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "there is one store, and no page that shows or goes anywhere": ["I1 tabs", ...ofPages, ...ofComponents, "I22"],
    "there is no server of the app": ofServers,
    "few calls change something: `promises` counts their attempts": ["I11 attempts", "I11 refused"],
    "it sends no code and no address": ofMails
  }
})

export const session: Topology = over({})
