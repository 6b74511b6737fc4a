/** An app calls its own server as its user: what `Sessions.authHeaders` sends, the request store takes up. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { password } from "../support/emulatorCalls.ts"

const app = Layer.unwrap(
  Effect.map(Emulator.Emulator, ({ baseUrl, fetch, project }) =>
    Layer.orDie(
      ClientApp.layer({ ...project!, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(
        Layer.provide(Http.layerHandler(fetch))
      )
    )
  )
).pipe(Layer.provideMerge(Emulator.layer({ passwordCost: "insecure-fast", project: {} })))

const page = Layer.fresh(Layer.provide(Session.layer, MemoryTokenStore.layer))

const server = (headers: HeadersInit) =>
  Layer.unwrap(
    Effect.map(ClientApp.ClientApp, ({ project }) =>
      Layer.provide(
        Session.layer,
        RequestTokenStore.layer(new Request("https://app.example.com/", { headers }), project)
      )
    )
  )

// A token of the first second of 1970 is none.
const signUp = Effect.andThen(
  TestClock.setTime(1_700_000_000_000),
  Password.signUp({ email: "ann@example.org", password })
)

describe("Sessions.authHeaders", () => {
  it.effect("let the server act as the user", () =>
    Effect.gen(function* () {
      yield* signUp
      const here = yield* CurrentUser.getOrFail
      const headers = yield* Sessions.authHeaders
      expect(Object.keys(headers)).toStrictEqual(["x-stack-auth"])
      expect(JSON.parse(headers["x-stack-auth"])).toStrictEqual(yield* Sessions.authJson)
      const there = yield* Effect.provide(CurrentUser.getOrFail, server(headers))
      expect(there.id).toBe(here.id)
      // A refresh on the server changes nothing here.
      yield* TestClock.adjust("1 hour")
      expect((yield* Effect.provide(CurrentUser.getOrFail, server(headers))).id).toBe(here.id)
    }).pipe(Effect.provide(page), Effect.provide(app))
  )

  it.effect("hold a fresh access token", () =>
    Effect.gen(function* () {
      yield* signUp
      const before = yield* Sessions.authJson
      expect(yield* Sessions.authJson).toStrictEqual(before)
      yield* TestClock.adjust("1 hour")
      const after = yield* Sessions.authJson
      expect(after.refreshToken).toBe(before.refreshToken)
      expect(after.accessToken).not.toBe(before.accessToken)
    }).pipe(Effect.provide(page), Effect.provide(app))
  )

  it.effect("say that nobody is signed in, whatever the cookies say", () =>
    Effect.gen(function* () {
      const headers = yield* Sessions.authHeaders
      expect(headers).toStrictEqual({ "x-stack-auth": '{"accessToken":null,"refreshToken":null}' })
      const { project } = yield* ClientApp.ClientApp
      const cookie = `stack-refresh-${project.projectId}=somebody`
      expect(yield* Effect.provide(CurrentUser.get, server({ ...headers, cookie }))).toBeNull()
    }).pipe(Effect.provide(page), Effect.provide(app))
  )
})
