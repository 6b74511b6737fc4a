/** What counts as a password. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Session from "../../src/session/Session.ts"
import * as EmulatedApp from "../../src/testing/EmulatedApp.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"

const layer = Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(EmulatedApp.layer()))

const email = "ann@example.org"

describe("passwords", () => {
  it.effect("are counted in characters", () =>
    Effect.gen(function* () {
      const password = "🎉".repeat(70)
      yield* Password.signUp({ email, password })
      yield* Password.signIn({ email, password })
      expect(yield* CurrentUser.get).toMatchObject({ primaryEmail: email })
      const long = yield* Effect.flip(Password.signUp({ email: "bob@example.org", password: `${password}!` }))
      expect(long).toMatchObject({ _tag: "PasswordTooLong", details: { maxLength: 70 } })
      const short = yield* Effect.flip(Password.signUp({ email: "bob@example.org", password: "🎉".repeat(7) }))
      expect(short).toMatchObject({ _tag: "PasswordTooShort", details: { minLength: 8 } })
    }).pipe(Effect.provide(layer))
  )

  it.effect.each(["\ud83c", "\udf89"])("have no half characters, which would all be hashed as the same: $0", (half) =>
    Effect.gen(function* () {
      const refused = yield* Effect.flip(Password.signUp({ email, password: `correct ${half} horse` }))
      expect(refused).toMatchObject({ _tag: "TransportError", reason: { _tag: "InvalidRequest" } })
      expect(refused.message).toContain("without unpaired surrogates")
    }).pipe(Effect.provide(layer))
  )
})
