/** Command-line login against a scripted service: what a terminal and the confirming page can meet. */
import { describe, expect, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as CliLogin from "../../src/client/CliLogin.ts"
import { CliAuthError } from "../../src/domain/errors/CliLogin.ts"
import { TokenStore } from "../../src/token/TokenStore.ts"
import { makeAccessToken, app, page, signedIn, stored } from "../support/appPage.ts"
import { type Answer, failing, json, knownError, network, text, timed } from "../support/scriptedNetwork.ts"
import { lasting, unsignedToken } from "../support/tokens.ts"

const appUrl = "https://app.example.com"
const started = json({
  polling_code: "p".repeat(45),
  login_code: "l".repeat(45),
  expires_at: "1970-01-01T02:00:00.000Z"
})
const waiting = json({ status: "waiting" })
const confirmed = json({ status: "success", refresh_token: "refresh-cli" }, 201)

const service = (poll: (n: number) => Answer) => {
  let polls = 0
  return network(({ url }) => (url.endsWith("/auth/cli") ? started : poll(++polls)))
}

const terminal = (net: ReturnType<typeof network>) => app(net, page(appUrl), { appUrl })

describe("CliLogin.login", () => {
  const links: Array<string> = []
  const prompts = {
    "an effect": (url: string) => Effect.sync(() => void links.push(url)),
    "a function": (url: string) => void links.push(url),
    "a promise": async (url: string) => {
      await Promise.resolve()
      links.push(url)
    }
  }
  it.effect.each(Object.entries(prompts))("shows its link by %s", ([, promptLink]) =>
    Effect.gen(function* () {
      links.length = 0
      yield* CliLogin.login({ promptLink })
      expect(links).toStrictEqual([`${appUrl}/handler/cli-auth-confirm?login_code=${"l".repeat(45)}`])
      expect(yield* stored).toBe("refresh-cli")
    }).pipe(Effect.provide(terminal(service(() => confirmed))))
  )

  it.effect.each([2_147_483_648, Infinity, NaN])(
    "refuses to wait for %s ms before anything is sent",
    (expiresInMillis) => {
      const net = service(() => waiting)
      return Effect.gen(function* () {
        const error = yield* Effect.flip(CliLogin.login({ promptLink: () => undefined, expiresInMillis }))
        expect(error).toMatchObject({ _tag: "TransportError", reason: { _tag: "InvalidRequest" } })
        expect(net.sent).toHaveLength(0)
      }).pipe(Effect.provide(terminal(net)))
    }
  )

  it.effect("ends when it expires, however long the service asks to wait", () => {
    const net = service(() => text("slow down", 429, { "retry-after": "86400" }))
    return Effect.gen(function* () {
      const { error, millis } = yield* failing(CliLogin.login({ promptLink: () => undefined, expiresInMillis: 60_000 }))
      expect(error).toMatchObject({ _tag: "CliAuthExpiredError" })
      expect(millis).toBeLessThan(61_000)
      expect(net.sent).toHaveLength(2)
    }).pipe(Effect.provide(terminal(net)))
  })

  it.effect.each([0, -1, NaN])("refuses %s attempts before anything is sent", (maxAttempts) => {
    const net = service(() => waiting)
    return Effect.gen(function* () {
      const error = yield* Effect.flip(CliLogin.login({ promptLink: () => undefined, maxAttempts }))
      expect(error).toMatchObject({ _tag: "InvalidOption", option: "maxAttempts" })
      expect(net.sent).toHaveLength(0)
    }).pipe(Effect.provide(terminal(net)))
  })

  it.effect("polls at once and then every 2,000 ms, as often as allowed, and signs nobody in", () => {
    const asked: Array<number> = []
    const net = network(({ url }) => {
      if (url.endsWith("/auth/cli")) return started
      return Effect.tap(waiting, () => Effect.map(Clock.currentTimeMillis, (now) => void asked.push(now)))
    })
    return Effect.gen(function* () {
      const { error, millis } = yield* failing(CliLogin.login({ promptLink: () => undefined, maxAttempts: 4 }))
      expect(error).toBeInstanceOf(CliLogin.CliLoginTimeout)
      expect(error).toMatchObject({ _tag: "CliLoginTimeout", attempts: 4 })
      expect(error.message).toContain("4 attempts")
      expect(asked).toStrictEqual([0, 2_000, 4_000, 6_000])
      expect(millis).toBe(6_000)
      expect(yield* stored).toBeUndefined()
    }).pipe(Effect.provide(terminal(net)))
  })

  it.effect("does not time out during the attempt that brings the confirmation", () =>
    Effect.gen(function* () {
      const { exit, millis } = yield* timed(CliLogin.login({ promptLink: () => undefined, maxAttempts: 3 }))
      expect(exit._tag).toBe("Success")
      expect(millis).toBe(4_000)
      expect(yield* stored).toBe("refresh-cli")
    }).pipe(Effect.provide(terminal(service((n) => (n < 3 ? waiting : confirmed)))))
  )

  it.effect("fails with an unknown answer, and stops polling", () => {
    const net = service((n) => (n === 1 ? waiting : json({ status: "denied" })))
    return Effect.gen(function* () {
      const { error, millis } = yield* failing(CliLogin.login({ promptLink: () => undefined }))
      expect(error).toBeInstanceOf(CliAuthError)
      expect(error).toMatchObject({ _tag: "CliAuthError", code: "CLI_AUTH_ERROR" })
      expect(error.message).toContain("denied")
      expect(millis).toBe(2_000)
      expect(net.sent).toHaveLength(3)
      expect(yield* stored).toBeUndefined()
    }).pipe(Effect.provide(terminal(net)))
  })

  it.effect("does not expire by a terminal's clock that is ahead", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.parse("1970-01-01T12:00:00Z"))
      const { exit } = yield* timed(CliLogin.login({ promptLink: () => undefined }), 500)
      expect(exit._tag).toBe("Success")
      expect(yield* stored).toBe("refresh-cli")
    }).pipe(Effect.provide(terminal(service((n) => (n < 3 ? waiting : confirmed)))))
  )

  it.effect("does not expire because the terminal's clock is set forward while it waits", () =>
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      let aheadMillis = 0
      const nowMillis = () => clock.currentTimeMillisUnsafe() + aheadMillis
      const movable: Clock.Clock = {
        currentTimeMillisUnsafe: nowMillis,
        currentTimeMillis: Effect.sync(nowMillis),
        currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
        currentTimeNanos: clock.currentTimeNanos,
        monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
        monotonicTimeNanos: clock.monotonicTimeNanos,
        sleep: (duration) => clock.sleep(duration)
      }
      const login = CliLogin.login({ promptLink: () => void (aheadMillis = 86_400_000) })
      const { exit } = yield* timed(Effect.provideService(login, Clock.Clock, movable))
      expect(exit._tag).toBe("Success")
    }).pipe(Effect.provide(terminal(service((n) => (n < 3 ? waiting : confirmed)))))
  )

  it.effect("expires after its lifetime even if the service cannot say so", () =>
    Effect.gen(function* () {
      const { error, millis } = yield* failing(CliLogin.login({ promptLink: () => undefined, expiresInMillis: 30_000 }))
      expect(error._tag).toBe("CliAuthExpiredError")
      expect(millis).toBe(30_000)
    }).pipe(Effect.provide(terminal(service(() => json({}, 500)))))
  )
})

