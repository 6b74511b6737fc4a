/** Clients of an API of one's own, with the session of an app, over HTTP in the process. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpApiClient from "effect/http-api/HttpApiClient"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcClient from "effect/rpc/RpcClient"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import * as Stream from "effect/Stream"
import * as TestClock from "effect/testing/TestClock"
import * as AuthorizedClient from "../../../src/backend/client/AuthorizedClient.ts"
import {
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedIn,
  MaybeSignedInRpc,
  SignedIn,
  SignedInRpc
} from "../../../src/backend/middleware/index.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as CurrentUserOf from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Http from "../../../src/http/Http.ts"
import * as Session from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"

const ann = { email: "ann@example.org", password: "correct horse battery staple" }

class Orders extends HttpApiGroup.make("orders")
  .add(
    HttpApiEndpoint.get("mine", "/orders", { success: Schema.String }),
    HttpApiEndpoint.post("order", "/orders", {
      payload: Schema.Struct({ item: Schema.String }),
      success: Schema.String
    }),
    HttpApiEndpoint.post("upload", "/upload", {
      payload: HttpApiSchema.StreamUint8Array(),
      success: Schema.String
    })
  )
  .middleware(SignedIn) {}

class Front extends HttpApiGroup.make("front")
  .add(HttpApiEndpoint.get("hello", "/hello", { success: Schema.NullOr(Schema.String) }).middleware(MaybeSignedIn))
  .add(HttpApiEndpoint.get("open", "/open", { success: Schema.String })) {}

class Api extends HttpApi.make("shop").add(Orders).add(Front) {}

const ApiLive = HttpApiBuilder.layer(Api).pipe(
  Layer.provide(
    HttpApiBuilder.group(Api, "orders", (handlers) =>
      handlers
        .handle("mine", () => Effect.map(CurrentUser, ({ id }) => id))
        .handle("order", ({ payload }) => Effect.map(CurrentUser, ({ id }) => `${payload.item} for ${id}`))
        .handle("upload", () => Effect.map(CurrentUser, ({ id }) => id))
    )
  ),
  Layer.provide(
    HttpApiBuilder.group(Api, "front", (handlers) =>
      handlers
        .handle("hello", () => Effect.map(MaybeCurrentUser, (user) => user?.id ?? null))
        .handle("open", () => Effect.succeed("open"))
    )
  )
)

const Procedures = RpcGroup.make(
  Rpc.make("Greet", { success: Schema.NullOr(Schema.String) }).middleware(MaybeSignedInRpc),
  Rpc.make("WhoAmI", { payload: { greeting: Schema.String }, success: Schema.String }).middleware(SignedInRpc),
  Rpc.make("Count", { success: Schema.Number, stream: true }).middleware(SignedInRpc)
)

const ProceduresLive = RpcServer.layerHttp({ group: Procedures, path: "/rpc", protocol: "http" }).pipe(
  Layer.provide(
    Procedures.toLayer({
      Greet: () => Effect.map(MaybeCurrentUser, (user) => user?.id ?? null),
      WhoAmI: ({ greeting }) => Effect.map(CurrentUser, ({ id }) => `${greeting} ${id}`),
      Count: () => Stream.make(1, 2, 3)
    })
  )
)

/** A server with both, and a page of it: an app with a session of its own. */
const start = Effect.gen(function* () {
  /** Access tokens that the server takes for forged ones, as after a change of keys. */
  const refused = new Set<string>()
  /** The tokens of the requests to the server. */
  const seen: Array<string | null> = []
  /** The requests to the service. */
  const asked: Array<string> = []
  let isOffline = false

  const { fetch } = yield* Emulator.Emulator
  const { baseUrl, project } = yield* Emulator.WithProject
  const server = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(
    yield* HttpRouter.toHttpEffect(
      Layer.mergeAll(ApiLive, ProceduresLive).pipe(
        Layer.provide(Backend.layer()),
        Layer.provide(RpcSerialization.layerNdjson),
        Layer.provide(HttpServer.layerServices)
      )
    )
  )
  const readToken = (text: string | null) => text?.slice("Bearer ".length) ?? null
  const handle: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init)
    const isRpc = new URL(request.url).pathname.startsWith("/rpc")
    const body = isRpc ? await request.text() : undefined
    // The headers of a procedure are in the body of the request.
    const inBody = /"(Bearer [^"]+)"/.exec(body ?? "")?.[1] ?? null
    const token = readToken(isRpc ? inBody : request.headers.get("authorization"))
    seen.push(token ?? request.headers.get("x-stack-auth"))
    if (token === null || !refused.has(token)) {
      return server(body === undefined ? request : new Request(request.url, { ...init, body, method: "POST" }))
    }
    if (body !== undefined) {
      return server(new Request(request.url, { ...init, body: body.replace(token, `${token}x`), method: "POST" }))
    }
    request.headers.set("authorization", `Bearer ${token}x`)
    return server(request)
  }
  const session = Session.layer.pipe(
    Layer.provideMerge(MemoryTokenStore.layer),
    Layer.provideMerge(
      ClientApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(
        Layer.provide(
          Http.layerHandler((request) => {
            asked.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
            return isOffline ? Promise.reject(new TypeError("offline")) : fetch(request)
          })
        )
      )
    )
  )
  const context = yield* Layer.build(
    Layer.mergeAll(
      AuthorizedClient.layer,
      FetchHttpClient.layer,
      RpcClient.layerProtocolHttp({ url: "http://localhost:3000/rpc" }).pipe(
        Layer.provide(RpcSerialization.layerNdjson),
        Layer.provide(FetchHttpClient.layer)
      )
    ).pipe(Layer.provideMerge(Layer.merge(session, Layer.succeed(FetchHttpClient.Fetch, handle))))
  )
  const inApp = Effect.provideContext(context)
  return {
    api: yield* inApp(HttpApiClient.make(Api, { baseUrl: "http://localhost:3000" })),
    asked,
    goOffline: () => void (isOffline = true),
    inApp,
    rpc: yield* inApp(AuthorizedClient.makeRpc(Procedures)),
    refused,
    seen,
    /** Signs up, and returns the ID of the user. */
    signUp: inApp(
      Effect.andThen(
        Password.signUp(ann),
        Effect.map(CurrentUserOf.getOrFail, ({ id }) => id)
      )
    ),
    /** The access token that calls are signed with now. */
    token: inApp(
      Effect.flatMap(Session.Session, ({ credentials }) =>
        Effect.map(credentials, (found) => Redacted.value(found!.accessToken))
      )
    )
  }
})

