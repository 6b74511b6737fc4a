/** Answers over sockets. */
import { createServer } from "node:http"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { bridge } from "../../../src/emulator/transport/Socket.ts"
import { serve } from "../../support/listen.ts"

it.live("a large answer adds no listener for each of its parts", () =>
  Effect.gen(function* () {
    const parts = 20
    const part = new Uint8Array(1_000_000)
    const listeners = new Set<number>()
    const server = yield* Effect.acquireRelease(
      Effect.sync(() => createServer()),
      (server) => Effect.sync(() => server.close())
    )
    let left = parts
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (left-- > 0) controller.enqueue(part)
        else controller.close()
      }
    })
    const served = {
      fetch: async () => new Response(body),
      controlToken: Redacted.make("token")
    }
    const { onRequest } = bridge(Effect.succeed(served), { allowedHosts: [], pages: () => undefined })
    server.on("request", (incoming, outgoing) => {
      outgoing.on("drain", () => listeners.add(outgoing.listenerCount("close")))
      onRequest(incoming, outgoing)
    })
    const { url } = yield* serve(server)
    const answer = yield* Effect.promise(async () => (await fetch(url)).arrayBuffer())
    expect(answer.byteLength).toBe(parts * part.byteLength)
    expect(listeners.size).toBe(1)
  })
)
