/**
 * A session within a session: a server that has one of its own opens one for each visitor, by the layers that the
 * guides show. Nobody may become another.
 */
import { createServer } from "node:http"
import { NodeHttpServer } from "@effect/platform-node"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as OAuthFlows from "../../src/platform/page/OAuthFlows.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as BrowserCookieTokenStore from "../../src/token/BrowserCookieTokenStore.ts"
import * as ExplicitTokenStore from "../../src/token/ExplicitTokenStore.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as NoTokenStore from "../../src/token/NoTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import * as ServerCookieTokenStore from "../../src/token/ServerCookieTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { password } from "../support/emulatorCalls.ts"
import { makeRandom } from "../support/explore/schedule.ts"
import { clientApp, json, network } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"

const visitors = countSeeds(200, 1 / 20)

/** Who the session in context says it is, after what the path asks for. */
const act = Effect.fnUntraced(function* (action: string, email: string) {
  if (action === "sign-in") yield* Password.signIn({ email, password })
  if (action === "sign-out") yield* Sessions.signOut
  const user = yield* CurrentUser.get
  return user?.primaryEmail ?? "nobody"
})

const visitor = HttpRouter.add("GET", "/:store/:action", (request) =>
  Effect.gen(function* () {
    const { project } = yield* ClientApp
    const { pathname, searchParams } = new URL(request.url, "http://127.0.0.1")
    const [, kind = "", action = ""] = pathname.split("/")
    const email = searchParams.get("email") ?? ""
    const source = { headers: new Headers({ ...request.headers }) }
    if (kind === "service") return HttpServerResponse.text(yield* act("", ""))
    if (kind === "cookie") {
      return yield* Effect.gen(function* () {
        const headers = new Headers()
        const who = yield* act(action, email)
        yield* ServerCookieTokenStore.appendTo(headers)
        return HttpServerResponse.fromWeb(new Response(who, { headers }))
      }).pipe(
        Effect.provide(
          Session.layer.pipe(Layer.provideMerge(ServerCookieTokenStore.layer(source, { ...project, https: true })))
        )
      )
    }
    const stores: Record<string, Layer.Layer<TokenStore, unknown>> = {
      request: RequestTokenStore.layer(source, project),
      explicit: ExplicitTokenStore.layer(JSON.parse(source.headers.get("x-stack-auth") ?? '{"accessToken":"none"}')),
      memory: MemoryTokenStore.layer,
      none: NoTokenStore.layer
    }
    const store = stores[kind]!
    return HttpServerResponse.text(
      yield* act(action, email).pipe(Effect.provide(Session.layer.pipe(Layer.provideMerge(store))))
    )
  }).pipe(Effect.orDie)
)

/** The session of the server itself, which all its routes have in context. */
const service = Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer))

describe("A session within a session", () => {
  it.live(
    `is that of its visitor, for ${visitors} of them, and ends without the server's own`,
    () =>
      Effect.gen(function* () {
        const { address } = yield* HttpServer.HttpServer
        if (address._tag === "UnixPathAddress") throw new Error("the server has no port")
        const ask = (path: string, headers: Record<string, string> = {}) =>
          Effect.promise(async () => {
            const response = await fetch(`http://127.0.0.1:${address.port}${path}`, { headers })
            const cookies = response.headers.getSetCookie().map((line) => line.split(";")[0]!)
            return { who: await response.text(), cookie: cookies.filter((pair) => !pair.endsWith("=")).join("; ") }
          })
        const expectWho = (expected: string, path: string, headers?: Record<string, string>) =>
          Effect.tap(ask(path, headers), ({ who }) => Effect.sync(() => expect(who, path).toBe(expected)))

        const random = makeRandom(1)
        yield* Effect.forEach(
          Array.from({ length: visitors }, (_, i) => i),
          (i) =>
            Effect.gen(function* () {
              const email = `visitor-${i}@example.org`
              const { headers } = yield* EmulatedApp.signUp({
                primaryEmail: email,
                primaryEmailVerified: true,
                primaryEmailAuthEnabled: true,
                password
              })
              const pause = Effect.suspend(() => Effect.sleep(Math.floor(random() * 20)))
              for (const kind of ["cookie", "request", "memory", "none"]) yield* expectWho("nobody", `/${kind}/me`)
              yield* pause
              const { cookie } = yield* expectWho(email, `/cookie/sign-in?email=${email}`)
              yield* pause
              yield* expectWho("nobody", "/cookie/me")
              yield* expectWho(email, "/cookie/me", { cookie })
              yield* expectWho(email, "/request/me", { cookie })
              yield* pause
              yield* expectWho(email, "/request/me", headers)
              yield* expectWho(email, "/explicit/me", headers)
              yield* expectWho(email, `/memory/sign-in?email=${email}`)
              yield* pause
              const end = i % 3 === 0 ? "cookie" : i % 3 === 1 ? "request" : "explicit"
              yield* expectWho("nobody", `/${end}/sign-out`, end === "cookie" ? { cookie } : headers)
              yield* expectWho("service@example.org", "/service/me")
            }),
          { concurrency: 40 }
        )
      }).pipe(
        Effect.provide(
          HttpRouter.serve(visitor, { disableListenLog: true, disableLogger: true }).pipe(
            Layer.provideMerge(NodeHttpServer.layer(() => createServer(), { port: 0, host: "127.0.0.1" })),
            Layer.provide(
              Layer.effectDiscard(Password.signUp({ email: "service@example.org", password })).pipe(
                Layer.provideMerge(service)
              )
            ),
            Layer.provideMerge(EmulatedApp.layer())
          )
        )
      ),
    600_000
  )

  it.effect("has its own store and session with each build", () => {
    /** Builds a layer within itself; the service of the inner one is not that of the outer one. */
    const isFresh = <I, S, E, R>(service: Effect.Effect<S, never, I>, layer: Layer.Layer<I, E, R>) =>
      Effect.flatMap(service, (outer) =>
        Effect.map(Effect.provide(service, layer), (inner) => expect(inner).not.toBe(outer))
      ).pipe(Effect.provide(layer))
    const store = Effect.service(TokenStore)
    const jar = Effect.service(CookieJar.CookieJar)
    const request = { headers: new Headers() }
    return Effect.gen(function* () {
      yield* isFresh(Effect.service(Session.Session), Session.layer)
      yield* isFresh(store, MemoryTokenStore.layer)
      yield* isFresh(store, ExplicitTokenStore.layer({ accessToken: "a" }))
      yield* isFresh(store, RequestTokenStore.layer(request, { projectId: "p" }))
      yield* isFresh(store, ServerCookieTokenStore.layer(request, { projectId: "p" }))
      yield* isFresh(store, BrowserCookieTokenStore.layer({ projectId: "p" }))
      yield* isFresh(store, BrowserCookieTokenStore.layerJar({ projectId: "p" }))
      yield* isFresh(jar, ServerCookieTokenStore.layer(request, { projectId: "p" }))
      yield* isFresh(jar, CookieJar.layerMemory())
      for (const flows of [OAuthFlows.layerMemory, OAuthFlows.layerCookies]) {
        yield* isFresh(Effect.service(OAuthFlows.OAuthFlows), flows)
      }
    }).pipe(
      Effect.provide(Layer.merge(MemoryTokenStore.layer, CookieJar.layerMemory())),
      Effect.provide(clientApp().pipe(Layer.provide(network(() => json({})).layer)))
    )
  })
})
