/** What servers tell of themselves: how operations end, what sessions do, and never a secret. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as TestClock from "effect/testing/TestClock"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import * as AdminApp from "../../src/admin/AdminApp.ts"
import * as Verifier from "../../src/backend/verify/AccessTokenVerifier.ts"
import * as Backend from "../../src/backend/Backend.ts"
import * as RateLimits from "../../src/backend/middleware/RateLimits.ts"
import * as Replays from "../../src/backend/webhooks/Replays.ts"
import { createRequestAuth } from "../../src/backend/RequestAuth.ts"
import * as Telemetry from "../../src/backend/telemetry/Telemetry.ts"
import * as Webhooks from "../../src/backend/webhooks/Webhooks.ts"
import * as gatefold from "../../src/index.ts"
import * as Emulator from "../../src/emulator/Emulator.ts"
import * as TeamsWire from "../../src/wire/generated/Teams.ts"
import { TeamId, UserId } from "../../src/domain/Ids.ts"
import { ClientApp } from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as RetryPolicy from "../../src/http/RetryPolicy.ts"
import * as ServerApiKeys from "../../src/server/ApiKeys.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import * as Users from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as TokenMinter from "../../src/testing/TokenMinter.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import {
  apiUrl,
  broken,
  clientApp,
  json,
  knownError,
  network,
  projectId,
  text,
  timed,
  userJson
} from "../http/support.ts"
import { serve } from "./api.ts"
import { operations } from "../tools/operations.ts"
import { startOne, store, until } from "./fleet.ts"
import { recorder } from "./telemetry.ts"

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
        yield* Effect.flip(verify(yield* minter.mint({ lifetimeSeconds: -1 })))
      }).pipe(Effect.provide(observed))
      const failure = { "gatefold.outcome": "failure" }
      expect(of("AccessTokenVerifier.verify")).toEqual([
        { "gatefold.outcome": "success" },
        { ...failure, "error.type": "UnparsableAccessToken", "gatefold.error.code": "UNPARSABLE_ACCESS_TOKEN" },
        { ...failure, "error.type": "AccessTokenExpired", "gatefold.error.code": "ACCESS_TOKEN_EXPIRED" }
      ])
      expect(of("KeySet.fetch")).toEqual([{ "gatefold.outcome": "success" }])
      const verifications = yield* series("gatefold.verify.duration")
      expect(verifications.map(({ count }) => count)).toEqual([1, 1, 1])
      expect(verifications).toContainEqual({ unit: "s", "gatefold.outcome": "success", count: 1 })
      expect(yield* series("gatefold.jwks.fetches")).toEqual([{ "gatefold.outcome": "fetched", count: 1 }])
    })
  )

  it.effect("tells a defect, an interruption and an unanswered call apart", () =>
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
      expect(of("FeatureSupport.check")).toEqual([
        { "gatefold.outcome": "failure", "error.type": "TransportError.Network" },
        { "gatefold.outcome": "defect", "error.type": "defect" },
        { "gatefold.outcome": "interrupted" }
      ])
    })
  )
})

describe("requests to the service", () => {
  it.effect("are spans with the template of their path, and are counted again when they are repeated", () =>
    Effect.gen(function* () {
      const { layer, of, series, spans } = yield* recorder
      const answers = [broken, text("", 429, { "retry-after": "1" }), json(userJson)]
      const net = network((_, n) => answers[n - 1]!)
      yield* Effect.gen(function* () {
        const app = yield* ClientApp
        yield* timed(app.call(UsersWire.getMe, {}, { accessToken: Redacted.make("CANARY") }))
      }).pipe(Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))))
      const common = {
        "http.request.method": "GET",
        "server.address": "127.0.0.1",
        "server.port": 8102,
        "url.template": "/api/v1/users/me"
      }
      expect(of("GET /api/v1/users/me")).toEqual([
        { ...common, "error.type": "Network" },
        { ...common, "http.request.resend_count": 1, "http.response.status_code": 429, "error.type": "429" },
        { ...common, "http.request.resend_count": 2, "http.response.status_code": 200 }
      ])
      expect(spans.filter(({ kind }) => kind === "client").length).toBe(3)
      expect(yield* series("gatefold.http.retries")).toEqual([
        { "error.type": "Network", count: 1 },
        { "error.type": "429", count: 1 }
      ])
      const durations = yield* series("http.client.request.duration")
      expect(durations.map(({ count }) => count)).toEqual([1, 1, 1])
    })
  )

  it.effect("are named by nothing that is in them, or by their method alone", () =>
    Effect.gen(function* () {
      const { layer, series, spans } = yield* recorder
      const net = network(() => json({}))
      yield* Effect.gen(function* () {
        const app = yield* ClientApp
        yield* Effect.exit(app.call(TeamsWire.getTeam, { params: { teamId: TeamId.make("CANARY") } }))
        const execute = yield* Http.Http
        yield* execute({
          method: "GET",
          url: "https://example.org/CANARY?code=CANARY",
          headers: {},
          body: undefined,
          maxResponseBytes: 1000,
          timeoutMillis: 1000
        })
      }).pipe(Effect.provide(clientApp().pipe(Layer.provideMerge(layer(net.layer)))))
      expect(spans.map(({ name }) => name)).toEqual(["GET /api/v1/teams/{teamId}", "GET"])
      const told = [
        ...spans.map(({ attributes }) => Array.from(attributes)),
        yield* series("http.client.request.duration")
      ]
      expect(JSON.stringify(told)).toContain('"/api/v1/teams/{teamId}"')
      expect(JSON.stringify(told)).not.toContain("CANARY")
    })
  )

  it.effect("that refresh a session are told by what came of it", () =>
    Effect.gen(function* () {
      const { layer, of, series } = yield* recorder
      const answers = [
        json({ access_token: "a.b.c", refresh_token: "next" }),
        text("", 500),
        knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
      ]
      const net = network((_, n) => answers[n - 1]!)
      for (const _ of answers) {
        const tokens = { accessToken: undefined, refreshToken: Redacted.make("CANARY", { label: "refreshToken" }) }
        const app = Session.layer.pipe(
          Layer.provide(Layer.succeed(TokenStore, MemoryTokenStore.make(tokens))),
          Layer.provide(clientApp())
        )
        yield* Effect.gen(function* () {
          yield* timed(Effect.exit((yield* startOne(Session.Session, app)).credentials))
        }).pipe(Effect.provide(layer(net.layer)))
      }
      expect((yield* series("gatefold.session.refreshes")).toSorted((a, b) => b.count - a.count)).toEqual(
        expect.arrayContaining([
          { "gatefold.outcome": "refreshed", count: 1 },
          { "gatefold.outcome": "unavailable", count: 1 },
          { "gatefold.outcome": "rejected", count: 1 }
        ])
      )
      expect(yield* series("gatefold.session.lost")).toEqual([{ count: 1 }])
      expect(of("POST /api/v1/auth/oauth/token").at(-1)).toMatchObject({
        "http.response.status_code": 401,
        "error.type": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED",
        "gatefold.error.code": "REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED"
      })
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
        expect(children(undefined, 0)).toEqual([
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

describe("what processes share", () => {
  it.effect("is counted: what was found, what is not genuine, and when the store failed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const { layer, series } = yield* recorder
      const { becomes, entries, process, written } = yield* store
      const net = network(() => Effect.flatMap(minter.keySet, (keys) => json(keys)))
      const verify = Effect.gen(function* () {
        const verifier = Verifier.layerProject({ projectId, apiUrl }).pipe(Layer.provide(process()))
        yield* (yield* startOne(Verifier.AccessTokenVerifier, verifier)).verify(yield* minter.mint())
      })
      yield* Effect.gen(function* () {
        yield* verify
        yield* until(() => written() === 1)
        yield* verify
        for (const name of entries.keys()) entries.set(name, { text: "{}", signature: "forged" })
        yield* verify
        yield* until(() => written() === 2)
        becomes("fails")
        yield* verify
        becomes("works")
        const { take } = yield* startOne(RateLimits.RateLimits, RateLimits.layer())
        yield* take("x", { limit: 1, window: "1 minute" })
        yield* Effect.flip(take("x", { limit: 1, window: "1 minute" }))
      }).pipe(Effect.provide(layer(net.layer)), Effect.provideService(References.MinimumLogLevel, "None"))
      const reads = ["miss", "hit", "rejected", "unavailable"].map((outcome) => ({
        "gatefold.cache": "jwks",
        "gatefold.outcome": outcome,
        count: 1
      }))
      expect(yield* series("gatefold.fleet.reads")).toEqual(reads)
      // When the process read. It did not write then, for it leaves the store alone.
      expect(yield* series("gatefold.fleet.failures")).toEqual([{ count: 1 }])
      expect(yield* series("gatefold.jwks.fetches")).toEqual([{ "gatefold.outcome": "fetched", count: 3 }])
      expect(yield* series("gatefold.rate_limit.decisions")).toEqual([
        { "gatefold.outcome": "allowed", count: 1 },
        { "gatefold.outcome": "refused", count: 1 }
      ])
    })
  )
})

/** Everything that a collector would be sent. */
const exporter = Effect.sync(() => {
  const exported: Array<string> = []
  const client = HttpClient.make((request) =>
    Effect.sync(() => {
      if (request.body._tag === "Uint8Array") exported.push(new TextDecoder().decode(request.body.body))
      return HttpClientResponse.fromWeb(request, new Response("{}", { status: 200 }))
    })
  )
  const layer = (http: Layer.Layer<never>) =>
    Telemetry.layer.pipe(
      Layer.provideMerge(Otlp.layerJson({ baseUrl: "http://127.0.0.1:4318", resource: { serviceName: "test" } })),
      Layer.provide(Layer.succeed(HttpClient.HttpClient, client)),
      Layer.provideMerge(http)
    )
  return { exported, layer }
})

