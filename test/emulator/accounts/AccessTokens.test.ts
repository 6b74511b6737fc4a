/** An access token has one text, and that its signature was found to be good once is no reason to take it for ever. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as AccessTokens from "../../../src/emulator/accounts/AccessTokens.ts"
import * as Sessions from "../../../src/emulator/accounts/Sessions.ts"
import * as SigningKeys from "../../../src/emulator/accounts/SigningKeys.ts"
import * as Users from "../../../src/emulator/accounts/Users.ts"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Projects from "../../../src/emulator/projects/Projects.ts"
import * as Generation from "../../../src/emulator/settings/Generation.ts"
import { Settings } from "../../../src/emulator/settings/Settings.ts"
import * as Database from "../../../src/emulator/storage/Database.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import { database } from "../../support/database.ts"
import { call, layer, refresh, server, signUp } from "../../support/emulatorCalls.ts"
import { spellings } from "../../support/spellings.ts"

describe("an access token", () => {
  it.effect("is refused in every other way to write its signature", () =>
    Effect.gen(function* () {
      const { handle, project, baseUrl } = yield* Emulator.Emulator
      const { accessToken } = yield* EmulatedApp.signUp()
      const readStatus = (token: string) =>
        Effect.gen(function* () {
          const request = new Request(`${baseUrl}/api/v1/users/me`)
          const values: Record<string, string> = {
            "x-stack-project-id": project!.projectId,
            "x-stack-access-type": "client",
            "x-stack-publishable-client-key": project!.publishableClientKey,
            "x-stack-access-token": token
          }
          for (const [name, value] of Object.entries(values)) request.headers.set(name, value)
          return (yield* handle(request)).status
        })
      expect(yield* readStatus(accessToken)).toBe(200)
      const [header, payload, signature] = accessToken.split(".") as [string, string, string]
      for (const [name, other] of Object.entries(spellings(signature))) {
        // What HTTP itself trims or cannot carry never comes.
        if (/^\s|[\s\0]$|\n/.test(other)) continue
        expect(yield* readStatus(`${header}.${payload}.${other}`), name).toBe(401)
      }
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )

  it.effect("expires by the emulator's clock, also if it was accepted before", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator.Emulator
      const { access_token: token, refresh_token } = yield* signUp("ann@example.org")
      const readCode = (token: string) =>
        Effect.map(call("GET", "/users/me", { token }), ({ knownError }) => knownError)
      expect([yield* readCode(token), yield* readCode(token)]).toStrictEqual([undefined, undefined])
      yield* clock.advance("599 seconds")
      expect(yield* readCode(token)).toBeUndefined()
      yield* clock.advance("1 second")
      const refused = yield* call("GET", "/users/me", { token })
      expect(refused.knownError).toBe("ACCESS_TOKEN_EXPIRED")
      // What it said is not mixed up with what another one says.
      const fresh = (yield* refresh(refresh_token)).body.access_token
      expect(yield* readCode(fresh)).toBeUndefined()
      expect(yield* readCode(token)).toBe("ACCESS_TOKEN_EXPIRED")
      yield* clock.reset
      expect(yield* readCode(token)).toBeUndefined()
    }).pipe(Effect.provide(layer({ accessTokenLifetime: "10 minutes" })))
  )

  it.effect("is checked again for its project and its user each time", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator.Emulator
      const { access_token: token, user_id } = yield* signUp("ann@example.org")
      const ask = (options: object = {}) => call("GET", "/users/me", { token, ...options })
      expect((yield* ask()).status).toBe(200)
      expect((yield* ask({ project: internal })).knownError).toBe("INVALID_PROJECT_FOR_ACCESS_TOKEN")
      yield* call("DELETE", `/users/${user_id}`, server)
      expect((yield* ask()).knownError).toBe("CANNOT_GET_OWN_USER_WITHOUT_USER")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is checked by its signature, however many were accepted before", () =>
    Effect.gen(function* () {
      const first = (yield* signUp("ann@example.org")).access_token
      const second = (yield* signUp("bob@example.org")).access_token
      expect((yield* call("GET", "/users/me", { token: first })).status).toBe(200)
      expect((yield* call("GET", "/users/me", { token: second })).status).toBe(200)
      const [header, payload] = first.split(".")
      const forged = `${header}.${payload}.${second.split(".")[2]}`
      expect((yield* call("GET", "/users/me", { token: forged })).knownError).toBe("UNPARSABLE_ACCESS_TOKEN")
    }).pipe(Effect.provide(layer()))
  )
})

const parts = AccessTokens.layer.pipe(
  Layer.provide(SigningKeys.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      Generation.layer(undefined),
      Layer.provideMerge(Randomness.layer("test"), StateParts.layer),
      database(),
      Layer.succeed(Settings, {
        publicUrl: "http://localhost",
        accessTokenLifetimeMillis: 60_000,
        passwordCost: "insecure-fast",
        anonymousSignUp: true,
        rejectsSignUp: () => false,
        requiresBotChallenge: false
      })
    )
  )
)

it.effect("a session starts without waiting for anything outside its transaction", () =>
  Effect.gen(function* () {
    const { id: projectId } = yield* Projects.create({ displayName: "Project" })
    const userId = yield* Users.create(projectId, {})
    const session = Database.transaction(Sessions.create({ projectId, userId }))
    const { accessToken } = Effect.runSyncWith(yield* Effect.context<Effect.Services<typeof session>>())(session)
    expect(accessToken.split(".")).toHaveLength(3)
  }).pipe(Effect.provide(parts))
)
