/** Requests that come at once with the same expired tokens: one refresh, and never somebody else's tokens. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { AuthTimeout } from "../../../src/backend/AuthTimeout.ts"
import { DrainTimeout } from "../../../src/backend/Draining.ts"
import * as RequestSessions from "../../../src/backend/middleware/RequestSessions.ts"
import * as SharedRefreshes from "../../../src/backend/middleware/SharedRefreshes.ts"
import * as AccessTokenVerifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import type { HttpRequest } from "../../../src/http/Http.ts"
import { RequestIsolation } from "../../../src/platform/request/RequestIsolation.ts"
import { Session } from "../../../src/session/Session.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import * as RefreshWire from "../../../src/wire/generated/Refresh.ts"
import {
  type Answer,
  apiUrl,
  broken,
  clientApp,
  json,
  knownError,
  network,
  projectId
} from "../../support/scriptedNetwork.ts"
import { turns, until } from "../../support/turns.ts"

interface World {
  /** The refreshes that the service has seen, by their refresh tokens. */
  readonly refreshes: () => ReadonlyArray<string>
  readonly minter: TokenMinter.TokenMinter["Service"]
  /** What the service answers to a refresh, instead of a new access token. */
  readonly onRefresh: (answer: (refreshToken: string) => Answer) => void
  readonly onOther: (answer: (request: HttpRequest) => Answer) => void
  /** The user of a request with these cookies, and what its response says. */
  readonly send: (
    refreshToken: string,
    options?: { readonly accessToken?: string; readonly work?: Effect.Effect<unknown, unknown, Session> }
  ) => Effect.Effect<{ readonly user: string; readonly setCookies: ReadonlyArray<string> }>
}

const nameUser = (refreshToken: string) => `user-of-${refreshToken}`

const world = Effect.gen(function* () {
  yield* TestClock.setTime(1_750_000_000_000)
  const minter = yield* TokenMinter.make({ projectId, apiUrl })
  const seen: Array<string> = []
  let onRefresh: ((refreshToken: string) => Answer) | undefined
  let onOther: (request: HttpRequest) => Answer = () => json({}, 404)
  const net = network((request) => {
    if (request.url.endsWith("jwks.json")) return Effect.flatMap(minter.keySet, (keys) => json(keys))
    if (!request.url.endsWith("/auth/oauth/token")) return onOther(request)
    const refreshToken = new URLSearchParams(request.body).get("refresh_token") ?? ""
    seen.push(refreshToken)
    // The service takes its time, though not the test clock's: whoever asks at once has come before it answers.
    return Effect.andThen(
      Effect.repeat(cryptoTurn, { times: 20 }),
      onRefresh?.(refreshToken) ?? issue(minter, refreshToken)
    )
  })
  const app = ClientApp.layer({ projectId, publishableClientKey: "pck_key", apiUrl })
  const layer = RequestSessions.layer().pipe(
    Layer.provide(AccessTokenVerifier.layer()),
    // Some requests never end.
    Layer.provide(Layer.succeed(DrainTimeout, 0)),
    Layer.provide(app),
    Layer.provide(net.layer)
  )
  const { open } = Context.get(yield* Layer.build(layer), RequestSessions.RequestSessions)
  const send: World["send"] = (refreshToken, { accessToken, work = Effect.void } = {}) =>
    Effect.gen(function* () {
      const cookie = `__Host-stack-refresh-${projectId}=${refreshToken}${
        accessToken === undefined
          ? ""
          : `; __Host-stack-access=${encodeURIComponent(JSON.stringify([refreshToken, accessToken]))}`
      }`
      const request = yield* open(new Request("https://shop.example.com/", { headers: { cookie } }))
      const user = yield* Effect.match(request.user, {
        onFailure: (error) => (error._tag === "Unauthorized" ? error.reason : error._tag),
        onSuccess: ({ id }) => id
      })
      yield* work.pipe(Effect.provideService(Session, request.session), Effect.ignore)
      const headers = yield* request.headers
      return { user, setCookies: headers.flatMap(([name, value]) => (name === "set-cookie" ? [value] : [])) }
    }).pipe(Effect.scoped, Effect.orDie)
  return {
    refreshes: () => seen,
    minter,
    onRefresh: (answer) => {
      onRefresh = answer
    },
    onOther: (answer) => {
      onOther = answer
    },
    send
  } satisfies World
})

const issue = (minter: World["minter"], refreshToken: string, rotated?: string): Answer =>
  Effect.flatMap(minter.mint({ userId: nameUser(refreshToken) }), (token) =>
    json({
      access_token: token,
      ...(rotated !== undefined && { refresh_token: rotated }),
      token_type: "Bearer",
      expires_in: 3599,
      scope: "legacy"
    })
  )

