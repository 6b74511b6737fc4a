/** The port to the network: which layer a call goes over, and what fetch and handlers are asked for. */
import { inspect } from "node:util"
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Project from "../../src/client/Project.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as Session from "../../src/session/Session.ts"
import * as NoTokenStore from "../../src/token/NoTokenStore.ts"
import { turns, until } from "../support/turns.ts"
import { request, send } from "./servers.ts"

describe("Without a layer", () => {
  afterEach(() => void vi.unstubAllGlobals())

  it.effect("requests go through the fetch that the platform has at that time", () =>
    Effect.gen(function* () {
      const sending = send(request("http://127.0.0.1/"))
      for (const text of ["first", "second"]) {
        vi.stubGlobal("fetch", async () => new Response(text))
        const answers = [yield* sending, yield* Effect.provide(sending, Http.layerFetch())]
        expect(answers.map(({ text }) => text)).toStrictEqual([text, text])
      }
    })
  )

  it.effect.each([
    [undefined, true],
    [{}, true],
    [{ onLine: true }, true],
    [{ onLine: false }, false]
  ] as const)("the device is online unless the platform knows that it is not: $0", ([navigator, expected]) =>
    Effect.gen(function* () {
      const online = Effect.flatten(Http.Online)

      vi.stubGlobal("navigator", navigator)
      expect(yield* online).toBe(expected)
    })
  )
})

it("a header of the service has either of two names", () => {
  const of = (headers: Record<string, string>) => Http.serviceHeader({ header: (name) => headers[name] }, "request-id")
  expect(of({ "x-stack-request-id": "a", "x-hexclave-request-id": "b" })).toBe("a")
  expect(of({ "x-hexclave-request-id": "b" })).toBe("b")
  expect(of({ "request-id": "c" })).toBeUndefined()
})

describe("Http.actualStatus", () => {
  const of = (status: number, actual?: string, prefix = "x-stack") =>
    Http.actualStatus({
      status,
      text: "",
      header: (name) => (name === `${prefix}-actual-status` ? actual : undefined)
    })

  it.each([
    [200, undefined, 200],
    [200, "404", 404],
    [502, "200", 502],
    [404, "abc", 404],
    [204, "404", 204]
  ])("is in a header only if the response is a 200: %i with %s", (status, actual, expected) => {
    expect(of(status, actual)).toBe(expected)
  })

  it("may be in the header of the other brand", () => {
    expect(of(200, "503", "x-hexclave")).toBe(503)
  })

  it.each(["", "abc", "4040", "99", "600", "1e2", " 404", "200, 404"])(
    "is not a number if the header is malformed: %j",
    (malformed) => {
      expect(of(200, malformed)).toBeNaN()
    }
  )
})

describe("Http.current", () => {
  const named = (name: string) => Http.layerHandler(() => new Response(name))
  const observed = (name: string) =>
    Layer.succeed(
      Http.HttpObserver,
      (execute) => (request) =>
        Effect.map(execute(request), (response) => ({ ...response, text: `${name}(${response.text})` }))
    )
  const readText = (execute: Http.Execute) =>
    Effect.map(execute(request("https://api.example.com/")), ({ text }) => text)

  it.effect("takes the port of each request if it was made without one", () =>
    Effect.gen(function* () {
      const execute = yield* Http.current
      const answers = yield* Effect.all([
        readText(execute).pipe(Effect.provide(named("first"))),
        readText(execute).pipe(Effect.provide(named("second"))),
        readText(execute).pipe(Effect.provide([observed("seen"), named("third")]))
      ])
      expect(answers).toStrictEqual(["first", "second", "seen(third)"])
    })
  )

  it.effect("keeps the port and the observer with which it was made", () =>
    Effect.gen(function* () {
      const execute = yield* Effect.provide(Http.current, [named("own"), observed("own")])
      const answer = yield* readText(execute).pipe(Effect.provide([named("other"), observed("other")]))
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
      expect(exit).toStrictEqual(Exit.fail(Http.timeoutFailure))
      expect(Http.timeoutFailure).toMatchObject({ reason: "Timeout", sent: true, detail: "timeout" })
      expect(seen.stops).toBeGreaterThanOrEqual(1)
    })
  )

  it.effect.each([
    ["was answered", (done: Http.Done) => done.succeed(answer)],
    ["has failed", (done: Http.Done) => done.fail(Object.assign(new Error(), { code: "ECONNRESET" }))]
  ] as const)("never stops a request that %s", ([, report]) =>
    Effect.gen(function* () {
      const { done, fiber, seen } = yield* started
      report(done)
      yield* Fiber.join(fiber)
      yield* TestClock.adjust("1 hour")
      expect(seen.stops).toBe(0)
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
      expect(failure.reason).toBe("TooLarge")
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
      expect(failure).toMatchObject({ reason: "Redirect", sent: true, detail: "opaque" })
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
        expect(failure, inspect(thrown)).toMatchObject({ detail, sent })
        expect(JSON.stringify(failure) + String(failure.cause), inspect(thrown)).not.toContain("CANARY")
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

  it.effect("gives up a body that never ends when interrupted", () =>
    Effect.gen(function* () {
      let cancelled = false
      const layer = Http.layerHandler(() => new Response(new ReadableStream({ cancel: () => void (cancelled = true) })))
      const fiber = yield* Effect.forkChild(send(request("http://x/")).pipe(Effect.provide(layer)))
      // The body is read by then.
      yield* turns(3)
      yield* Fiber.interrupt(fiber)
      yield* until(() => cancelled)
    })
  )

  it.effect("gives up a body that is too large", () =>
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
      expect(failure.reason).toBe("TooLarge")
      expect(cancelled).toBe(true)
    })
  )

  it.effect("does not read an answer that comes after the interruption", () =>
    Effect.gen(function* () {
      let cancelled = false
      let answer: ((response: Response) => void) | undefined
      const layer = Http.layerHandler(() => new Promise((resolve) => (answer = resolve)))
      const fiber = yield* Effect.forkChild(send(request("http://x/")).pipe(Effect.provide(layer)))
      yield* until(() => answer !== undefined)
      yield* Fiber.interrupt(fiber)
      answer?.(new Response(new ReadableStream({ cancel: () => void (cancelled = true) })))
      yield* until(() => cancelled)
    })
  )
})
