/** Every HTTP layer behaves the same. */
import * as http from "node:http"
import * as net from "node:net"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as Project from "../../src/client/Project.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as HttpClientLayer from "../../src/http/HttpClientLayer.ts"
import * as Session from "../../src/session/Session.ts"
import * as NoTokenStore from "../../src/token/NoTokenStore.ts"
import * as Undici from "../../src/undici/index.ts"

const request = (url: string, overrides: Partial<Http.HttpRequest> = {}): Http.HttpRequest => ({
  method: "GET",
  url,
  headers: { "x-stack-access-token": "CANARY" },
  body: undefined,
  maxResponseBytes: 1024 * 1024,
  timeoutMillis: 10_000,
  ...overrides
})

const send = (made: Http.HttpRequest) => Effect.flatMap(Http.Http, (execute) => execute(made))

/** A server on loopback for the length of a test. */
const serve = (handler: http.RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer(handler).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`))

/** A server that speaks bytes. */
const serveBytes = (onSocket: (socket: net.Socket) => void) =>
  Effect.acquireRelease(
    Effect.callback<net.Server>((resume) => {
      const server = net
        .createServer((socket) => {
          socket.on("error", () => undefined)
          onSocket(socket)
        })
        .listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close())
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`))

const layers: Readonly<Record<string, Layer.Layer<never>>> = {
  fetch: Http.layerFetch(),
  HttpClient: HttpClientLayer.layer.pipe(Layer.provide(FetchHttpClient.layer)),
  undici: Undici.layer()
}

