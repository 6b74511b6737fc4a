/** Calls of a history: what must be true of each of them, however it ends. */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import { TransportError } from "../../src/http/TransportError.ts"
import * as AuthorizedTransport from "../../src/session/AuthorizedTransport.ts"
import type { Session } from "../../src/session/Session.ts"
import type { Network } from "./Network.ts"
import { trueMillis } from "./Schedule.ts"
import type { Service } from "./Service.ts"
import { Caller } from "./Watched.ts"
import type { World } from "./World.ts"

/** How long so many calls may take, one after the other: the time limit of each, and what the schedule adds. */
const longestMillis = (calls: number): number => calls * 30_000 + 1000

/** What calls do. */
export const make = (world: World, service: Service, network: Network) => {
  const secrets = [service.project.publishableClientKey, service.project.secretServerKey]

  /** Looks at how a call has ended, and gives its exit on. */
  const checkFailure = (name: string, exit: Exit.Exit<unknown, unknown>) => {
    if (Exit.isSuccess(exit)) return
    if (Cause.hasDies(exit.cause)) world.violate("I12", `${name}: ${Cause.pretty(exit.cause)}`)
    if (Cause.hasInterruptsOnly(exit.cause)) return
    const error = Cause.squash(exit.cause)
    const text = `${String(error)} ${JSON.stringify(error)}`
    const tokens = service.sessions().flatMap(({ original, refreshToken }) => [original, refreshToken])
    if ([...secrets, ...tokens].some((secret) => text.includes(secret))) world.violate("I13", `${name}: ${text}`)
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
          const took = trueMillis() - began
          if (took > longestMillis(calls)) world.violate("I11", `${name} took ${took} ms`)
          if (mark !== undefined) checkOnce(name, exit, mark)
        })
      )
    })

  const checkOnce = (name: string, exit: Exit.Exit<unknown, unknown>, mark: string) => {
    const times = network.carriedOut(mark)
    if (times > 1) world.violate("I10", `${name} was carried out ${times} times`)
    if (Exit.isSuccess(exit) && times === 0) world.violate("I25", `${name} has succeeded, but nothing was done`)
    if (Exit.isSuccess(exit) || times === 0 || Cause.hasInterruptsOnly(exit.cause)) return
    const error = Cause.squash(exit.cause)
    if (!(error instanceof TransportError && error.outcomeUnknown)) {
      world.violate("I25", `${name} has failed for certain (${String(error)}), but it was done`)
    }
  }

  const ofCaller = <R>(effect: Effect.Effect<string | null, unknown, R>) =>
    Effect.flatMap(Caller, (caller) =>
      Effect.tap(effect, (user) =>
        Effect.sync(() => {
          if (user !== caller?.found?.user) {
            world.violate("I19", `${caller?.found?.user} asked, and got the answer about ${user}`)
          }
        })
      )
    ).pipe(Effect.provideService(Caller, {}))

  let updates = 0
  return {
    call,
    /** Asks who is signed in; the answer is about whoever was found in the store. */
    get: (name: string): Effect.Effect<string | null, unknown, Session> =>
      call(
        `${name} get`,
        ofCaller(Effect.map(AuthorizedTransport.call(UsersWire.getMe, {}), ({ displayName }) => displayName))
      ),
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

const describe = (exit: Exit.Exit<unknown, unknown>): string => {
  if (Exit.isSuccess(exit)) return "well"
  if (Cause.hasInterruptsOnly(exit.cause)) return "interrupted"
  const error = Cause.squash(exit.cause)
  return error instanceof TransportError ? error.reason._tag : tagOf(error)
}

const tagOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "_tag" in error ? String(error._tag) : String(error)
