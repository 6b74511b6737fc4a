/** A secret for an authenticator app has a QR code, and what draws it loads with the first secret. */
import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { makeService, signIn, withNobody, withSession } from "../session/service.ts"

afterEach(() => {
  vi.doUnmock("uqr")
  vi.unstubAllGlobals()
})

/** The module as a page has it that has made no secret yet, whichever test has made one before. */
const freshModule = Effect.promise(() => {
  vi.resetModules()
  return import("../../src/client/Mfa.ts")
})

/** From now on, the part that draws QR codes cannot be loaded. */
const breakQrCodes = Effect.sync(() => {
  vi.doMock("uqr", () => {
    throw new Error("it cannot be loaded")
  })
})

describe("a secret for an authenticator app", () => {
  const createBroken = Effect.gen(function* () {
    const service = makeService()
    const { createSecret } = yield* freshModule
    yield* breakQrCodes
    return yield* Effect.gen(function* () {
      yield* signIn(yield* service.open("ann"))
      return yield* createSecret({ issuer: "Example" })
    }).pipe(withSession(service))
  })

  it.effect("fails with a typed error where the device is offline", () =>
    Effect.gen(function* () {
      vi.stubGlobal("navigator", { onLine: false })
      expect(yield* Effect.flip(createBroken)).toMatchObject({
        _tag: "TransportError",
        reason: { _tag: "Offline" },
        outcomeUnknown: false
      })
    })
  )

  it.effect("is a defect where a part of the app is missing", () =>
    Effect.gen(function* () {
      const exit = yield* Effect.exit(createBroken)
      expect(Exit.isFailure(exit) && Cause.hasDies(exit.cause)).toBe(true)
    })
  )

  it.effect("is made once the part can be loaded", () =>
    withNobody({}, function* ({ service }) {
      const { createSecret } = yield* freshModule
      yield* breakQrCodes
      vi.stubGlobal("navigator", { onLine: false })
      yield* signIn(yield* service.open("ann"))
      yield* Effect.flip(createSecret({ issuer: "Example" }))
      vi.doUnmock("uqr")
      vi.unstubAllGlobals()
      const { qrCode } = yield* createSecret({ issuer: "Example" })
      expect(String(qrCode)).toBe("<redacted>")
    })
  )
})
