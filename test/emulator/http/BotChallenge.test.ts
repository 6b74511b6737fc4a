/** The bot challenge and the sign-up rules of the current service. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, callbackUrl, layer, password } from "../../support/emulatorCalls.ts"

let names = 0

const signUp = (more: object) =>
  call("POST", "/auth/password/sign-up", {
    body: { email: `ann${names++}@example.org`, password, verification_callback_url: callbackUrl, ...more }
  })

const sendCode = (more: object) =>
  call("POST", "/auth/otp/send-sign-in-code", {
    body: { email: `ann${names++}@example.org`, callback_url: callbackUrl, ...more }
  })

const config = { magicLinkEnabled: true }

describe("the bot challenge", () => {
  it.effect.each([
    ["nothing", {}, 200, undefined],
    ["a token without a phase", { bot_challenge_token: "mock-turnstile-ok" }, 200, undefined],
    ["a bad token without a phase", { bot_challenge_token: "mock-turnstile-invalid" }, 200, undefined],
    ["a solved one", { bot_challenge_token: "mock-turnstile-ok", bot_challenge_phase: "invisible" }, 200, undefined],
    [
      "a bad token",
      { bot_challenge_token: "mock-turnstile-invalid", bot_challenge_phase: "invisible" },
      409,
      "BOT_CHALLENGE_REQUIRED"
    ],
    ["no token at all", { bot_challenge_phase: "invisible" }, 409, "BOT_CHALLENGE_REQUIRED"],
    [
      "a bad token of a visible one",
      { bot_challenge_token: "mock-turnstile-invalid", bot_challenge_phase: "visible" },
      400,
      "BOT_CHALLENGE_FAILED"
    ],
    ["one that could not be shown", { bot_challenge_unavailable: "true" }, 400, "BOT_CHALLENGE_FAILED"],
    ["another phase", { bot_challenge_phase: "audible" }, 400, "SCHEMA_ERROR"]
  ] as const)("is answered with %s", ([_, fields, status, knownError]) =>
    Effect.gen(function* () {
      const answers = [yield* signUp(fields), yield* sendCode(fields)]
      expect(answers).toMatchObject([
        { status, knownError },
        { status, knownError }
      ])
    }).pipe(Effect.provide(layer({ service: "current", project: { config } })))
  )
})

describe("a visible challenge that is required", () => {
  const visible = (bot_challenge_token: string) => ({ bot_challenge_token, bot_challenge_phase: "visible" })
  const solved = { bot_challenge_token: "mock-turnstile-ok", bot_challenge_phase: "invisible" }

  it.effect("is solved for one action", () =>
    Effect.gen(function* () {
      const ofPassword = visible("mock-turnstile-ok:sign_up_with_credential")
      expect((yield* signUp(ofPassword)).status).toBe(200)
      expect((yield* sendCode(ofPassword)).knownError).toBe("BOT_CHALLENGE_FAILED")
      expect((yield* sendCode(visible("mock-turnstile-ok:send_magic_link_email"))).status).toBe(200)
      expect((yield* signUp(visible("a token of a test key"))).status).toBe(200)
    }).pipe(Effect.provide(layer({ service: "current", requiresBotChallenge: true, project: { config } })))
  )

  it.effect.each([{}, solved, { bot_challenge_token: "any" }])("is asked for by a sign-up with $0", (fields) =>
    Effect.gen(function* () {
      const required = { status: 409, knownError: "BOT_CHALLENGE_REQUIRED" }
      expect([yield* signUp(fields), yield* sendCode(fields)]).toMatchObject([required, required])
    }).pipe(Effect.provide(layer({ service: "current", requiresBotChallenge: true, project: { config } })))
  )

  it.effect("is never asked for by the service of 2025-06", () =>
    Effect.gen(function* () {
      expect((yield* signUp({})).status).toBe(200)
    }).pipe(Effect.provide(layer({ service: "2025-06", requiresBotChallenge: true, project: { config } })))
  )
})

describe("a sign-up", () => {
  it.effect("may leave out the URL of its verification in the current service", () =>
    Effect.gen(function* () {
      const without = Effect.map(signUp({ verification_callback_url: undefined }), (answer) => [
        answer.status,
        answer.knownError
      ])
      const old = yield* without.pipe(Effect.provide(layer({ service: "2025-06" })))
      expect(old).toStrictEqual([400, "SCHEMA_ERROR"])
      expect(yield* without.pipe(Effect.provide(layer({ service: "current" })))).toStrictEqual([200, undefined])
      expect(yield* without.pipe(Effect.provide(layer()))).toStrictEqual([200, undefined])
    })
  )
})
