/**
 * One seed is one random history of eight tabs that share their cookies and
 * locks: tokens end in all of them at once, users sign out and in, tabs are
 * reloaded and closed, locks are stolen or never given back.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import * as CookieJar from "../../src/platform/CookieJar.ts"
import { Locks, timeoutMillis, type WithLock } from "../../src/platform/Locks.ts"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import { Session } from "../../src/session/Session.ts"
import * as CookieTokenStore from "../../src/token/internal/CookieTokenStore.ts"
import type { TokenStore } from "../../src/token/TokenStore.ts"
import { projectId } from "../http/support.ts"
import { texts } from "../token/suite.ts"
import { Violation } from "./exploration.ts"
import { watch } from "./intents.ts"
import { makeService, sessionOver } from "./service.ts"
import { randomOf, run } from "../support/World.ts"

const tabCount = 8

/** Locks in a world without promises: in the order of asking, with the time limit of the real ones. */
const makeLocks = () => {
  let queue: Array<() => void> = []
  const start = () => queue[0]?.()
  const leave = (grant: () => void) => {
    const wasFirst = queue[0] === grant
    queue = queue.filter((other) => other !== grant)
    if (wasFirst) start()
  }
  const withLock: WithLock = (_name, effect) =>
    Effect.suspend(() => {
      let grant = () => {}
      return Effect.callback<void>((resume) => {
        grant = () => resume(Effect.void)
        queue.push(grant)
        if (queue.length === 1) start()
      }).pipe(
        Effect.timeoutOption(timeoutMillis),
        Effect.andThen(effect),
        Effect.ensuring(Effect.sync(() => leave(grant)))
      )
    })
  return {
    withLock,
    /** The next in line goes on as if the holder were gone. */
    steal: () => {
      queue = queue.slice(1)
      start()
    },
    /** A tab that hangs takes the lock and keeps it for a while. */
    hang: (millis: number) =>
      Effect.suspend(() => {
        const grant = () => {}
        queue.push(grant)
        return Effect.ensuring(
          Effect.sleep(millis),
          Effect.sync(() => leave(grant))
        )
      })
  }
}

interface Tab {
  readonly store: TokenStore["Service"]
  readonly session: Session["Service"]
  readonly close: Effect.Effect<void>
  heard: number
}

