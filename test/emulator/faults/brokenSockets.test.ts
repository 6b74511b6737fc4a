/** Faults over TCP break real connections, and don't keep the emulator from ending. */
import { get } from "node:http"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as Emulator from "../../../src/emulator/index.ts"
import { eventually } from "../../support/turns.ts"

/** What the system says of a connection. */
const findCode = (error: unknown): string => {
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: string }
  return code ?? (cause === undefined ? String(error) : findCode(cause))
}

interface Seen {
  readonly status: number | undefined
  readonly bytes: number
  readonly announced: number
  readonly code: string
}

/** A request and how its answer ended, over a connection of its own. */
const seen = (url: string) =>
  Effect.callback<Seen>((resume) => {
    get(url, { agent: false }, (incoming) => {
      let bytes = 0
      const end = (code: string) =>
        resume(
          Effect.succeed({
            status: incoming.statusCode,
            bytes,
            announced: Number(incoming.headers["content-length"]),
            code
          })
        )
      incoming.on("data", (chunk: Buffer) => (bytes += chunk.length))
      incoming.on("end", () => end("end"))
      incoming.on("error", (error) => end(findCode(error)))
    }).on("error", (error) =>
      resume(Effect.succeed({ status: undefined, bytes: 0, announced: NaN, code: findCode(error) }))
    )
  })

const serving = Emulator.serve({ port: 0 })

describe("faults over TCP", () => {
  it.live("reset the connection", () =>
    Effect.gen(function* () {
      const { baseUrl, faults } = yield* serving
      yield* faults.add({ fault: "reset", first: 1 })
      yield* faults.add({ fault: "offline", nth: 2 })
      const before = yield* seen(`${baseUrl}/health`)
      expect({ status: before.status, code: before.code }).toStrictEqual({ status: undefined, code: "ECONNRESET" })
      expect((yield* seen(`${baseUrl}/health`)).code).toBe("ECONNRESET")
      expect((yield* seen(`${baseUrl}/health`)).code).toBe("end")
      yield* faults.add({ fault: "reset" })
      const error = yield* Effect.flip(Effect.tryPromise({ try: () => fetch(`${baseUrl}/health`), catch: findCode }))
      expect(error).toBe("ECONNRESET")
    })
  )

  it.live("break and stop bodies in their middle", () =>
    Effect.gen(function* () {
      const { baseUrl, faults } = yield* serving
      yield* faults.add({ status: 200, body: "0123456789", path: "/health" })
      const whole = yield* seen(`${baseUrl}/health`)
      expect(whole).toStrictEqual({ status: 200, bytes: 10, announced: 10, code: "end" })
      yield* faults.clear
      yield* faults.add({ fault: "truncate" })
      const cut = yield* seen(`${baseUrl}/health`)
      expect(cut).toMatchObject({ status: 200, code: "ECONNRESET" })
      expect(cut.bytes).toBe(Math.ceil(cut.announced / 2))
      yield* faults.clear
      yield* faults.add({ fault: "stall" })
      const controller = new AbortController()
      const response = yield* Effect.promise(() => fetch(`${baseUrl}/health`, { signal: controller.signal }))
      const reader = response.body!.getReader()
      const first = yield* Effect.promise(() => reader.read())
      expect(first.value?.length).toBe(Math.ceil(Number(response.headers.get("content-length")) / 2))
      controller.abort()
    })
  )

  it.live("do not keep the emulator from ending", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { baseUrl, faults, journal } = yield* Scope.provide(
        Emulator.serve({ port: 0, drainTimeout: "1 day" }),
        scope
      )
      yield* faults.add({ fault: "drop", nth: 1 })
      yield* faults.add({ latency: "1 hour", nth: 2 })
      const answers = [1, 2].map(() => fetch(`${baseUrl}/health`).then(() => "answered", findCode))
      yield* eventually(faults.list, (rules) => rules.every(({ hits }) => hits > 0))
      expect((yield* journal.entries).length).toBe(1)
      // Of bodies, the headers of the first one arrive, because some of it does.
      yield* faults.add({ fault: "stall", nth: 1 })
      yield* faults.add({ bytesPerSecond: 0.001, nth: 2 })
      const bodies = [1, 2].map(() => Effect.runPromise(seen(`${baseUrl}/health`)))
      yield* eventually(faults.list, (rules) => rules.every(({ hits }) => hits > 0))
      yield* Scope.close(scope, Exit.void)
      expect(yield* Effect.promise(() => Promise.all(answers))).toStrictEqual(["ECONNRESET", "ECONNRESET"])
      expect(yield* Effect.promise(() => Promise.all(bodies))).toMatchObject([
        { status: 200, code: "ECONNRESET" },
        { status: undefined, code: "ECONNRESET" }
      ])
    })
  )
})
