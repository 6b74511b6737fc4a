/** Cookies that a page of another origin makes a browser send, over each way into a backend. */
import { createServer } from "node:http"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpEffect from "effect/http/HttpEffect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServer from "effect/http/HttpServer"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Rpc from "effect/rpc/Rpc"
import * as RpcGroup from "effect/rpc/RpcGroup"
import * as RpcSerialization from "effect/rpc/RpcSerialization"
import * as RpcServer from "effect/rpc/RpcServer"
import * as Schema from "effect/Schema"
import type { Scope } from "effect/Scope"
import {
  CurrentUser,
  Forbidden,
  MaybeCurrentUser,
  MaybeSignedInRpc,
  SignedInRpc
} from "../../src/backend/middleware/index.ts"
import * as Backend from "../../src/backend/request/Backend.ts"
import { fromNode } from "../../src/backend/request/NodeRequest.ts"
import { createRequestAuth } from "../../src/backend/request/RequestAuth.ts"
import { describeForbidden } from "../../src/domain/AuthMessages.ts"
import * as Emulator from "../../src/emulator/node.ts"
import * as Http from "../../src/http/Http.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import { Api, serve } from "./api.ts"

const layer = (options: Backend.BackendOptions = {}) =>
  Layer.mergeAll(Backend.layer(options), Backend.layerApiKeys()).pipe(Layer.provideMerge(EmulatedApp.layer()))

/** A user and the cookies of their browser. */
const visitor = Effect.gen(function* () {
  const ann = yield* EmulatedApp.signUp()
  const { project } = yield* Emulator.Emulator
  const pair = encodeURIComponent(JSON.stringify([ann.refreshToken, ann.accessToken]))
  return {
    ann,
    cookie: `__Host-stack-refresh-${project!.projectId}=${ann.refreshToken}; __Host-stack-access=${pair}`
  }
})

const foreign = { "sec-fetch-site": "same-site", origin: "https://blog.example.com" }
const old = { host: "shop.example.com", origin: "https://evil.example" }
const refused = { _tag: "Forbidden", reason: "origin", message: describeForbidden("origin") }

describe("an HttpApi", () => {
  it.effect("accepts a change by a foreign page that has the tokens", () =>
    Effect.gen(function* () {
      const call = yield* serve
      const { ann } = yield* visitor
      expect((yield* call("/sign-out", { ...ann.headers, ...foreign }, "POST")).status).toBe(204)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    ["another origin of its site", foreign],
    ["another origin, in an old browser", old],
    ["another site", { "sec-fetch-site": "cross-site" }]
  ] as const)("refuses a change by %s, says why, and keeps the session", ([, headers]) =>
    Effect.gen(function* () {
      const call = yield* serve
      const { ann, cookie } = yield* visitor
      const response = yield* call("/sign-out", { cookie, ...headers }, "POST")
      expect(response.status).toBe(403)
      expect(yield* Effect.promise(() => response.json())).toStrictEqual(refused)
      expect(response.headers.getSetCookie()).toStrictEqual([])
      // It may read, as far as the browser lets it.
      expect((yield* call("/orders", { cookie, ...headers })).status).toBe(200)
      // Who has the tokens means it.
      const bearer = { authorization: `Bearer ${ann.accessToken}` }
      expect((yield* call("/orders", { ...bearer, ...headers })).status).toBe(200)
      // Who brings no cookies has nothing to lose.
      expect((yield* call("/sign-out", headers, "POST")).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    { "sec-fetch-site": "same-origin" },
    { host: "shop.example.com", origin: "https://shop.example.com" },
    foreign,
    {}
  ])("accepts a change with $0", (headers) =>
    Effect.gen(function* () {
      const call = yield* serve
      const { cookie } = yield* visitor
      expect((yield* call("/sign-out", { cookie, ...headers }, "POST")).status).toBe(204)
    }).pipe(Effect.provide(layer({ trustedOrigins: ["https://blog.example.com"] })))
  )

  it.effect("does not start with invalid trusted origins", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(Layer.build(layer({ trustedOrigins: ["blog.example.com"] })))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "trustedOrigins" })
    })
  )

  it("names the option that would allow the request", () => {
    expect(new Forbidden({ reason: "origin" }).message).toContain("trustedOrigins")
  })

  it.each(["/sign-out", "/greeting"])("declares the refusal at $0", (path) => {
    const { paths } = OpenApi.fromApi(Api)
    const operation = paths[path]?.post ?? paths[path]?.get
    expect(Object.keys(operation?.responses ?? {})).toStrictEqual(expect.arrayContaining(["401", "403", "503"]))
  })
})