/** Runs one seed; answers how often the tokens were refreshed, or fails with the first violation. */
export const exploreTabs = (seed: number): { readonly trace: ReadonlyArray<string>; readonly refreshes: number } => {
  const random = randomOf(seed)
  const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  const chance = (probability: number) => random() < probability
  const trace: Array<string> = []
  let violation: Violation | undefined
  const violate = (invariant: string, detail: string) => {
    violation ??= new Violation({ invariant, detail })
  }

  const rotate = chance(0.6)
  const service = makeService({ rotate, detectReuse: rotate, lifeSeconds: 600 })
  const locks = makeLocks()
  // A lock that is taken away lets two refresh at once, which a service that rotates must punish.
  const disturbed = !rotate && chance(0.4)
  const peaceful = chance(0.5)
  const inFlight = new Map<string, number>()

  service.settings.fault = (kind, _n, pass) => {
    const { token } = service.journal.at(-1)!
    trace.push(`${kind} ${token.slice(-8)}`)
    const slow = Effect.delay(pass, Math.floor(random() * 40)).pipe(Effect.tap(() => Effect.sleep(random() * 40)))
    if (kind !== "refresh") return slow
    return Effect.acquireUseRelease(
      Effect.sync(() => {
        const running = (inFlight.get(token) ?? 0) + 1
        inFlight.set(token, running)
        if (running > 1 && !disturbed) violate("I1", `${running} refreshes of ${token} at once`)
      }),
      () => slow,
      () => Effect.sync(() => void inFlight.set(token, inFlight.get(token)! - 1))
    )
  }

  const jar = CookieJar.makeMemory({ isSecure: chance(0.5) })
  /** What a tab hears of others is late, or lost until the next poll. */
  const lossy: CookieJar.CookieJar["Service"] = {
    ...jar,
    changes: (listener) =>
      Effect.andThen(
        jar.changes((cookies) => {
          if (chance(0.7)) listener(cookies)
        }),
        jar
          .use(listener)
          .pipe(Effect.delay(CookieJar.pollMillis), Effect.repeat({ times: 50 }), Effect.forkScoped, Effect.asVoid)
      )
  }

  const intents = watch((detail) => violate("I5", detail))
  const openTab = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const store = intents.over(yield* CookieTokenStore.make(lossy, { projectId }))
    const tab = { heard: 0 }
    yield* Scope.provide(
      store.changes(() => {
        tab.heard++
      }),
      scope
    )
    const context = yield* Layer.buildWithScope(
      Layer.provide(sessionOver(service, store), Layer.succeed(Locks, locks.withLock)),
      scope
    )
    const session = yield* Effect.provide(Session, context)
    return Object.assign(tab, { store, session, close: Scope.close(scope, Exit.void) }) satisfies Tab
  })

  const history = Effect.gen(function* () {
    /** Who may be signed in during this round. */
    let users: Array<string | undefined> = []
    const signIn = (tab: Tab, name: string, delay = 0, fails = false) =>
      Effect.gen(function* () {
        users.push(name)
        trace.push(`sign in ${name}`)
        yield* tab.session.signIn(Effect.delay(fails ? Effect.fail("refused") : service.open(name), delay))
      })

    const tabs: Array<Tab> = yield* Effect.forEach(Array.from({ length: tabCount }), () => openTab)
    yield* Effect.orDie(signIn(tabs[0]!, "ada"))
    let expiries = 0

    for (let round = 0; round < 4; round++) {
      // Everybody's token has ended, or it has not.
      if (chance(0.8)) {
        yield* Effect.sleep(590_000)
        expiries++
      }
      users = users.slice(-1)
      const calls = yield* Effect.forEach(tabs, (tab, index) =>
        Effect.gen(function* () {
          yield* Effect.sleep(Math.floor(random() * 20))
          trace.push(`tab ${index}`)
          const { displayName } = yield* Effect.provideService(
            AuthorizedTransport.call(UsersWire.getMe, {}),
            Session,
            tab.session
          )
          if (!users.includes(displayName ?? undefined)) {
            violate("I13", `the answer is about ${displayName}, who was not signed in`)
          }
          if (chance(0.2)) tabs[index] = yield* openTab
        }).pipe(Effect.exit, Effect.forkChild)
      )
      const disturbances: Array<Fiber.Fiber<unknown, unknown>> = []
      // They overlap: an answer may come after somebody else has signed in, or out, or both, in another tab.
      for (let i = peaceful || chance(0.5) ? 0 : pick([1, 2, 3, 4]); i > 0; i--) {
        yield* Effect.sleep(Math.floor(random() * 60))
        const tab = pick(tabs)
        if (chance(0.3)) {
          users.push(undefined)
          trace.push("sign out")
          disturbances.push(yield* Effect.forkChild(tab.session.signOut))
        } else {
          const signingIn = signIn(tab, pick(["bob", "eve"]), Math.floor(random() * 150), chance(0.2))
          disturbances.push(yield* Effect.forkChild(signingIn))
        }
      }
      if (disturbed && chance(0.5)) {
        if (chance(0.5)) locks.steal()
        else disturbances.push(yield* Effect.forkChild(locks.hang(pick([1000, 60_000]))))
      }
      const exits = yield* Effect.forEach(calls, Fiber.join)
      yield* Effect.forEach(disturbances, Fiber.await)
      if (peaceful) {
        for (const exit of exits) {
          if (Exit.isFailure(exit)) violate("I14", `a call of the only user failed: ${Cause.pretty(exit.cause)}`)
        }
      }
      // At rest every tab sees the same.
      yield* Effect.sleep(200)
      const seen = yield* Effect.forEach(tabs, (tab) => Effect.map(tab.store.get, (held) => texts(held)?.[0]))
      if (new Set(seen).size !== 1) violate("I22", `the tabs see ${JSON.stringify(seen)}`)
      const held = yield* tabs[0]!.store.get
      const session =
        held?.refreshToken === undefined ? undefined : service.sessions.get(Redacted.value(held.refreshToken))
      if (held !== undefined && session === undefined) violate("I8", "the cookies hold a session that has ended")
      const winner = service.userOf(texts(intents.winner())?.[1] ?? "")
      if (winner !== session?.user) violate("I4", `${session?.user} is signed in instead of ${winner}`)
      for (const { refreshToken } of intents.losers()) {
        if (service.sessions.has(Redacted.value(refreshToken!))) violate("I5", `a sign-in that lost is left open`)
      }
      const access = held?.accessToken
      if (access !== undefined && AccessTokenClaims.decode(Redacted.value(access))?.sessionId !== session?.id) {
        violate("I3", "the cookies hold an access token of another session")
      }
      users.push(winner)
      if (winner === undefined) yield* Effect.orDie(signIn(pick(tabs), "ada"))
    }
    if (peaceful && !disturbed && service.count("refresh") > expiries) {
      violate("A6.1", `${service.count("refresh")} refreshes for ${expiries} expiries`)
    }
    yield* Effect.forEach(tabs, (tab) => tab.close)
  })

  const exit = run(random, history)
  if (violation !== undefined) throw violation
  if (exit === undefined) throw new Violation({ invariant: "I11", detail: "something waits for ever" })
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  return { trace, refreshes: service.count("refresh") }
}
