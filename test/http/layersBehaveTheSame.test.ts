/** Every HTTP layer behaves the same. */
import * as net from "node:net"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Http from "../../src/http/Http.ts"
import * as HttpClientLayer from "../../src/http/HttpClientLayer.ts"
import * as Undici from "../../src/undici/UndiciHttp.ts"
import * as listen from "../support/listen.ts"
import { countSeeds } from "../support/seeds.ts"
import { until } from "../support/turns.ts"
import { request, send, serve } from "./servers.ts"

/** A server that speaks bytes. Returns its URL. */
const serveBytes = (onSocket: (socket: net.Socket) => void) => {
  const server = net.createServer((socket) => {
    socket.on("error", () => undefined)
    onSocket(socket)
  })
  return Effect.map(listen.serve(server), ({ url }) => url)
}

const layers: Readonly<Record<string, Layer.Layer<never>>> = {
  fetch: Http.layerFetch(),
  HttpClient: HttpClientLayer.layer.pipe(Layer.provide(FetchHttpClient.layer)),
  undici: Undici.layer()
}

describe.each(Object.entries(layers))("Http over %s", (_, layer) => {
  const live = (title: string, effect: Effect.Effect<void, unknown, Scope.Scope>) =>
    it.live(title, () => effect.pipe(Effect.provide(layer)))

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
      expect(["content-type", "x-two", "x-none"].map((name) => response.header(name))).toStrictEqual([
        "application/json",
        "a, b",
        undefined
      ])
      const seen = JSON.parse(response.text)
      expect(seen).toMatchObject({ method: "POST", url: "/api/v1/x?y=%20z", body: `{"a":"ä\u{1F600}"}` })
      expect(seen.headers["content-type"]).toBe("application/json")
      expect(seen.headers["x-stack-project-id"]).toBe("p")
      expect(
        Object.keys(seen.headers).filter((header) => ["b3", "traceparent", "cookie", "referer"].includes(header))
      ).toStrictEqual([])
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
      expect({ status, text }).toStrictEqual({ status: 204, text: "" })
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
        reason: "Network",
        sent: false,
        detail: "ECONNREFUSED"
      })
      const unknownHost = yield* Effect.flip(send(request("http://does-not-exist.invalid/")))
      expect(unknownHost).toMatchObject({ reason: "Network", sent: false })
      const reset = yield* serveBytes((socket) => socket.once("data", () => socket.resetAndDestroy()))
      expect(yield* Effect.flip(send(request(reset)))).toMatchObject({ reason: "Network", sent: true })
      const fin = yield* serveBytes((socket) => socket.once("data", () => socket.end()))
      expect(yield* Effect.flip(send(request(fin)))).toMatchObject({ reason: "Network", sent: true })
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
        expect(failure, answer.slice(0, 80)).toMatchObject({
          reason: "Network",
          sent: true,
          detail: expect.stringMatching(/^\w+$/)
        })
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
        expect(failure.reason, path).toBe("TooLarge")
        expect(written, path).toBeLessThan(500)
      }
      const small = yield* serve((_, outgoing) => outgoing.end("x".repeat(1000)))
      expect((yield* send(request(small, { maxResponseBytes: 1000 }))).text.length).toBe(1000)
      expect(yield* Effect.flip(send(request(small, { maxResponseBytes: 999 })))).toMatchObject({
        reason: "TooLarge",
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
        yield* until(() => open.size > 0)
        // In real time, because nothing tells when the client has received the beginning.
        yield* Effect.sleep(20)
        yield* Fiber.interrupt(fiber)
        yield* until(() => open.size === 0)
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
        expect(failure, JSON.stringify(start)).toMatchObject({ reason: "Timeout", sent: true })
        yield* until(() => open.size === 0)
      }
      // Nor does a timer stay behind when the answer came, or nobody waits any more.
      const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length
      const before = timers()
      let hanging = 0
      const url = yield* serve((incoming, outgoing) => {
        if (incoming.url === "/") outgoing.end()
        else hanging++
      })
      yield* send(request(url))
      const fiber = yield* Effect.forkChild(send(request(`${url}/hangs`)))
      yield* until(() => hanging > 0)
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
      yield* Effect.forEach(Array.from({ length: countSeeds(400, 1 / 4) }), () => send(request(url)), {
        concurrency: 8,
        discard: true
      })
      // A few more than 8, because a request may start before the socket of the one before is free.
      expect(sockets.size).toBeLessThanOrEqual(24)
    })
  )
})
