/** A Redis that accepts connections and does not answer: nobody waits for it, also not at the end. */
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { Fleet, layerRedis } from "../../src/backend/fleet/Fleet.ts"
import { timed } from "../http/support.ts"
import { secret, until } from "./fleet.ts"

/** A server of Redis's protocol that agrees to every command, until it falls silent. */
const server = Effect.acquireRelease(
  Effect.promise(async () => {
    const sockets = new Set<Socket>()
    const state = { silent: false, connections: 0, commands: 0 }
    const listening = createServer((socket) => {
      state.connections++
      sockets.add(socket)
      socket.on("error", () => undefined)
      socket.on("close", () => sockets.delete(socket))
      socket.on("data", (data) => {
        const commands = data.toString().match(/^\*\d/gm)?.length ?? 0
        state.commands += commands
        if (!state.silent) socket.write("+OK\r\n".repeat(commands))
      })
    })
    await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve))
    const { port } = listening.address() as AddressInfo
    return { state, sockets, listening, url: `redis://127.0.0.1:${port}` }
  }),
  ({ listening, sockets }) =>
    Effect.promise(
      () =>
        new Promise<void>((resolve) => {
          for (const socket of sockets) socket.destroy()
          listening.close(() => resolve())
        })
    )
)

const open = (url: string) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layerRedis({ redis: NodeRedis.layer({ url }), secret }), scope)
    return { fleet: Context.get(context, Fleet)!, scope }
  })

/** How long closing takes by the clock of the test. */
const closingMillis = (scope: Scope.Closeable) =>
  Effect.map(timed(Effect.uninterruptible(Scope.close(scope, Exit.void))), ({ exit, millis }) => {
    expect(exit._tag).toBe("Success")
    return millis
  })

describe("a silent Redis", () => {
  it.effect("does not keep a fleet from closing that waits for an answer, and the connection ends", () =>
    Effect.gen(function* () {
      const { sockets, state, url } = yield* server
      const { fleet, scope } = yield* open(url)
      expect(sockets.size).toBe(1)
      state.silent = true
      const before = state.commands
      const read = yield* Effect.forkChild(Effect.flip(fleet.read("name")))
      yield* until(() => state.commands > before)
      expect(yield* closingMillis(scope)).toBeLessThanOrEqual(1000)
      yield* until(() => sockets.size === 0)
      expect((yield* Fiber.join(read))._tag).toBe("FleetUnavailable")
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("does not keep a fleet from closing that has not connected yet", () =>
    Effect.gen(function* () {
      const { state, url } = yield* server
      state.silent = true
      const opening = yield* Effect.forkChild(timed(open(url)))
      const { exit, millis } = yield* Fiber.join(opening)
      const { scope } = yield* exit
      expect(millis).toBeLessThanOrEqual(1000)
      yield* until(() => state.commands > 0)
      expect(yield* closingMillis(scope)).toBeLessThanOrEqual(1000)
    }).pipe(Effect.provideService(References.MinimumLogLevel, "None"))
  )

  it.effect("that answers is closed without waiting", () =>
    Effect.gen(function* () {
      const { sockets, url } = yield* server
      const { scope } = yield* open(url)
      yield* Scope.close(scope, Exit.void)
      yield* until(() => sockets.size === 0)
    })
  )
})