describe("servers without Effect", () => {
  it.live("refuse a change by a foreign page, whatever the shape of the request", () =>
    Effect.gen(function* () {
      const { cookie } = yield* visitor
      const emulator = yield* Emulator.Emulator
      const options = { ...emulator.project!, apiUrl: emulator.baseUrl, http: Http.layerHandler(emulator.fetch) }
      yield* Effect.promise(async () => {
        await using auth = createRequestAuth(options)
        await using trusting = createRequestAuth({ ...options, trustedOrigins: ["https://blog.example.com"] })
        let handled = 0
        const handler = (_: Request) => new Response(String(++handled))
        const post = new Request("https://shop.example.com/", { method: "POST", headers: { cookie, ...foreign } })
        const response = await auth.protect(handler)(post)
        expect({ status: response.status, body: await response.json(), handled }).toStrictEqual({
          status: 403,
          body: refused,
          handled: 0
        })
        expect((await trusting.protect(handler)(post)).status).toBe(200)

        const node = { headers: { cookie, host: "shop.example.com", origin: "https://evil.example" } }
        const status = async (request: Parameters<typeof fromNode>[0]) => {
          await using result = await auth.authenticate(fromNode(request))
          return result.signedIn ? 200 : result.status
        }
        expect({
          change: await status({ ...node, method: "DELETE" }),
          read: await status({ ...node, method: "GET" }),
          socket: await status({ headers: { ...node.headers, upgrade: "websocket" }, method: "GET" }),
          // It may change something.
          unknownMethod: await status(node)
        }).toStrictEqual({ change: 403, read: 200, socket: 403, unknownMethod: 403 })

        await using wrong = createRequestAuth({ ...options, trustedOrigins: ["*"] })
        await expect(wrong.authenticate(post)).rejects.toMatchObject({ option: "trustedOrigins" })
      })
    }).pipe(Effect.provide(layer()))
  )
})

const Procedures = RpcGroup.make(
  Rpc.make("Greet", { success: Schema.NullOr(Schema.String) }).middleware(MaybeSignedInRpc),
  Rpc.make("WhoAmI", { success: Schema.String }).middleware(SignedInRpc)
)

const handlers = Procedures.toLayer({
  Greet: () => Effect.map(MaybeCurrentUser, (user) => user?.id ?? null),
  WhoAmI: () => Effect.map(CurrentUser, ({ id }) => id)
})

const procedures = (protocol: "http" | "websocket") =>
  RpcServer.layerHttp({ group: Procedures, path: "/rpc", protocol }).pipe(
    Layer.provide(handlers),
    Layer.provide(RpcSerialization.layerJson)
  )

const encodeCall = (tag: string, headers: ReadonlyArray<readonly [string, string]> = []) =>
  JSON.stringify({ _tag: "Request", id: "1", tag, payload: null, headers })

describe("procedures over one URL", () => {
  it.effect.each(["WhoAmI", "Greet"])("refuse $0 of a foreign page, whatever headers the message claims", (tag) =>
    Effect.gen(function* () {
      const { ann, cookie } = yield* visitor
      const app = yield* HttpRouter.toHttpEffect(procedures("http").pipe(Layer.provide(HttpServer.layerServices)))
      const handle = HttpEffect.toWebHandlerWith<never, HttpServerRequest | Scope>(yield* Effect.context<never>())(app)
      const send = (headers: Record<string, string>, body: string) =>
        Effect.promise(async () => {
          const request = new Request("https://shop.example.com/rpc", { method: "POST", headers, body })
          return (await handle(request)).text()
        })
      expect(yield* send({ cookie, "sec-fetch-site": "same-origin" }, encodeCall(tag))).toContain(ann.user.id)
      const fromForm = (claims: ReadonlyArray<readonly [string, string]>) =>
        // A form can post this: `text/plain` asks nobody for permission.
        send({ cookie, ...foreign, "content-type": "text/plain" }, encodeCall(tag, claims))
      const page = [
        ["origin", "https://shop.example.com"],
        ["host", "shop.example.com"],
        ["Sec-Fetch-Site", "none"]
      ] as const
      const answers = [yield* fromForm([]), yield* fromForm([["sec-fetch-site", "same-origin"]]), yield* fromForm(page)]
      const refusal = expect.stringContaining('"reason":"origin"')
      expect(answers).toStrictEqual([refusal, refusal, refusal])
      expect(answers.join("\n")).not.toContain(ann.user.id)
      const explicit = [["Authorization", `Bearer ${ann.accessToken}`]] as const
      expect(yield* send({ cookie, ...foreign }, encodeCall(tag, explicit))).toContain(ann.user.id)
    }).pipe(Effect.provide(layer()))
  )
})

describe("procedures over a WebSocket", () => {
  it.live("refuse calls of a foreign page", () =>
    Effect.gen(function* () {
      const { ann, cookie } = yield* visitor
      const { address } = yield* HttpServer.HttpServer
      if (!("port" in address)) return yield* Effect.die("the server has no port")
      const { port } = address
      const ask = (headers: Record<string, string>) =>
        Effect.promise(
          () =>
            new Promise<string>((resolve, reject) => {
              const socket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, { headers } as never)
              socket.addEventListener("open", () => socket.send(encodeCall("WhoAmI")))
              socket.addEventListener("message", ({ data }) => {
                resolve(String(data))
                socket.close()
              })
              socket.addEventListener("error", () => reject(new Error("the socket failed")))
            })
        )
      expect(yield* ask({ cookie })).toContain(ann.user.id)
      expect(yield* ask({ cookie, origin: `http://127.0.0.1:${port}` })).toContain(ann.user.id)
      expect(yield* ask({ cookie, origin: "http://127.0.0.1:1" })).toContain('"reason":"origin"')
    }).pipe(
      Effect.provide(
        HttpRouter.serve(procedures("websocket"), { disableLogger: true, disableListenLog: true }).pipe(
          Layer.provideMerge(NodeHttpServer.layer(createServer, { port: 0, host: "127.0.0.1" })),
          Layer.provideMerge(layer({ https: true }))
        )
      )
    )
  )
})
