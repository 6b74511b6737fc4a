/** Calls on behalf of a user replace an access token that the service refuses, and never go on as another user. */
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import type { Tokens } from "../../src/token/TokenStore.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { failing, knownError } from "../support/scriptedNetwork.ts"
import { lasting, texts, unsignedToken } from "../support/tokens.ts"
import {
  getMe,
  makeService,
  type Service,
  Session,
  signIn,
  signOut,
  stored,
  updateMe,
  withAda,
  withNobody,
  withSession
} from "./service.ts"

describe("a refused access token", () => {
  const codes = [
    { code: "UNPARSABLE_ACCESS_TOKEN" },
    { code: "ACCESS_TOKEN_EXPIRED", details: { expired_at_millis: 1 } },
    { code: "INVALID_PROJECT_FOR_ACCESS_TOKEN", details: { expected_project_id: "a", actual_project_id: "b" } }
  ]
  const calls = [
    { kind: "get", call: getMe },
    { kind: "patch", call: updateMe }
  ] as const

  it.effect.each(Arr.cartesianWith(codes, calls, (refusal, call) => ({ ...refusal, ...call })))(
    "is refreshed after $code, and the $kind repeated once",
    ({ call, code, details, kind }) =>
      withAda({ lifeSeconds: 600 }, function* ({ service }) {
        service.settings.fault = (asked, n, pass) => (asked === kind && n === 1 ? knownError(code, 401, details) : pass)
        yield* call
        expect(service.count("refresh")).toBe(1)
        expect(service.count(kind)).toBe(2)
      })
  )

  it.effect("costs at most 5 requests if it is always refused, and fails with the error", () =>
    withAda({}, function* ({ service }) {
      service.settings.fault = (kind, _, pass) =>
        kind === "get" ? knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }) : pass
      for (let i = 1; i <= 3; i++) {
        const before = service.journal.length
        const { error } = yield* failing(getMe)
        expect(error, `call ${i}`).toHaveProperty("reason._tag", "AccessTokenExpired")
        expect(service.journal.length - before, `call ${i}`).toBeLessThanOrEqual(5)
      }
      const sent = service.journal.filter(({ kind }) => kind === "get").map(({ token }) => token)
      expect(new Set(sent).size, "a refused token was sent again").toBe(sent.length)
      expect(yield* stored).toBeDefined()
    })
  )

  it.effect("ends a session without a refresh token", () =>
    withNobody({}, function* ({ service }) {
      service.settings.fault = () => knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 })
      const { accessToken } = yield* service.open("ada")
      yield* signIn({ accessToken })
      expect((yield* Effect.flip(getMe))._tag).toBe("UserAuthenticationRequired")
      expect(service.journal).toHaveLength(1)
      yield* Effect.flip(getMe)
      expect(service.journal).toHaveLength(1)
    })
  )

  /** Makes a call as Ada, which the service refuses after Bob has signed in. */
  const refuseWhileBobSignsIn = Effect.fnUntraced(function* <A, E, R>(
    service: Service,
    call: "get" | "patch",
    run: Effect.Effect<A, E, R>
  ) {
    const [ada, bob] = [yield* service.open("ada"), yield* service.open("bob")]
    service.settings.fault = (kind, n, pass) =>
      kind === call && n === 1 ? Effect.delay(knownError("UNPARSABLE_ACCESS_TOKEN", 401), 50) : pass
    yield* signIn(ada)
    const fiber = yield* Effect.forkChild(run)
    yield* TestClock.adjust(10)
    yield* signIn(bob)
    yield* TestClock.adjust(1000)
    return yield* Fiber.join(fiber)
  })

  it.effect("never makes a change run again as a user who has signed in meanwhile", () =>
    withNobody({ latencyMillis: 100 }, function* ({ service }) {
      expect((yield* refuseWhileBobSignsIn(service, "patch", Effect.flip(updateMe)))._tag).toBe(
        "UserAuthenticationRequired"
      )
      expect(service.count("patch")).toBe(1)
    })
  )

  it.effect("makes a read of the user run again for a user who has signed in meanwhile", () =>
    withNobody({ latencyMillis: 100 }, function* ({ service }) {
      expect((yield* refuseWhileBobSignsIn(service, "get", CurrentUser.get))?.displayName).toBe("bob")
      expect(service.count("get")).toBe(2)
    })
  )

  it.effect("is not used again, even when its refusal comes late", () =>
    withAda({}, function* ({ service }) {
      const session = yield* Session
      const first = (yield* session.credentials)!
      const second = (yield* session.renew(first))!
      const third = (yield* session.renew(second))!
      // An answer to the first token arrives after the second was refused.
      expect(texts(yield* session.renew(first))).toStrictEqual(texts(third))
      expect(service.count("refresh")).toBe(2)
    })
  )

  it.effect("is not refreshed if the user signed out before its refusal arrived", () =>
    withAda({}, function* ({ service }) {
      service.settings.fault = (kind, _n, pass) =>
        kind === "get" ? Effect.delay(knownError("ACCESS_TOKEN_EXPIRED", 401, { expired_at_millis: 1 }), 100) : pass
      const fiber = yield* Effect.forkChild(Effect.flip(getMe))
      yield* TestClock.adjust(10)
      yield* signOut
      yield* TestClock.adjust(100)
      expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
      expect(service.count("refresh")).toBe(0)
    })
  )
})

