/** What a code for another domain is bound to. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import * as Emulator from "../../../src/emulator/index.ts"
import * as emulatorCalls from "../../support/emulatorCalls.ts"
import { admin } from "../../support/emulatorCalls.ts"
import {
  appUrl,
  makeChallenge,
  exchange,
  layer,
  me,
  callbackPage,
  outerState,
  codeVerifier
} from "../oauth/appSignIn.ts"

interface Signed {
  readonly access_token: string
  readonly refresh_token?: string | undefined
}

const authorize = (user: Signed, changes: object = {}, options: emulatorCalls.Call = {}) =>
  emulatorCalls.call("POST", "/auth/oauth/cross-domain/authorize", {
    ...options,
    token: user.access_token,
    headers: user.refresh_token === undefined ? {} : { "x-stack-refresh-token": user.refresh_token },
    body: {
      redirect_uri: callbackPage,
      state: outerState,
      code_challenge: makeChallenge(codeVerifier),
      code_challenge_method: "S256",
      ...changes
    }
  })

const codeFor = Effect.fnUntraced(function* (user: Signed) {
  const { body } = yield* authorize(user)
  return new URL(String(body.redirect_url)).searchParams.get("code") ?? ""
})

const ann = emulatorCalls.signUp("ann@example.org")
const signOut = ({ access_token, refresh_token }: Signed) =>
  emulatorCalls.call("DELETE", "/auth/sessions/current", {
    token: access_token,
    headers: { "x-stack-refresh-token": refresh_token ?? "" }
  })
const refused = { status: 400, knownError: "INVALID_AUTHORIZATION_CODE" }

describe("a session for another domain", () => {
  it.effect("is the same one, which ends at both", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const answer = yield* authorize(user, {
        redirect_uri: `${callbackPage}?x=1#y`,
        after_callback_redirect_url: `${appUrl}/cart`
      })
      const url = new URL(answer.body.redirect_url)
      expect({ status: answer.status, page: url.origin + url.pathname, hash: url.hash }).toStrictEqual({
        status: 200,
        page: callbackPage,
        hash: ""
      })
      expect([...url.searchParams.keys()]).toStrictEqual(["x", "code", "state"])
      expect(url.searchParams.get("state")).toBe(outerState)
      const code = url.searchParams.get("code") ?? ""
      const { body } = yield* exchange(code, { redirect_uri: `${callbackPage}?x=1` })
      expect(body).toMatchObject({ is_new_user: false, after_callback_redirect_url: `${appUrl}/cart` })
      expect(body.refresh_token).toBe(user.refresh_token)
      expect((yield* me(body.access_token)).id).toBe(user.user_id)
      expect((yield* signOut({ ...user, access_token: body.access_token })).status).toBe(200)
      expect((yield* emulatorCalls.refresh(user.refresh_token)).status).toBe(401)
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("is for the callback page, verifier and client of the question, once, and soon", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const wrong = { code_verifier: "w".repeat(43) }
      expect(yield* exchange(yield* codeFor(user), wrong)).toMatchObject(refused)
      expect((yield* exchange(yield* codeFor(user), { redirect_uri: `${callbackPage}?x` })).status).toBe(400)
      const spent = yield* codeFor(user)
      expect((yield* exchange(spent)).status).toBe(200)
      expect(yield* exchange(spent)).toMatchObject(refused)
      expect((yield* emulatorCalls.refresh(user.refresh_token)).status).toBe(200)
      const late = yield* codeFor(user)
      yield* TestClock.adjust("5 minutes")
      expect(yield* exchange(late)).toMatchObject(refused)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is in no table in the clear while the code waits", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const code = yield* codeFor(user)
      const { snapshot } = yield* Emulator.Emulator
      const tables = JSON.stringify(yield* snapshot)
      expect(tables).toContain("ann@example.org")
      expect(tables).not.toContain(user.refresh_token)
      expect((yield* exchange(code)).body.refresh_token).toBe(user.refresh_token)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is not given after the first one has ended", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const code = yield* codeFor(user)
      yield* signOut(user)
      expect(yield* exchange(code)).toMatchObject(refused)
      const again = yield* authorize(user)
      expect(again).toMatchObject({ status: 401, text: expect.stringContaining("does not match") })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is not given after a new password, nor left by one", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const { body } = yield* exchange(yield* codeFor(user))
      const code = yield* codeFor(user)
      const changed = yield* emulatorCalls.call("PATCH", `/users/${user.user_id}`, {
        level: "server",
        body: { password: "another horse battery" }
      })
      expect(changed.status).toBe(200)
      expect(yield* exchange(code)).toMatchObject(refused)
      expect((yield* emulatorCalls.refresh(body.refresh_token)).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is not left when many redeem the code at once", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const code = yield* codeFor(user)
      const all = yield* Effect.all(
        Array.from({ length: 20 }, () => exchange(code)),
        { concurrency: "unbounded" }
      )
      expect(all.filter(({ status }) => status === 200)).toHaveLength(1)
      const sessions = emulatorCalls.call("GET", `/auth/sessions?user_id=${user.user_id}`, admin)
      // The replays end nothing: the session was there before the code.
      expect((yield* sessions).body.items).toHaveLength(1)
    }).pipe(Effect.provide(layer()), emulatorCalls.interleaved)
  )

  it.effect("lasts no longer than the first session", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_750_000_000_000)
      const { user_id } = yield* ann
      const { body: session } = yield* emulatorCalls.call("POST", "/auth/sessions", {
        level: "server",
        body: { user_id, expires_in_millis: 600_000, is_impersonation: true }
      })
      yield* TestClock.adjust("4 minutes")
      const { body } = yield* exchange(yield* codeFor(session))
      const { body: list } = yield* emulatorCalls.call("GET", `/auth/sessions?user_id=${user_id}`, admin)
      expect(list.items.filter((item: { is_impersonation: boolean }) => item.is_impersonation)).toHaveLength(1)
      yield* TestClock.adjust("5 minutes")
      expect((yield* emulatorCalls.refresh(body.refresh_token)).status).toBe(200)
      yield* TestClock.adjust("1 minute")
      expect((yield* emulatorCalls.refresh(body.refresh_token)).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("asks for the second factor again, which opens another session", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const secret = new Uint8Array(20).fill(7)
      const { body: changed, status } = yield* emulatorCalls.call("PATCH", "/users/me", {
        token: user.access_token,
        body: { totp_secret_base64: Buffer.from(secret).toString("base64") }
      })
      expect({ status, requires_totp_mfa: changed.requires_totp_mfa }).toStrictEqual({
        status: 200,
        requires_totp_mfa: true
      })
      const answer = yield* exchange(yield* codeFor(user))
      expect(answer).toMatchObject({ status: 400, knownError: "MULTI_FACTOR_AUTHENTICATION_REQUIRED" })
      expect((yield* emulatorCalls.refresh(user.refresh_token)).status).toBe(200)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("needs the session's own refresh token", () =>
    Effect.gen(function* () {
      const [user, bob] = [yield* ann, yield* emulatorCalls.signUp("bob@example.org")]
      expect((yield* authorize({ access_token: user.access_token })).status).toBe(400)
      for (const refresh_token of ["wrong", bob.refresh_token]) {
        expect((yield* authorize({ ...user, refresh_token })).status, refresh_token).toBe(401)
      }
      const { internal } = yield* Emulator.Emulator
      const elsewhere = yield* emulatorCalls.signUp("ann@example.org", { project: internal })
      expect(elsewhere.refresh_token).toMatch(/./)
      expect((yield* authorize({ ...user, refresh_token: elsewhere.refresh_token })).status).toBe(401)
      expect((yield* authorize({ ...user, access_token: elsewhere.access_token })).status).toBe(401)
      const { body } = yield* emulatorCalls.call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password: emulatorCalls.password }
      })
      expect((yield* authorize({ ...user, refresh_token: body.refresh_token })).status).toBe(401)
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each<[object, string]>([
    [{ redirect_uri: "https://evil.example.com/handler/oauth-callback" }, "REDIRECT_URL_NOT_WHITELISTED"],
    [{ redirect_uri: "stack-auth-mobile-oauth-url://callback" }, "REDIRECT_URL_NOT_WHITELISTED"],
    [{ after_callback_redirect_url: "https://evil.example.com" }, "REDIRECT_URL_NOT_WHITELISTED"],
    [{ code_challenge_method: "plain" }, "SCHEMA_ERROR"],
    [{ code_challenge: "short" }, "SCHEMA_ERROR"],
    [{ state: "s".repeat(513) }, "SCHEMA_ERROR"]
  ])("is refused for %o", ([changes, knownError]) =>
    Effect.gen(function* () {
      expect(yield* authorize(yield* ann, changes)).toMatchObject({ status: 400, knownError })
    }).pipe(Effect.provide(layer()))
  )

  it.effect("leaves no parameter of the asked page in the place of its own", () =>
    Effect.gen(function* () {
      const user = yield* ann
      const { body } = yield* authorize(user, { redirect_uri: `${callbackPage}?code=theirs&state=theirs&code=too` })
      const { searchParams } = new URL(body.redirect_url)
      expect(searchParams.getAll("state")).toStrictEqual([outerState])
      expect(searchParams.getAll("code")).toStrictEqual([expect.stringMatching(/^[0-9a-z]{45}$/)])
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is for users only, and for the current service", () =>
    Effect.gen(function* () {
      const nobody = yield* emulatorCalls.call("POST", "/auth/oauth/cross-domain/authorize", {
        body: {
          redirect_uri: callbackPage,
          state: outerState,
          code_challenge: makeChallenge(codeVerifier),
          code_challenge_method: "S256"
        }
      })
      expect(nobody.knownError).toBe("USER_AUTHENTICATION_REQUIRED")
      const old = Effect.flatMap(ann, (user) => authorize(user)).pipe(Effect.provide(layer({ service: "2025-06" })))
      expect((yield* old).status).toBe(404)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("is of the same guest", () =>
    Effect.gen(function* () {
      const { body: guest } = yield* emulatorCalls.call("POST", "/auth/anonymous/sign-up")
      const { body } = yield* exchange(yield* codeFor(guest))
      expect((yield* me(body.access_token)).id).toBe(guest.user_id)
    }).pipe(Effect.provide(layer({ anonymousSignUp: true })))
  )
})
