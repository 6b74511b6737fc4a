/** Requests over an HttpClient of Effect. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Tracer from "effect/Tracer"
import * as HttpClientLayer from "../../src/http/HttpClientLayer.ts"
import { request, send, serve } from "./servers.ts"

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
      expect(failure).toMatchObject({ reason: "Redirect", sent: true, detail: "followed by the client" })
    })
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

  it.effect.each([
    ["an error", new Error("CANARY")],
    ["an object", { headers: "CANARY" }]
  ] as const)("turns %s that a client dies of into a failure that holds nothing", ([, defect]) =>
    Effect.gen(function* () {
      const client = Layer.succeed(
        HttpClient.HttpClient,
        HttpClient.make(() => Effect.die(defect))
      )
      const failure = yield* Effect.flip(
        send(request("http://x/")).pipe(Effect.provide(HttpClientLayer.layer.pipe(Layer.provide(client))))
      )
      expect(failure._tag).toBe("HttpFailure")
      expect(JSON.stringify(failure)).not.toContain("CANARY")
    })
  )
})
