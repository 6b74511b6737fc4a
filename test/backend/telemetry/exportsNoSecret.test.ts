/** What leaves the process: whole traces, and never a secret. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as Otlp from "effect/observability/Otlp"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Backend from "../../../src/backend/request/Backend.ts"
import { createRequestAuth } from "../../../src/backend/request/RequestAuth.ts"
import * as Telemetry from "../../../src/backend/telemetry/Telemetry.ts"
import * as Verifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as Replays from "../../../src/backend/webhooks/Replays.ts"
import * as Webhooks from "../../../src/backend/webhooks/Webhooks.ts"
import { UserId } from "../../../src/domain/Ids.ts"
import * as Emulator from "../../../src/emulator/node.ts"
import * as Http from "../../../src/http/Http.ts"
import * as gatefold from "../../../src/index.ts"
import * as ServerApiKeys from "../../../src/server/ApiKeys.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as Teams from "../../../src/server/Teams.ts"
import * as Users from "../../../src/server/Users.ts"
import * as Session from "../../../src/session/Session.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { operations } from "../../../tools/catalog/operations.ts"
import { apiUrl, json, network, projectId } from "../../support/scriptedNetwork.ts"
import { serve } from "../api.ts"
import { startOne } from "../fleet/brokenStore.ts"
import { recorder } from "./recorder.ts"

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
      Layer.provideMerge(Otlp.layer({ baseUrl: "http://127.0.0.1:4318", resource: { serviceName: "test" } })),
      Layer.provide(Telemetry.layerOtlpJson),
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
        const me = yield* gatefold.CurrentUser.getOrFail
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
        for (const attempt of attempts) {
          yield* Effect.exit<unknown, unknown, Effect.Services<(typeof attempts)[number]>>(attempt)
        }
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
      expect(found).toStrictEqual([])
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

  it.live("includes servers without Effect", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const { layer, of } = yield* recorder
      const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: Http.layerHandler(fetch), layer: layer() })
      const result = yield* Effect.promise(() =>
        auth.authenticate(new Request("https://shop.example.com", { headers: { authorization: "Bearer a.b.c" } }))
      )
      expect(result.signedIn).toBe(false)
      yield* Effect.promise(auth.dispose)
      expect(of("RequestAuth.authenticate")).toStrictEqual([
        { "gatefold.outcome": "failure", "error.type": "Unauthorized" }
      ])
    }).pipe(Effect.provide(Emulator.layer({ project: {} })))
  )

  it.live("makes one trace with everything that it does, in the trace of its request", () =>
    Effect.gen(function* () {
      const { baseUrl, fetch, project } = yield* Emulator.Emulator
      if (project === undefined) return yield* Effect.die("no project")
      const ann = yield* EmulatedApp.signUp({ permissions: ["orders:read"] })
      const { layer, spans } = yield* recorder
      const auth = createRequestAuth({ ...project, apiUrl: baseUrl, http: layer(Http.layerHandler(fetch)) })
      const visit = async (headers: HeadersInit) => {
        spans.length = 0
        await using result = await auth.authenticate(
          new Request("https://shop.example.com", { headers: { ...ann.headers, ...headers } })
        )
        if (!result.signedIn) throw result.error
        await result.user()
        await result.requirePermission("orders:read")
        await result.run(gatefold.Teams.list)
        await result.headers()
        const roots = spans.filter((span) => Option.isNone(span.parent)).map(({ name }) => name)
        return {
          roots,
          traceIds: [...new Set(spans.map(({ traceId }) => traceId))],
          names: spans.map(({ name }) => name)
        }
      }
      const alone = yield* Effect.promise(() => visit({}))
      expect(alone.names).toStrictEqual(
        expect.arrayContaining([
          "RequestAuth.authenticate",
          "GET /api/v1/users/me",
          "Guards.requirePermission",
          "Teams.list"
        ])
      )
      expect({ roots: alone.roots, traceIds: alone.traceIds.length }).toStrictEqual({
        roots: ["RequestAuth.authenticate"],
        traceIds: 1
      })
      const traceId = "0af7651916cd43dd8448eb211c80319c"
      const within = yield* Effect.promise(() => visit({ traceparent: `00-${traceId}-b7ad6b7169203331-01` }))
      expect({ roots: within.roots, traceIds: within.traceIds }).toStrictEqual({ roots: [], traceIds: [traceId] })
      const hostile = yield* Effect.promise(() => visit({ traceparent: "00-x".repeat(4000), b3: "-" }))
      expect(hostile.roots).toStrictEqual(["RequestAuth.authenticate"])
      yield* Effect.promise(auth.dispose)
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect.each([
    ["telemetry", "base", "network"],
    ["telemetry", "network", "base"],
    ["base", "telemetry", "network"],
    ["base", "network", "telemetry"],
    ["network", "telemetry", "base"],
    ["network", "base", "telemetry"]
  ] as const)("is observed with the layers in the order $0, $1, $2", ([first, second, third]) =>
    Effect.gen(function* () {
      const { base, of, series } = yield* recorder
      const parts = {
        telemetry: Telemetry.layer,
        base,
        network: network(() => json({ is_paginated: false, items: [] })).layer
      }
      const layers = parts[first].pipe(Layer.provideMerge(parts[second]), Layer.provideMerge(parts[third]))
      yield* Effect.gen(function* () {
        const app = yield* startOne(
          ServerApp.ServerApp,
          ServerApp.layer({ projectId, apiUrl, secretServerKey: "ssk_x" })
        )
        yield* Effect.provideService(Teams.list(), ServerApp.ServerApp, app)
      }).pipe(Effect.provide(layers), Effect.scoped)
      expect(of("server/Teams.list")).toStrictEqual([{ "gatefold.outcome": "success" }])
      expect(of("GET /api/v1/teams")).toHaveLength(1)
      expect(yield* series("http.client.request.duration")).toMatchObject([{ count: 1 }])
    })
  )
})
