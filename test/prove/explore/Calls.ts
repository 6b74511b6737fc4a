/** Calls of a history: what must be true of each of them, however it ends. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { TransportError } from "../../../src/domain/errors/TransportError.ts"
import { toTokenText } from "../../../src/platform/request/TokenText.ts"
import * as AuthorizedTransport from "../../../src/session/AuthorizedTransport.ts"
import type { Session } from "../../../src/session/Session.ts"
import type { Tokens } from "../../../src/token/TokenStore.ts"
import * as UsersWire from "../../../src/wire/generated/Users.ts"
import { jumpClock, trueMillis } from "../../support/explore/schedule.ts"
import type { Operation, World } from "../../support/explore/World.ts"
import type { Network } from "./Network.ts"
import * as Service from "./Service.ts"
import { type Call, Caller, findSession } from "./watched.ts"

/** How long so many calls may take, one after the other: the time limit of each, and what the schedule adds. */
const longestMillis = (calls: number): number => calls * 30_000 + 1000

/** What may happen to a session, other than by its app. */
export const disturbances = ["refuse", "refuse", "refuse again", "end", "outage"] as const

export type Disturbance = (typeof disturbances)[number]

export const isDisturbance = (kind: string): kind is Disturbance => disturbances.some((other) => other === kind)

