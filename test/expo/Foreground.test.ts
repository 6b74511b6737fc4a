/** The session of an app that was in the background, in virtual time. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Emulator from "../../src/emulator/index.ts"
import { onForeground } from "../../src/expo/Foreground.ts"
import { layer } from "../../src/expo/index.ts"
import { password } from "../support/emulatorCalls.ts"
import { turns, until } from "../support/turns.ts"
import { makePhone, makeOptions } from "./phone.ts"

const service = Emulator.layer({ passwordCost: "insecure-fast", project: {} })
const credentials = { email: "ann@example.org", password }

/** An app whose requests are listed. */
const setUp = Effect.gen(function* () {
  const emulator = yield* Emulator.Emulator
  const phone = makePhone()
  const sent: Array<string> = []
  let isOnline = true
  const fetch = (request: Request) => {
    sent.push(`${request.method} ${new URL(request.url).pathname.slice("/api/v1".length)}`)
    return isOnline ? emulator.fetch(request) : Promise.reject(new TypeError("Network request failed"))
  }
  return {
    phone,
    sent,
    app: layer(makeOptions(phone, { ...emulator, fetch })),
    go: (online: boolean) => {
      isOnline = online
    }
  }
})

/** Time enough for a request that nothing holds up. */
const settle = turns(50)

const refresh = "POST /auth/oauth/token"

describe("an app that comes to the foreground", () => {
  it.effect("refreshes its token, once, if that has expired", () =>
    Effect.gen(function* () {
      const { app, phone, sent } = yield* setUp
      yield* Effect.gen(function* () {
        yield* Password.signUp(credentials)
        sent.length = 0
        phone.change("inactive", "background", "active")
        yield* settle
        expect(sent, "the token is fresh").toStrictEqual([])
        phone.change("background")
        yield* TestClock.adjust("2 hours")
        yield* settle
        expect(sent, "nothing is sent in the background").toStrictEqual([])
        phone.change("inactive", "active")
        yield* until(() => sent.length > 0)
        yield* settle
        expect(sent).toStrictEqual([refresh])
        phone.change("inactive", "active")
        yield* settle
        expect(sent).toStrictEqual([refresh])
        yield* Sessions.signOut
        sent.length = 0
        phone.change("background", "active")
        yield* settle
        expect(sent, "nobody is signed in").toStrictEqual([])
      }).pipe(Effect.provide(app))
      expect(phone.listeners.size).toBe(0)
    }).pipe(Effect.provide(service))
  )

  it.effect("notices that the session has ended, and stays signed in offline", () =>
    Effect.gen(function* () {
      const { app, go, phone, sent } = yield* setUp
      yield* Effect.gen(function* () {
        yield* Password.signUp(credentials)
        phone.change("background")
        yield* TestClock.adjust("2 hours")
        go(false)
        phone.change("active")
        yield* settle
        yield* TestClock.adjust("1 minute")
        yield* settle
        expect(sent).toContain(refresh)
        expect([...phone.secureStore.values]).not.toHaveLength(0)
        go(true)
        const other = makePhone()
        const emulator = yield* Emulator.Emulator
        // From another phone the user changes the password, which ends this session.
        yield* Effect.gen(function* () {
          yield* Password.signIn(credentials)
          yield* Password.update({ oldPassword: credentials.password, newPassword: "another fine password" })
        }).pipe(Effect.provide(layer(makeOptions(other, emulator))))
        yield* TestClock.adjust("2 hours")
        phone.change("background", "active")
        yield* until(() => phone.secureStore.values.size === 0)
      }).pipe(Effect.provide(app))
    }).pipe(Effect.provide(service))
  )

  it("has been in the background: a dialog over it is no return", () => {
    const phone = makePhone()
    let returns = 0
    const { appState } = makeOptions(phone, {} as never)
    const stop = onForeground(appState, () => returns++)
    phone.change("active", "inactive", "active")
    expect(returns).toBe(0)
    phone.change("background", "active", "active")
    expect(returns).toBe(1)
    phone.change("inactive", "background", "inactive", "active")
    expect(returns).toBe(2)
    stop()
    phone.change("background", "active")
    expect(returns).toBe(2)
  })
})