for (const [name, layer] of Object.entries(layers)) {
  describe("actualStatus", () => {
    const of = (status: number, actual?: string, prefix = "x-stack") =>
      Http.actualStatus({
        status,
        text: "",
        header: (name) => (name === `${prefix}-actual-status` ? actual : undefined)
      })

    it("is in a header only if the response is a 200", () => {
      expect([of(200), of(200, "404"), of(200, "503", "x-hexclave")]).toStrictEqual([200, 404, 503])
      expect([of(502, "200"), of(404, "abc"), of(204, "404")]).toStrictEqual([502, 404, 204])
    })

    it("is not a number if the header is malformed", () => {
      for (const malformed of ["", "abc", "4040", "99", "600", "1e2", " 404", "200, 404"]) {
        expect(of(200, malformed), malformed).toBeNaN()
      }
    })
  })

  describe(`Http over ${name}`, () => {
    const live = (title: string, effect: Effect.Effect<void, unknown, Scope.Scope>) =>
      it.live(title, () => effect.pipe(Effect.provide(layer), Effect.scoped))

    live(
      "sends method, headers and body, and reads status, headers and text",
      Effect.gen(function* () {
        const url = yield* serve((incoming, outgoing) => {
          let body = ""
          incoming
            .on("data", (chunk) => (body += chunk))
            .on("end", () => {
              outgoing.writeHead(201, { "Content-Type": "application/json", "X-Two": ["a", "b"] })
              outgoing.end(
                JSON.stringify({ method: incoming.method, headers: incoming.headers, url: incoming.url, body })
              )
            })
        })
        const response = yield* send(
          request(`${url}/api/v1/x?y=%20z`, {
            method: "POST",
            headers: { "content-type": "application/json", "x-stack-project-id": "p" },
            body: `{"a":"ä\u{1F600}"}`
          })
        )
        expect(response.status).toBe(201)
        expect(response.header("content-type")).toBe("application/json")
        expect(response.header("x-two")).toBe("a, b")
        expect(response.header("x-none")).toBeUndefined()
        const seen = JSON.parse(response.text)
        expect(seen).toMatchObject({ method: "POST", url: "/api/v1/x?y=%20z", body: `{"a":"ä\u{1F600}"}` })
        expect(seen.headers["content-type"]).toBe("application/json")
        expect(seen.headers["x-stack-project-id"]).toBe("p")
        for (const header of ["b3", "traceparent", "cookie", "referer"])
          expect(seen.headers).not.toHaveProperty([header])
      })
    )

    live(
      "sends a POST without a body",
      Effect.gen(function* () {
        const url = yield* serve((incoming, outgoing) =>
          outgoing.end(`${incoming.method} ${incoming.headers["content-type"]}`)
        )
        expect((yield* send(request(url, { method: "POST" }))).text).toBe("POST undefined")
        expect((yield* send(request(url, { method: "DELETE" }))).text).toBe("DELETE undefined")
      })
    )

    live(
      "reads an answer without a body as an empty text",
      Effect.gen(function* () {
        const url = yield* serve((_, outgoing) => outgoing.writeHead(204).end())
        const { status, text } = yield* send(request(url))
        expect([status, text]).toStrictEqual([204, ""])
      })
    )

    live(
      "never follows a redirect",
      Effect.gen(function* () {
        let elsewhere = 0
        const other = yield* serve((_, outgoing) => {
          elsewhere++
          outgoing.end()
        })
        for (const status of [301, 302, 303, 307, 308]) {
          const url = yield* serve((incoming, outgoing) => {
            if (incoming.url === "/next") elsewhere++
            outgoing.writeHead(status, { location: incoming.url === "/same" ? "/next" : `${other}/next` }).end()
          })
          for (const method of ["GET", "POST"] as const) {
            for (const path of ["/same", "/cross"]) {
              expect((yield* send(request(url + path, { method }))).status).toBe(status)
            }
          }
        }
        expect(elsewhere).toBe(0)
      })
    )

    live(
      "knows whether anything was sent",
      Effect.gen(function* () {
        const closed = yield* Effect.scoped(serve(() => undefined))
        expect(yield* Effect.flip(send(request(closed)))).toMatchObject({
          kind: "Network",
          sent: false,
          detail: "ECONNREFUSED"
        })
        const unknownHost = yield* Effect.flip(send(request("http://does-not-exist.invalid/")))
        expect(unknownHost).toMatchObject({ kind: "Network", sent: false })
        const reset = yield* serveBytes((socket) => socket.once("data", () => socket.resetAndDestroy()))
        expect(yield* Effect.flip(send(request(reset)))).toMatchObject({ kind: "Network", sent: true })
        const fin = yield* serveBytes((socket) => socket.once("data", () => socket.end()))
        expect(yield* Effect.flip(send(request(fin)))).toMatchObject({ kind: "Network", sent: true })
      })
    )

    live(
      "fails when the answer breaks off or is not HTTP",
      Effect.gen(function* () {
        const head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
        const answers = [
          `${head}content-length: 100\r\n\r\n{"a":`,
          `${head}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`,
          `${head}transfer-encoding: chunked\r\n\r\nzz\r\n{"a":\r\n`,
          "garbage\r\n\r\n",
          "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab",
          `HTTP/1.1 200 OK\r\nx: ${"y".repeat(100_000)}\r\n\r\n`
        ]
        for (const answer of answers) {
          const url = yield* serveBytes((socket) => socket.once("data", () => socket.end(answer)))
          const failure = yield* Effect.flip(send(request(url)))
          expect(failure, answer.slice(0, 80)).toMatchObject({ kind: "Network", sent: true })
          expect(failure.detail).toMatch(/^\w+$/)
        }
      })
    )

    live(
      "stops reading a body that is too large",
      Effect.gen(function* () {
        let written = 0
        const big = "x".repeat(64 * 1024)
        const url = yield* serve((incoming, outgoing) => {
          if (incoming.url === "/declared") outgoing.setHeader("content-length", big.length * 500)
          const more = () => {
            while (written < 500 && !outgoing.destroyed) {
              written++
              if (!outgoing.write(big)) return outgoing.once("drain", more)
            }
            return outgoing.end()
          }
          more()
        })
        for (const path of ["/declared", "/chunked"]) {
          written = 0
          const failure = yield* Effect.flip(send(request(url + path)))
          expect(failure.kind).toBe("TooLarge")
          expect(written).toBeLessThan(500)
        }
        const small = yield* serve((_, outgoing) => outgoing.end("x".repeat(1000)))
        expect((yield* send(request(small, { maxResponseBytes: 1000 }))).text.length).toBe(1000)
        expect(yield* Effect.flip(send(request(small, { maxResponseBytes: 999 })))).toMatchObject({
          kind: "TooLarge",
          sent: true,
          detail: "more than 999 bytes"
        })
      })
    )

    live(
      "closes the connection at once when interrupted, before and inside an answer",
      Effect.gen(function* () {
        for (const start of [
          "",
          "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{",
          "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\n{\r\n"
        ]) {
          const open = new Set<net.Socket>()
          const url = yield* serveBytes((socket) => {
            open.add(socket)
            socket.on("close", () => open.delete(socket))
            socket.once("data", () => socket.write(start))
          })
          const fiber = yield* Effect.forkChild(send(request(url)))
          while (open.size === 0) yield* Effect.sleep(1)
          yield* Effect.sleep(20)
          yield* Fiber.interrupt(fiber)
          while (open.size > 0) yield* Effect.sleep(2)
        }
      })
    )

    live(
      "gives up after the time that the request allows, and closes the connection",
      Effect.gen(function* () {
        for (const start of ["", "HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"]) {
          const open = new Set<net.Socket>()
          const url = yield* serveBytes((socket) => {
            open.add(socket)
            socket.on("close", () => open.delete(socket))
            socket.once("data", () => socket.write(start))
          })
          const failure = yield* Effect.flip(send(request(url, { timeoutMillis: 60 })))
          expect(failure).toMatchObject({ kind: "Timeout", sent: true })
          while (open.size > 0) yield* Effect.sleep(2)
        }
        // Nor does a timer stay behind when the answer came, or nobody waits any more.
        const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
        const before = timers()
        const url = yield* serve((incoming, outgoing) => void (incoming.url === "/" && outgoing.end()))
        yield* send(request(url))
        const fiber = yield* Effect.forkChild(send(request(`${url}/hangs`)))
        yield* Effect.sleep(20)
        yield* Fiber.interrupt(fiber)
        expect(timers()).toBeLessThanOrEqual(before + 1)
      })
    )

    live(
      "leaves no connection over after many error answers",
      Effect.gen(function* () {
        const sockets = new Set<unknown>()
        const url = yield* serve((incoming, outgoing) => {
          if (!sockets.has(incoming.socket)) incoming.socket.once("close", () => sockets.delete(incoming.socket))
          sockets.add(incoming.socket)
          outgoing.writeHead([302, 404, 500][sockets.size % 3]!, { location: "/x" }).end("x".repeat(5000))
        })
        yield* Effect.forEach(Array.from({ length: 400 }), () => send(request(url)), { concurrency: 8, discard: true })
        // A few more than 8, because a request may start before the socket of the one before is free.
        expect(sockets.size).toBeLessThanOrEqual(24)
      })
    )
  })
}

