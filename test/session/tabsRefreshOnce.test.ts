/** Tabs of one browser refresh a session once. */
import { describe, expect, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Locks from "../../src/platform/Locks.ts"
import * as CookieJar from "../../src/platform/request/CookieJar.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import type { Tokens, TokenStore } from "../../src/token/TokenStore.ts"
import { makeLocks } from "../platform/locks.ts"
import { projectId } from "../support/scriptedNetwork.ts"
import { countSeeds } from "../support/seeds.ts"
import { credentialsFor, getMe, makeService, type Service, Session, sessionOver, type Settings } from "./service.ts"

/** Lets time pass until an effect ends; two minutes are more than anything waits. */
const inTime = Effect.fnUntraced(function* <A, E, R>(effect: Effect.Effect<A, E, R>) {
  const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
  for (let i = 0; i < 120 && fiber.pollUnsafe() === undefined; i++) yield* TestClock.adjust("1 second")
  expect(fiber.pollUnsafe(), "it did not end within two minutes").toBeDefined()
  return yield* Fiber.join(fiber)
})

/** Tabs of one browser at one service, each with a session of its own over the same cookies and locks. */
const browser = Effect.fnUntraced(function* (
  count: number,
  settings: Partial<Settings> = {},
  hasLocks = true,
  isSecure = false
) {
  const service = makeService({ latencyMillis: 50, ...settings })
  const jar = CookieJar.makeMemory({ isSecure })
  const locks = makeLocks()
  const tabs = yield* Effect.forEach(Array.from({ length: count }), () =>
    Effect.gen(function* () {
      const store = yield* CookieTokenStore.make(jar, { projectId })
      const scope = yield* Scope.make()
      // A refresh under way gets a second, also after a failure.
      yield* Effect.addFinalizer((exit) => inTime(Scope.close(scope, exit)))
      const context = yield* Layer.buildWithScope(
        Layer.provide(sessionOver(service, store), hasLocks ? Locks.layer(locks.manager) : Locks.layerNone),
        scope
      )
      return { ...Context.get(context, Session), leave: Scope.close(scope, Exit.void) }
    })
  )
  const everywhere = <A, E>(effect: Effect.Effect<A, E, Session>) =>
    Effect.gen(function* () {
      const fibers = yield* Effect.forEach(tabs, (tab) => Effect.forkChild(Effect.provideService(effect, Session, tab)))
      while (fibers.some((fiber) => fiber.pollUnsafe() === undefined)) yield* TestClock.adjust(25)
      return yield* Effect.forEach(fibers, Fiber.join)
    })
  return { everywhere, jar, locks, service, tabs }
})

describe("Session in several tabs", () => {
  it.effect.each(
    Object.entries({
      "a service that keeps refresh tokens": [countSeeds(50), {}],
      "a service that rotates them and ends a session when an old one is used": [
        countSeeds(500),
        { rotate: true, detectReuse: true }
      ]
    } as const)
  )("refreshes once for eight tabs, at %s", ([, [expiries, settings]]) =>
    Effect.gen(function* () {
      const { everywhere, locks, service, tabs } = yield* browser(8, settings)
      yield* tabs[0]!.signIn(service.open("ada"))
      for (let expiry = 1; expiry <= expiries; expiry++) {
        yield* TestClock.adjust("10 minutes")
        const users = yield* everywhere(getMe)
        expect(users.map(({ displayName }) => displayName)).toStrictEqual(Array.from(tabs, () => "ada"))
        expect(service.count("refresh")).toBe(expiry)
      }
      expect(locks.pending()).toBe(0)
    })
  )

  describe("when tabs come while others wait and no token is fresh", () => {
    it.effect.each([5, 10, 20, 30, 40, 60])(
      "never sends a refresh token twice, with %s ms between the tabs",
      (pauseMillis) =>
        Effect.gen(function* () {
          // Tokens that do not say when they were issued must have 20 seconds left.
          const { locks, service, tabs } = yield* browser(6, {
            rotate: true,
            detectReuse: true,
            omitIat: true,
            lifeSeconds: 10
          })
          yield* tabs[0]!.signIn(service.open("ada"))
          const fibers: Array<Fiber.Fiber<{ readonly displayName: string | null }, unknown>> = []
          for (const tab of tabs) {
            fibers.push(yield* Effect.forkChild(Effect.provideService(getMe, Session, tab)))
            yield* TestClock.adjust(pauseMillis)
          }
          for (let i = 0; i < 60; i++) yield* TestClock.adjust(25)
          // Asked first, because joining one that waits for the clock would never end.
          expect(fibers.filter((fiber) => fiber.pollUnsafe() === undefined)).toStrictEqual([])
          const users = yield* Effect.forEach(fibers, Fiber.join)
          expect(users.map(({ displayName }) => displayName)).toStrictEqual(Array(6).fill("ada"))
          const sent = service.journal.filter(({ kind }) => kind === "refresh").map(({ token }) => token)
          expect(new Set(sent).size).toBe(sent.length)
          expect(locks.pending()).toBe(0)
        })
    )
  })

  it.effect("refreshes without a tab that hangs during its refresh", () =>
    Effect.gen(function* () {
      const { locks, service, tabs } = yield* browser(2)
      yield* tabs[0]!.signIn(service.open("ada"))
      yield* TestClock.adjust("10 minutes")
      locks.hang(`gatefold/session/${projectId}`)
      const fiber = yield* Effect.forkChild(Effect.provideService(getMe, Session, tabs[1]!))
      yield* TestClock.adjust(Locks.timeoutMillis)
      yield* TestClock.adjust(100)
      yield* TestClock.adjust(100)
      expect((yield* Fiber.join(fiber)).displayName).toBe("ada")
    })
  )

  it.effect.each([
    { how: "signed out", leave: ({ signOut }: Session["Service"]) => signOut, next: 1 },
    { how: "signed out by a sign-in in the same tab", leave: () => Effect.void, next: 0 }
  ])("does not wait for the hanging refresh of a session that was $how", ({ leave, next }) =>
    Effect.gen(function* () {
      const fault: Settings["fault"] = (kind, n, pass) => (kind === "refresh" && n === 1 ? Effect.never : pass)
      const { service, tabs } = yield* browser(2, { rotate: true, fault })
      yield* tabs[0]!.signIn(service.open("ada"))
      yield* TestClock.adjust("10 minutes")
      yield* Effect.forkChild(Effect.exit(Effect.provideService(getMe, Session, tabs[0]!)))
      yield* TestClock.adjust(100)
      yield* Effect.forkChild(leave(tabs[0]!))
      yield* TestClock.adjust(100)
      const { refreshToken } = yield* service.open("bob")
      yield* tabs[next]!.signIn(Effect.succeed({ refreshToken }))
      const fiber = yield* Effect.forkChild(Effect.provideService(getMe, Session, tabs[1]!))
      yield* TestClock.adjust(50)
      yield* TestClock.adjust(50)
      yield* TestClock.adjust(1)
      const ended = fiber.pollUnsafe()
      // The refresh that hangs gets a second.
      const left = yield* Effect.forkChild(tabs[0]!.leave)
      yield* TestClock.adjust("1 minute")
      yield* Fiber.join(left)
      expect(ended !== undefined && Exit.isSuccess(ended)).toBe(true)
    })
  )

  it.effect("waits a second for the refresh of a tab whose app is disposed of", () =>
    Effect.gen(function* () {
      const fault: Settings["fault"] = (kind, n, pass) => (kind === "refresh" && n === 1 ? Effect.never : pass)
      const { locks, service, tabs } = yield* browser(2, { fault })
      yield* tabs[0]!.signIn(service.open("ada"))
      yield* TestClock.adjust("10 minutes")
      yield* Effect.forkChild(Effect.exit(Effect.provideService(getMe, Session, tabs[0]!)))
      yield* TestClock.adjust(100)
      yield* Effect.forkChild(tabs[0]!.leave)
      const fiber = yield* Effect.forkChild(Effect.provideService(getMe, Session, tabs[1]!))
      yield* TestClock.adjust(1000)
      for (let i = 0; i < 4; i++) yield* TestClock.adjust(25)
      yield* TestClock.adjust(1)
      expect(fiber.pollUnsafe()).toBeDefined()
      expect((yield* Fiber.join(fiber)).displayName).toBe("ada")
      expect(locks.pending()).toBe(0)
    })
  )

  it.effect("sends no request for a session that another tab has ended meanwhile", () =>
    Effect.gen(function* () {
      const { everywhere, locks, service, tabs } = yield* browser(2)
      const pair = yield* service.open("ada")
      yield* tabs[0]!.signIn(Effect.succeed({ refreshToken: pair.refreshToken }))
      locks.hang(`gatefold/session/${projectId}`)
      const waiting = yield* Effect.forkChild(everywhere(Effect.flip(getMe)))
      yield* TestClock.adjust(10)
      yield* tabs[0]!.store.clear
      locks.steal(`gatefold/session/${projectId}`)
      yield* TestClock.adjust("1 minute")
      const errors = yield* Fiber.join(waiting)
      expect(errors.map(({ _tag }) => _tag)).toStrictEqual(["UserAuthenticationRequired", "UserAuthenticationRequired"])
      expect(service.count("refresh")).toBe(0)
    })
  )

  it.effect("does not use the session of another user that another tab has started", () =>
    Effect.gen(function* () {
      const { locks, service, tabs } = yield* browser(2)
      yield* tabs[0]!.signIn(service.open("ada"))
      yield* TestClock.adjust("10 minutes")
      locks.hang(`gatefold/session/${projectId}`)
      const fiber = yield* Effect.forkChild(Effect.flip(Effect.provideService(getMe, Session, tabs[1]!)))
      yield* TestClock.adjust(10)
      yield* tabs[0]!.signIn(service.open("bob"))
      locks.steal(`gatefold/session/${projectId}`)
      yield* TestClock.adjust(100)
      expect((yield* Fiber.join(fiber))._tag).toBe("UserAuthenticationRequired")
      expect(service.count("get")).toBe(0)
    })
  )

  it.effect("ends the session at the service when the sign-out comes while a refresh waits its turn", () =>
    Effect.gen(function* () {
      const { locks, service, tabs } = yield* browser(1)
      const tab = tabs[0]!
      const { refreshToken } = yield* service.open("ada")
      yield* tab.signIn(Effect.succeed({ refreshToken }))
      locks.hang(`gatefold/session/${projectId}`)
      const waiting = yield* Effect.forkChild(Effect.flip(Effect.provideService(getMe, Session, tab)))
      yield* TestClock.adjust(10)
      const leaving = yield* Effect.forkChild(tab.signOut)
      yield* TestClock.adjust(10)
      locks.steal(`gatefold/session/${projectId}`)
      for (let i = 0; i < 10; i++) yield* TestClock.adjust(50)
      yield* Fiber.join(leaving)
      expect((yield* Fiber.join(waiting))._tag).toBe("UserAuthenticationRequired")
      expect(service.sessions.size).toBe(0)
    })
  )

  it.effect("keeps, without locks, a session whose refresh token another tab has rotated", () =>
    Effect.gen(function* () {
      // The second request arrives when the first one has been answered and stored.
      const fault: Settings["fault"] = (kind, n, pass) =>
        kind === "refresh" && n === 2 ? Effect.delay(pass, 500) : pass
      const { everywhere, service, tabs } = yield* browser(2, { rotate: true, fault }, false)
      yield* tabs[0]!.signIn(service.open("ada"))
      yield* TestClock.adjust("10 minutes")
      const users = yield* everywhere(getMe)
      expect(users.map(({ displayName }) => displayName)).toStrictEqual(["ada", "ada"])
      expect(service.count("refresh")).toBe(2)
      expect(yield* tabs[1]!.store.get).toBeDefined()
    })
  )

  describe("overlapping sign-ins", () => {
    const slowly = <A, E>(answer: Effect.Effect<A, E>) => Effect.delay(answer, 1000)
    type Later = (service: Service, tab: Session["Service"]) => Effect.Effect<unknown, unknown>
    const later: ReadonlyArray<{ what: string; happens: Later; expected: string | undefined }> = [
      { what: "a sign-out", happens: (_, tab) => tab.signOut, expected: undefined },
      { what: "a sign-in", happens: (service, tab) => tab.signIn(service.open("bob")), expected: "bob" },
      {
        what: "a sign-in that is under way still",
        happens: (service, tab) => tab.signIn(Effect.delay(service.open("bob"), 5000)),
        expected: "bob"
      },
      {
        what: "a sign-in and a sign-out",
        happens: (service, tab) => Effect.andThen(tab.signIn(service.open("bob")), tab.signOut),
        expected: undefined
      }
    ]
    it.effect.each(
      later.flatMap((event) => [
        { ...event, scheme: "https" },
        { ...event, scheme: "http" }
      ])
    )("one ends at $what in another tab, on $scheme", ({ expected, happens, scheme }) =>
      Effect.gen(function* () {
        const { jar, service, tabs } = yield* browser(2, {}, true, scheme === "https")
        const signingIn = yield* Effect.forkChild(tabs[0]!.signIn(slowly(service.open("ada"))))
        yield* TestClock.adjust(10)
        yield* Effect.forkChild(happens(service, tabs[1]!))
        yield* TestClock.adjust("1 minute")
        expect(Exit.hasInterrupts(yield* Fiber.await(signingIn))).toBe(true)
        const users = expected === undefined ? [] : [expected]
        expect([...service.sessions.values()].map(({ user }) => user)).toStrictEqual(users)
        const held = yield* tabs[0]!.store.get
        expect(held?.refreshToken && service.sessions.get(Redacted.value(held.refreshToken))?.user).toBe(expected)
        expect((yield* jar.use((cookies) => [...cookies.all().keys()])).join()).not.toMatch(/intent/)
      })
    )

    it.effect("one goes on when a later one in another tab has failed", () =>
      Effect.gen(function* () {
        const { service, tabs } = yield* browser(2)
        const signingIn = yield* Effect.forkChild(tabs[0]!.signIn(slowly(service.open("ada"))))
        yield* TestClock.adjust(10)
        yield* Effect.exit(tabs[1]!.signIn(Effect.fail("refused")))
        yield* TestClock.adjust("1 minute")
        expect(Exit.isSuccess(yield* Fiber.await(signingIn))).toBe(true)
        expect(yield* tabs[1]!.store.get).toBeDefined()
      })
    )

    it.effect("one goes on when two later ones have failed, the earlier of them first, and no cookie is left", () =>
      Effect.gen(function* () {
        const { jar, service, tabs } = yield* browser(3)
        const signingIn = yield* Effect.forkChild(tabs[0]!.signIn(slowly(service.open("ada"))))
        for (const [tab, millis] of [
          [1, 100],
          [2, 200]
        ] as const) {
          yield* TestClock.adjust(10)
          yield* Effect.forkChild(Effect.exit(tabs[tab]!.signIn(Effect.delay(Effect.fail("refused"), millis))))
        }
        yield* TestClock.adjust("1 minute")
        expect(Exit.isSuccess(yield* Fiber.await(signingIn))).toBe(true)
        // One that has lost is in nobody's way while the session is ended that it opened.
        service.settings.fault = (kind, _n, pass) => (kind === "signOut" ? Effect.delay(pass, 3000) : pass)
        const first = yield* Effect.forkChild(tabs[0]!.signIn(slowly(service.open("eve"))))
        yield* TestClock.adjust(10)
        yield* Effect.forkChild(tabs[1]!.signIn(Effect.delay(service.open("bob"), 100)))
        yield* TestClock.adjust(10)
        yield* Effect.forkChild(Effect.exit(tabs[2]!.signIn(Effect.delay(Effect.fail("refused"), 200))))
        yield* TestClock.adjust("1 minute")
        expect(Exit.isSuccess(yield* Fiber.await(first))).toBe(true)
        // Nor is a cookie left by one that has lost to another one that fails.
        yield* Effect.forkChild(tabs[0]!.signIn(Effect.delay(service.open("ada"), 100)))
        yield* TestClock.adjust(10)
        yield* Effect.forkChild(Effect.exit(tabs[1]!.signIn(slowly(Effect.fail("refused")))))
        yield* TestClock.adjust("1 minute")
        expect((yield* jar.use((cookies) => [...cookies.all().keys()])).join()).not.toMatch(/intent/)
      })
    )

    it.effect("the last one of a tab counts where no cookies are kept", () =>
      Effect.gen(function* () {
        const service = makeService()
        const jar = CookieJar.makeMemory({ keeps: () => false })
        const store = yield* CookieTokenStore.make(jar, { projectId, memoryFallback: true })
        yield* Effect.gen(function* () {
          const session = yield* Session
          const signingIn = yield* Effect.forkChild(session.signIn(slowly(service.open("ada"))))
          yield* TestClock.adjust(10)
          yield* session.signIn(service.open("bob"))
          yield* TestClock.adjust("1 minute")
          expect(Exit.hasInterrupts(yield* Fiber.await(signingIn))).toBe(true)
          expect([...service.sessions.values()].map(({ user }) => user)).toStrictEqual(["bob"])
        }).pipe(Effect.provide(sessionOver(service, store)))
      })
    )
  })

  it.effect.each([
    [3600, "fast"],
    [-3600, "slow"]
  ] as const)("does not refresh back and forth when the device's clock is an hour $1", ([skewSeconds]) =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1_700_000_000_000)
      const { everywhere, service, tabs } = yield* browser(2, { skewSeconds })
      yield* tabs[0]!.signIn(service.open("ada"))
      for (let i = 0; i < 20; i++) yield* everywhere(getMe)
      expect(service.count("refresh")).toBeLessThanOrEqual(2)
    })
  )
})

