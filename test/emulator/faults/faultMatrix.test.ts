/** What clients do about every fault, for every kind of operation. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as TestClock from "effect/testing/TestClock"
import * as CliLogin from "../../../src/client/CliLogin.ts"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as Teams from "../../../src/client/Teams.ts"
import { TransportError } from "../../../src/domain/errors/TransportError.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Http from "../../../src/http/Http.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { password } from "../../support/emulatorCalls.ts"
import { turns } from "../../support/turns.ts"

const account = { email: "ann@example.org", password }

/** How many requests the emulator has not answered yet. */
let pending = 0

const handler = Effect.map(Emulator.Emulator, ({ fetch }) =>
  Http.layerHandler(async (request) => {
    pending++
    return fetch(request).finally(() => pending--)
  })
)

const client = Effect.map(Emulator.WithProject, ({ baseUrl, project }) =>
  ClientApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" })
)

const app = Session.layer.pipe(
  Layer.provideMerge(MemoryTokenStore.layer),
  Layer.provideMerge(Layer.orDie(Layer.unwrap(client))),
  Layer.provide(Layer.unwrap(handler)),
  Layer.provideMerge(
    Emulator.layer({
      passwordCost: "insecure-fast",
      project: { config: { clientTeamCreationEnabled: true, clientUserDeletionEnabled: true } }
    })
  )
)

type App = Layer.Success<typeof app>

/** An operation, and the request of it that the fault hits. */
interface Operation {
  readonly method: string
  readonly path: string
  readonly prepare?: Effect.Effect<unknown, unknown, App>
  readonly run: Effect.Effect<unknown, unknown, App>
}

const read = { method: "GET", path: "/users/me", run: CurrentUser.getOrFail }

const operations = {
  read,
  delete: { method: "DELETE", path: "/users/me", run: CurrentUser.delete },
  create: { method: "POST", path: "/teams", run: Teams.create({ displayName: "Team" }) },
  signIn: { method: "POST", path: "/auth/password/sign-in", prepare: Sessions.signOut, run: Password.signIn(account) },
  // The access token has expired.
  refresh: { ...read, method: "POST", path: "/auth/oauth/token", prepare: TestClock.adjust("11 minutes") },
  signOut: { method: "DELETE", path: "/auth/sessions/current", run: Sessions.signOut },
  poll: {
    method: "POST",
    path: "/auth/cli/poll",
    prepare: Sessions.signOut,
    run: CliLogin.login({
      appUrl: "http://localhost:3000",
      promptLink: () => undefined,
      maxAttempts: 3,
      expiresInMillis: 600_000
    })
  }
} satisfies Record<string, Operation>

/** Whether a rule lets requests wait, so that time has to pass before the emulator answers. */
const holds = ({ bytesPerSecond, fault, latency }: Emulator.FaultRule): boolean =>
  bytesPerSecond !== undefined || latency !== undefined || fault === "drop" || fault === "stall"

/** Runs an effect while time passes, but none while the emulator works. */
const passing = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>, rule: Emulator.FaultRule) {
  const fiber = yield* Effect.forkChild(effect)
  while (fiber.pollUnsafe() === undefined) {
    yield* turns()
    if (pending === 0 || holds(rule)) yield* TestClock.adjust("500 millis")
  }
  return yield* Fiber.join(fiber)
})

const readName = (error: unknown): string => {
  if (error instanceof TransportError) return `${error.reason._tag}${error.outcomeUnknown ? "?" : ""}`
  return String((error as { readonly _tag?: string })._tag)
}

/**
 * How the operation ends, `?` for an unknown outcome; how many requests were hit; and whether somebody is signed in.
 */
const runWithFault = ({ method, path, prepare, run }: Operation, rule: Emulator.FaultRule) =>
  Effect.gen(function* () {
    yield* Password.signUp(account)
    if (prepare !== undefined) yield* prepare
    const { faults } = yield* Emulator.Emulator
    const { id } = yield* faults.add({ method, path, ...rule })
    const result = yield* passing(Effect.result(run), rule)
    const name = result._tag === "Success" ? "ok" : readName(result.failure)
    const hits = (yield* faults.list).find((fault) => fault.id === id)!.hits
    const { store } = yield* Session.Session
    return `${name} ${hits}${(yield* store.get) === undefined ? " out" : ""}`
  }).pipe(
    Effect.provide(app),
    Effect.provideService(Random.Random, { nextIntUnsafe: () => 0, nextDoubleUnsafe: () => 0.5 })
  )