const layer = EmulatedApp.layer()

const refresh = "POST /auth/oauth/token"

describe("AuthorizedClient.layer", () => {
  it.effect("sends the access token to endpoints that declare the middleware", () =>
    Effect.gen(function* () {
      const { inApp, api, seen, token, signUp } = yield* start
      expect(yield* Effect.flip(api.orders.mine())).toMatchObject({ _tag: "Unauthorized", reason: "missing" })
      expect(yield* api.front.hello()).toBe(null)
      expect(seen).toStrictEqual([null, null])

      const userId = yield* signUp
      expect(yield* api.orders.mine()).toBe(userId)
      expect(yield* api.orders.order({ payload: { item: "Tea" } })).toBe(`Tea for ${userId}`)
      expect(yield* api.front.hello()).toBe(userId)
      expect(yield* api.front.open()).toBe("open")
      const sent = yield* token
      expect(seen.slice(2)).toStrictEqual([sent, sent, sent, null])

      yield* inApp(Sessions.signOut)
      expect(yield* api.front.hello()).toBe(null)
    }).pipe(Effect.provide(layer))
  )

  it.effect("refreshes a token that is about to expire", () =>
    Effect.gen(function* () {
      const { api, asked, seen, token, signUp } = yield* start
      const userId = yield* signUp
      const before = yield* token
      yield* TestClock.adjust("595 seconds")
      asked.length = 0
      expect(
        yield* Effect.all([api.orders.mine(), api.orders.mine(), api.front.hello()], { concurrency: 3 })
      ).toStrictEqual([userId, userId, userId])
      expect(asked.filter((request) => request === refresh)).toHaveLength(1)
      expect(seen).toHaveLength(3)
      expect(seen).not.toContain(before)
    }).pipe(Effect.provide(layer))
  )

  it.effect("repeats a refused call once with a fresh token, which concurrent calls share", () =>
    Effect.gen(function* () {
      const { api, asked, refused, seen, token, signUp } = yield* start
      const userId = yield* signUp
      const before = yield* token
      refused.add(before)
      asked.length = 0
      const calls = [api.orders.mine(), api.orders.order({ payload: { item: "Tea" } }), api.front.hello()]
      expect(yield* Effect.all(calls, { concurrency: 3 })).toStrictEqual([userId, `Tea for ${userId}`, userId])
      const after = yield* token
      expect(asked.filter((request) => request === refresh)).toHaveLength(1)
      expect(seen).toStrictEqual([before, before, before, after, after, after])
      yield* api.orders.mine()
      expect(seen.at(-1)).toBe(after)
      expect(asked.filter((request) => request === refresh)).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("passes a second refusal on", () =>
    Effect.gen(function* () {
      const { api, refused, seen, token, signUp } = yield* start
      yield* signUp
      refused.add(yield* token)
      refused.has = () => true
      expect(yield* Effect.flip(api.orders.mine())).toMatchObject({ _tag: "Unauthorized", reason: "invalid" })
      expect(seen).toHaveLength(2)
    }).pipe(Effect.provide(layer))
  )

  it.effect("passes a refusal on when the session has ended", () =>
    Effect.gen(function* () {
      const { api, refused, seen, token, signUp } = yield* start
      yield* signUp
      const before = yield* token
      refused.add(before)
      // Elsewhere, so that the app has not heard of it.
      const { fetch } = yield* Emulator.Emulator
      const { baseUrl, project } = yield* Emulator.WithProject
      yield* Effect.promise(() =>
        fetch(
          new Request(`${baseUrl}/api/v1/auth/sessions/current`, {
            method: "DELETE",
            headers: {
              "x-stack-access-type": "client",
              "x-stack-project-id": project.projectId,
              "x-stack-publishable-client-key": project.publishableClientKey,
              "x-stack-access-token": before,
              "content-type": "application/json"
            },
            body: "{}"
          })
        )
      )
      expect(yield* Effect.flip(api.orders.mine())).toMatchObject({ _tag: "Unauthorized", reason: "invalid" })
      expect(seen).toStrictEqual([before])
      // As a visitor, and not as somebody whose call was refused.
      expect(yield* api.front.hello()).toBe(null)
      expect(seen).toStrictEqual([before, null])
    }).pipe(Effect.provide(layer))
  )

  it.effect("says when another host may have planted the session", () =>
    Effect.gen(function* () {
      const { api, inApp, seen, signUp, token } = yield* start
      const userId = yield* signUp
      yield* inApp(
        Effect.gen(function* () {
          const { store } = yield* Session.Session
          yield* store.set({ ...(yield* store.get)!, isTakenOver: true })
        })
      )
      expect(yield* api.orders.mine()).toBe(userId)
      expect(seen).toStrictEqual([JSON.stringify({ accessToken: yield* token, refreshToken: null, isTakenOver: true })])
    }).pipe(Effect.provide(layer))
  )

  it.effect("repeats no stream", () =>
    Effect.gen(function* () {
      const { api, refused, seen, token, signUp } = yield* start
      yield* signUp
      refused.add(yield* token)
      const payload = Stream.make(new Uint8Array([1]))
      expect(yield* Effect.flip(api.orders.upload({ payload }))).toMatchObject({ _tag: "Unauthorized" })
      expect(seen).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  )

  it.effect("fails with the reason when the session cannot be refreshed", () =>
    Effect.gen(function* () {
      const { api, goOffline, seen, signUp } = yield* start
      yield* signUp
      yield* TestClock.adjust("595 seconds")
      goOffline()
      const call = yield* Effect.forkChild(Effect.flip(api.orders.mine()))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(call)
      expect(error).toMatchObject({ _tag: "HttpClientError", cause: { _tag: "TransportError", method: "POST" } })
      expect(seen).toStrictEqual([])
    }).pipe(Effect.provide(layer))
  )
})

describe("AuthorizedClient.makeRpc", () => {
  it.effect("sends the access token with each call", () =>
    Effect.gen(function* () {
      const { rpc, seen, token, signUp } = yield* start
      expect(yield* Effect.flip(rpc.WhoAmI({ greeting: "Hello" }))).toMatchObject({ reason: "missing" })
      expect(yield* rpc.Greet()).toBe(null)
      const userId = yield* signUp
      expect(yield* rpc.Greet()).toBe(userId)
      expect(yield* rpc.WhoAmI({ greeting: "Hello" })).toBe(`Hello ${userId}`)
      expect(yield* Stream.runCollect(rpc.Count())).toStrictEqual([1, 2, 3])
      const sent = yield* token
      expect(seen).toStrictEqual([null, null, sent, sent, sent])
    }).pipe(Effect.provide(layer))
  )

  it.effect("repeats refused calls and streams once, with one refresh", () =>
    Effect.gen(function* () {
      const { asked, refused, rpc, seen, token, signUp } = yield* start
      const userId = yield* signUp
      const before = yield* token
      refused.add(before)
      asked.length = 0
      const queued = Effect.scoped(
        Effect.flatMap(rpc.Count(undefined, { asQueue: true, streamBufferSize: 0 }), (queue) => Queue.take(queue))
      )
      const calls = [rpc.WhoAmI({ greeting: "Hello" }), rpc.Greet(), Stream.runCollect(rpc.Count()), queued] as const
      expect(yield* Effect.all(calls, { concurrency: 4 })).toStrictEqual([`Hello ${userId}`, userId, [1, 2, 3], 1])
      const after = yield* token
      expect(asked.filter((request) => request === refresh)).toHaveLength(1)
      // A call that begins while another one refreshes has the new token at once.
      const times = (sent: string | undefined) => seen.filter((one) => one === sent).length
      expect(times(before)).toBeGreaterThan(0)
      expect([times(after), times(before) + times(after)]).toStrictEqual([4, seen.length])
    }).pipe(Effect.provide(layer))
  )

  it.effect("passes a second refusal on", () =>
    Effect.gen(function* () {
      const { refused, rpc, seen, signUp } = yield* start
      yield* signUp
      refused.has = () => true
      expect(yield* Effect.flip(rpc.WhoAmI({ greeting: "Hello" }))).toMatchObject({ _tag: "Unauthorized" })
      expect(yield* Effect.flip(Stream.runCollect(rpc.Count()))).toMatchObject({ _tag: "Unauthorized" })
      expect(seen).toHaveLength(4)
    }).pipe(Effect.provide(layer))
  )

  it.effect("makes a flat client, and fails with the reason when the session cannot be refreshed", () =>
    Effect.gen(function* () {
      const { inApp, goOffline, seen, signUp } = yield* start
      const userId = yield* signUp
      const rpc = yield* inApp(AuthorizedClient.makeRpc(Procedures, { flatten: true }))
      expect(yield* rpc("WhoAmI", { greeting: "Hello" })).toBe(`Hello ${userId}`)
      yield* TestClock.adjust("595 seconds")
      goOffline()
      const call = yield* Effect.forkChild(Effect.flip(rpc("Greet", undefined)))
      yield* TestClock.adjust("1 minute")
      const error = yield* Fiber.join(call)
      expect(error).toMatchObject({ _tag: "RpcClientError", reason: { cause: { _tag: "TransportError" } } })
      expect(seen).toHaveLength(1)
    }).pipe(Effect.provide(layer))
  )
})