describe("A session that shares a lock with other tabs", () => {
  /** A session whose turn comes after `before`, such as what another tab does first. */
  const inTurn = (
    service: ReturnType<typeof makeService>,
    store: TokenStore["Service"],
    before: Effect.Effect<void>
  ) => {
    const withLock: Locks.WithLock = (_name, effect) => Effect.andThen(before, effect)
    return Layer.provide(sessionOver(service, { ...store, lockName: "lock" }), Layer.succeed(Locks.Locks, withLock))
  }

  it.effect("uses the token that another tab has stored, unless that has expired too", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 600 })
      const { refreshToken } = yield* service.open("ada")
      const store = MemoryTokenStore.make({ refreshToken, accessToken: Redacted.make("ended.e30.token") })
      const ended = { refreshToken, accessToken: Redacted.make("another.e30.token") }
      const tab = (before: Effect.Effect<void>) => Effect.provide(getMe, inTurn(service, store, before))
      const write = (tokens: Tokens) => Effect.orDie(store.set(tokens))
      expect((yield* tab(write(ended))).displayName).toBe("ada")
      expect(service.count("refresh")).toBe(1)
      expect(service.count("get")).toBe(1)

      const refreshed = (yield* store.get)!
      yield* write(ended)
      expect((yield* tab(write(refreshed))).displayName).toBe("ada")
      expect(service.count("refresh")).toBe(1)
    })
  )

  it.effect("refreshes when the stored token is the one it already has", () =>
    Effect.gen(function* () {
      const service = makeService({ lifeSeconds: 60 })
      const store = MemoryTokenStore.make(yield* service.open("ada"))
      yield* TestClock.adjust(30_000)
      // The token is fresh, but not as fresh as it has to be.
      yield* Effect.provide(credentialsFor(50_000), inTurn(service, store, Effect.void))
      expect(service.count("refresh")).toBe(1)
    })
  )
})