/** By name: the rule, and how each operation ends, in their order. */
const table: ReadonlyArray<readonly [name: string, rule: Emulator.FaultRule, outcomes: string]> = [
  [
    "no connection",
    { fault: "offline" },
    "Network 5 | Network 5 | Network 5 | Network 5 out | Network 5 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "reset before the answer",
    { fault: "reset" },
    "Network 5 | Network 5 | Network? 1 | Network? 1 out | Network 5 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "reset after it was carried out, once",
    { fault: "reset", carriedOut: true, first: 1 },
    "ok 1 | CannotGetOwnUserWithoutUser 1 | Network? 1 | Network? 1 out | ok 1 | ok 1 out | CliLoginTimeout 1 out"
  ],
  [
    "truncated body",
    { fault: "truncate" },
    "Network 5 | Network 5 | Network? 1 | Network? 1 out | Network 5 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "no bytes",
    { fault: "drop" },
    "Timeout 2 | Timeout 2 | Timeout? 1 | Timeout? 1 out | Timeout 2 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "body stalls",
    { fault: "stall" },
    "Timeout 2 | Timeout 2 | Timeout? 1 | Timeout? 1 out | Timeout 2 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "one byte a second",
    { bytesPerSecond: 1, status: 200, body: " ".repeat(1000) },
    "Timeout 2 | Timeout 2 | Timeout? 1 | Timeout? 1 out | Timeout 2 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "latency beyond the limit",
    { latency: "40 seconds", jitter: "20 seconds" },
    "Timeout 2 | Timeout 2 | Timeout? 1 | Timeout? 1 out | Timeout 2 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "429, once",
    { status: 429, retryAfter: 2, first: 1 },
    "ok 1 | ok 1 out | ok 1 | ok 1 | ok 1 | ok 1 out | CliLoginTimeout 1 out"
  ],
  [
    "429, absurd",
    { status: 429, retryAfter: 86_400 },
    "RateLimited 1 | RateLimited 1 | RateLimited 1 | RateLimited 1 out | RateLimited 1 | ok 1 out | CliAuthExpiredError 1 out"
  ],
  [
    "500",
    { status: 500 },
    "UnexpectedStatus 1 | UnexpectedStatus 1 | UnexpectedStatus? 1 | UnexpectedStatus? 1 out | UnexpectedStatus 1 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "503",
    { status: 503 },
    "UnexpectedStatus 5 | UnexpectedStatus 1 | UnexpectedStatus? 1 | UnexpectedStatus? 1 out | UnexpectedStatus 5 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "508 with the marker",
    { fault: "infinite-loop" },
    "UnexpectedStatus 5 | UnexpectedStatus 5 | UnexpectedStatus 5 | UnexpectedStatus 5 out | UnexpectedStatus 5 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "redirect",
    { status: 302, headers: { location: "https://example.com/" } },
    "UnexpectedRedirect 1 | UnexpectedRedirect 1 | UnexpectedRedirect 1 | UnexpectedRedirect 1 out | UnexpectedRedirect 1 | ok 1 out | UnexpectedRedirect 1 out"
  ],
  [
    "HTML",
    { status: 200, body: "<html>", headers: { "content-type": "text/html" } },
    "InvalidServerResponse 1 | InvalidServerResponse 1 | InvalidServerResponse? 1 | InvalidServerResponse? 1 out | InvalidServerResponse 1 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "empty",
    { status: 200, body: "" },
    "InvalidServerResponse 1 | InvalidServerResponse 1 | InvalidServerResponse? 1 | InvalidServerResponse? 1 out | InvalidServerResponse 1 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "malformed body",
    { fault: "malformed" },
    "InvalidServerResponse 1 | InvalidServerResponse 1 | InvalidServerResponse? 1 | InvalidServerResponse? 1 out | InvalidServerResponse 1 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "header and body differ",
    {
      status: 400,
      body: JSON.stringify({ code: "TEAM_NOT_FOUND", error: "" }),
      headers: { "content-type": "application/json", "x-stack-known-error": "USER_NOT_FOUND" }
    },
    "ServerInvalid 1 | ServerInvalid 1 | ServerInvalid 1 | ServerInvalid 1 out | ServerInvalid 1 | ok 1 out | ServerInvalid 1 out"
  ],
  [
    "unknown code",
    {
      status: 400,
      body: JSON.stringify({ code: "NEW_ERROR", error: "" }),
      headers: { "content-type": "application/json", "x-stack-known-error": "NEW_ERROR" }
    },
    "RequestRefused 1 | RequestRefused 1 | RequestRefused 1 | RequestRefused 1 out | RequestRefused 1 | ok 1 out | RequestRefused 1 out"
  ],
  [
    "expired access token, once",
    { error: "ACCESS_TOKEN_EXPIRED", details: { expired_at_millis: 0 }, first: 1 },
    "ok 1 | ok 1 out | ok 1 | RequestRefused 1 out | RequestRefused 1 | ok 1 out | RequestRefused 1 out"
  ],
  [
    "invalid access token, always",
    { error: "UNPARSABLE_ACCESS_TOKEN" },
    "RequestRefused 2 | RequestRefused 2 | RequestRefused 2 | RequestRefused 1 out | RequestRefused 1 | ok 2 out | RequestRefused 1 out"
  ],
  [
    "refresh token refused",
    { error: "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED" },
    "RequestRefused 1 | RequestRefused 1 | RequestRefused 1 | RequestRefused 1 out | UserAuthenticationRequired 1 out | ok 1 out | RequestRefused 1 out"
  ],
  [
    "actual status garbage",
    { status: 200, body: "{}", headers: { "x-stack-actual-status": "teapot" } },
    "InvalidServerResponse 1 | InvalidServerResponse 1 | InvalidServerResponse? 1 | InvalidServerResponse? 1 out | InvalidServerResponse 1 | ok 1 out | CliLoginTimeout 3 out"
  ],
  [
    "too large",
    { status: 200, body: " ".repeat(11_000_000) },
    "ResponseTooLarge 1 | ResponseTooLarge 1 | ResponseTooLarge? 1 | ResponseTooLarge? 1 out | ResponseTooLarge 1 | ok 1 out | ResponseTooLarge? 1 out"
  ]
]

describe("faults, as clients meet them", () => {
  it.effect.each(table)("have one outcome for each operation: %s", ([, rule, expected]) =>
    Effect.gen(function* () {
      const outcomes = yield* Effect.forEach(Object.values(operations), (operation) => runWithFault(operation, rule))
      expect(outcomes.join(" | ")).toBe(expected)
    })
  )

  it.effect("have the reason Offline without a network, on a device that knows it", () =>
    Effect.gen(function* () {
      const outcome = runWithFault(operations.read, { fault: "offline" })
      expect(yield* Effect.provideService(outcome, Http.Online, Effect.succeed(false))).toBe("Offline 5")
    })
  )
})
