/** The session of a bearer token: a token until more is needed of it, then one session for all. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { BearerSession } from "../../../src/backend/middleware/internal/BearerSession.ts"
import { ClientApp } from "../../../src/http/ClientApp.ts"
import { layer as sessionLayer, Session } from "../../../src/session/Session.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"
import { makeRandom, run } from "../../support/explore/schedule.ts"
import { clientApp } from "../../support/scriptedNetwork.ts"
import { countSeeds } from "../../support/seeds.ts"
import { unsignedToken } from "../../support/tokens.ts"

const makeToken = (claims: object) => Redacted.make(unsignedToken(claims))

/** A session of a token that ends after a minute, and how often its parts were made. */
const make = Effect.gen(function* () {
  const app = yield* ClientApp
  const scope = yield* Effect.scope
  const token = { accessToken: makeToken({ exp: 60 }) }
  let opened = 0
  const session = new BearerSession(app, token, (store) =>
    sessionLayer.pipe(
      Layer.provide([Layer.succeed(ClientApp, app), Layer.succeed(TokenStore, store)]),
      Layer.buildWithScope(scope),
      Effect.map((context) => {
        opened++
        return Context.get(context, Session)
      })
    )
  )
  return { session, token, opened: () => opened }
})

describe("the session of a bearer token", () => {
  it.effect("is the token alone until it expires", () =>
    Effect.gen(function* () {
      const { opened, session, token } = yield* make
      expect(yield* session.credentials).toStrictEqual(token)
      yield* TestClock.adjust("59 seconds")
      expect(yield* session.credentials).toStrictEqual(token)
      yield* TestClock.adjust("1 second")
      expect(yield* session.credentials).toBeUndefined()
      expect(opened()).toBe(0)
    }).pipe(Effect.provide(clientApp()))
  )

  it.effect("ends with a refused token, and uses the tokens of its store", () =>
    Effect.gen(function* () {
      const { opened, session, token } = yield* make
      expect(yield* session.renew(token)).toBeUndefined()
      expect(yield* session.credentials).toBeUndefined()
      const accessToken = makeToken({ exp: 90 })
      yield* session.store.set({ accessToken })
      expect(yield* session.credentials).toStrictEqual({ accessToken })
      expect(opened()).toBe(1)
    }).pipe(Effect.provide(clientApp()))
  )

  it("opens once, even if the first caller is interrupted", () => {
    for (let seed = 1; seed <= countSeeds(100); seed++) {
      const random = makeRandom(seed)
      const exit = run(
        random,
        Effect.gen(function* () {
          const { opened, session } = yield* make
          const uses = [
            session.credentialsFor(0),
            session.detached(Effect.void),
            session.signOut,
            session.detached(Effect.void)
          ]
          const fibers = yield* Effect.forEach(uses, (use) => Effect.forkChild(use))
          for (const fiber of fibers) if (random() < 0.3) yield* Effect.forkChild(Fiber.interrupt(fiber))
          yield* Effect.forEach(fibers, Fiber.await)
          yield* session.detached(Effect.void)
          return opened()
        }).pipe(Effect.scoped, Effect.provide(clientApp()))
      )
      expect(exit, `seed ${seed}`).toStrictEqual(Exit.succeed(1))
    }
  })
})
