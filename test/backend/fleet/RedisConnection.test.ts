/** A Redis that accepts connections and does not answer: nobody waits for it, also not at the end. */
import { createServer, type Socket } from "node:net"
import * as NodeRedis from "@effect/platform-node/NodeRedis"
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Redis from "effect/persistence/Redis"
import * as References from "effect/References"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import { Fleet, layerRedis } from "../../../src/backend/fleet/Fleet.ts"
import * as RedisConnection from "../../../src/backend/fleet/internal/RedisConnection.ts"
import { listen } from "../../support/listen.ts"
import { timed } from "../../support/scriptedNetwork.ts"
import { until } from "../../support/turns.ts"
import { secret } from "./brokenStore.ts"

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
    const port = await listen(listening)
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
    return { fleet: Context.get(context, Fleet), scope }
  })

/** How long closing takes by the clock of the test. */
const closingMillis = (scope: Scope.Closeable) =>
  Effect.map(timed(Effect.uninterruptible(Scope.close(scope, Exit.void))), ({ exit, millis }) => {
    expect(exit._tag).toBe("Success")
    return millis
  })

describe("a silent Redis", () => {
  it.effect("does not keep a waiting fleet from closing, and the connection ends", () =>
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

  it.effect("does not keep an unconnected fleet from closing", () =>
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

describe("a Redis that comes later", () => {
  /** A Redis that cannot be reached at first; what it is asked, and what the process is told. */
  const world = Effect.gen(function* () {
    const state = { attempts: 0, reachable: false, asked: Array<unknown>(), told: Array<unknown>() }
    const answer =
      (name: string) =>
      (...args: ReadonlyArray<unknown>) =>
        Effect.sync(() => {
          state.asked.push([name, ...args])
          return "answer" as never
        })
    const redis = Redis.Redis.of({
      send: answer("send"),
      eval: (script) => answer(`eval ${script.lua}`),
      reserve: answer("reserve")(),
      subscribe: answer("subscribe")
    })
    const layer = Layer.effect(
      Redis.Redis,
      Effect.suspend(() => {
        state.attempts++
        return state.reachable ? Effect.succeed(redis) : Effect.fail("CANARY")
      })
    )
    const logger = Logger.make(({ logLevel, message }) => void (logLevel === "Warn" && state.told.push(message)))
    const connection = yield* Effect.provide(RedisConnection.make(layer), Logger.layer([logger]))
    return { connection, state }
  })

  const script = Redis.script((name: string) => [name], { numberOfKeys: 1, lua: "return 1" })

  it.effect("fails every command until it is there, and then takes each of them", () =>
    Effect.gen(function* () {
      const { connection, state } = yield* world
      const commands = [connection.send("GET", "a"), connection.eval(script)("a"), Effect.scoped(connection.reserve)]
      const cause = "not connected yet"
      expect(yield* Effect.all(commands.map(Effect.flip))).toMatchObject([{ cause }, { cause }, { cause }])
      const subscribed = yield* Effect.forkChild(Effect.scoped(connection.subscribe("channel")))
      expect(state.asked).toStrictEqual([])
      state.reachable = true
      yield* TestClock.adjust("1 minute")
      expect(yield* Effect.all(commands)).toStrictEqual(["answer", "answer", "answer"])
      expect(yield* Fiber.join(subscribed)).toBe("answer")
      expect(state.asked).toStrictEqual(
        expect.arrayContaining([["send", "GET", "a"], ["eval return 1", "a"], ["reserve"], ["subscribe", "channel"]])
      )
    })
  )

  it.effect("is tried again after half a second, then less often, and every 30 seconds in the end", () =>
    Effect.gen(function* () {
      const { state } = yield* world
      expect(state.attempts).toBe(1)
      const after = (millis: number) => Effect.map(TestClock.adjust(millis), () => state.attempts)
      expect([yield* after(499), yield* after(1)]).toStrictEqual([1, 2])
      expect([yield* after(999), yield* after(1)]).toStrictEqual([2, 3])
      yield* after(10 * 60_000)
      const before = state.attempts
      expect((yield* after(30_000)) - before).toBe(1)
      expect(state.told.flat()).toStrictEqual(
        Array.from({ length: state.attempts }, () => expect.stringContaining("on its own"))
      )
    })
  )
})
