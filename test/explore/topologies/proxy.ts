/**
 * A browser in front of Next.js: many requests at once with the same cookies go through the proxy to pages, which read
 * the user, while tokens expire, sessions end, users change, and answers of the service are lost.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as RequestCookies from "../../../src/next/RequestCookies.ts"
import * as Proxy from "../../../src/next/Proxy.ts"
import * as RequestMemo from "../../../src/next/RequestMemo.ts"
import * as CookieJar from "../../../src/platform/CookieJar.ts"
import { layer as sessionLayer } from "../../../src/session/Session.ts"
import * as RequestCookieTokenStore from "../../../src/token/internal/RequestCookieTokenStore.ts"
import * as SessionCookies from "../../../src/token/internal/SessionCookies.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { FakeCookies } from "../../next/FakeNext.ts"
import * as Calls from "../Calls.ts"
import { apply, changeOf, headerOf } from "../Cookies.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { ofRequests, type Topology } from "../Topology.ts"
import { checkPair, noticing, sessionOf } from "../Watched.ts"
import type { Operation, World } from "../World.ts"

const kinds = ["visit", "visit", "visit", "write", "expire", "change", "end"] as const

const story = async (world: World) => {
  const { chance } = world
  const isFaulty = chance(0.5)
  const rotates = chance(0.4)
  const service = await Service.make({ lifeMillis: 60_000, rotates, detectsReuse: rotates && !isFaulty })
  // A page whose proxy could not refresh tries it once more.
  const network = Network.make(world, service, { isFaulty, allowsParallelRefreshes: isFaulty })
  const calls = Calls.make(world, service, network)
  const jar = CookieJar.makeMemory({ isSecure: true })
  const { projectId } = service.project
  const options = { ...service.project, apiUrl: service.apiUrl, proxySecret: "a secret of proxy and pages" }
  const proxy = Proxy.make(
    { forward: () => new Response(null) },
    { ...options, http: Layer.merge(network.layer, Network.quiet) }
  )
  const held = jar.use((cookies) => SessionCookies.read(cookies.all(), projectId, true))
  const operations = world.operations(3, 8, 200)

  /** A page: it sees the cookies that the proxy has passed on, and can write none. */
  const render = (operation: Operation, cookie: string, writes: boolean) =>
    Effect.gen(function* () {
      const cookies = new FakeCookies(Object.fromEntries(CookieJar.parse(cookie)), true)
      const jar = RequestCookies.make(cookies, new Headers(), { https: true })
      const inner = RequestCookieTokenStore.make(jar, { projectId })
      const store = { ...inner, get: noticing(world, service, inner.get) }
      const visitor = sessionOf(service, yield* store.get)
      const layer = Layer.provide(sessionLayer, [
        Layer.orDie(ClientApp.layer(options)).pipe(Layer.provide(RequestMemo.layer), Layer.provide(network.layer)),
        Layer.succeed(TokenStore, store)
      ])
      const name = `${operation.index} page of ${visitor?.label ?? "nobody"}`
      // Components of one render ask at the same time.
      const parts = writes ? [calls.patch(name), calls.get(name)] : [calls.get(name), calls.get(name)]
      yield* Effect.forEach(parts, Effect.exit, { concurrency: "unbounded" }).pipe(Effect.provide(layer))
    })

  const visit = Effect.fnUntraced(function* (operation: Operation, writes: boolean) {
    const context = yield* Effect.context<never>()
    const cookie = yield* headerOf(jar)
    const request = new Request("https://app.example/page", { headers: { cookie } })
    const before = sessionOf(service, yield* held)
    const response = yield* Effect.promise(() =>
      proxy(request, async (headers) => {
        const page = render(operation, headers.get("cookie") ?? "", writes)
        await Effect.runPromiseWith(context)(page)
        return new Response(null)
      })
    )
    yield* Effect.sleep(operation.chance(0.8) ? operation.upTo(50) : operation.upTo(20_000))
    const changes = response.headers.getSetCookie().map(changeOf)
    world.note(`${operation.index} response: ${changes.map(({ name }) => name.replace(/--?[0-9a-z-]*$/, "")).join()}`)
    if (changes.length > 0 && response.headers.get("cache-control") !== "private, no-store") {
      world.violate("I13", "a response with tokens may be kept by others")
    }
    // One step, so that nobody else changes the cookies in between.
    const [was, is] = yield* Effect.sync(() =>
      [held, Effect.andThen(apply(jar, changes), held)].map((look) => Effect.runSync(look))
    )
    const [now, after] = [sessionOf(service, was), sessionOf(service, is)]
    // Only the session that a request came with may be renewed by its response.
    if (after !== now && after !== undefined)
      world.violate("I5", `${after.label} is back in the place of ${now?.label}`)
    if (after === undefined && now !== undefined && (now !== before || now.isOpen)) {
      world.violate("I7", `a response of ${before?.label} has removed ${now.label}`)
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
        case "change":
          yield* signIn(operation.pick(Service.names))
          break
        case "end": {
          const session = sessionOf(service, yield* held)
          if (session !== undefined) yield* service.end(session)
        }
      }
    }
    for (const fiber of running) {
      const exit = yield* Fiber.await(fiber)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
    }
  })
}

export const proxy: Topology = {
  name: "proxy",
  story,
  checks: ["I1", "I3", "I5", "I7", "I9", "I10", "I13", "I19", "I25", ...ofRequests],
  exempt: {
    "who signs in and out is another page: `responses` does that": ["I4", "I8", "I22"],
    "nothing is interrupted, and no clock jumps: `session` does that": ["I6", "I23"],
    "pages keep nothing from one request to the next, and go nowhere": ["I16", "I17", "I20"],
    "it sends no code and no address": ["I18", "I26", "I27"]
  }
}
