/**
 * Operations called as nobody with types would: whatever the input, what comes of it is an answer or a typed failure,
 * and nothing half read is sent.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as admin from "../../src/admin/index.ts"
import { TransportError } from "../../src/domain/errors/TransportError.ts"
import * as gatefold from "../../src/index.ts"
import { readData } from "../../src/operation/OperationData.ts"
import * as server from "../../src/server/index.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { json, network } from "../support/scriptedNetwork.ts"
import { takeSample } from "../support/seeds.ts"
import { adminApp } from "../support/serverApps.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"
import { turns } from "../support/turns.ts"

const operations = Object.entries({ gatefold, server, admin }).flatMap(([entry, modules]) =>
  Object.entries(modules).flatMap(([area, module]) =>
    typeof module === "object"
      ? Object.entries(module as object).flatMap(([name, value]: [string, unknown]) =>
          readData(value) === undefined || typeof value !== "function"
            ? []
            : [{ name: `${entry}/${area}.${name}`, call: value as (...input: ReadonlyArray<unknown>) => unknown }]
        )
      : []
  )
)

const hostile = (): object =>
  new Proxy(
    {},
    {
      get: () => {
        throw new TypeError("a trap")
      },
      has: () => {
        throw new TypeError("a trap")
      },
      ownKeys: () => {
        throw new TypeError("a trap")
      },
      getOwnPropertyDescriptor: () => {
        throw new TypeError("a trap")
      }
    }
  )

const cyclic = () => {
  const value: Record<string, unknown> = {}
  value["self"] = value
  return value
}

const deep = (levels: number) => {
  let value: unknown = "end"
  for (let i = 0; i < levels; i++) value = i % 2 === 0 ? [value] : { a: value }
  return value
}

const deepest = deep(200_000)

const throwing = {
  toJSON: () => {
    throw new Error("toJSON")
  },
  toString: () => {
    throw new Error("toString")
  },
  valueOf: () => {
    throw new Error("valueOf")
  }
}

class Odd {
  readonly a = 1
  toJSON() {
    throw new Error("toJSON")
  }
}

/** Members that operations read, so that what is wrong lies deeper. */
const members =
  "email password oldPassword newPassword code nonce totp attemptCode loginCode teamId userId sessionId id value type domain handlerPath recipientEmail emailConfig apiKey description expiresAt clientMetadata serverMetadata displayName profileImageUrl redirectUrl returnTo url provider providerId scopes providerScope callbackUrl verificationCallbackUrl permissionId containedPermissionIds config oauthProviders domains subject content credential hostname target options promptLink appUrl expiresInMillis maxAttempts limit query cursor secret".split(
    " "
  )
const everywhere = (value: unknown) => Object.fromEntries(members.map((name) => [name, value]))

const odd: Readonly<Record<string, () => unknown>> = {
  null: () => null,
  "a number": () => 7,
  "a text": () => "text",
  "a list": () => [],
  "an empty object": () => ({}),
  "a proxy that throws": hostile,
  "a BigInt": () => 1n,
  "a symbol": () => Symbol("s"),
  "a function": () => () => undefined,
  "a lone surrogate": () => "\ud800",
  "a cycle": cyclic,
  "something deep": () => deepest,
  "something that throws when it is written": () => throwing,
  "an instance": () => new Odd(),
  "not a number": () => NaN,
  "an invalid date": () => new Date(NaN),
  "a promise": () => Promise.resolve(1),
  "an object without a prototype": () => Object.create(null),
  true: () => true
}

const inputs: ReadonlyArray<readonly [string, () => ReadonlyArray<unknown>]> = [
  ["nothing", () => []],
  ["undefined", () => [undefined]],
  ...Object.entries(odd).flatMap(([name, make]): Array<readonly [string, () => ReadonlyArray<unknown>]> => [
    [name, () => [make()]],
    [`${name} in every member`, () => [everywhere(make())]],
    [`${name} in metadata`, () => [{ ...everywhere("me"), clientMetadata: { a: [make()] }, serverMetadata: [make()] }]]
  ])
]

/** Too little for most operations, and the end of a login that would be asked for 1,200 times. */
const answer = { status: "expired" }

/** Tokens that last. */
const accessToken = Redacted.make(unsignedToken({ ...lasting, refresh_token_id: "r1" }))
const tokens = { accessToken, refreshToken: Redacted.make("r") }

const world = (net: ReturnType<typeof network>) =>
  Session.layer.pipe(
    Layer.provideMerge(Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))),
    Layer.provideMerge(adminApp({ appUrl: "http://localhost:3000" })),
    Layer.provide(net.layer)
  )

const silent = new Proxy(globalThis.console, { get: () => () => undefined })

/** Runs to the end, while time passes. */
const run = (effect: Effect.Effect<unknown, unknown, never>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    // What does not end meets the limit of the test.
    for (let i = 0; fiber.pollUnsafe() === undefined; i++) {
      yield* TestClock.adjust("1 minute")
      // Digests of the platform take real time.
      if (i > 20) yield* turns()
    }
    return yield* Fiber.await(fiber)
  })

describe("an operation", () => {
  it("is one of more than 100 that the modules export", () => expect(operations.length).toBeGreaterThan(100))

  it.effect.each(operations.map((operation, index) => ({ ...operation, index })))(
    "$name has an answer or a typed failure for any input",
    ({ call, index }) =>
      Effect.gen(function* () {
        for (const [what, input] of takeSample(inputs, index, 10)) {
          const net = network(() => json(answer))
          const exit = yield* run(
            Effect.suspend(() => call(...input()) as Effect.Effect<unknown, unknown, never>).pipe(
              Effect.provide(world(net)),
              Effect.provideService(Console.Console, silent as unknown as Console.Console)
            ) as Effect.Effect<unknown, unknown, never>
          )
          if (exit._tag === "Success") continue
          expect(Cause.hasFails(exit.cause), `${what}: ${Cause.pretty(exit.cause).slice(0, 500)}`).toBe(true)
          const error = Cause.squash(exit.cause)
          expect(error, what).toHaveProperty("_tag")
          if (error instanceof TransportError && error.reason._tag === "InvalidRequest") {
            expect(
              net.sent.filter(({ method }) => method !== "GET"),
              what
            ).toStrictEqual([])
          }
        }
      })
  )
})
