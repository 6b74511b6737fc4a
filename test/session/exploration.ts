/**
 * One seed is one random history of a session: sign-ins, sign-outs, calls,
 * interruptions, network faults, rotation, one or two tabs on one store, in a
 * random order of execution. The invariants (docs/protocol/session.md#invariants) hold at every step.
 */
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Cause from "effect/Cause"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { Notifier } from "../../src/platform/Notifier.ts"
import * as AccessTokenClaims from "../../src/domain/AccessTokenClaims.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import { Session } from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import type { Tokens } from "../../src/token/TokenStore.ts"
import { type Answer, broken, refused, text } from "../http/support.ts"
import { watch } from "./intents.ts"
import { makeService, sessionOver } from "./service.ts"
import { randomOf, run } from "../support/World.ts"

/** A broken invariant. */
export class Violation extends Data.TaggedError("Violation")<{ readonly invariant: string; readonly detail: string }> {
  override get message() {
    return `${this.invariant}: ${this.detail}`
  }
}

const textOf = (token: Redacted.Redacted | undefined) => (token === undefined ? undefined : Redacted.value(token))

/** Runs one seed; answers what happened, step by step, or fails with the first violation. */
export const explore = (seed: number): ReadonlyArray<string> => {
  const random = randomOf(seed)
  const pick = <A>(items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  const chance = (probability: number) => random() < probability
  const trace: Array<string> = []
  /** The first is kept: what it breaks afterwards does not matter, and a fiber that nobody awaits must not hide it. */
  let violation: Violation | undefined
  const violate = (invariant: string, detail: string) => {
    violation ??= new Violation({ invariant, detail })
  }

  const service = makeService({ rotate: chance(0.3), lifeSeconds: pick([30, 600]) })
  const faulty = chance(0.6)
  const tabs = chance(0.4) ? ["a", "b"] : ["a"]
  let answersLost = 0
  let updates = 0
  const executed = new Map<string, number>()
  const inFlight = new Map<string, number>()

  const history = Effect.gen(function* () {
    const user = new Map<string, string>()
    /** The session of each refresh token that there ever was. */
    const sessionOf = new Map<string, string>()
    const opened = new Set<string>()
    const open = (name: string) =>
      Effect.tap(service.open(name), ({ accessToken, refreshToken }) =>
        Effect.sync(() => {
          opened.add(Redacted.value(accessToken))
          const session = service.sessions.get(Redacted.value(refreshToken))!
          sessionOf.set(Redacted.value(refreshToken), session.id)
          user.set(session.id, name)
        })
      )
    const idOf = (tokens: Tokens | undefined): string | undefined => {
      const refreshToken = textOf(tokens?.refreshToken)
      if (refreshToken !== undefined) return sessionOf.get(refreshToken) ?? service.sessions.get(refreshToken)?.id
      const accessToken = textOf(tokens?.accessToken)
      return accessToken === undefined ? undefined : AccessTokenClaims.decode(accessToken)?.sessionId
    }

    /* -------------------------------------------------- the network's faults */

    service.settings.fault = (kind, _, pass) => {
      const journal = service.journal.at(-1)!
      trace.push(`${kind} ${journal.token.slice(-12)}`)
      const before = Math.floor(random() * 40)
      const after = Math.floor(random() * 40)
      const fate = faulty ? random() : 1
      const slow = (answer: Answer) => Effect.delay(answer, before)
      const done = Effect.tap(pass, (response) =>
        Effect.sync(() => {
          if (kind !== "patch" || response.header("x-stack-known-error") !== undefined) return
          const times = (executed.get(journal.body!) ?? 0) + 1
          executed.set(journal.body!, times)
          if (times > 1) violate("I10", `${journal.body} was carried out ${times} times`)
        })
      )
      const delivered = Effect.tap(done, () => Effect.sleep(after))
      const answer: Answer =
        fate < 0.06
          ? slow(broken)
          : fate < 0.12
            ? // The service did it, but its answer is lost.
              slow(
                Effect.andThen(
                  Effect.tap(done, () => Effect.sync(() => answersLost++)),
                  broken
                )
              )
            : fate < 0.16
              ? slow(refused)
              : fate < 0.2
                ? slow(text("", 500))
                : fate < 0.22
                  ? Effect.never
                  : slow(delivered)
      // Two tabs may refresh one token at once: locks across tabs are the stores' business.
      if (kind !== "refresh" || tabs.length > 1) return answer
      const key = journal.token
      return Effect.acquireUseRelease(
        Effect.sync(() => {
          const running = (inFlight.get(key) ?? 0) + 1
          inFlight.set(key, running)
          if (running > 1) violate("I1", `${running} refreshes of ${key} at once`)
        }),
        () => answer,
        () => Effect.sync(() => void inFlight.set(key, inFlight.get(key)! - 1))
      )
    }

    /* ------------------------------------------------ the store, watched over */

    const memory = MemoryTokenStore.make()
    const held = () => Effect.runSync(memory.get)
    const note = (what: string) => {
      const tokens = held()
      const accessToken = textOf(tokens?.accessToken)
      const refreshToken = textOf(tokens?.refreshToken)
      // A rotated token is known from the moment that the service has made it.
      if (refreshToken !== undefined && !sessionOf.has(refreshToken)) {
        const session = service.sessions.get(refreshToken)
        if (session !== undefined) sessionOf.set(refreshToken, session.id)
      }
      const id = idOf(tokens)
      trace.push(`${what} ${refreshToken ?? "-"}`)
      if (accessToken !== undefined && id !== undefined && AccessTokenClaims.decode(accessToken)?.sessionId !== id) {
        violate("I3", `the store holds an access token of another session than ${id}`)
      }
    }
    /** Whose session a call found when it first looked. */
    const Caller = Context.Reference<{ found?: string | undefined } | undefined>("test/Caller", {
      defaultValue: () => undefined
    })
    const intents = watch((detail) => violate("I5", detail))
    const store = intents.over({
      ...memory,
      get: Effect.flatMap(Caller, (caller) =>
        Effect.tap(memory.get, (tokens) =>
          Effect.sync(() => {
            if (caller !== undefined && !("found" in caller)) caller.found = user.get(idOf(tokens) ?? "")
          })
        )
      ),
      set: () => Effect.die("nobody replaces tokens without having begun to"),
      begin: Effect.map(memory.begin, (intent) => ({
        ...intent,
        set: (tokens) =>
          Effect.tap(intent.set(tokens), (counts) =>
            Effect.sync(() => {
              if (counts) note("set")
              if (!opened.has(textOf(tokens.accessToken) ?? "")) violate("I5", "a refresh wrote without comparing")
            })
          )
      })),
      clear: Effect.tap(memory.clear, () => Effect.sync(() => note("clear"))),
      compareAndSet: (expected, next) =>
        Effect.suspend(() => {
          const before = idOf(held())
          return Effect.map(memory.compareAndSet(expected, next), (done) => {
            if (!done) return false
            note(next === undefined ? "forget" : "store")
            if (next !== undefined && idOf(next) !== before)
              violate("I5", `${idOf(next)} was stored in the place of ${before}`)
            if (next === undefined) {
              if (before !== idOf(expected)) violate("I7", `${before} was forgotten for ${idOf(expected)}`)
              if (service.sessions.has(textOf(expected?.refreshToken) ?? ""))
                violate("I8", `${before} was forgotten although it lives`)
            }
            return true
          })
        })
    })

    /* -------------------------------------------------------------- the story */

    const first = yield* open("ada")
    yield* memory.set(chance(0.7) ? { refreshToken: first.refreshToken } : first)

    const story = (name: string) =>
      Effect.gen(function* () {
        const session = yield* Session
        const operations: Array<Fiber.Fiber<unknown, unknown>> = []
        const count = 2 + Math.floor(random() * 5)
        for (let i = 0; i < count; i++) {
          yield* Effect.sleep(Math.floor(random() * 30))
          const kind = pick(["get", "get", "get", "patch", "signOut", "signIn", "interrupt", "end", "wait"] as const)
          trace.push(`${name} ${kind}`)
          switch (kind) {
            case "get":
            case "patch": {
              const call =
                kind === "get"
                  ? AuthorizedTransport.call(UsersWire.getMe, {})
                  : AuthorizedTransport.call(UsersWire.updateMe, { payload: { displayName: `name ${updates++}` } })
              operations.push(
                yield* call.pipe(
                  Effect.tap(({ displayName }) =>
                    Effect.map(Caller, (caller) => {
                      const expected = caller?.found
                      if (displayName !== expected)
                        violate("I13", `${expected} asked, and got the answer about ${displayName}`)
                    })
                  ),
                  Effect.provideService(Caller, {}),
                  Effect.forkChild
                )
              )
              break
            }
            case "signOut": {
              operations.push(
                yield* Effect.gen(function* () {
                  yield* session.signOut
                  return "signedOut"
                }).pipe(Effect.forkChild)
              )
              break
            }
            case "signIn": {
              const [before, after] = [Math.floor(random() * 60), Math.floor(random() * 60)]
              const answer = chance(0.2) ? Effect.fail("refused") : open(pick(["ada", "bob", "eve"]))
              const request = Effect.delay(answer, before).pipe(Effect.tap(() => Effect.sleep(after)))
              operations.push(yield* Effect.forkChild(session.signIn(request)))
              break
            }
            case "interrupt": {
              if (operations.length > 0) yield* Effect.forkChild(Fiber.interrupt(pick(operations)))
              break
            }
            case "end": {
              const refreshToken = textOf(held()?.refreshToken)
              if (refreshToken !== undefined && chance(0.5)) service.end(refreshToken)
              break
            }
            case "wait": {
              yield* Effect.sleep(pick([100, 12_000, 700_000]))
              break
            }
          }
        }
        for (const operation of operations) {
          const exit = yield* Fiber.await(operation)
          if (Exit.isFailure(exit) && Cause.hasDies(exit.cause)) {
            violate("I12", Cause.pretty(exit.cause))
          }
        }
      }).pipe(Effect.provide(sessionOver(service, store)))

    yield* Effect.forEach(tabs, story, { concurrency: "unbounded" })

    // When everything has come to rest, a sign-out leaves nothing behind.
    const resting = textOf(held()?.refreshToken)
    if (resting !== undefined && service.settings.rotate && answersLost === 0 && tabs.length === 1) {
      const ended = !service.sessions.has(resting)
      const known = sessionOf.get(resting)
      if (ended && [...service.sessions.values()].some(({ id }) => id === known)) {
        violate("I6", `the store holds ${resting}, but the service has rotated it`)
      }
    }
    // What did not count is not left open, as far as the service could be asked.
    yield* Effect.sleep(6000)
    if (!faulty) {
      for (const { refreshToken } of intents.losers()) {
        if (service.sessions.has(textOf(refreshToken) ?? "")) violate("I5", `${textOf(refreshToken)} is left open`)
      }
    }
    service.settings.fault = (_kind, _n, pass) => pass
    yield* Effect.flatMap(Session, (session) => session.signOut).pipe(Effect.provide(sessionOver(service, store)))
    yield* Effect.sleep(1_000_000)
    if (held() !== undefined) violate("I4", "the store holds tokens after sign-out")
  })

  // A service that refuses connections is told of each time, which here is part of the story.
  const exit = run(
    random,
    Effect.provideService(history, Notifier, () => Effect.void)
  )
  if (violation !== undefined) throw Object.assign(violation, { trace })
  if (exit === undefined) throw new Violation({ invariant: "I11", detail: "something waits for ever" })
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
  return trace
}