describe("Without a layer", () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.effect("requests go through the fetch that the platform has at that time", () =>
    Effect.gen(function* () {
      for (const text of ["first", "second"]) {
        vi.stubGlobal("fetch", async () => new Response(text))
        expect((yield* send(request("http://127.0.0.1/"))).text).toBe(text)
        const layer = Http.layerFetch()
        expect((yield* Effect.provide(send(request("http://127.0.0.1/")), layer)).text).toBe(text)
      }
    })
  )

  it.effect("the device is online unless the platform knows that it is not", () =>
    Effect.gen(function* () {
      const online = Effect.flatten(Http.Online)
      for (const [navigator, expected] of [
        [undefined, true],
        [{}, true],
        [{ onLine: true }, true],
        [{ onLine: false }, false]
      ] as const) {
        vi.stubGlobal("navigator", navigator)
        expect(yield* online).toBe(expected)
      }
    })
  )
})

it("a header of the service has either of two names", () => {
  const of = (headers: Record<string, string>) => Http.serviceHeader({ header: (name) => headers[name] }, "request-id")
  expect(of({ "x-stack-request-id": "a", "x-hexclave-request-id": "b" })).toBe("a")
  expect(of({ "x-hexclave-request-id": "b" })).toBe("b")
  expect(of({ "request-id": "c" })).toBeUndefined()
})

