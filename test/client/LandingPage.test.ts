/** What the pages that links lead to do with the code in their URL (docs/protocol/redirects.md#landing-pages). */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as ContactChannels from "../../src/client/ContactChannels.ts"
import * as LandingPage from "../../src/client/LandingPage.ts"
import * as MagicLink from "../../src/client/MagicLink.ts"
import * as Password from "../../src/client/Password.ts"
import * as TeamInvitations from "../../src/client/TeamInvitations.ts"
import type { ClientApp } from "../../src/http/ClientApp.ts"
import * as Navigation from "../../src/platform/page/Navigation.ts"
import type { Session } from "../../src/session/Session.ts"
import { app, page } from "../support/appPage.ts"
import { json, network } from "../support/scriptedNetwork.ts"

describe("LandingPage.takeCode", () => {
  it.effect("takes only the code out of the URL", () => {
    const here = page(
      "https://app.example.com/handler/magic-link-callback?a=1&code=CANARY&after_auth_return_to=%2Fx#top"
    )
    return Effect.gen(function* () {
      const code = yield* LandingPage.takeCode()
      expect(String(code)).not.toContain("CANARY")
      expect(code === null ? null : Redacted.value(code)).toBe("CANARY")
      expect(here.url.href).toBe(
        "https://app.example.com/handler/magic-link-callback?a=1&after_auth_return_to=%2Fx#top"
      )
      expect(yield* LandingPage.takeCode()).toBeNull()
      expect(here.visited).toStrictEqual([])
    }).pipe(Effect.provide(here.layer))
  })

  it.effect("removes every one of several codes, and uses the first", () => {
    const here = page("https://app.example.com/?code=first&code=second")
    return Effect.gen(function* () {
      expect(Redacted.value((yield* LandingPage.takeCode())!)).toBe("first")
      expect(here.url.href).toBe("https://app.example.com/")
    }).pipe(Effect.provide(here.layer))
  })

  it.effect("takes the code of a terminal's link", () => {
    const here = page("https://app.example.com/handler/cli-auth-confirm?login_code=abc&code=other")
    return Effect.gen(function* () {
      expect(Redacted.value((yield* LandingPage.takeCode({ parameter: "login_code" }))!)).toBe("abc")
      expect(here.url.search).toBe("?code=other")
    }).pipe(Effect.provide(here.layer))
  })

  it.effect("returns null where there is no code, or no page", () => {
    const here = page("https://app.example.com/?code=")
    return Effect.gen(function* () {
      expect(yield* LandingPage.takeCode().pipe(Effect.provide(here.layer))).toBeNull()
      expect(yield* LandingPage.takeCode().pipe(Effect.provide(Navigation.layerNone))).toBeNull()
    })
  })
})

describe("a code that was cut off or mistyped", () => {
  const calls: Readonly<Record<string, (code: string) => Effect.Effect<unknown, unknown, ClientApp | Session>>> = {
    "MagicLink.check": (code: string) => MagicLink.check({ code }),
    "MagicLink.signIn": (code: string) => MagicLink.signIn({ code }),
    "MagicLink.signIn with typed digits": (code: string) =>
      MagicLink.signIn({ typedCode: code, nonce: "n".repeat(39) }),
    "Password.checkResetCode": (code: string) => Password.checkResetCode({ code }),
    "Password.reset": (code: string) => Password.reset({ code, password: "a fine password" }),
    "ContactChannels.verify": (code: string) => ContactChannels.verify({ code }),
    "ContactChannels.checkCode": (code: string) => ContactChannels.checkCode({ code }),
    "TeamInvitations.check": (code: string) => TeamInvitations.check({ code }),
    "TeamInvitations.details": (code: string) => TeamInvitations.details({ code }),
    "TeamInvitations.accept": (code: string) => TeamInvitations.accept({ code })
  }
  it.effect.each(Object.entries(calls))("does not exist for %s, and is not sent", ([, call]) => {
    const net = network(() => json({}))
    return Effect.gen(function* () {
      const errors = yield* Effect.forEach(["", "abc", "x".repeat(5_000)], (code) => Effect.flip(call(code)))
      const unknown = { _tag: "VerificationCodeNotFound" }
      expect(errors).toMatchObject([unknown, unknown, unknown])
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(app(net, page("https://app.example.com/"))))
  })

  it.effect("may have blanks around it, as pasted text has", () => {
    const net = network(() => json({ is_code_valid: true }))
    return Effect.gen(function* () {
      yield* Effect.exit(MagicLink.check({ code: ` ${"c".repeat(45)}\n` }))
      expect(net.sent.map(({ body }) => JSON.parse(body ?? "{}"))).toStrictEqual([{ code: "c".repeat(45) }])
    }).pipe(Effect.provide(Layer.fresh(app(net, page("https://app.example.com/")))))
  })
})