describe("CliLogin.confirm", () => {
  it.effect("hands out the refresh token that a refresh during the call has rotated", () => {
    const net = network(({ url }) =>
      url.endsWith("/auth/oauth/token")
        ? json({
            access_token: makeAccessToken("b"),
            refresh_token: "refresh-next",
            token_type: "Bearer",
            expires_in: 9,
            scope: "legacy"
          })
        : json({ success: true })
    )
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.set({ refreshToken: Redacted.make("refresh-old") })
      yield* CliLogin.confirm({ loginCode: "l".repeat(45) })
      expect(JSON.parse(net.sent[1]?.body ?? "")).toStrictEqual({
        login_code: "l".repeat(45),
        refresh_token: "refresh-next"
      })
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })

  it.effect("gives a terminal no session that has ended elsewhere", () => {
    const net = network(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* store.set({ refreshToken: Redacted.make("refresh-gone") })
      expect((yield* Effect.flip(CliLogin.confirm({ loginCode: "l".repeat(45) })))._tag).toBe(
        "UserAuthenticationRequired"
      )
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })

  it.effect("needs a refresh only when the access token is old", () => {
    const net = network(() => json({ success: true }))
    return Effect.gen(function* () {
      yield* signedIn("one")
      yield* CliLogin.confirm({ loginCode: "l".repeat(45) })
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })
})

describe("the guest of a terminal", () => {
  /** A token that says that it is a guest's, or a user's; tokens of 2025-06 say neither. */
  const makeToken = (claims: object) => Redacted.make(unsignedToken({ ...lasting, ...claims }))
  const guest = { accessToken: makeToken({ is_anonymous: true }), refreshToken: Redacted.make("refresh-guest") }
  const offered = (body: string | undefined) => JSON.parse(body ?? "{}").anon_refresh_token

  it.effect.each([
    ["a guest", guest, true, "refresh-guest"],
    ["a guest whose token has to be refreshed first", { refreshToken: guest.refreshToken }, true, "refresh-guest"],
    ["a guest who is not to be offered", guest, false, undefined],
    ["a guest whose session another host may have planted", { ...guest, isTakenOver: true }, true, undefined],
    ["a user", { ...guest, accessToken: makeToken({ is_anonymous: false }) }, true, undefined],
    ["whoever the service of 2025-06 does not tell", { ...guest, accessToken: makeToken({}) }, true, undefined],
    ["nobody", undefined, true, undefined]
  ] as const)("is offered as it should be of %s", ([, tokens, keepAnonymousUser, token]) => {
    const net = network(({ url }) => {
      if (url.endsWith("/auth/cli")) return started
      if (url.endsWith("/auth/cli/poll")) return confirmed
      return json({
        access_token: Redacted.value(guest.accessToken),
        token_type: "Bearer",
        expires_in: 9,
        scope: "legacy"
      })
    })
    return Effect.gen(function* () {
      const store = yield* TokenStore
      yield* tokens === undefined ? store.clear : store.set(tokens)
      yield* CliLogin.login({ promptLink: () => undefined, keepAnonymousUser })
      const start = net.sent.find(({ url }) => url.endsWith("/auth/cli"))
      expect(offered(start?.body)).toBe(token)
      expect(yield* stored).toBe("refresh-cli")
    }).pipe(Effect.provide(terminal(net)))
  })

  it.effect("is read from the service's answer about the link", () => {
    const answers = [
      json({ cli_session_state: "anonymous" }),
      json({ cli_session_state: "none" }),
      json({ cli_session_state: "something new" }),
      // The service of 2025-06.
      knownError("SCHEMA_ERROR", 400, { message: "body contains unknown properties: mode" })
    ]
    const net = network(() => answers[net.sent.length - 1]!)
    return Effect.gen(function* () {
      const found = yield* Effect.forEach(answers, () => CliLogin.details({ loginCode: "l" }))
      expect(found.map(({ hasAnonymousUser }) => hasAnonymousUser)).toStrictEqual([true, false, false, false])
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })

  it.effect("is undefined for an expired link, or while the service cannot be reached", () => {
    const answers = [text("Invalid login code or the code has expired", 400), text("", 500)]
    const net = network(() => answers[net.sent.length - 1]!)
    return Effect.gen(function* () {
      const errors = [
        yield* Effect.flip(CliLogin.details({ loginCode: "l" })),
        yield* Effect.flip(CliLogin.details({ loginCode: "l" }))
      ]
      expect(errors.map(({ _tag }) => _tag)).toStrictEqual(["CliLoginNotFound", "TransportError"])
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })

  it.effect("is not lost when the sign-up that takes them over is interrupted", () => {
    const claimed = json({ access_token: Redacted.value(guest.accessToken), refresh_token: "refresh-guest" })
    const net = network(() => Effect.andThen(Effect.sleep("1 second"), claimed))
    return Effect.gen(function* () {
      const claim = yield* Effect.forkChild(CliLogin.claimAnonymousUser({ loginCode: "l" }), { startImmediately: true })
      yield* TestClock.adjust("500 millis")
      yield* Fiber.interrupt(claim)
      expect(yield* stored).toBeUndefined()
      yield* TestClock.adjust("500 millis")
      expect(yield* stored).toBe("refresh-guest")
      expect(net.sent).toHaveLength(1)
    }).pipe(Effect.provide(app(net, page(appUrl))))
  })
})