describe("Http.current", () => {
  const named = (name: string) => Http.layerHandler(() => new Response(name))
  const observed = (name: string) =>
    Layer.succeed(
      Http.HttpObserver,
      (execute) => (request) =>
        Effect.map(execute(request), (response) => ({ ...response, text: `${name}(${response.text})` }))
    )
  const textOf = (execute: Http.Execute) => Effect.map(execute(request("https://api.example.com/")), ({ text }) => text)

  it.effect("takes the port of each request if it was made without one", () =>
    Effect.gen(function* () {
      const execute = yield* Http.current
      const answers = yield* Effect.all([
        textOf(execute).pipe(Effect.provide(named("first"))),
        textOf(execute).pipe(Effect.provide(named("second"))),
        textOf(execute).pipe(Effect.provide([observed("seen"), named("third")]))
      ])
      expect(answers).toStrictEqual(["first", "second", "seen(third)"])
    })
  )

  it.effect("keeps the port and the observer with which it was made", () =>
    Effect.gen(function* () {
      const execute = yield* Effect.provide(Http.current, [named("own"), observed("own")])
      const answer = yield* textOf(execute).pipe(Effect.provide([named("other"), observed("other")]))
      expect(answer).toBe("own(own)")
    })
  )

  it.effect("an app that was built before a port was chosen sends its calls over it", () =>
    Effect.gen(function* () {
      const projectId = "11111111-2222-4333-8444-555555555555"
      const app = yield* Layer.build(
        Session.layer.pipe(Layer.provideMerge([ClientApp.layer({ projectId }), NoTokenStore.layer]))
      )
      const refusing = Http.layerHandler(() => new Response("no", { status: 400 }))
      const failure = yield* Project.get.pipe(Effect.provide(app), Effect.provide(refusing), Effect.flip)
      expect(failure._tag).toBe("TransportError")
    })
  )
})

describe("Http.callback", () => {
  const made = request("http://127.0.0.1/", { timeoutMillis: 1000 })
  const answer: Http.HttpResponse = { status: 200, header: () => undefined, text: "" }

  /** A request that the test answers, and how often it was stopped. */
  const started = Effect.gen(function* () {
    const seen = { stops: 0, done: undefined as Http.Done | undefined }
    const fiber = yield* Effect.forkChild(
      Effect.exit(
        Http.callback(made, (done) => {
          seen.done = done
          return () => void seen.stops++
        })
      ),
      { startImmediately: true }
    )
    return { seen, fiber, done: seen.done! }
  })

  it.effect("stops a request once when its time is over, and then takes no answer", () =>
    Effect.gen(function* () {
      const { done, fiber, seen } = yield* started
      yield* TestClock.adjust(999)
      expect(fiber.pollUnsafe()).toBeUndefined()
      expect(seen.stops).toBe(0)
      yield* TestClock.adjust(1)
      done.succeed(answer)
      const exit = yield* Fiber.join(fiber)
      expect(exit).toStrictEqual(Exit.fail(Http.timedOut))
      expect(Http.timedOut).toMatchObject({ kind: "Timeout", sent: true, detail: "timeout" })
      expect(seen.stops).toBeGreaterThanOrEqual(1)
    })
  )

  it.effect("never stops a request that was answered or has failed", () =>
    Effect.gen(function* () {
      for (const report of [
        (done: Http.Done) => done.succeed(answer),
        (done: Http.Done) => done.fail(Object.assign(new Error(), { code: "ECONNRESET" }))
      ]) {
        const { done, fiber, seen } = yield* started
        report(done)
        yield* Fiber.join(fiber)
        yield* TestClock.adjust("1 hour")
        expect(seen.stops).toBe(0)
      }
    })
  )

  it.effect("stops a request that nobody waits for any more, once", () =>
    Effect.gen(function* () {
      const { fiber, seen } = yield* started
      yield* Fiber.interrupt(fiber)
      expect(seen.stops).toBe(1)
      yield* TestClock.adjust("1 hour")
      expect(seen.stops).toBe(1)
    })
  )
})