describe("an export", () => {
  it.live("holds no secret and no query string, whatever the operations come to", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { exported, layer } = yield* exporter
      const observed = layer(Http.layerHandler(fetch))
      const canary = "CANARY0123456789abcdefghijklmnop"
      const secrets = [canary, Redacted.value(Redacted.make(project.secretServerKey)), project.publishableClientKey]

      const app = Session.layer.pipe(
        Layer.provideMerge(Layer.succeed(TokenStore, MemoryTokenStore.make(undefined))),
        Layer.provideMerge(ServerApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }))
      )
      yield* Effect.gen(function* () {
        const { ApiKeys, ContactChannels, MagicLink, Mfa, OAuth, Password, Sessions, TeamInvitations } = gatefold
        const email = "ann@example.org"
        yield* Password.signUp({ email, password: canary })
        yield* ApiKeys.create({ description: "CI", expiresAt: null }).pipe(
          Effect.tap(({ value }) => Effect.sync(() => secrets.push(Redacted.value(value)))),
          Effect.tap(({ value }) => ServerApiKeys.verifyOfUser(value))
        )
        const headers = yield* Sessions.authHeaders
        const json = JSON.parse(headers["x-stack-auth"]) as Record<string, string>
        secrets.push(...Object.values(json), email)
        const me = yield* gatefold.CurrentUser.get({ or: "throw" })
        secrets.push(me.id)
        const call = yield* serve
        for (const each of [headers, {}, { "x-stack-auth": `{"accessToken":"${canary}` }, { "x-api-key": canary }]) {
          for (const path of ["/orders", "/machine", "/orders/all"]) yield* call(`${path}?code=${canary}`, each as {})
        }
        const attempts = [
          Password.signUp({ email, password: canary }),
          Password.signIn({ email, password: `${canary}x` }),
          Password.sendResetCode({ email, callbackUrl: `http://localhost:3000/reset?code=${canary}` }),
          Password.sendResetCode({ email, callbackUrl: `https://evil.example.com/?code=${canary}` }),
          Password.reset({ code: canary, password: canary }),
          Password.checkResetCode({ code: canary }),
          Password.update({ oldPassword: canary, newPassword: "short" }),
          MagicLink.signIn({ code: canary }),
          MagicLink.check({ code: canary }),
          ContactChannels.verify({ code: canary }),
          TeamInvitations.accept({ code: canary }),
          TeamInvitations.check({ code: canary }),
          Mfa.signIn({ attemptCode: canary, totp: "000000" }),
          OAuth.start({ provider: "github" }),
          OAuth.callback(),
          Sessions.signOut,
          Sessions.currentTokens(),
          Users.setPassword({ userId: me.id, password: canary }),
          Users.create({ primaryEmail: "bob@example.org", password: canary }),
          Users.find(UserId.make(canary)),
          Effect.flatMap(Verifier.AccessTokenVerifier, ({ verify }) => verify(`${canary}.${canary}.${canary}`)),
          Verifier.verifyFresh(canary),
          Webhooks.handle(
            { headers: new Headers({ "webhook-id": canary, "webhook-signature": `v1,${canary}` }), body: canary },
            () => Effect.void
          )
        ]
        for (const attempt of attempts)
          yield* Effect.exit<unknown, unknown, Effect.Services<(typeof attempts)[number]>>(attempt)
        yield* (yield* OtlpExporter.Flusher).flush
      }).pipe(
        Effect.provide(
          Layer.mergeAll(
            Backend.layer(),
            Backend.layerApiKeys(),
            Replays.layer(),
            Webhooks.layer({ secret: `whsec_${Buffer.from(canary).toString("base64")}` })
          ).pipe(Layer.provideMerge(app), Layer.provideMerge(observed))
        )
      )
      const all = exported.join("\n")
      const told = operations.filter(({ data }) => all.includes(`"${data.name}"`))
      expect(told.length).toBeGreaterThan(20)
      expect(all).toContain("gatefold.error.code")
      expect(all).toContain("gatefold.api_key.checks")
      const found = secrets.flatMap((secret) => {
        const at = all.indexOf(secret)
        return at < 0 ? [] : [all.slice(Math.max(0, at - 200), at + secret.length)]
      })
      expect(found).toEqual([])
      expect(all).not.toMatch(/CANARY|[?&](code|state|token|client_secret)=(?!REDACTED)/)
    }).pipe(
      Effect.provide(
        Emulator.layer({
          passwordCost: "insecure-fast",
          project: {
            config: {
              magicLinkEnabled: true,
              allowUserApiKeys: true,
              oauthProviders: [{ id: "github", type: "shared" }]
            }
          }
        })
      )
    )
  )

  it.live("is made of other servers, too", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { layer, of } = yield* recorder
      const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: layer(Http.layerHandler(fetch)) })
      const visit = yield* Effect.promise(() =>
        auth.authenticate(new Request("https://shop.example.com", { headers: { authorization: "Bearer a.b.c" } }))
      )
      expect(visit.signedIn).toBe(false)
      yield* Effect.promise(auth.dispose)
      expect(of("RequestAuth.authenticate")).toEqual([{ "gatefold.outcome": "failure", "error.type": "Unauthorized" }])
    }).pipe(Effect.provide(Emulator.layer({ project: {} })))
  )
})