/** What calls do. */
export const make = (world: World, service: Service.Service, network: Network) => {
  const secrets = [service.project.publishableClientKey, service.project.secretServerKey]
  /** Whether a call has ended before the refresh that it waited for. */
  let left = false

  const checkInterrupted = () => {
    const isRefreshing = service.sessions().some(({ refreshing }) => refreshing > 0)
    if (isRefreshing && service.settings.rotates && network.lostAnswers() === 0) world.met("I6")
  }

  /** Looks at how a call has ended, and gives its exit on. */
  const checkFailure = (name: string, exit: Exit.Exit<unknown, unknown>) => {
    if (Exit.isSuccess(exit)) return
    if (Cause.hasDies(exit.cause)) world.violate("I12", `${name}: ${Cause.pretty(exit.cause)}`)
    if (Cause.hasInterruptsOnly(exit.cause)) return
    const error = Cause.squash(exit.cause)
    if (error === "refused") return
    world.expect("I12 failed", error instanceof Error && "_tag" in error, () => `${name}: ${String(error)}`)
    world.met("I13")
    const text = `${String(error)} ${JSON.stringify(error)}`
    if ([...secrets, ...service.tokens()].some((secret) => text.includes(secret))) {
      world.violate("I13", `${name}: ${text}`)
    }
  }

  /**
   * An operation by a name, whose request has a text that no other one has if it changes something. Of several calls
   * each has the time limit (decision 0027).
   */
  const call = <A, E, R>(
    name: string,
    effect: Effect.Effect<A, E, R>,
    mark?: string,
    calls = 1
  ): Effect.Effect<A, E, R> =>
    Effect.suspend(() => {
      const began = trueMillis()
      return Effect.onExit(effect, (exit) =>
        Effect.sync(() => {
          world.note(`${name} ends: ${describe(exit)}`)
          checkFailure(name, exit)
          if (isLeft(exit)) left = true
          if (!Exit.isSuccess(exit) && Cause.hasInterrupts(exit.cause)) checkInterrupted()
          const took = trueMillis() - began
          if (took >= longestMillis(1) - 1500) world.met("I11 late")
          if (took > longestMillis(calls)) world.violate("I11", `${name} took ${took} ms`)
          if (mark !== undefined) checkOnce(name, exit, mark)
        })
      )
    })

  const checkOnce = (name: string, exit: Exit.Exit<unknown, unknown>, mark: string) => {
    const times = network.carriedOut(mark)
    if (network.hasHit(mark)) world.met("I10")
    if (Exit.isSuccess(exit)) world.met("I25 made")
    if (times > 1) world.violate("I10", `${name} was carried out ${times} times`)
    if (Exit.isSuccess(exit) && times === 0) world.violate("I25", `${name} has succeeded, but nothing was done`)
    if (Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause)) return
    world.met("I25 failed")
    if (times === 0) return
    world.met("I25 unknown")
    const error = Cause.squash(exit.cause)
    if (!(error instanceof TransportError && error.outcomeUnknown)) {
      world.violate("I25", `${name} has failed for certain (${String(error)}), but it was done`)
    }
  }

  const ofCaller = <R>(effect: Effect.Effect<string | null, unknown, R>) =>
    Effect.flatMap(Caller, (caller) =>
      Effect.tap(effect, (user) =>
        Effect.sync(() => {
          const asked = caller?.found?.user
          if (new Set(service.sessions().map(({ user }) => user)).size > 1) world.met("I19")
          if (user !== asked) world.violate("I19", `${asked} asked, and got the answer about ${user}`)
        })
      )
    ).pipe((effect) =>
      Effect.suspend(() => {
        const caller: Call = { sent: new Set() }
        return Effect.provideService(effect, Caller, caller).pipe(
          Effect.onInterrupt(() => Effect.sync(() => (caller.interruptedMillis = trueMillis())))
        )
      })
    )

  /** Asks who is signed in; the answer is about whoever was found in the store. */
  const get = (name: string): Effect.Effect<string | null, unknown, Session> =>
    call(
      `${name} get`,
      ofCaller(
        Effect.map(AuthorizedTransport.call(UsersWire.getMe, {}), ({ displayName }) => displayName ?? "somebody new")
      )
    )

  /**
   * The service answers again: whoever asks for the user of a store gets it, if its session still exists; also when the
   * service refuses the access token.
   */
  const recovers = Effect.fnUntraced(function* (
    name: string,
    held: Effect.Effect<Tokens | undefined>,
    ask: Effect.Effect<string | null, unknown>,
    jumps: ReadonlyArray<number> = []
  ) {
    network.calm()
    service.calm()
    // A refresh that nobody waits for may still hang.
    if (left) yield* Effect.sleep(31_000)
    const tokens = yield* held
    const session = findSession(service, tokens)
    // A service that rotates may have sent the next refresh token into the void.
    if (session?.isOpen !== true || session.refreshToken !== toTokenText(tokens?.refreshToken)) return
    if (session.failedRefreshes > 0) world.met("I31 failed")
    const again = Effect.fnUntraced(function* (most: number, invariant: "I23" | "I31" = "I31") {
      const accessToken = toTokenText((yield* held)?.accessToken)
      const isRefused = service.refuses(accessToken) && (Service.leftMillis(accessToken) ?? 0) > 20_000
      if (isRefused) world.met("I31 refused")
      const before = session.requests
      const exit = yield* Effect.exit(ask)
      const what = `${name}, the next call of ${session.label}${isRefused ? " with a refused token" : ""},`
      if (Exit.isFailure(exit)) world.violate("I31", `${what} failed: ${String(Cause.squash(exit.cause))}`)
      else if (exit.value !== session.user) world.violate("I31", `${what} was answered about ${exit.value}`)
      const requests = session.requests - before
      if (requests > most) world.violate(invariant, `${what} took ${requests} requests`)
    })
    yield* again(3)
    const dice = world.dice("recovery", name)
    if (dice.chance(0.5)) {
      service.refuse(session, dice.pick(Service.refusalKinds))
      yield* again(3)
    }
    // The new token is used until shortly before it ends; pages of a server cannot store it.
    const accessToken = toTokenText((yield* held)?.accessToken)
    if (!service.refuses(accessToken) && (Service.leftMillis(accessToken) ?? 0) > 25_000) yield* again(1)
    for (const millis of jumps) {
      world.met("I23")
      jumpClock(millis)
      yield* again(2, "I23")
      yield* again(1, "I23")
    }
  })

  /**
   * The user signs out in the end, sometimes while nothing answers, and sometimes the call is interrupted: no store has
   * tokens afterwards.
   */
  const leave = Effect.fnUntraced(function* (
    name: string,
    signOut: Effect.Effect<unknown, unknown>,
    helds: ReadonlyArray<Effect.Effect<Tokens | undefined>>
  ) {
    const dice = world.dice("leaving", name)
    network.calm()
    const isDown = dice.chance(0.3)
    if (isDown) network.down(dice)
    const removed = yield* helds[0]!
    const isCut = dice.chance(0.3)
    const end = isCut ? Effect.timeoutOption(signOut, 1 + dice.upTo(60)) : Effect.asSome(signOut)
    const ended = yield* Effect.exit(end)
    if (Exit.isFailure(ended)) world.violate("I4", `${name} has failed`)
    for (const held of helds) {
      if ((yield* held) !== undefined) world.violate("I4", `there are tokens after the end of ${name}`)
    }
    if (removed === undefined) return
    world.met("I4")
    if (isDown) world.met("I4 failed")
    if (Exit.isSuccess(ended) && ended.value._tag === "None") world.met("I4 interrupted")
  })

  /**
   * Something happens to the session of a store, and then somebody asks for its user, twice at once: access tokens are
   * refused, the session ends elsewhere, or nothing answers. The access token may be about to expire, or have expired.
   */
  const disturb = Effect.fnUntraced(function* (
    operation: Operation,
    kind: Disturbance,
    held: Effect.Effect<Tokens | undefined>,
    ask: Effect.Effect<unknown, unknown>
  ) {
    const isRefusal = kind === "refuse" || kind === "refuse again"
    if (!isRefusal) {
      yield* Effect.sleep(service.settings.lifeMillis + operation.pick([-40_000, -10_000, -10_000, 10_000]))
    }
    const session = findSession(service, yield* held)
    if (session !== undefined && isRefusal) {
      service.refuse(session, operation.pick(Service.refusalKinds), kind === "refuse again")
    }
    if (session !== undefined && kind === "end") yield* service.end(session)
    if (kind === "outage") network.outage(operation)
    if (kind === "refuse again") yield* Effect.exit(ask)
    const asked = operation.chance(0.3) ? Effect.timeoutOption(ask, 1 + operation.upTo(80)) : ask
    yield* Effect.all([Effect.exit(asked), Effect.exit(ask)], { concurrency: "unbounded" })
  })

  let updates = 0
  return {
    call,
    get,
    recovers,
    disturb,
    leave,
    /** Changes the user who is signed in. */
    patch: (name: string): Effect.Effect<string | null, unknown, Session> =>
      Effect.suspend(() => {
        const mark = `mark ${updates++}.`
        const payload = { clientMetadata: { mark } }
        const update = AuthorizedTransport.call(UsersWire.updateMe, { payload })
        return call(`${name} patch`, ofCaller(Effect.map(update, ({ displayName }) => displayName)), mark)
      })
  }
}

/** Whether work of a call may go on without it. */
const isLeft = (exit: Exit.Exit<unknown, unknown>): boolean => {
  if (Exit.isSuccess(exit)) return false
  if (Cause.hasInterrupts(exit.cause)) return true
  const error = Cause.squash(exit.cause)
  return error instanceof TransportError && error.reason._tag === "Timeout"
}

const describe = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "well"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Cause.squash(exit.cause)
  return error instanceof TransportError ? error.reason._tag : readTag(error)
}

const readTag = (error: unknown): string =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : String(error)