describe("Http.layerFetch", () => {
  const capture = () => {
    const seen: Array<RequestInit> = []
    const layer = Http.layerFetch(async (_, init) => {
      seen.push(init)
      return new Response("{}", { headers: { "content-type": "application/json" } })
    })
    return { seen, run: send(request("http://127.0.0.1/")).pipe(Effect.provide(layer)) }
  }

  it.effect("sends no ambient credentials and no referrer, and caches nothing", () =>
    Effect.gen(function* () {
      const { run, seen } = capture()
      yield* run
      const { signal, ...init } = seen[0]!
      expect(signal).toBeInstanceOf(AbortSignal)
      expect(init).toStrictEqual({
        method: "GET",
        headers: { "x-stack-access-token": "CANARY" },
        redirect: "manual",
        credentials: "omit",
        cache: "no-store",
        referrerPolicy: "no-referrer"
      })
    })
  )

  it.effect("leaves out on Workers what Workers refuse", () =>
    Effect.gen(function* () {
      Object.assign(globalThis, { WebSocketPair: class {} })
      yield* Effect.addFinalizer(() => Effect.sync(() => Reflect.deleteProperty(globalThis, "WebSocketPair")))
      const { run, seen } = capture()
      yield* run
      expect(Object.keys(seen[0]!).toSorted()).toStrictEqual(["method", "headers", "redirect", "signal"].toSorted())
    })
  )

  const answering = (chunks: ReadonlyArray<Uint8Array>, ends: boolean, headers: HeadersInit, type: ResponseType) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const chunk of chunks) controller.enqueue(chunk)
        if (ends) controller.close()
      }
    })
    const response = Object.defineProperty(new Response(body, { headers }), "type", { value: type })
    return Effect.map(
      Effect.provide(
        send(request("http://127.0.0.1/")),
        Http.layerFetch(() => Promise.resolve(response))
      ),
      ({ text }) => text
    )
  }
  const utf8 = new TextEncoder()

  it.effect("is content with the declared length", () =>
    Effect.gen(function* () {
      const chunks = [utf8.encode('{"a"'), utf8.encode(":1}")]
      expect(yield* answering(chunks, false, { "content-length": "7" }, "basic")).toBe('{"a":1}')
      expect(yield* answering([], false, { "content-length": "0" }, "basic")).toBe("")
    })
  )

  it.effect("reads beyond a declared length that may be the compressed one", () =>
    Effect.gen(function* () {
      const chunks = [utf8.encode('{"a"'), utf8.encode(":1}")]
      const encoded = { "content-length": "4", "content-encoding": "gzip" }
      expect(yield* answering(chunks, true, encoded, "basic")).toBe('{"a":1}')
      // A browser shows the length of another origin's answer, but not that it was compressed.
      expect(yield* answering(chunks, true, { "content-length": "4" }, "cors")).toBe('{"a":1}')
      const bomb = Array.from({ length: 3 }, () => new Uint8Array(512 * 1024))
      const failure = yield* Effect.flip(answering(bomb, true, { "content-length": "4" }, "cors"))
      expect(failure.kind).toBe("TooLarge")
      // Chunks count more than a length beside them (RFC 9112 §6.3); Bun and Deno let both pass.
      const chunked = { "content-length": "4", "transfer-encoding": "chunked" }
      expect(yield* answering(chunks, true, chunked, "basic")).toBe('{"a":1}')
    })
  )

  it.effect("joins characters that were sent in two pieces", () =>
    Effect.gen(function* () {
      const bytes = utf8.encode("€")
      expect(yield* answering([bytes.slice(0, 1), bytes.slice(1)], true, {}, "basic")).toBe("€")
    })
  )

  it.effect("reports the redirect that a browser hides", () =>
    Effect.gen(function* () {
      const layer = Http.layerFetch(() =>
        Promise.resolve(Object.defineProperty(new Response(), "type", { value: "opaqueredirect" }))
      )
      const failure = yield* Effect.flip(send(request("http://127.0.0.1/")).pipe(Effect.provide(layer)))
      expect(failure).toMatchObject({ kind: "Redirect", sent: true, detail: "opaque" })
    })
  )

  it.effect("keeps nothing of what fetch throws but a short code", () =>
    Effect.gen(function* () {
      const causes: ReadonlyArray<readonly [thrown: unknown, detail: string, sent: boolean]> = [
        [
          new TypeError("CANARY", { cause: Object.assign(new Error("CANARY"), { code: "ECONNRESET" }) }),
          "ECONNRESET",
          true
        ],
        [new TypeError("Failed to fetch CANARY"), "TypeError", true],
        [Object.assign(new Error("CANARY"), { code: "CANARY token!" }), "Error", true],
        [Object.assign(new Error(), { code: "ETIMEDOUT", syscall: "connect" }), "ETIMEDOUT", false],
        // The network went away while the answer was waited for.
        [Object.assign(new Error(), { code: "EHOSTUNREACH", syscall: "read" }), "EHOSTUNREACH", true],
        [Object.assign(new Error(), { code: "ENETUNREACH", syscall: "write" }), "ENETUNREACH", true],
        [Object.assign(new Error(), { code: "EAI_AGAIN", syscall: "getaddrinfo" }), "EAI_AGAIN", false],
        [
          new TypeError("x", { cause: new AggregateError([Object.assign(new Error(), { code: "ECONNREFUSED" })]) }),
          "ECONNREFUSED",
          false
        ],
        ...[
          "ERR_TLS_CERT_ALTNAME_INVALID",
          "CERT_HAS_EXPIRED",
          "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
          "DEPTH_ZERO_SELF_SIGNED_CERT",
          "SELF_SIGNED_CERT_IN_CHAIN",
          "UND_ERR_CONNECT_TIMEOUT",
          "ConnectionRefused"
        ].map((code) => [Object.assign(new Error(), { code }), code, false] as const),
        ...["XECONNREFUSED", "ECONNREFUSEDX", "UND_ERR_SOCKET"].map(
          (code) => [Object.assign(new Error(), { code }), code, true] as const
        ),
        [Object.assign(new Error(), { code: "CANARY token" }), "Error", true],
        [Object.assign(new Error("", { cause: new Error() }), { code: "ECONNRESET" }), "ECONNRESET", true],
        [
          Object.assign(new Error("", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) }), { code: 20 }),
          "ECONNREFUSED",
          false
        ],
        [new TypeError("x", { cause: "CANARY" }), "TypeError", true],
        [new AggregateError([]), "AggregateError", true],
        ["CANARY", "unknown", true],
        [null, "unknown", true]
      ]
      for (const [thrown, detail, sent] of causes) {
        const layer = Http.layerFetch(() => Promise.reject(thrown))
        const failure = yield* Effect.flip(send(request("http://127.0.0.1/")).pipe(Effect.provide(layer)))
        expect(failure).toMatchObject({ detail, sent })
        expect(JSON.stringify(failure) + String(failure.cause)).not.toContain("CANARY")
      }
    })
  )
})

