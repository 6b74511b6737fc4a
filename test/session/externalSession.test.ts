/** A session that a provider keeps asks the provider for tokens, and the service never for a refresh. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as TestClock from "effect/testing/TestClock"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as ExternalTokenStore from "../../src/token/ExternalTokenStore.ts"
import * as RequestTokenStore from "../../src/token/RequestTokenStore.ts"
import { makeService, type Service, Session, type Settings, withSession } from "./service.ts"

/** Who is signed in at the provider, and what it answers. */
interface Provider {
  session: { readonly id: string; readonly user: string } | null
  /** The answers to come, which come before the ordinary ones. */
  readonly answers: Array<(ordinary: () => Promise<string>) => Promise<string | null | undefined>>
  readonly asked: Array<boolean>
  readonly listeners: Set<() => void>
  /** Signs in, or out with null. */
  readonly turnTo: (session: Provider["session"]) => void
}

/** A store over a provider whose tokens come from the service, and a session over that store. */
const external = Effect.fnUntraced(function* (service: Service) {
  const context = yield* Effect.context<never>()
  let issued: { readonly id: string; readonly text: string } | undefined
  const provider: Provider = {
    session: { id: "sid-1", user: "ada" },
    answers: [],
    asked: [],
    listeners: new Set(),
    turnTo: (session) => {
      provider.session = session
      provider.listeners.forEach((listener) => listener())
    }
  }
  const store = yield* ExternalTokenStore.make({
    provider: "Clerk",
    signOutUrl: "https://accounts.example.com/sign-out",
    getSessionId: () => provider.session?.id,
    getToken: ({ forceRefresh }) => {
      provider.asked.push(forceRefresh)
      const { id, user } = provider.session!
      const ordinary = async () => {
        if (forceRefresh || issued?.id !== id) {
          const { accessToken } = await Effect.runPromiseWith(context)(service.open(user))
          issued = { id, text: Redacted.value(accessToken) }
        }
        return issued.text
      }
      return (provider.answers.shift() ?? ((ordinary) => ordinary()))(ordinary)
    },
    subscribe: (listener) => {
      provider.listeners.add(listener)
      return () => provider.listeners.delete(listener)
    }
  })
  return { provider, store, run: withSession(service, store) }
})

/** Runs a body in a session of `ada` that a provider keeps. */
const withProvider = <Step extends Effect.Effect<any, any, any>, A>(
  settings: Partial<Settings>,
  body: (
    context: { readonly service: Service } & Omit<Effect.Success<ReturnType<typeof external>>, "run">
  ) => Generator<Step, A, never>
) => {
  const service = makeService(settings)
  return Effect.flatMap(external(service), ({ run, ...context }) =>
    Effect.gen(() => body({ service, ...context })).pipe(run)
  )
}

const name = Effect.map(CurrentUser.get, (user) => user?.displayName)
const rename = CurrentUser.setDisplayName("x")

/** The reason of a failure that passes, with everything that it says about the request. */
const passing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => {
    const { attempts, message, outcomeUnknown, reason } = error as E & Record<string, unknown>
    return { attempts, message, outcomeUnknown, reason: { ...(reason as object) } }
  })

const noToken = {
  attempts: 0,
  message: "getToken failed: Clerk has no access token right now; try again",
  outcomeUnknown: false,
  reason: { _tag: "TokenUnavailable", provider: "Clerk" }
}