/** A turn behind the digests and signatures under way, which take real time however far the test clock goes. */
const cryptoTurn = Effect.andThen(
  turns(1),
  Effect.promise(() => crypto.subtle.digest("SHA-256", new Uint8Array(10_000)))
)

const all = <A, E>(effects: ReadonlyArray<Effect.Effect<A, E>>) => Effect.all(effects, { concurrency: "unbounded" })

/** Moves the clock on until it is done. */
const inTime = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect)
    while (fiber.pollUnsafe() === undefined) {
      yield* cryptoTurn
      yield* TestClock.adjust("10 millis")
    }
    return yield* Fiber.join(fiber)
  })

describe("requests with the same refresh token", () => {
  it.effect("share one refresh when 50 come at once, and each response has its own cookies", () =>
    Effect.gen(function* () {
      const { refreshes, send } = yield* world
      const answers = yield* all(Array.from({ length: 50 }, () => send("ann")))
      expect(refreshes()).toStrictEqual(["ann"])
      expect(new Set(answers.map(({ user }) => user))).toStrictEqual(new Set([nameUser("ann")]))
      const accessCookies = answers.map(({ setCookies }) =>
        setCookies.filter((line) => line.startsWith("__Host-stack-access="))
      )
      expect(accessCookies.filter((lines) => lines.length !== 1)).toStrictEqual([])
    })
  )

  it.effect("share it for five seconds with requests that were sent before the answer", () =>
    Effect.gen(function* () {
      const { refreshes, send } = yield* world
      yield* all([send("ann")])
      yield* TestClock.adjust("4 seconds")
      expect((yield* all([send("ann")]))[0]?.user).toBe(nameUser("ann"))
      expect(refreshes()).toHaveLength(1)
      yield* TestClock.adjust("2 seconds")
      yield* all([send("ann")])
      expect(refreshes()).toHaveLength(2)
    })
  )

  it.effect("share it even if the service accepts a refresh token only once", () =>
    Effect.gen(function* () {
      const { minter, onRefresh, refreshes, send } = yield* world
      onRefresh((token) =>
        refreshes().filter((each) => each === token).length > 1
          ? knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401)
          : issue(minter, token, `${token}-rotated`)
      )
      const answers = yield* all([send("ann"), send("ann"), send("ann")])
      const [late] = yield* all([send("ann")])
      const seen = [...answers, late!].map(({ setCookies, user }) => ({
        user,
        isRotated: setCookies.some((line) => line.includes("%22ann-rotated%22"))
      }))
      const expected = { user: nameUser("ann"), isRotated: true }
      expect(seen).toStrictEqual([expected, expected, expected, expected])
      expect(refreshes()).toHaveLength(1)
    })
  )

  it.effect("never get the tokens of another", () =>
    Effect.gen(function* () {
      const { refreshes, send } = yield* world
      const names = Array.from({ length: 200 }, (_, i) => `u${(i * 7) % 40}`)
      const answers = yield* all(names.map((name) => send(name)))
      expect(answers.map(({ user }) => user)).toStrictEqual(names.map(nameUser))
      expect(refreshes()).toHaveLength(40)
    })
  )

  it.effect("continue when the request that started the refresh was given up", () =>
    Effect.gen(function* () {
      const { refreshes, send } = yield* world
      const first = yield* Effect.forkChild(send("ann"))
      yield* until(() => refreshes().length > 0)
      const second = yield* Effect.forkChild(send("ann"))
      yield* Effect.forkChild(Fiber.interrupt(first))
      expect((yield* Fiber.join(second)).user).toBe(nameUser("ann"))
      expect(refreshes()).toHaveLength(1)
    })
  )
})