describe("Http.layerHandler", () => {
  it.effect("calls a function instead of a network", () =>
    Effect.gen(function* () {
      const layer = Http.layerHandler(async (incoming) =>
        Response.json({ url: incoming.url, method: incoming.method, body: await incoming.text() })
      )
      const response = yield* send(request("http://x/api", { method: "POST", body: "b" })).pipe(Effect.provide(layer))
      expect(JSON.parse(response.text)).toStrictEqual({ url: "http://x/api", method: "POST", body: "b" })
    })
  )

  it.live("gives up a body that never ends when interrupted", () =>
    Effect.gen(function* () {
      let cancelled = false
      const layer = Http.layerHandler(() => new Response(new ReadableStream({ cancel: () => void (cancelled = true) })))
      const fiber = yield* Effect.forkChild(send(request("http://x/")).pipe(Effect.provide(layer)))
      yield* Effect.sleep(10)
      yield* Fiber.interrupt(fiber)
      yield* Effect.sleep(10)
      expect(cancelled).toBe(true)
    })
  )

  it.live("gives up a body that is too large", () =>
    Effect.gen(function* () {
      let cancelled = false
      const body = () =>
        new ReadableStream({
          pull: (controller) => controller.enqueue(new Uint8Array(600)),
          cancel: () => void (cancelled = true)
        })
      const layer = Http.layerHandler(() => new Response(body()))
      const failure = yield* Effect.flip(
        send(request("http://x/", { maxResponseBytes: 1000 })).pipe(Effect.provide(layer))
      )
      expect(failure.kind).toBe("TooLarge")
      expect(cancelled).toBe(true)
    })
  )

  it.live("does not read an answer that comes after the interruption", () =>
    Effect.gen(function* () {
      let cancelled = false
      let answer = (_: Response) => {}
      const layer = Http.layerHandler(() => new Promise((resolve) => (answer = resolve)))
      const fiber = yield* Effect.forkChild(send(request("http://x/")).pipe(Effect.provide(layer)))
      yield* Effect.sleep(10)
      yield* Fiber.interrupt(fiber)
      answer(new Response(new ReadableStream({ cancel: () => void (cancelled = true) })))
      yield* Effect.sleep(10)
      expect(cancelled).toBe(true)
    })
  )
})

