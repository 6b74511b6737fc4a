/**
 * Which answers tell whether there is an account: those that docs/protocol/threats.md#known-accounts names, and no
 * others.
 */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { call, callbackUrl, layer, password, signUp } from "../../support/emulatorCalls.ts"

const page = fs.readFileSync(new URL("../../../docs/protocol/threats.md", import.meta.url), "utf8")
const table = page.slice(page.indexOf("### Known accounts"), page.indexOf("### Another user's data"))

/** What the page says of a request: the error that tells. */
const named = new Map(
  Array.from(table.matchAll(/^\| ([^|]+) \| `([A-Z_]+)`/gm), ([, request = "", error = ""]) => [request, error])
)

/** The requests by which a stranger could ask, for an address. */
const questions = (token: string): Readonly<Record<string, (email: string) => ReturnType<typeof call>>> => ({
  "sign-in with a wrong password": (email) =>
    call("POST", "/auth/password/sign-in", { body: { email, password: "wrong password" } }),
  "mail a reset": (email) =>
    call("POST", "/auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } }),
  "mail a reset to an untrusted page": (email) =>
    call("POST", "/auth/password/send-reset-code", { body: { email, callback_url: "https://evil.example" } }),
  "mail a magic link to an untrusted page": (email) =>
    call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: "https://evil.example" } }),
  "send a magic link": (email) =>
    call("POST", "/auth/otp/send-sign-in-code", { body: { email, callback_url: callbackUrl } }),
  "add or change an address to sign in with": (email) =>
    call("POST", "/contact-channels", {
      token,
      body: { user_id: "me", value: email, type: "email", used_for_auth: true }
    }),
  "add an address to oneself": (email) =>
    call("POST", "/contact-channels", {
      token,
      body: { user_id: "me", value: `x${email}`, type: "email", used_for_auth: false }
    }),
  "sign-up with a password": (email) =>
    call("POST", "/auth/password/sign-up", {
      body: { email, password, verification_callback_url: callbackUrl }
    })
})

/** The requests that are answered in another way for a known address, and the error that tells. */
const telling = Effect.fnUntraced(function* (isVerified: boolean, signUpEnabled: boolean) {
  const mallory = yield* signUp("mallory@example.org")
  yield* call("POST", "/users", {
    level: "server",
    body: {
      primary_email: "known@example.org",
      primary_email_verified: isVerified,
      primary_email_auth_enabled: true,
      password
    }
  })
  yield* call("PATCH", "/internal/projects/current", {
    level: "admin",
    body: { config: { magic_link_enabled: true, sign_up_enabled: signUpEnabled } }
  })
  const found = new Map<string, string>()
  for (const [name, ask] of Object.entries(questions(mallory.access_token))) {
    // A question may make what it asks for.
    const [known, unknown] = [yield* ask("known@example.org"), yield* ask(`${name.replaceAll(/\W/g, "")}@example.org`)]
    if (known.status === unknown.status && known.knownError === unknown.knownError) continue
    found.set(name, [known.knownError, unknown.knownError].filter((error) => error !== undefined).join())
  }
  return Object.fromEntries(found)
})

describe("the existence of an account is revealed", () => {
  const row = (name: string) => {
    expect(named.get(name), name).toBeDefined()
    return { [name]: named.get(name) }
  }

  it.effect("where the documentation says so, and nowhere else", () =>
    Effect.gen(function* () {
      expect(yield* telling(true, true)).toStrictEqual({
        ...row("add or change an address to sign in with"),
        ...row("sign-up with a password")
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("where its address is not verified", () =>
    Effect.gen(function* () {
      expect(yield* telling(false, true)).toStrictEqual({
        ...row("send a magic link"),
        ...row("add or change an address to sign in with"),
        ...row("sign-up with a password")
      })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("where sign-up is off", () =>
    Effect.gen(function* () {
      expect(yield* telling(true, false)).toStrictEqual({
        "send a magic link": named.get("send a magic link, with sign-up turned off"),
        ...row("add or change an address to sign in with")
      })
    }).pipe(Effect.provide(layer()))
  )
})