describe("A session that a provider keeps", () => {
  it.effect("asks the provider once for all callers, and the service never for a refresh", () =>
    withProvider({ lifeSeconds: 600 }, function* ({ provider, service }) {
      expect(yield* Effect.all([name, name, name], { concurrency: "unbounded" })).toStrictEqual(["ada", "ada", "ada"])
      yield* TestClock.adjust(579_000)
      expect(yield* name).toBe("ada")
      expect(provider.asked).toStrictEqual([false])
      expect(service.count("refresh")).toBe(0)
      const withRefreshToken = service.network.sent.filter(({ headers }) => "x-stack-refresh-token" in headers)
      expect(withRefreshToken).toStrictEqual([])
    })
  )

  it.effect("requests a new token shortly before the current one expires", () =>
    withProvider({ lifeSeconds: 600 }, function* ({ provider, service }) {
      yield* name
      yield* TestClock.adjust(590_000)
      // The provider still returns the one that it has, which is good for 11 s.
      expect(yield* name).toBe("ada")
      expect(provider.asked).toStrictEqual([false, false, true])
      expect(yield* name).toBe("ada")
      expect(provider.asked).toHaveLength(3)
      expect(service.count("refresh")).toBe(0)
    })
  )

  it.effect("uses a token until it expires if the provider has none that lasts longer", () =>
    withProvider({ lifeSeconds: 600 }, function* ({ provider }) {
      yield* name
      const { accessToken } = (yield* Sessions.currentTokens())!
      const same = async () => Redacted.value(accessToken)
      yield* TestClock.adjust(598_000)
      provider.answers.push(same, same)
      expect(yield* name).toBe("ada")
      yield* TestClock.adjust(3000)
      provider.answers.push(same, same)
      expect(yield* passing(CurrentUser.get)).toStrictEqual(noToken)
    })
  )

  it.effect("replaces a token that the service refuses, once", () =>
    withProvider({}, function* ({ provider, service }) {
      yield* name
      service.forget()
      expect((yield* rename).displayName).toBe("ada")
      expect(provider.asked).toStrictEqual([false, false, true])
      expect(service.count("patch")).toBe(2)
    })
  )

  it.effect("fails but stays signed in while the provider has no token", () =>
    Effect.gen(function* () {
      const service = makeService()
      const ended = "ended.e30.token"
      const cases: ReadonlyArray<Provider["answers"]> = [
        [async () => null],
        [async () => undefined],
        [async () => "undefined"],
        [() => Promise.reject(new Error("offline"))],
        [
          () => {
            throw new Error("not loaded")
          }
        ],
        [async () => ended, async () => null],
        [async () => ended, async () => ended]
      ]
      for (const answers of cases) {
        const { provider, run, store } = yield* external(service)
        yield* Effect.gen(function* () {
          provider.answers.push(...answers)
          expect(yield* passing(CurrentUser.get)).toStrictEqual(noToken)
          expect((yield* store.get)?.external).toStrictEqual({ provider: "Clerk", id: "sid-1" })
          expect(service.journal).toHaveLength(0)
          expect(yield* name).toBe("ada")
          service.forget()
          provider.answers.push(...answers)
          expect(yield* passing(rename)).toStrictEqual(noToken)
          expect(yield* name).toBe("ada")
        }).pipe(run)
        service.forget()
      }
    })
  )

  it.effect("stops waiting for a provider that does not answer", () =>
    withProvider({}, function* ({ provider }) {
      provider.answers.push(() => new Promise(() => {}))
      const waiting = yield* Effect.forkChild(passing(CurrentUser.get))
      yield* TestClock.adjust("10 seconds")
      expect(yield* Fiber.join(waiting)).toStrictEqual(noToken)
      expect(yield* name).toBe("ada")
    })
  )

  it.effect("is signed out with the provider, and then sends no request", () =>
    withProvider({}, function* ({ provider, service, store }) {
      yield* name
      for (const session of [null, { id: "", user: "ada" }]) {
        provider.turnTo(session)
        service.forget()
        expect(yield* store.get, JSON.stringify(session)).toBeUndefined()
        expect(yield* CurrentUser.get, JSON.stringify(session)).toBeNull()
        expect((yield* Effect.flip(rename))._tag, JSON.stringify(session)).toBe("UserAuthenticationRequired")
        expect(service.journal, JSON.stringify(session)).toHaveLength(0)
      }
      expect(provider.asked).toStrictEqual([false])
      yield* Sessions.signOut
    })
  )

  it.effect.each<readonly [what: string, work: Effect.Effect<unknown, unknown, Session>, result: string]>([
    ["reads as the new user", name, "eve"],
    ["changes nothing", Effect.map(Effect.flip(rename), ({ _tag }) => _tag), "UserAuthenticationRequired"]
  ])("$0 when the provider's user changes during a request", ([, work, result]) =>
    withProvider({}, function* ({ provider, service, store }) {
      provider.answers.push((ordinary) => {
        provider.turnTo({ id: "sid-2", user: "eve" })
        return ordinary()
      })
      expect(yield* work).toBe(result)
      expect((yield* store.get)?.external?.id).toBe("sid-2")
      expect(service.count("patch")).toBe(0)
    })
  )

  it.effect("does not repeat a refused call as another user", () =>
    withProvider({}, function* ({ provider, service }) {
      yield* name
      service.forget()
      service.settings.fault = (_kind, _n, pass) => {
        provider.session = { id: "sid-2", user: "eve" }
        return pass
      }
      expect((yield* Effect.flip(rename))._tag).toBe("UserAuthenticationRequired")
      expect(service.count("patch")).toBe(1)
    })
  )

  it.effect("says where to sign out, and keeps the session", () =>
    withProvider({}, function* ({ service }) {
      yield* name
      service.forget()
      const signOuts: ReadonlyArray<Effect.Effect<void, unknown, Session>> = [
        Sessions.signOut,
        Sessions.signOutTo("/"),
        Effect.flatMap(Session, (session) => session.signOut)
      ]
      const errors = yield* Effect.forEach(signOuts, Effect.flip)
      expect(errors).toMatchObject(
        signOuts.map(() => ({
          _tag: "SignOutElsewhere",
          provider: "Clerk",
          signOutUrl: "https://accounts.example.com/sign-out",
          message: "Clerk keeps this session; sign out at https://accounts.example.com/sign-out"
        }))
      )
      expect(service.journal).toHaveLength(0)
      yield* Effect.flatMap(Session, (session) => session.credentials)
    })
  )

  it.effect("refuses other sign-ins before a request", () =>
    withProvider({}, function* ({ provider, service, store }) {
      const credentials = { email: "ann@example.org", password: "correct horse battery staple" }
      for (const session of [{ id: "sid-1", user: "ada" }, null]) {
        provider.turnTo(session)
        const errors = [yield* Effect.flip(Password.signIn(credentials)), yield* Effect.flip(Anonymous.signUp)]
        const refused = {
          _tag: "TokenStoreUnavailable",
          message: "The tokens cannot be stored: Clerk keeps the session, so sign in there"
        }
        expect(errors, `session ${session?.id}`).toMatchObject([refused, refused])
        expect(service.journal, JSON.stringify(session)).toHaveLength(0)
      }
      // A guest that nobody asked for is refused like one.
      expect((yield* Effect.flip(CurrentUser.getOrSignUpAnonymously))._tag).toBe("TokenStoreUnavailable")
      expect(service.journal).toHaveLength(0)
      const pair = yield* service.open("eve")
      expect((yield* Effect.flip(store.set(pair)))._tag).toBe("TokenStoreUnavailable")
      expect((yield* Effect.flip(store.compareAndSet(undefined, pair)))._tag).toBe("TokenStoreUnavailable")
    })
  )

  it.effect("sends only an access token to the app's server", () =>
    withProvider({}, function* ({ store }) {
      const json = yield* Sessions.authJson
      const { accessToken } = (yield* store.get)!
      expect(json).toStrictEqual({ accessToken: Redacted.value(accessToken!), refreshToken: null })
      const headers = new Headers(yield* Sessions.authHeaders)
      const there = yield* RequestTokenStore.parse({ headers }, { projectId: "internal" })
      expect(Object.keys(there!)).toStrictEqual(["accessToken"])
    })
  )

  it.effect("reports changes until its scope ends", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const service = makeService()
      const { provider, run, store } = yield* Scope.provide(external(service), scope)
      let told = 0
      yield* Scope.provide(
        store.changes(() => void told++),
        scope
      )
      provider.turnTo({ id: "sid-2", user: "eve" })
      expect(told).toBe(1)
      yield* run(name)
      yield* run(name)
      expect(told).toBe(2)
      yield* Scope.close(scope, Exit.void)
      expect(provider.listeners.size).toBe(0)
    })
  )
})