describe("HttpClientLayer", () => {
  it.live("reports a redirect that the client followed although it should not", () =>
    Effect.gen(function* () {
      const url = yield* serve((incoming, outgoing) =>
        incoming.url === "/end" ? outgoing.end("{}") : outgoing.writeHead(302, { location: "/end" }).end()
      )
      const following = Layer.effect(
        HttpClient.HttpClient,
        Effect.map(HttpClient.HttpClient, HttpClient.followRedirects(3))
      ).pipe(Layer.provide(FetchHttpClient.layer))
      const failure = yield* Effect.flip(
        send(request(url)).pipe(Effect.provide(HttpClientLayer.layer.pipe(Layer.provide(following))))
      )
      expect(failure).toMatchObject({ kind: "Redirect", sent: true, detail: "followed by the client" })
    }).pipe(Effect.scoped)
  )

  const answering = (answer: () => Response, seen: (sent: HttpClientRequest.HttpClientRequest) => void = () => {}) => {
    const client = HttpClient.make((sent) => {
      seen(sent)
      return Effect.succeed(HttpClientResponse.fromWeb(sent, answer()))
    })
    return HttpClientLayer.layer.pipe(Layer.provide(Layer.succeed(HttpClient.HttpClient, client)))
  }

  it.effect("joins characters that were sent in two pieces, and leaves out what is none", () =>
    Effect.gen(function* () {
      const text = (pieces: ReadonlyArray<ReadonlyArray<number>>) => {
        const body = new ReadableStream({
          start: (controller) => {
            for (const piece of pieces) controller.enqueue(Uint8Array.from(piece))
            controller.close()
          }
        })
        const layer = answering(() => new Response(body))
        return Effect.map(Effect.provide(send(request("http://x/")), layer), (response) => response.text)
      }
      expect(yield* text([[0xe2], [0x82, 0xac]])).toBe("€")
      expect(yield* text([[0x61, 0xe2]])).toBe("a\ufffd")
    })
  )

  it.effect("makes no span of a request, and sends no header of one", () =>
    Effect.gen(function* () {
      const spans: Array<string> = []
      const tracer = Tracer.make({
        span: (options) => {
          spans.push(options.name)
          return new Tracer.NativeSpan(options)
        }
      })
      let headers: object = {}
      const layer = answering(
        () => new Response("{}"),
        (sent) => (headers = sent.headers)
      )
      yield* send(request("http://x/")).pipe(
        Effect.provide(layer),
        Effect.withSpan("mine"),
        Effect.provideService(Tracer.Tracer, tracer)
      )
      expect(spans).toStrictEqual(["mine"])
      expect(Object.keys(headers).toSorted()).toStrictEqual(["x-stack-access-token"].toSorted())
    })
  )

  it.effect("turns a client's failures and defects into failures that hold nothing", () =>
    Effect.gen(function* () {
      for (const fault of [Effect.die(new Error("CANARY")), Effect.die({ headers: "CANARY" })]) {
        const client = Layer.succeed(
          HttpClient.HttpClient,
          HttpClient.make(() => fault)
        )
        const failure = yield* Effect.flip(
          send(request("http://x/")).pipe(Effect.provide(HttpClientLayer.layer.pipe(Layer.provide(client))))
        )
        expect(failure._tag).toBe("HttpFailure")
        expect(JSON.stringify(failure)).not.toContain("CANARY")
      }
    })
  )
})

describe("undici", () => {
  it("does not touch the dispatcher or the fetch of the process", async () => {
    // In a process of its own: another test may have imported undici.
    const { execFile } = await import("node:child_process")
    const script = `
      const before = globalThis.fetch
      await import(${JSON.stringify(new URL("../../src/undici/index.ts", import.meta.url).href)})
      const symbols = ["1", "2"].map((n) => globalThis[Symbol.for("undici.globalDispatcher." + n)])
      process.stdout.write(JSON.stringify([before === globalThis.fetch, symbols.every((s) => s === undefined)]))`
    const stdout = await new Promise<string>((resolve, reject) =>
      execFile(
        process.execPath,
        ["--conditions", "gatefold-source", "--input-type=module", "-e", script],
        (error, out) => (error === null ? resolve(out) : reject(error))
      )
    )
    expect(stdout).toBe("[true,true]")
  })
})
