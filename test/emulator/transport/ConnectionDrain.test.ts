/** How a server ends: what it waits for, and for how long. */
import { once } from "node:events"
import { createServer, request } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ConnectionDrain from "../../../src/emulator/transport/ConnectionDrain.ts"
import { listen } from "../../support/listen.ts"

describe("a server that ends", () => {
  it.live("closes the connections of requests that it has not answered within the limit", () =>
    Effect.gen(function* () {
      const server = createServer()
      const connections = ConnectionDrain.watch(server)
      const arrived = once(server, "request")
      const port = yield* Effect.promise(() => listen(server))
      const outgoing = request({ host: "127.0.0.1", port })
      const failed = once(outgoing, "error")
      outgoing.end()
      yield* Effect.promise(() => arrived)
      yield* connections.drain("20 millis")
      const [error] = yield* Effect.promise(() => failed)
      expect(error).toMatchObject({ code: "ECONNRESET" })
    })
  )
})
