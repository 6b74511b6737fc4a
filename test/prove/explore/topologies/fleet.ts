/**
 * Servers without Effect that authenticate requests: one process or several over a store that they share and that fails
 * or hangs, for visitors with cookies, pairs or access tokens, while tokens expire, sessions end and processes restart.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import { createRequestAuth } from "../../../../src/backend/request/RequestAuth.ts"
import { coolDownMillis } from "../../../../src/backend/verify/internal/KeyState.ts"
import type { Tokens } from "../../../../src/token/TokenStore.ts"
import * as brokenStore from "../../../backend/fleet/brokenStore.ts"
import {
  ofChanges,
  ofComponents,
  ofMails,
  ofPages,
  ofRequests,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import { SessionCookies } from "../../support/cookies.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { needing, findSession } from "../watched.ts"

const kinds = ["visit", "visit", "visit", "visit", "expire", "mood", "restart", "refuse", "outage", "end"] as const
const sources = ["cookie", "pair", "bearer"] as const

/** Each outage is logged once, which here is part of the story. */
const quiet = Layer.succeed(References.MinimumLogLevel, "None")

const story = async (world: World) => {
  const { chance, pick } = world
  const isFaulty = chance(0.4)
  const count = pick([1, 2, 3])
  const hasStore = chance(0.7)
  // Processes do not share refreshes, so a service that rotates is for one of them.
  const rotates = count === 1 && !isFaulty && chance(0.5)
  const service = await Service.make({ lifeMillis: 60_000, rotates, detectsReuse: rotates })
  const network = Network.make(world, service, {
    isFaulty,
    allowsParallelRefreshes: count > 1 || isFaulty,
    isPerRequest: true
  })
  const calls = Calls.make(world, service, network)
  const { projectId } = service.project
  const operations = world.operations(3, 9, 300)

  return Effect.gen(function* () {
    const store = yield* brokenStore.store
    const start = () =>
      createRequestAuth({
        ...service.project,
        apiUrl: service.apiUrl,
        https: true,
        http: Layer.mergeAll(
          network.layer,
          hasStore ? Layer.provide(store.process(), quiet) : Layer.empty,
          quiet,
          Network.quiet
        )
      })
    const processes = Array.from({ length: count }, start)
    const visitors: Array<Tokens> = []
    for (const name of Service.names) visitors.push(yield* service.open(name))
    let changes = 0

    const makeRequest = (operation: Operation, tokens: Tokens) => {
      // Who sends a pair is not told of the next one.
      const source = operation.pick(rotates ? (["cookie", "bearer"] as const) : sources)
      const accessToken = tokens.accessToken && Redacted.value(tokens.accessToken)
      const refreshToken = tokens.refreshToken && Redacted.value(tokens.refreshToken)
      const headers = new Headers()
      if (source === "bearer") headers.set("authorization", `Bearer ${accessToken}`)
      if (source === "pair") headers.set("x-stack-auth", JSON.stringify({ accessToken, refreshToken }))
      if (source === "cookie") headers.set("cookie", SessionCookies.makeHeader(projectId, tokens))
      return { source, request: new Request("https://api.example/", { headers }) }
    }

    const visit = Effect.fnUntraced(function* (operation: Operation, who: number, process: number) {
      const tokens = visitors[who]!
      const session = findSession(service, tokens)!
      const { request, source } = makeRequest(operation, tokens)
      const before = changes
      const isGood = session.isOpen && source === "cookie" && !isFaulty
      const authenticated = Effect.promise(() => processes[process]!.authenticate(request))
      const needsAll = source === "cookie" ? needing(world, service, tokens, authenticated) : authenticated
      const result = yield* needsAll
      const outcome = result.signedIn ? result.claims.sessionId : result.error._tag
      world.note(
        `${operation.index} ${source} of ${session.label} at ${process}: ${result.signedIn ? "signed in" : outcome}`
      )
      world.met("I19")
      if (result.signedIn && result.userId !== service.emulator.ids.get(session.user)) {
        world.violate("I19", `${session.label} has become ${result.userId}`)
      }
      if (!result.signedIn && isGood && before === changes) {
        world.violate("I31", `${session.label} was refused without a fault: ${result.error.message}`)
      }
      if (result.signedIn && operation.chance(0.4)) {
        const user = yield* Effect.exit(Effect.tryPromise(() => result.user()))
        if (Exit.isSuccess(user) && user.value.displayName !== session.user) {
          world.violate("I19", `${session.user} asked, and got the answer about ${user.value.displayName}`)
        }
      }
      // Whoever has the cookies of the response goes on with them, as a browser does.
      const lines = yield* Effect.promise(() => result.headers())
      const renewed = SessionCookies.tokensIn(lines)
      if (lines.length > 0) {
        const isPrivate = lines.some(([name, value]) => name === "cache-control" && value === "private, no-store")
        world.expect("I13 response", isPrivate, () => "a response with tokens may be kept by others")
      }
      // A service that rotates may have sent the next refresh token into the void.
      if (session.isOpen && !rotates && renewed === undefined && SessionCookies.areRemovedBy(lines)) {
        world.violate("I8", `a response removes the cookies of ${session.label}, which is open`)
      }
      const owner = findSession(service, renewed)
      if (renewed !== undefined) {
        if (owner !== session) world.violate("I19", `${session.label} got the cookies of ${owner?.label}`)
        visitors[who] = renewed
      }
      yield* Effect.promise(async () => result[Symbol.asyncDispose]())
    })

    /** A request with cookies that asks for the user, and takes over the cookies of its response. */
    const ask = (who: number, process: number) =>
      Effect.gen(function* () {
        const headers = new Headers({ cookie: SessionCookies.makeHeader(projectId, visitors[who]!) })
        const request = new Request("https://api.example/", { headers })
        const result = yield* Effect.promise(() => processes[process]!.authenticate(request))
        if (!result.signedIn) return yield* Effect.fail(result.error)
        const { displayName } = yield* Effect.tryPromise(() => result.user())
        const renewed = SessionCookies.tokensIn(yield* Effect.promise(() => result.headers()))
        if (renewed !== undefined) visitors[who] = renewed
        yield* Effect.promise(async () => result[Symbol.asyncDispose]())
        return displayName
      })

    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(300))
      const kind = operation.pick(kinds)
      world.note(`${operation.index} ${kind}`)
      const process = operation.upTo(count)
      switch (kind) {
        case "visit":
          for (let i = operation.pick([1, 1, 2, 4]); i > 0; i--) {
            const who = operation.upTo(visitors.length)
            running.push(yield* Effect.forkChild(visit(operation, who, process)))
          }
          break
        case "expire":
          yield* Effect.sleep(operation.pick([45_000, 70_000]))
          // Two requests of one visitor need a refresh at the same time.
          for (const at of [process, operation.upTo(count)]) {
            running.push(yield* Effect.forkChild(visit(operation, operation.index % visitors.length, at)))
          }
          break
        case "outage":
          yield* Effect.sleep(55_000)
          network.outage(operation)
          for (const [who] of visitors.entries()) {
            running.push(yield* Effect.forkChild(visit(operation, who, process)))
          }
          break
        case "mood":
          store.becomes(operation.pick(["works", "works", "fails", "hangs", "dies"] as const))
          break
        case "restart": {
          changes++
          const former = processes[process]!
          // A server lets its requests end before it goes.
          yield* Effect.forEach(running.splice(0), Fiber.await)
          processes[process] = start()
          yield* Effect.promise(() => former.dispose())
          break
        }
        case "refuse":
          changes++
          service.refuse(
            findSession(service, visitors[operation.upTo(visitors.length)])!,
            operation.pick(Service.refusalKinds)
          )
          break
        case "end":
          changes++
          yield* service.end(findSession(service, visitors[operation.upTo(visitors.length)])!)
      }
    }
    for (const fiber of running) {
      const exit = yield* Fiber.await(fiber)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
    }
    store.becomes("works")
    // After a failure the public keys are not asked for again at once.
    yield* Effect.sleep(coolDownMillis)
    const who = world.upTo(visitors.length)
    const held = Effect.sync(() => visitors[who])
    yield* calls.recovers("recovery", held, ask(who, world.upTo(count)))
    yield* Effect.promise(() => Promise.all(processes.map((process) => process.dispose())))
  }).pipe(Effect.scoped)
}

export const fleet: Topology = {
  name: "fleet",
  story,
  checks: [
    ...(["I1", "I8 network", "I8 service", "I8 unreadable", "I13 response", "I19"] as const),
    ...(["I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "the tokens are those of requests, and no store outlives them": [
      ...(["I3", "I5 out", "I5 in", "I6", "I7", "I9 failed", "I9 read", "I22"] as const)
    ],
    "a server signs nobody out: `responses` has one that does": ["I4", "I4 failed", "I4 interrupted", "I4 server"],
    "each request has a session of its own, which knows no other one": ["I1 tabs", "I2 expiring", "I2 refused"],
    "nothing is made, shown or navigated to": [...ofChanges, ...ofPages, ...ofComponents],
    "no clock jumps: `session` does that": ["I23"],
    "failures are told by their tag alone: `session` looks at their text": ["I11 late", "I12 failed", "I13"],
    "a server looks at access tokens itself": ["I29 expired"],
    "it sends no code and no address": ofMails
  }
}
