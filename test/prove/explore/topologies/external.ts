/**
 * A session that a provider keeps: the provider has no token for a while, or turns to another session, while the
 * network loses requests and the service refuses tokens.
 */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as AuthorizedTransport from "../../../../src/session/AuthorizedTransport.ts"
import { Session } from "../../../../src/session/Session.ts"
import * as ExternalTokenStore from "../../../../src/token/ExternalTokenStore.ts"
import * as UsersWire from "../../../../src/wire/generated/Users.ts"
import type { Topology } from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { findSession } from "../watched.ts"
import { session as own, sessionOver } from "./session.ts"

const kinds = [
  ...(["get", "get", "get", "patch", "signOut", "turn", "turn", "no token", "no token"] as const),
  ...(["refuse", "outage", "wait", "wait"] as const)
] as const

/** A session at the provider. */
interface Kept {
  readonly id: string
  readonly user: string
}

/** Whose session a call found when it first looked. */
const Found = Context.Reference<{ user?: string | undefined } | undefined>("test/prove/explore/external/Found", {
  defaultValue: () => undefined
})

const whoami = Effect.map(AuthorizedTransport.call(UsersWire.getMe, {}), ({ displayName }) => displayName)
const change = Effect.map(
  AuthorizedTransport.call(UsersWire.updateMe, { payload: { clientMetadata: {} } }),
  ({ displayName }) => displayName
)

/** One history. */
const story = async (world: World) => {
  const service = await Service.make({ lifeMillis: world.pick([60_000, 600_000]), rotates: false })
  const network = Network.make(world, service, { isFaulty: world.chance(0.6) })
  const calls = Calls.make(world, service, network)
  const operations = world.operations(3, 10, 400)
  return Effect.gen(function* () {
    const runPromise = Effect.runPromiseWith(yield* Effect.context<never>())
    const dice = world.dice("provider")
    let now: Kept | undefined = { id: "sid.0", user: "ada" }
    let failing = 0
    /** Every session that there was. */
    const past: Array<Kept | undefined> = [now]
    const held = new Map<string, string>()
    const listeners = new Set<() => void>()
    const turn = (next: Kept | undefined) => {
      now = next
      past.push(next)
      world.note(`the provider turns to ${next?.id} of ${next?.user}`)
      listeners.forEach((listener) => listener())
    }
    const store = yield* ExternalTokenStore.make({
      provider: "Clerk",
      signOutUrl: "/sign-out",
      getSessionId: () => now?.id,
      getToken: async ({ forceRefresh }) => {
        const asked = now
        await runPromise(Effect.sleep(dice.upTo(dice.pick([60, 600]))))
        if (failing > 0) {
          failing--
          if (dice.chance(0.5)) throw new Error("the provider cannot be reached")
          return null
        }
        // Some providers answer for the session of the question, and some for that of the answer.
        const about = dice.chance(0.5) ? asked : now
        if (about === undefined) return null
        if (forceRefresh || !held.has(about.id)) {
          const { accessToken } = await runPromise(service.open(about.user))
          held.set(about.id, Redacted.value(accessToken))
        }
        return held.get(about.id)
      },
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      }
    })
    const noticing = Effect.flatMap(Found, (found) =>
      Effect.tap(store.get, (tokens) => {
        if (found !== undefined && !("user" in found)) {
          found.user = past.find((kept) => kept?.id === tokens?.external?.id)?.user
        }
        return Effect.void
      })
    )
    const context = yield* Layer.build(sessionOver(service, network, { ...store, get: noticing }))
    const session = yield* Effect.provideContext(Session, context)

    const checkStore = Effect.map(store.get, (tokens) => {
      if (tokens?.external?.id !== now?.id) world.violate("I8", `${now?.id} is there, and the store has another one`)
    })

    /** The answer is about the user whose session was there, and nobody is signed out without the provider. */
    const ask = (name: string, work: Effect.Effect<string | null, unknown, Session>) =>
      Effect.suspend(() => {
        const before = past.length
        const found: { user?: string | undefined } = {}
        const call = work.pipe(Effect.provideService(Session, session), Effect.provideService(Found, found))
        return Effect.onExit(calls.call(name, call), (exit) => {
          if (Exit.isSuccess(exit)) {
            if (past.length > 1) world.met("I19")
            if (exit.value !== found.user) {
              world.violate("I19", `${found.user} asked in ${name}, and got the answer about ${exit.value}`)
            }
          } else if (past.length === before && now !== undefined) {
            const error = Cause.squash(exit.cause)
            const isOut = error instanceof Error && "_tag" in error && error._tag === "UserAuthenticationRequired"
            if (isOut) world.violate("I8", `${name} was signed out, and ${now?.id} goes on`)
          }
          return checkStore
        })
      })

    const act = (operation: Operation, kind: (typeof kinds)[number]): Effect.Effect<unknown, unknown> => {
      const name = `${operation.index} ${kind}`
      world.note(name)
      switch (kind) {
        case "get":
          return Effect.all([ask(name, whoami), ask(name, whoami)], { concurrency: "unbounded", discard: true })
        case "patch":
          return ask(name, change)
        case "signOut":
          return Effect.andThen(
            Effect.map(Effect.exit(session.signOut), (exit) => {
              if (Exit.isSuccess(exit) && now !== undefined) world.violate("I8", `${now.id} was signed out here`)
            }),
            checkStore
          )
        case "turn": {
          const user = operation.pick(Service.names)
          return Effect.sync(() => turn(operation.chance(0.25) ? undefined : { id: `sid.${past.length}`, user }))
        }
        case "no token":
          return Effect.sync(() => (failing = 1 + operation.upTo(4)))
        case "refuse":
          return Effect.map(store.get, (tokens) => {
            const opened = findSession(service, tokens)
            if (opened !== undefined) service.refuse(opened, operation.pick(Service.refusalKinds))
          })
        case "outage":
          return Effect.sync(() => network.outage(operation))
        case "wait":
          return Effect.sleep(operation.pick([20_000, 45_000, 70_000, 590_000]))
      }
    }
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(400))
      const kind = operation.pick(kinds)
      const fiber = yield* Effect.forkChild(act(operation, kind))
      if (operation.chance(0.2)) yield* Effect.forkChild(Effect.delay(Fiber.interrupt(fiber), operation.upTo(60)))
      if (kind === "wait" || operation.chance(0.4)) yield* Fiber.await(fiber)
      running.push(fiber)
    }
    yield* Effect.forEach(running, Fiber.await)

    network.calm()
    service.calm()
    failing = 0
    if (now === undefined) turn({ id: `sid.${past.length}`, user: "bob" })
    // Another one may have been asked for a while ago, and hang.
    yield* Effect.sleep(31_000)
    const exit = yield* Effect.exit(ask("recovery", whoami))
    if (Exit.isFailure(exit)) world.violate("I31", `the last call has failed: ${String(Cause.squash(exit.cause))}`)
  }).pipe(Effect.scoped)
}

/** The topology `session`: in some of its histories a provider keeps the session. */
export const session: Topology = {
  ...own,
  story: (world) => (world.dice("kind of session").chance(0.15) ? story(world) : own.story(world))
}
