/**
 * A browser in front of Next.js: many requests at once with the same cookies go through the proxy to pages, which read
 * the user, while tokens expire, sessions end, users change, and answers of the service are lost.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ClientApp from "../../../../src/http/ClientApp.ts"
import * as RequestCookies from "../../../../src/next/internal/RequestCookies.ts"
import * as Proxy from "../../../../src/next/Proxy.ts"
import * as CookieJar from "../../../../src/platform/request/CookieJar.ts"
import { layer as sessionLayer } from "../../../../src/session/Session.ts"
import * as RequestMemo from "../../../../src/ssr/RequestMemo.ts"
import * as RequestCookieTokenStore from "../../../../src/token/RequestCookieTokenStore.ts"
import * as SessionCookies from "../../../../src/token/SessionCookies.ts"
import { TokenStore } from "../../../../src/token/TokenStore.ts"
import { FakeCookies } from "../../../next/fakeNext.ts"
import {
  ofComponents,
  ofMails,
  ofPages,
  ofRequests,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import { apply, readChange, makeJarHeader } from "../../support/cookies.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { checkPair, needing, noticing, findSession } from "../watched.ts"

const kinds = ["visit", "visit", "visit", "write", "expire", "change", "refuse", "outage", "end"] as const

const story = async (world: World) => {
  const { chance } = world
  const isFaulty = chance(0.5)
  const rotates = chance(0.4)
  const service = await Service.make({ lifeMillis: 60_000, rotates, detectsReuse: rotates && !isFaulty })
  // A page whose proxy could not refresh tries it once more. Each page refreshes for itself, and can store nothing.
  const hasRefusals = !rotates && chance(0.5)
  const network = Network.make(world, service, {
    isFaulty,
    allowsParallelRefreshes: isFaulty || hasRefusals,
    isPerRequest: true
  })
  const calls = Calls.make(world, service, network)
  const jar = CookieJar.makeMemory({ isSecure: true })
  const { projectId } = service.project
  const options = { ...service.project, apiUrl: service.apiUrl, proxySecret: "a secret of proxy and pages" }
  const proxy = Proxy.make(
    { forward: () => new Response(null) },
    { ...options, http: Layer.merge(network.layer, Network.quiet) }
  )
  const held = jar.use((cookies) => SessionCookies.readOwn(cookies.all(), projectId, true))
  const operations = world.operations(3, 8, 200)

  /** A page: it sees the cookies that the proxy has passed on, and can write none. */
  const render = (index: number | string, cookie: string, kinds: ReadonlyArray<"get" | "patch">) =>
    Effect.gen(function* () {
      const cookies = new FakeCookies(Object.fromEntries(CookieJar.parse(cookie)), true)
      const jar = RequestCookies.make(cookies, new Headers(), { https: true })
      const inner = RequestCookieTokenStore.make(jar, { projectId })
      const store = { ...inner, get: noticing(world, service, inner.get) }
      const visitor = findSession(service, yield* store.get)
      const layer = Layer.provide(sessionLayer, [
        Layer.orDie(ClientApp.layer(options)).pipe(Layer.provide(RequestMemo.layer), Layer.provide(network.layer)),
        Layer.succeed(TokenStore, store)
      ])
      const name = `${index} page of ${visitor?.label ?? "nobody"}`
      // Components of one render ask at the same time.
      const parts = kinds.map((kind) => Effect.exit(calls[kind](name)))
      return yield* Effect.all(parts, { concurrency: "unbounded" }).pipe(Effect.provide(layer))
    })

  /** A request through the proxy to a page: what became of the calls of the page, and the response. */
  const request = Effect.fnUntraced(function* (index: number | string, kinds: ReadonlyArray<"get" | "patch">) {
    const context = yield* Effect.context<never>()
    const request = new Request("https://app.example/page", { headers: { cookie: yield* makeJarHeader(jar) } })
    let exits: ReadonlyArray<Exit.Exit<string | null, unknown>> = []
    const response = yield* Effect.promise(() =>
      proxy(request, async (headers) => {
        exits = await Effect.runPromiseWith(context)(render(index, headers.get("cookie") ?? "", kinds))
        return new Response(null)
      })
    )
    return { exits, response, changes: response.headers.getSetCookie().map(readChange) }
  })

  const visit = Effect.fnUntraced(function* (operation: Operation, writes: boolean) {
    const tokens = yield* held
    const before = findSession(service, tokens)
    const asked = request(operation.index, writes ? ["patch", "get"] : ["get", "get"])
    const { changes, response } = yield* needing(world, service, tokens, asked)
    yield* Effect.sleep(operation.chance(0.8) ? operation.upTo(50) : operation.upTo(20_000))
    world.note(`${operation.index} response: ${changes.map(({ name }) => name.replace(/--?[0-9a-z-]*$/, "")).join()}`)
    if (changes.length > 0) {
      const isPrivate = response.headers.get("cache-control") === "private, no-store"
      world.expect("I13 response", isPrivate, () => "a response with tokens may be kept by others")
    }
    // One step, so that nobody else changes the cookies in between.
    const [was, is] = yield* Effect.sync(() =>
      [held, Effect.andThen(apply(jar, changes), held)].map((look) => Effect.runSync(look))
    )
    const [now, after] = [findSession(service, was), findSession(service, is)]
    if (changes.length > 0 && now !== before) for (const premise of ["I5 in", "I7"] as const) world.met(premise)
    // Only the session that a request came with may be renewed by its response.
    if (after !== now && after !== undefined) {
      world.violate("I5", `${after.label} is back in the place of ${now?.label}`)
    }
    if (after === undefined && now !== undefined && (now !== before || now.isOpen)) {
      world.violate(now === before ? "I8" : "I7", `a response of ${before?.label} has removed ${now.label}`)
    }
    checkPair(world, service, is)
  })

  const signIn = Effect.fnUntraced(function* (user: string) {
    const tokens = yield* service.open(user)
    yield* jar.use((cookies) => {
      SessionCookies.remove(cookies, projectId)
      SessionCookies.write(cookies, projectId, tokens, 0)
    })
  })

  return Effect.gen(function* () {
    yield* signIn("ada")
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      const kind = operation.pick(kinds)
      world.note(`${operation.index} ${kind}`)
      yield* Effect.sleep(operation.upTo(200))
      switch (kind) {
        case "visit":
        case "write":
          for (let i = operation.pick([1, 1, 2, 3]); i > 0; i--) {
            running.push(yield* Effect.forkChild(visit(operation, kind === "write")))
          }
          break
        case "expire":
          yield* Effect.sleep(55_000)
          break
        case "outage":
          yield* Effect.sleep(55_000)
          network.outage(operation)
          running.push(yield* Effect.forkChild(visit(operation, false)))
          break
        case "change":
          yield* signIn(operation.pick(Service.names))
          break
        case "refuse": {
          const session = findSession(service, yield* held)
          if (hasRefusals && session !== undefined) service.refuse(session, operation.pick(Service.refusalKinds))
          break
        }
        case "end": {
          const session = findSession(service, yield* held)
          if (session !== undefined) yield* service.end(session)
        }
      }
    }
    for (const fiber of running) {
      const exit = yield* Fiber.await(fiber)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
    }
    const ask = Effect.flatMap(request("recovery", ["get"]), ({ changes, exits }) =>
      Effect.flatMap(apply(jar, changes), () => exits[0] ?? Effect.fail("the page was not rendered"))
    )
    yield* calls.recovers("recovery", held, ask)
  })
}

export const proxy: Topology = {
  name: "proxy",
  story,
  checks: [
    ...(["I1", "I3", "I5 in", "I7", "I8 network", "I8 service", "I8 unreadable", "I9 read", "I10"] as const),
    ...(["I11 late", "I12 failed", "I13", "I13 response", "I19", "I25 made", "I25 failed", "I25 unknown"] as const),
    ...(["I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "who signs in and out is another page: `responses` does that": [
      ...(["I4", "I4 failed", "I4 interrupted", "I4 server", "I5 out", "I9 failed", "I22"] as const)
    ],
    "each request has a session of its own, which knows no other one": ["I1 tabs", "I2 expiring", "I2 refused"],
    "nothing is interrupted, and no clock jumps: `session` does that": ["I6", "I23"],
    "few calls change something, and nobody asks with a token that has expired": [
      "I11 attempts",
      "I11 refused",
      "I29 expired"
    ],
    "pages keep nothing from one request to the next, and go nowhere": [...ofPages, ...ofComponents],
    "it sends no code and no address": ofMails
  }
}