describe("a refresh", () => {
  it.effect("is tried again by the next request after it failed", () =>
    Effect.gen(function* () {
      const { minter, onRefresh, refreshes, send } = yield* world
      onRefresh(() => broken)
      const failed = yield* inTime(all([send("ann"), send("ann")]))
      expect(failed.map(({ user }) => user)).toStrictEqual(["Unavailable", "Unavailable"])
      // The last attempt may go on for longer than a request waits, a pause may not.
      yield* inTime(Effect.sleep("2 seconds"))
      const before = refreshes().length
      expect(before).toBeGreaterThan(1)
      onRefresh((token) => issue(minter, token))
      // At once: the clock stands still.
      expect((yield* all([send("ann")]))[0]?.user).toBe(nameUser("ann"))
      expect(refreshes()).toHaveLength(before + 1)
    })
  )

  it.effect("signs out all waiting requests when it is refused, and the next request tries again", () =>
    Effect.gen(function* () {
      const { onRefresh, refreshes, send } = yield* world
      onRefresh(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
      const signedOut = { user: "expired", setCookies: [] }
      expect(yield* all([send("ann"), send("ann")])).toMatchObject([signedOut, signedOut])
      expect(refreshes()).toHaveLength(1)
      yield* all([send("ann")])
      expect(refreshes()).toHaveLength(2)
    })
  )

  it.effect("is not handed out after a sign-out", () =>
    Effect.gen(function* () {
      const { onOther, onRefresh, send } = yield* world
      onOther(() => json({ success: true }))
      yield* all([send("ann", { work: Effect.flatMap(Session, ({ signOut }) => signOut) })])
      onRefresh(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
      expect((yield* all([send("ann")]))[0]?.user).toBe("expired")
    })
  )

  it.effect("is not handed out to requests after a sign-out that happened meanwhile", () =>
    Effect.gen(function* () {
      const { minter, onOther, onRefresh, refreshes, send } = yield* world
      onOther(() => json({ success: true }))
      const gate = yield* Deferred.make<void>()
      onRefresh((token) => Effect.andThen(Deferred.await(gate), issue(minter, token)))
      const early = yield* Effect.forkChild(send("ann"))
      yield* until(() => refreshes().length > 0)
      const signOut = Effect.flatMap(Session, (session) => session.signOut)
      yield* all([send("ann", { accessToken: yield* minter.mint({ userId: nameUser("ann") }), work: signOut })])
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(early)
      onRefresh(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
      expect((yield* all([send("ann")]))[0]?.user).toBe("expired")
    })
  )

  it.effect("is not handed out after a sign-out during whose request it came", () =>
    Effect.gen(function* () {
      const { minter, onOther, onRefresh, refreshes, send } = yield* world
      onOther(() => Effect.andThen(all([send("ann")]), json({ success: true })))
      const signOut = Effect.flatMap(Session, (session) => session.signOut)
      yield* all([send("ann", { accessToken: yield* minter.mint({ userId: nameUser("ann") }), work: signOut })])
      expect(refreshes()).toHaveLength(1)
      onRefresh(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
      expect((yield* all([send("ann")]))[0]?.user).toBe("expired")
    })
  )

  it.effect("is not handed out after a sign-out with only the rotated token", () =>
    Effect.gen(function* () {
      const { minter, onOther, onRefresh, send } = yield* world
      onOther(() => json({ success: true }))
      onRefresh((token) => issue(minter, token, `${token}-rotated`))
      yield* all([send("ann")])
      const signOut = Effect.flatMap(Session, (session) => session.signOut)
      yield* all([send("ann-rotated", { accessToken: yield* minter.mint(), work: signOut })])
      onRefresh(() => knownError("REFRESH_TOKEN_NOT_FOUND_OR_EXPIRED", 401))
      expect((yield* all([send("ann")]))[0]?.user).toBe("expired")
    })
  )

  it.effect("is not handed out when the service refuses its access token", () =>
    Effect.gen(function* () {
      const { onOther, refreshes, send } = yield* world
      onOther(() => knownError("UNPARSABLE_ACCESS_TOKEN", 401))
      yield* all([send("ann", { work: CurrentUser.get })])
      // Once before the call, once because the service refused, and the next request asks anew.
      expect(refreshes()).toHaveLength(2)
      yield* all([send("ann")])
      expect(refreshes()).toHaveLength(3)
    })
  )

  it.effect("is not handed out when the key of its access token was withdrawn", () =>
    Effect.gen(function* () {
      const { minter, refreshes, send } = yield* world
      const { setCookies } = yield* send("ann")
      const pair = /stack-access=([^;]+)/.exec(setCookies.join())![1]!
      const [, accessToken] = JSON.parse(decodeURIComponent(pair)) as readonly [string, string]
      const [kid] = (yield* minter.keySet).keys.map(({ kid }) => kid)
      yield* minter.rotate
      yield* minter.withdraw(kid!)
      yield* send("ben")
      expect((yield* send("ann", { accessToken })).user).toBe(nameUser("ann"))
      expect(refreshes()).toStrictEqual(["ann", "ben", "ann"])
    })
  )

  it.effect("is kept when another session ends or is refused, and when its own calls fail with other errors", () =>
    Effect.gen(function* () {
      const { onOther, onRefresh, minter, refreshes, send } = yield* world
      onRefresh((token) => issue(minter, token, `${token}-rotated`))
      onOther(() => knownError("UNPARSABLE_ACCESS_TOKEN", 401))
      yield* all([send("ann"), send("ben")])
      yield* all([send("ben", { work: CurrentUser.get })])
      onOther(() => json({ success: true }))
      yield* all([send("ben", { work: Effect.flatMap(Session, ({ signOut }) => signOut) })])
      for (const answer of [knownError("TEAM_NOT_FOUND", 404), json({})]) {
        onOther(() => answer)
        yield* all([send("ann", { work: CurrentUser.get })])
      }
      yield* all([send("ann")])
      expect(refreshes().filter((token) => token === "ann")).toHaveLength(1)
    })
  )

  it.effect.each([
    ["authTimeout", Layer.succeed(AuthTimeout, NaN)],
    ["drainTimeout", Layer.succeed(DrainTimeout, NaN)]
  ] as const)("is not shared with a wrong %s", ([option, limits]) =>
    Effect.gen(function* () {
      const app = yield* Effect.provide(
        ClientApp.ClientApp,
        clientApp().pipe(Layer.provide(network(() => broken).layer))
      )
      const failure = yield* Effect.flip(Effect.provide(SharedRefreshes.share(app), limits))
      expect(failure).toMatchObject({ _tag: "InvalidOption", option })
    })
  )

  it.effect("is dropped for later ones, the oldest first, beyond a thousand", () =>
    Effect.gen(function* () {
      const minter = yield* TokenMinter.make({ projectId, apiUrl })
      const accessToken = yield* minter.mint()
      const asked: Array<string | null> = []
      const net = network(({ body }) => {
        asked.push(new URLSearchParams(body).get("refresh_token"))
        return json({ access_token: accessToken, token_type: "Bearer", expires_in: 3599, scope: "legacy" })
      })
      const app = ClientApp.layer({ projectId, publishableClientKey: "pck_key", apiUrl }).pipe(Layer.provide(net.layer))
      const { call } = yield* SharedRefreshes.share(yield* Effect.provide(ClientApp.ClientApp, app))
      const refresh = (n: number) =>
        call(RefreshWire.refreshToken, {
          payload: {
            grantType: "refresh_token",
            refreshToken: Redacted.make(`token-${n}`),
            clientId: projectId,
            clientSecret: Redacted.make("pck_key")
          }
        })
      for (let n = 0; n <= 1000; n++) yield* refresh(n)
      expect(asked).toHaveLength(1001)
      yield* refresh(1)
      yield* refresh(1000)
      expect(asked).toHaveLength(1001)
      yield* refresh(0)
      expect(asked.slice(1001)).toStrictEqual(["token-0"])
      yield* refresh(2)
      yield* refresh(1)
      expect(asked.slice(1001)).toStrictEqual(["token-0", "token-1"])
    })
  )

  it.effect("is kept no longer than its token is fresh", () =>
    Effect.gen(function* () {
      const { minter, onRefresh, refreshes, send } = yield* world
      onRefresh((token) =>
        Effect.flatMap(minter.mint({ userId: nameUser(token), lifetime: "4 seconds" }), (access_token) =>
          json({ access_token, token_type: "Bearer", expires_in: 4, scope: "legacy" })
        )
      )
      yield* all([send("ann"), send("ann")])
      yield* TestClock.adjust(1999)
      yield* all([send("ann")])
      expect(refreshes()).toHaveLength(1)
      yield* TestClock.adjust(1)
      yield* all([send("ann")])
      expect(refreshes()).toHaveLength(2)
    })
  )
})

describe("where requests are isolated, as on Workers", () => {
  it.effect("they poll for the refresh of another request", () =>
    Effect.gen(function* () {
      const { refreshes, send } = yield* world
      const answers = yield* inTime(all(Array.from({ length: 50 }, () => send("ann"))))
      expect(new Set(answers.map(({ user }) => user))).toStrictEqual(new Set([nameUser("ann")]))
      expect(refreshes()).toHaveLength(1)
    }).pipe(Effect.provideService(RequestIsolation, true))
  )

  it.effect("one of them takes over from a request that was ended, and the others poll that one", () =>
    Effect.gen(function* () {
      const { minter, onRefresh, refreshes, send } = yield* world
      onRefresh((token) => (refreshes().length === 1 ? Effect.never : issue(minter, token)))
      const ended = yield* Effect.forkChild(send("ann"))
      yield* until(() => refreshes().length > 0)
      const others = yield* inTime(all(Array.from({ length: 20 }, () => send("ann"))))
      yield* inTime(Fiber.interrupt(ended))
      expect(new Set(others.map(({ user }) => user))).toStrictEqual(new Set([nameUser("ann")]))
      expect(refreshes()).toHaveLength(2)
    }).pipe(Effect.provideService(RequestIsolation, true))
  )
})
