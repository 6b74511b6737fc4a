/** Rate limits end guessing and flooding, also in parallel, and pass with time. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import * as Passwords from "../../../src/emulator/accounts/Passwords.ts"
import * as Randomness from "../../../src/emulator/crypto/Randomness.ts"
import { Emulator } from "../../../src/emulator/index.ts"
import { Settings } from "../../../src/emulator/settings/Settings.ts"
import * as StateParts from "../../../src/emulator/storage/StateParts.ts"
import { callbackUrl, call, layer, mailsTo, password, signUp } from "../../support/emulatorCalls.ts"

const signIn = (email: string, password: string) =>
  call("POST", "/auth/password/sign-in", { body: { email, password } })

const askForReset = (email: string) =>
  call("POST", "/auth/password/send-reset-code", { body: { email, callback_url: callbackUrl } })

/** A request as it comes over a socket. */
const from = Effect.fnUntraced(function* (
  ip: string | undefined,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {}
) {
  const emulator = yield* Emulator
  const { project } = emulator
  const response = yield* emulator.handle(
    new Request(`${emulator.baseUrl}/api/v1${path}`, {
      method: "POST",
      body: JSON.stringify(body),
      headers: {
        "content-type": "application/json",
        "x-stack-access-type": "server",
        "x-stack-project-id": project?.projectId ?? "",
        "x-stack-secret-server-key": project?.secretServerKey ?? "",
        ...headers
      }
    }),
    { ip }
  )
  return { status: response.status, retryAfter: response.headers.get("retry-after"), headers: response.headers }
})

/** Those of another emulator in this process: all of them take turns. */
const passwords = Passwords.layer.pipe(
  Layer.provide(Randomness.layer("others").pipe(Layer.provide(StateParts.layer))),
  Layer.provide(
    Layer.succeed(Settings, {
      publicUrl: "http://localhost",
      accessTokenLifetimeMillis: 1,
      anonymousSignUp: true,
      rejectsSignUp: () => false,
      requiresBotChallenge: false,
      passwordCost: "standard"
    })
  )
)

const wrong = { email: "ann@example.org", password: "wrong" }

