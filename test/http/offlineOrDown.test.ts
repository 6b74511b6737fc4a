/** How the transport tells a service that is down from a device that is offline. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Http, type HttpRequest, Online } from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as PasswordWire from "../../src/wire/generated/Password.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import {
  type Answer,
  apiUrl,
  broken,
  failing,
  type Network,
  network,
  over,
  refused,
  text
} from "../support/scriptedNetwork.ts"
import { readReason, signIn, transportError } from "./calls.ts"

describe("the diagnosis", () => {
  it.effect("gives up on /health after five seconds", () =>
    Effect.gen(function* () {
      const { error, millis } = yield* failing(over(network(() => broken, Effect.never))(PasswordWire.signIn, signIn))
      expect(readReason(error)).toMatchObject({ healthy: false })
      expect(millis).toBeLessThanOrEqual(5100)
    })
  )

  it.effect.each([
    [text(`{"status":"ok"}`, 200), true],
    [refused, false],
    [text("", 500), false]
  ] as const)("reports whether /health answers: $1", ([health, healthy]) =>
    Effect.gen(function* () {
      const { error } = yield* failing(over(network(() => broken, health))(PasswordWire.signIn, signIn))
      expect(readReason(error)).toMatchObject({ _tag: "Network", detail: "ECONNRESET", healthy })
    })
  )

  it.effect("sends no more than the headers that let the app's requests pass", () =>
    Effect.gen(function* () {
      const asked: Array<HttpRequest> = []
      const layer = Layer.succeed(Http, (request) => {
        asked.push(request)
        return broken
      })
      const net: Network = { sent: [], layer }
      yield* failing(over(net, { extraRequestHeaders: { "x-gate": "v" } })(PasswordWire.signIn, signIn))
      expect(asked.slice(1)).toStrictEqual([
        {
          method: "GET",
          url: `${apiUrl}/health`,
          template: "/health",
          headers: { "x-gate": "v" },
          body: undefined,
          maxResponseBytes: 4096,
          timeoutMillis: 5000
        }
      ])
    })
  )

  it.effect.each<{
    readonly health: Answer
    readonly timeout?: number
    readonly reason: object
    readonly atMost: number
  }>([
    { health: text("", 200), reason: { limitMillis: 15_000, healthy: true }, atMost: 15_050 },
    { health: text("", 503), reason: { limitMillis: 15_000, healthy: false }, atMost: 15_050 },
    { health: Effect.never, timeout: 11_000, reason: { limitMillis: 10_000, healthy: false }, atMost: 11_050 }
  ])("is made for an answer that did not come in time, if there is time left: $reason", (row) =>
    Effect.gen(function* () {
      const net = network(() => Effect.never, row.health)
      const call = over(net, { timeout: row.timeout })(UsersWire.getMe, {})
      const { error, millis } = yield* failing(Effect.provideService(call, RetryPolicy.RetryPolicy, RetryPolicy.none))
      expect(readReason(error)).toMatchObject({ _tag: "Timeout", ...row.reason })
      expect(millis).toBeLessThanOrEqual(row.atMost)
    })
  )

  it.effect("is not made after an answer", () =>
    Effect.gen(function* () {
      const { error } = yield* failing(
        over(network(() => text("", 500), Effect.die("asked although it answered")))(UsersWire.getMe, {})
      )
      expect(readReason(error)._tag).toBe("UnexpectedStatus")
    })
  )

  it.effect("says when the device is offline", () =>
    Effect.gen(function* () {
      const net = network(() => refused, Effect.die("asked although offline"))
      const call = over(net)(UsersWire.getMe, {}).pipe(Effect.provide(Layer.succeed(Online, Effect.succeed(false))))
      const { error } = yield* failing(call)
      expect(readReason(error)._tag).toBe("Offline")
      expect(net.sent).toHaveLength(5)
      expect(transportError(error).message).toMatch(/check your internet connection/)
    })
  )
})
