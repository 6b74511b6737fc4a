/** Sign-up rules reject or restrict new users in the order of their priority. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { admin, call, callbackUrl, layer, password, server } from "../../support/emulatorCalls.ts"

const configure = (changes: object) =>
  Effect.map(
    call("PATCH", "/internal/config/override/environment", {
      ...admin,
      body: { config_override_string: JSON.stringify(changes) }
    }),
    (answer) => expect(answer).toMatchObject({ status: 200, text: '{"success":true}' })
  )

const rule = (condition: string, type: string, others: object = {}) => ({
  enabled: true,
  displayName: "A rule",
  priority: 0,
  condition,
  action: { type },
  ...others
})

const signUp = (email: string) =>
  call("POST", "/auth/password/sign-up", {
    body: { email, password, verification_callback_url: callbackUrl }
  })

const trySignUp = (email: string) =>
  Effect.map(signUp(email), ({ knownError, status }) => (status === 200 ? "admitted" : knownError))

describe("sign-up rules", () => {
  const block = (others: object = {}) =>
    configure({ "auth.signUpRules.block": rule('emailDomain == "spam.example"', "reject", others) })

  it.effect("reject without revealing their text", () =>
    Effect.gen(function* () {
      yield* block({ action: { type: "reject", message: "We know these people" } })
      const rejected = yield* signUp("Ann@SPAM.example")
      expect(rejected).toMatchObject({ status: 403, knownError: "SIGN_UP_REJECTED" })
      expect(rejected.text).not.toContain("these people")
      expect(yield* trySignUp("ann@example.org")).toBe("admitted")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("reject only while they are enabled", () =>
    Effect.gen(function* () {
      yield* block()
      yield* configure({ "auth.signUpRules.block.enabled": false })
      expect(yield* trySignUp("bob@spam.example")).toBe("admitted")
      yield* configure({ "auth.signUpRules.block.enabled": true })
      expect(yield* trySignUp("cleo@spam.example")).toBe("SIGN_UP_REJECTED")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("reject nobody once they are deleted", () =>
    Effect.gen(function* () {
      yield* block()
      yield* configure({ "auth.signUpRules.block": null })
      expect(yield* trySignUp("cleo@spam.example")).toBe("admitted")
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are tried by priority and then by id, and the default decides where none does", () =>
    Effect.gen(function* () {
      yield* configure({
        "auth.signUpRulesDefaultAction": "reject",
        "auth.signUpRules.zzz": rule('email.startsWith("a")', "allow"),
        "auth.signUpRules.aaa": rule('email.startsWith("an")', "reject"),
        "auth.signUpRules.later": rule('email.startsWith("b")', "reject", { priority: 2 }),
        "auth.signUpRules.sooner": rule('email.startsWith("b")', "allow", { priority: 1 }),
        "auth.signUpRules.log": rule("true", "log", { priority: -1 }),
        "auth.signUpRules.invalid": rule("not CEL (", "allow", { priority: -1 }),
        "auth.signUpRules.without": { enabled: true, action: { type: "allow" } }
      })
      expect({
        firstById: yield* trySignUp("ann@example.org"),
        onlyTheSecond: yield* trySignUp("alf@example.org"),
        firstByPriority: yield* trySignUp("bob@example.org"),
        byDefault: yield* trySignUp("cleo@example.org")
      }).toStrictEqual({
        firstById: "SIGN_UP_REJECTED",
        onlyTheSecond: "admitted",
        firstByPriority: "admitted",
        byDefault: "SIGN_UP_REJECTED"
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("restrict a user, whom a later rule may still reject", () =>
    Effect.gen(function* () {
      yield* configure({
        "auth.signUpRules.watch": rule("true", "restrict"),
        "auth.signUpRules.block": rule('email.endsWith("@spam.example")', "reject", { priority: 1 })
      })
      expect(yield* trySignUp("ann@spam.example")).toBe("SIGN_UP_REJECTED")
      const { body } = yield* signUp("ann@example.org")
      const user = yield* call("GET", `/users/${body.user_id}`, server)
      expect(user.body).toMatchObject({
        is_restricted: true,
        restricted_by_admin: true,
        restricted_by_admin_reason: null,
        restricted_by_admin_private_details: "Restricted by sign-up rule: watch"
      })
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("apply to mailed codes, and do not exist in the service of 2025-06", () =>
    Effect.gen(function* () {
      yield* configure({
        "auth.otp.allowSignIn": true,
        "auth.signUpRules.codes": rule('authMethod == "otp"', "reject")
      })
      expect(yield* trySignUp("ann@example.org")).toBe("admitted")
    }).pipe(Effect.provide(layer()))
  )
})
