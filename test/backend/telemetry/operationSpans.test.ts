/** The spans of operations, and those that Effect makes of a server's requests. */
import { describe, expect, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as HttpHeaders from "effect/http/Headers"
import * as UrlParams from "effect/http/UrlParams"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as Tracer from "effect/Tracer"
import * as AdminApp from "../../../src/admin/AdminApp.ts"
import * as Backend from "../../../src/backend/request/Backend.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Http from "../../../src/http/Http.ts"
import * as RetryPolicy from "../../../src/http/RetryPolicy.ts"
import * as gatefold from "../../../src/index.ts"
import { asOperation } from "../../../src/operation/Operation.ts"
import * as ServerApiKeys from "../../../src/server/ApiKeys.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { apiUrl, broken, clientApp, json, knownError, network, projectId } from "../../support/scriptedNetwork.ts"
import { serve } from "../api.ts"
import { startOne } from "../fleet/brokenStore.ts"
import { recorder } from "./recorder.ts"

describe("a span of an operation", () => {
  it.effect("says how it ended", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, of, series } = yield* recorder
      const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      const observed = layer(net.layer)
      yield* Effect.gen(function* () {
        const { verify } = yield* startOne(Verifier.AccessTokenVerifier, Verifier.layerProject({ projectId, apiUrl }))
        yield* verify(yield* minter.mint())
        yield* Effect.flip(verify("nonsense"))
        yield* Effect.flip(verify(yield* minter.mint({ lifetime: "-1 seconds" })))
      }).pipe(Effect.provide(observed))
      const failure = { "gatefold.outcome": "failure" }
      expect(of("AccessTokenVerifier.verify")).toStrictEqual([
        { "gatefold.outcome": "success" },
        { ...failure, "error.type": "UnparsableAccessToken", "gatefold.error.code": "UNPARSABLE_ACCESS_TOKEN" },
        { ...failure, "error.type": "AccessTokenExpired", "gatefold.error.code": "ACCESS_TOKEN_EXPIRED" }
      ])
      expect(of("KeySet.fetch")).toStrictEqual([{ "gatefold.outcome": "success" }])
      const verifications = yield* series("gatefold.verify.duration")
      expect(verifications.map(({ count }) => count)).toStrictEqual([1, 1, 1])
      expect(verifications).toContainEqual({ unit: "s", "gatefold.outcome": "success", count: 1 })
      expect(yield* series("gatefold.jwks.fetches")).toStrictEqual([{ "gatefold.outcome": "fetched", count: 1 }])
    })
  )

  it.effect("distinguishes a defect, an interruption and an unanswered call", () =>
    Effect.gen(function* () {
      const { layer, of } = yield* recorder
      const answers = [broken, Effect.die("CANARY"), Effect.never]
      const net = network((_, n) => answers[n - 1]!)
      yield* Effect.gen(function* () {
        const check = gatefold.FeatureSupport.check("x")
        yield* Effect.flip(check)
        yield* Effect.exit(check)
        const fiber = yield* Effect.forkChild(check, { startImmediately: true })
        yield* Fiber.interrupt(fiber)
      }).pipe(
        Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))),
        Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
      )
      expect(of("FeatureSupport.check")).toStrictEqual([
        { "gatefold.outcome": "failure", "error.type": "TransportError.Network" },
        { "gatefold.outcome": "defect", "error.type": "defect" },
        { "gatefold.outcome": "interrupted" }
      ])
    })
  )
})

describe("a failed operation", () => {
  it.effect("is shown by its code or its tag, without message and stack", () =>
    Effect.gen(function* () {
      const { layer, spans } = yield* recorder
      const net = network((_, n) => (n === 1 ? knownError("API_KEY_NOT_FOUND", 404) : broken))
      const app = ServerApp.layer({ projectId, apiUrl, secretServerKey: "ssk_00000000000000000000" })
      yield* Effect.gen(function* () {
        yield* Effect.flip(ServerApiKeys.verifyOfUser(Redacted.make("CANARY")))
        yield* Effect.flip(ServerApiKeys.verifyOfUser(Redacted.make("CANARY")))
      }).pipe(
        Effect.provide(app.pipe(Layer.provideMerge(layer(net.layer)))),
        Effect.provideService(RetryPolicy.RetryPolicy, RetryPolicy.none)
      )
      const failures = spans.flatMap(({ name, status }) =>
        name.includes("ApiKeys.") && status._tag === "Ended" && Exit.isFailure(status.exit)
          ? [Cause.squash(status.exit.cause)]
          : []
      )
      expect(failures.map((error) => error instanceof Error && [error.name, error.message, error.stack])).toStrictEqual(
        [
          ["ApiKeyNotFound", "API_KEY_NOT_FOUND", undefined],
          ["TransportError.Network", "TransportError.Network", undefined]
        ]
      )
    })
  )
})