describe("rate limits", () => {
  it.effect("stop the guessing of a password, and expire", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const tried = yield* Effect.forEach([password, "wrong", password, "wrong", password, "wrong"], (text) =>
        signIn("ann@example.org", text)
      )
      expect(tried.map(({ status }) => status)).toStrictEqual([200, 400, 200, 400, 200, 400])
      const refused = yield* signIn("ann@example.org", password)
      expect({
        status: refused.status,
        knownError: refused.knownError,
        retryAfter: refused.headers.get("retry-after")
      }).toStrictEqual({ status: 429, knownError: undefined, retryAfter: "20" })
      expect((yield* signIn("ANN@example.org", password)).status).toBe(429)
      expect((yield* signIn("bob@example.org", "wrong")).status).toBe(400)
      yield* TestClock.adjust("20 seconds")
      expect((yield* signIn("ann@example.org", password)).status).toBe(200)
    }).pipe(Effect.provide(layer({ rateLimits: { wrongPasswordsPerAddress: { count: 3, per: "1 minute" } } })))
  )

  it.effect("also stop it for password changes, with one budget", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const update = (old_password: string) =>
        call("POST", "/auth/password/update", { token, body: { old_password, new_password: password } })
      const { body } = yield* call("POST", "/auth/anonymous/sign-up")
      yield* call("POST", "/auth/password/set", { token: body.access_token, body: { password } })
      const tried = yield* Effect.forEach([password, "wrong", password, "wrong", password, "wrong"], update)
      const mismatch = "PASSWORD_CONFIRMATION_MISMATCH"
      expect(tried.map(({ knownError }) => knownError)).toStrictEqual([
        undefined,
        mismatch,
        undefined,
        mismatch,
        undefined,
        mismatch
      ])
      const refused = yield* update(password)
      expect({ status: refused.status, retryAfter: refused.headers.get("retry-after") }).toStrictEqual({
        status: 429,
        retryAfter: "20"
      })
      expect((yield* signIn("ann@example.org", password)).status).toBe(429)
      // Somebody without an address has a budget of their own.
      const own = yield* call("POST", "/auth/password/update", {
        token: body.access_token,
        body: { old_password: "wrong", new_password: password }
      })
      expect(own.knownError).toBe(mismatch)
    }).pipe(Effect.provide(layer({ rateLimits: { wrongPasswordsPerAddress: { count: 3, per: "1 minute" } } })))
  )

  it.effect(
    "do not count a password that was not checked",
    () =>
      Effect.gen(function* () {
        yield* signUp("ann@example.org")
        const { verify } = yield* Passwords.Passwords
        const queue = yield* Effect.forEach(Array.from({ length: 130 }), () =>
          Effect.forkChild(verify("wrong", undefined), { startImmediately: true })
        )
        const busy = yield* Effect.replicateEffect(signIn("ann@example.org", password), 5)
        expect(
          busy.map(({ headers, status }) => `${status}, again after ${headers.get("retry-after")} s`)
        ).toStrictEqual(Array(5).fill("429, again after 10 s"))
        yield* Fiber.interruptAll(queue)
        expect((yield* signIn("ann@example.org", password)).status).toBe(200)
      }).pipe(
        Effect.provide(passwords),
        Effect.provide(
          layer({ passwordCost: "standard", rateLimits: { wrongPasswordsPerAddress: { count: 3, per: "1 hour" } } })
        )
      ),
    300_000
  )

  it.effect.each([
    ["sign-ins", (email: string) => signIn(email, "wrong")],
    ["password resets", askForReset]
  ] as const)("are the same for %s of addresses without an account", ([, attempt]) =>
    Effect.gen(function* () {
      const statuses = (email: string) =>
        Effect.forEach([1, 2, 3, 4], () => Effect.map(attempt(email), ({ status, text }) => [status, text]))
      const known = yield* statuses("ann@example.org")
      expect(known.at(-1)?.[0]).toBe(429)
      expect(yield* statuses("nobody@example.org")).toStrictEqual(known)
    }).pipe(
      Effect.provide(
        layer({
          rateLimits: {
            mailsPerAddress: { count: 2, per: "1 minute" },
            wrongPasswordsPerAddress: { count: 2, per: "1 minute" }
          }
        })
      )
    )
  )

  it.effect("cannot be exceeded by parallel requests", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const answers = yield* Effect.all(
        Array.from({ length: 50 }, (_, i) => signIn("ann@example.org", `guess${i}`)),
        { concurrency: "unbounded" }
      )
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(5)
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(45)
    }).pipe(Effect.provide(layer({ rateLimits: { wrongPasswordsPerAddress: { count: 5, per: "1 hour" } } })))
  )

  it.effect("keep mailboxes from being flooded, over all kinds of mail", () =>
    Effect.gen(function* () {
      const { access_token: token } = yield* signUp("ann@example.org")
      const verify = () =>
        call("POST", "/contact-channels/send-verification-code", {
          token,
          body: { email: "ann@example.org", callback_url: callbackUrl }
        })
      const magic = () =>
        call("POST", "/auth/otp/send-sign-in-code", { body: { email: "ann@example.org", callback_url: callbackUrl } })
      const answers = [
        yield* verify(),
        yield* askForReset("ann@example.org"),
        yield* verify(),
        yield* askForReset("Ann@example.org"),
        yield* magic()
      ]
      expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 429, 429, 429])
      const mails = yield* mailsTo("ann@example.org")
      expect(mails.filter(({ subject }) => subject.includes("Reset"))).toHaveLength(1)
    }).pipe(
      Effect.provide(
        layer({
          project: { config: { magicLinkEnabled: true } },
          rateLimits: { mailsPerAddress: { count: 2, per: "1 hour" } }
        })
      )
    )
  )

  it.effect("use the address of the connection, not the headers", () =>
    Effect.gen(function* () {
      const ask = (ip: string | undefined, headers = {}) => from(ip, "/auth/password/sign-in", wrong, headers)
      const statuses = (...ips: ReadonlyArray<string | undefined>) =>
        Effect.forEach(ips, (ip, i) =>
          Effect.map(ask(ip, { "x-forwarded-for": `10.0.0.${i}` }), ({ status }) => status)
        )
      expect({
        ofVersion4: yield* statuses("192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1"),
        anotherOfVersion4: yield* statuses("192.0.2.2"),
        ofVersion6: yield* statuses("2001:db8::1", "2001:db8:0:0:ffff::2", "2001:0db8::3%eth0"),
        anotherOfVersion6: yield* statuses("2001:db8:0:1::1"),
        inThisProcess: yield* statuses(undefined, undefined, undefined)
      }).toStrictEqual({
        ofVersion4: [400, 400, 429],
        anotherOfVersion4: [400],
        ofVersion6: [400, 400, 429],
        anotherOfVersion6: [400],
        inThisProcess: [400, 400, 400]
      })
      const { headers, retryAfter, status } = yield* ask("192.0.2.1", { "x-stack-override-error-status": "true" })
      expect({ status, actual: headers.get("x-stack-actual-status"), retryAfter }).toStrictEqual({
        status: 200,
        actual: "429",
        retryAfter: "30"
      })
    }).pipe(Effect.provide(layer({ rateLimits: { perIp: { count: 2, per: "1 minute" } } })))
  )

  it.effect("count only the checks of keys that fail", () =>
    Effect.gen(function* () {
      const { user_id } = yield* signUp("ann@example.org")
      const made = yield* call("POST", "/user-api-keys", {
        level: "server",
        body: { user_id, description: "CI", expires_at_millis: null }
      })
      const check = (api_key: string) => from("192.0.2.1", "/user-api-keys/check", { api_key })
      const good = made.body.value
      const answers = yield* Effect.forEach([good, good, good, "nope", "nope", good], check)
      expect(answers.map(({ status }) => status)).toStrictEqual([200, 200, 200, 404, 404, 429])
    }).pipe(
      Effect.provide(
        layer({
          project: { config: { allowUserApiKeys: true } },
          rateLimits: { failedKeysPerIp: { count: 2, per: "1 minute" } }
        })
      )
    )
  )

  it.effect("can be switched off", () =>
    Effect.gen(function* () {
      const answers = yield* Effect.replicateEffect(signIn("ann@example.org", "wrong"), 120)
      expect(answers.filter(({ status }) => status !== 400)).toStrictEqual([])
    }).pipe(Effect.provide(layer({ rateLimits: false })))
  )
})
