/** Calls that are logged for debugging, the request IDs of the service, and its place in a trace. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Tracer from "effect/Tracer"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import { failAuth } from "../../../src/backend/verify/Failures.ts"
import { invalidRequest } from "../../../src/domain/errors/TransportError.ts"
import { TeamId } from "../../../src/domain/Ids.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import * as TeamsWire from "../../../src/wire/generated/Teams.ts"
import * as UsersWire from "../../../src/wire/generated/Users.ts"
import {
  type Answer,
  broken,
  clientApp,
  json,
  knownError,
  network,
  timed,
  userJson
} from "../../support/scriptedNetwork.ts"
import { recorder } from "./recorder.ts"

interface Line {
  readonly message: unknown
  readonly annotations: Readonly<Record<string, unknown>>
  readonly span: string | undefined
}

/** Collects log lines with the spans that they belong to. */
const collecting = () => {
  const lines: Array<Line> = []
  const logger = Logger.make(({ fiber, message }) => {
    const span = fiber.context.mapUnsafe.get(Tracer.ParentSpan.key) as Tracer.AnySpan | undefined
    lines.push({
      message: Array.isArray(message) && message.length === 1 ? message[0] : message,
      annotations: fiber.getRef(References.CurrentLogAnnotations),
      span: span?._tag === "Span" ? span.name : undefined
    })
  })
  return { layer: Logger.layer([logger]), lines }
}

const me = Effect.flatMap(ClientApp, (app) =>
  Effect.exit(app.call(UsersWire.getMe, {}, { accessToken: Redacted.make("CANARY-TOKEN") }))
)

const run = Effect.fnUntraced(function* <A>(work: Effect.Effect<A, never, ClientApp>, answers: ReadonlyArray<Answer>) {
  const { layer, spans } = yield* recorder
  const { layer: logs, lines } = collecting()
  const net = network((_, n) => answers[n - 1] ?? json(userJson))
  yield* timed(Effect.provide(work, clientApp().pipe(Layer.provideMerge(layer(net.layer)), Layer.provideMerge(logs))))
  return { lines, sent: net.sent, spans }
})

const identified = { "x-stack-request-id": "req-0123456789" }

describe("calls that are logged", () => {
  it.effect("are none by default", () =>
    Effect.gen(function* () {
      expect((yield* run(me, [])).lines).toStrictEqual([])
    })
  )

  it.effect("have a line for each attempt, within its span", () =>
    Effect.gen(function* () {
      const { lines } = yield* run(Effect.provideService(me, Telemetry.DebugShare, 1), [
        broken,
        json(userJson, 200, identified)
      ])
      expect(lines.map(({ message }) => message)).toStrictEqual([
        expect.stringMatching(/^GET \/api\/v1\/users\/me: Network in [\d.]+ ms$/),
        expect.stringMatching(/^GET \/api\/v1\/users\/me: 200 in [\d.]+ ms$/)
      ])
      expect(lines[1]).toMatchObject({
        span: "GET /api/v1/users/me",
        annotations: {
          "http.request.method": "GET",
          "url.template": "/api/v1/users/me",
          "http.request.resend_count": 1,
          "http.response.status_code": "200",
          "gatefold.request.id": "req-0123456789"
        }
      })
      const times = lines.map(({ annotations }) => [annotations["attempt.ms"], annotations["call.ms"]])
      expect(times[0]![0]).toBe(times[0]![1])
      // It waited before it tried again.
      expect(Number(times[1]![1])).toBeGreaterThan(Number(times[1]![0]) + 50)
    })
  )

  it.effect("contain nothing that was sent or answered", () =>
    Effect.gen(function* () {
      const teams = Effect.flatMap(ClientApp, (app) =>
        Effect.exit(app.call(TeamsWire.getTeam, { params: { teamId: TeamId.make("CANARY-ID") } }))
      )
      const { lines } = yield* run(Effect.provideService(Effect.andThen(me, teams), Telemetry.DebugShare, 1), [
        json({ ...userJson, display_name: "CANARY" }),
        knownError("TEAM_NOT_FOUND", 404, { team_id: "CANARY" })
      ])
      expect(lines).toHaveLength(2)
      expect(lines[1]!.annotations).toMatchObject({
        "url.template": "/api/v1/teams/{teamId}",
        "gatefold.error.code": "TEAM_NOT_FOUND"
      })
      expect(JSON.stringify(lines)).not.toContain("CANARY")
    })
  )

  it.effect("are sampled, each with all of its attempts or none", () =>
    Effect.gen(function* () {
      const calls = 200
      const answers = Array.from({ length: calls }, () => [broken, json(userJson)]).flat()
      const { lines } = yield* run(
        Effect.forEach(Array.from({ length: calls }), () => me, { discard: true }).pipe(
          Effect.provideService(Telemetry.DebugShare, 0.25),
          Random.withSeed("share")
        ),
        answers
      )
      const firsts = lines.filter(({ annotations }) => annotations["http.request.resend_count"] === undefined)
      expect(lines).toHaveLength(2 * firsts.length)
      expect(firsts.length).toBeGreaterThan(25)
      expect(firsts.length).toBeLessThan(75)
    })
  )
})

describe("the request ID of the service", () => {
  it.effect("is in the span of the request", () =>
    Effect.gen(function* () {
      const { spans } = yield* run(me, [json(userJson, 200, identified)])
      expect(spans.map(({ attributes }) => attributes.get("gatefold.request.id"))).toStrictEqual(["req-0123456789"])
    })
  )

  it.effect("is in the log of an authentication that failed", () =>
    Effect.gen(function* () {
      const { layer, lines } = collecting()
      const problem = Object.assign(invalidRequest("test", "broken"), { requestId: "req-0123456789" })
      yield* Effect.provide(Effect.flip(failAuth(problem)), layer)
      yield* Effect.provide(Effect.flip(failAuth({ _tag: "KeysUnavailable", message: "no keys" })), layer)
      expect(lines.map(({ annotations }) => annotations)).toStrictEqual([
        { "gatefold.request.id": "req-0123456789" },
        {}
      ])
    })
  )
})

describe("the trace", () => {
  it.effect("is not sent to the service, unless the program says so", () =>
    Effect.gen(function* () {
      const silent = yield* run(me, [])
      expect(Object.keys(silent.sent[0]!.headers)).not.toContain("traceparent")
      const told = yield* run(Effect.provideService(me, Telemetry.SendTraceContext, true), [broken])
      const spans = told.spans.map(({ spanId, traceId }) => `00-${traceId}-${spanId}-01`)
      expect(spans).toHaveLength(2)
      // Each attempt is a span of its own.
      expect(told.sent.map(({ headers }) => headers["traceparent"])).toStrictEqual(spans)
    })
  )
})