describe("an operation", () => {
  it.effect("that fails with an untagged error has no error type, and one that succeeds keeps its result", () =>
    Effect.gen(function* () {
      const { layer, of, spans } = yield* recorder
      const traced = asOperation("Test.operation")
      yield* Effect.gen(function* () {
        yield* traced(Effect.succeed("result"))
        for (const error of ["CANARY", { _tag: 1 }, { _tag: "Typed", reason: "CANARY" }]) {
          yield* Effect.flip(traced(Effect.fail(error)))
        }
        yield* Effect.exit(traced(Effect.die("CANARY")))
      }).pipe(Effect.provide(layer()))
      expect(of("Test.operation").map((one) => one["error.type"])).toStrictEqual([
        undefined,
        "unknown",
        "unknown",
        "Typed",
        "defect"
      ])
      const exits = spans.map(({ status }) => (status._tag === "Ended" ? status.exit : undefined))
      expect(exits[0]).toStrictEqual(Exit.succeed("result"))
      expect(exits[4]).toStrictEqual(Exit.die("CANARY"))
    })
  )

  it.effect("runs in the context of the app's tracer", () =>
    Effect.gen(function* () {
      let entered = 0
      const tracer = Tracer.make({
        span: (options) => new Tracer.NativeSpan(options),
        context: (primitive, fiber) => {
          entered++
          return primitive["~effect/Effect/evaluate"](fiber)
        }
      })
      const layer = Telemetry.layer.pipe(Layer.provide(Layer.succeed(Tracer.Tracer, tracer)))
      yield* Effect.provide(asOperation("Test.operation")(Effect.yieldNow), layer)
      expect(entered).toBeGreaterThan(0)
    })
  )
})

describe("Effect's own spans of a server", () => {
  it.effect("hide the headers of the service, and parameters with secrets", () =>
    Effect.gen(function* () {
      const { layer } = yield* recorder
      const [headers, parameters] = yield* Effect.all([
        Effect.map(HttpHeaders.CurrentRedactedNames, (names) => names),
        Effect.map(UrlParams.CurrentRedactedNames, (names) => names)
      ]).pipe(Effect.provide(layer()))
      const hides = (names: ReadonlyArray<string | RegExp>, name: string) =>
        names.some((one) => (typeof one === "string" ? one === name : one.test(name)))
      const hiddenHeaders = ["authorization", "x-stack-auth", "X-Hexclave-Access-Token"]
      const shownHeaders = ["accept", "not-x-stack-auth", "x-stackoverflow"]
      expect([...hiddenHeaders, ...shownHeaders].filter((name) => hides(headers, name))).toStrictEqual(hiddenHeaders)
      const secret = ["code", "state", "token", "access_token", "reset-code", "mfa_code", "client_secret", "password"]
      const hiddenParameters = [...secret, "CODE"]
      const shownParameters = ["coder", "a-state", "tokens", "page", "passwords"]
      expect([...hiddenParameters, ...shownParameters].filter((name) => hides(parameters, name))).toStrictEqual(
        hiddenParameters
      )
    })
  )
})

describe("a request to a server", () => {
  it.live("is the tree that the guide shows", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { layer, spans } = yield* recorder
      const app = ServerApp.layer({ ...project, apiUrl: baseUrl })
      yield* Effect.gen(function* () {
        const call = yield* serve
        const { headers } = yield* EmulatedApp.signUp()
        const before = spans.length
        yield* call("/name", headers)
        yield* call("/name", headers)
        const children = (parent: string | undefined, depth: number): ReadonlyArray<string> =>
          spans
            .slice(before)
            .filter((span) => (Option.isSome(span.parent) ? span.parent.value.spanId : undefined) === parent)
            .flatMap(({ name, spanId }) => [`${"  ".repeat(depth)}${name}`, ...children(spanId, depth + 1)])
        const authenticate = ["GET", "  SignedIn.authenticate", "    AccessTokenVerifier.verify"]
        expect(children(undefined, 0)).toStrictEqual([
          ...authenticate,
          "      KeySet.fetch",
          "        GET /api/v1/projects/{projectId}/.well-known/jwks.json",
          "  GET /api/v1/users/me",
          ...authenticate,
          "  GET /api/v1/users/me"
        ])
      }).pipe(
        Effect.provide(
          Layer.mergeAll(Backend.layer(), Backend.layerApiKeys()).pipe(
            Layer.provideMerge(AdminApp.layer({ ...project, apiUrl: baseUrl })),
            Layer.provideMerge(app),
            Layer.provideMerge(layer(Http.layerHandler(fetch)))
          )
        )
      )
    }).pipe(Effect.provide(Emulator.layer({ passwordCost: "insecure-fast", project: {} })))
  )
})