describe("requests of one operation", () => {
  it.effect("go as one user, even when the session was refreshed in between", () =>
    withAda({ rotate: true }, function* ({ service }) {
      const first = yield* AuthorizedTransport.callWithCredentials(UsersWire.getMe, {})
      expect(first.answer.displayName).toBe("ada")
      expect(Redacted.value(first.credentials.accessToken)).toBe(service.journal[0]!.token)
      yield* TestClock.adjust(600_000)
      const next = yield* AuthorizedTransport.callAsSameUser(UsersWire.getMe, {}, first.credentials)
      expect(next.displayName).toBe("ada")
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("are not sent after another user has signed in or the user has signed out", () =>
    withAda({}, function* ({ service }) {
      const { credentials } = yield* AuthorizedTransport.callWithCredentials(UsersWire.getMe, {})
      const next = Effect.flip(AuthorizedTransport.callAsSameUser(UsersWire.getMe, {}, credentials))
      yield* signIn(yield* service.open("bob"))
      expect((yield* next)._tag).toBe("UserAuthenticationRequired")
      yield* signOut
      expect((yield* next)._tag).toBe("UserAuthenticationRequired")
      expect(service.count("get")).toBe(1)
    })
  )
})

describe("a sign-up while a guest is signed in", () => {
  const accessToken = (claims: object) =>
    Redacted.make(unsignedToken({ ...lasting, sub: "ada", refreshTokenId: "s", ...claims }))
  const refreshToken = Redacted.make("r")
  const guest = { refreshToken, accessToken: accessToken({ is_anonymous: true }) }
  const sent = (tokens: Tokens | undefined) =>
    AuthorizedTransport.sendAsAnonymous((guest) => Effect.succeed(guest)).pipe(
      withSession(makeService(), MemoryTokenStore.make(tokens))
    )

  it.effect.each([guest, { accessToken: guest.accessToken }])("carries the tokens of a guest: $0", (tokens) =>
    Effect.gen(function* () {
      expect(yield* sent(tokens)).toStrictEqual(tokens)
    })
  )

  it.effect.each<readonly [whose: string, tokens: Tokens | undefined]>([
    ["nobody", undefined],
    ["a user", { refreshToken, accessToken: accessToken({}) }],
    ["a user whose claim is a text", { refreshToken, accessToken: accessToken({ is_anonymous: "true" }) }],
    ["someone unknown", { refreshToken, accessToken: Redacted.make("unreadable") }],
    ["a guest whose session was taken over", { ...guest, isTakenOver: true }]
  ])("carries no tokens of $0", ([, tokens]) =>
    Effect.gen(function* () {
      expect(yield* sent(tokens)).toBeUndefined()
    })
  )

  it.effect.each([
    { isTakenOver: undefined, refreshes: 1 },
    { isTakenOver: true as const, refreshes: 0 }
  ])(
    "refreshes a session without an access token first, unless it was taken over: $isTakenOver",
    ({ isTakenOver, refreshes }) =>
      Effect.gen(function* () {
        const service = makeService()
        const { refreshToken } = yield* service.open("ada")
        const store = MemoryTokenStore.make({ refreshToken, isTakenOver })
        const guest = yield* AuthorizedTransport.anonymousCredentials.pipe(withSession(service, store))
        expect(guest).toBeUndefined()
        expect(service.count("refresh")).toBe(refreshes)
      })
  )

  it.effect.each([
    [guest, "UNPARSABLE_ACCESS_TOKEN", 2],
    [guest, "TEAM_NOT_FOUND", 1],
    [undefined, "UNPARSABLE_ACCESS_TOKEN", 1]
  ] as const)(
    "is repeated without the guest if their access token is refused, and only then: $1",
    ([tokens, code, times]) =>
      Effect.gen(function* () {
        const seen: Array<unknown> = []
        const service = makeService({ fault: (kind, _, pass) => (kind === "get" ? knownError(code, 401) : pass) })
        const signUp = Effect.flatMap(Session, ({ app }) =>
          AuthorizedTransport.sendAsAnonymous((guest) => {
            seen.push(guest)
            return app.call(UsersWire.getMe, {}, guest)
          })
        )
        const exit = yield* Effect.exit(signUp).pipe(withSession(service, MemoryTokenStore.make(tokens)))
        expect(Exit.isFailure(exit)).toBe(true)
        expect(seen).toStrictEqual([tokens, undefined].slice(0, times))
      })
  )
})
