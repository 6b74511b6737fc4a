/**
 * An app of promises, as programs without Effect have it: it signs in and up with passwords and mailed links, makes
 * teams, asks for reset mails, and calls are aborted, over a network that loses requests and answers.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { Interrupted } from "../../../../src/operation/Interrupted.ts"
import { createClientApp } from "../../../../src/promise/ClientApp.ts"
import * as MemoryTokenStore from "../../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../../src/token/TokenStore.ts"
import { outside } from "../../../support/explore/schedule.ts"
import {
  ofChanges,
  ofComponents,
  ofPages,
  ofRequests,
  ofServers,
  ofOutages,
  type Topology
} from "../../../support/explore/Topology.ts"
import type { Operation, World } from "../../../support/explore/World.ts"
import * as Calls from "../Calls.ts"
import * as Network from "../Network.ts"
import * as Service from "../Service.ts"
import { findSession, watch } from "../watched.ts"

const kinds = [
  "get",
  "get",
  "get",
  "signIn",
  "signIn",
  "signUp",
  "signOut",
  "team",
  "team",
  "link",
  ...Calls.disturbances,
  "reset",
  "wait"
] as const

const callbackUrl = "http://localhost:3000/handler/page"

/** Promises reject with the reason of the signal, or with `Interrupted` for what does not count any more. */
const isInterruption = (error: unknown) =>
  error instanceof Interrupted || (error instanceof DOMException && error.name === "AbortError")

// Areas that an app loads with its first call come from a file, which no schedule orders: here they are loaded before.
await createClientApp({ projectId: "" }).teams.list.result()

/** Addresses that are used once in a process. */
let serial = 0

const story = async (world: World) => {
  const { chance } = world
  const isFaulty = chance(0.6)
  const service = await Service.make({ lifeMillis: 60_000, rotates: chance(0.3) })
  const network = Network.make(world, service, { isFaulty })
  const calls = Calls.make(world, service, network)
  const watched = watch(world, service)
  const memory = MemoryTokenStore.make()
  /** Who was signed in, from the first moment on. */
  const holders: Array<string | undefined> = [undefined]
  const app = createClientApp({
    ...service.project,
    apiUrl: service.apiUrl,
    appUrl: "http://localhost:3000",
    tokenStore: Layer.succeed(TokenStore, watched.over(memory)),
    http: network.layer,
    platform: Network.quiet
  })
  const operations = world.operations(4, 9, 300)

  /** A call that may be aborted after a while. */
  const asked = <A>(
    name: string,
    operation: Operation,
    ask: (signal: AbortSignal) => Promise<A>,
    mark?: string,
    requests = 1
  ) => {
    const controller = new AbortController()
    if (operation.chance(0.3)) setTimeout(() => controller.abort(), operation.upTo(80))
    const promise = Effect.tryPromise({ try: () => ask(controller.signal), catch: (error) => error })
    const orInterrupt = Effect.catchIf(promise, isInterruption, () => Effect.interrupt)
    return Effect.uninterruptible(calls.call(`${operation.index} ${name}`, orInterrupt, mark, requests))
  }

  const act = (operation: Operation, kind: (typeof kinds)[number]): Effect.Effect<unknown, unknown> => {
    world.note(`${operation.index} ${kind}`)
    switch (kind) {
      case "get": {
        const since = holders.length - 1
        const get = Effect.tap(
          asked("get", operation, (signal) => app.currentUser.get({}, { signal })),
          (user) =>
            Effect.sync(() => {
              const name = user?.displayName ?? (user === null ? undefined : "somebody new")
              if (holders.length > 2) world.met("I19")
              if (!holders.slice(since).includes(name)) {
                world.violate("I19", `the answer is about ${name}, and ${holders.slice(since).join(", ")} were there`)
              }
            })
        )
        return Effect.all(operation.pick([[get], [get], [get, get]]), { concurrency: "unbounded", discard: true })
      }
      case "signIn": {
        const input = {
          email: Service.makeEmail(operation.pick(Service.names)),
          password: Service.password,
          noRedirect: true
        }
        const wrong = operation.chance(0.2) ? { ...input, password: "a wrong password" } : input
        return asked("sign-in", operation, (signal) => app.password.signIn(wrong, { signal }))
      }
      case "signUp": {
        const email = `new-${++serial}-@example.org`
        const input = { email, password: Service.password, noRedirect: true }
        return asked("sign-up", operation, (signal) => app.password.signUp(input, { signal }), email)
      }
      case "signOut":
        return asked("sign-out", operation, (signal) => app.sessions.signOut({ signal }))
      case "team": {
        const displayName = `team ${++serial}.`
        // The team is created, then selected.
        return asked("team", operation, (signal) => app.teams.create({ displayName }, { signal }), displayName, 2)
      }
      case "link":
        return Effect.gen(function* () {
          const email = `link-${++serial}@example.org`
          yield* asked("link", operation, () => app.magicLink.send({ email, callbackUrl }))
          const code = yield* Service.readCode(service, email)
          if (code === undefined) return yield* Effect.die("the mail did not come")
          const uses = [1, 2, 3].map((use) =>
            Effect.exit(
              asked(`use ${use}`, { ...operation, chance: () => false }, () =>
                app.magicLink.signIn({ code, noRedirect: true })
              )
            )
          )
          yield* Effect.all(uses, { concurrency: "unbounded" })
          const times = network.carriedOut(`"${code}"`)
          world.expect("I18", times <= 1, () => `a mailed code has worked ${times} times`)
        })
      case "reset":
        return Effect.gen(function* () {
          const untrusted = "https://evil.example/x"
          const { emulator, project } = service
          const ask = (email: string, url: string) =>
            outside(async () => {
              const response = await emulator.fetch(
                new Request(`${emulator.baseUrl}/api/v1/auth/password/send-reset-code`, {
                  method: "POST",
                  headers: {
                    "content-type": "application/json",
                    "x-stack-access-type": "client",
                    "x-stack-project-id": project.projectId,
                    "x-stack-publishable-client-key": project.publishableClientKey
                  },
                  body: JSON.stringify({ email, callback_url: url })
                })
              )
              return `${response.status} ${await response.text()}`
            })
          const unknown = `nobody-${++serial}@example.org`
          for (const url of [callbackUrl, untrusted]) {
            const [known, not] = [yield* ask(Service.makeEmail("ada"), url), yield* ask(unknown, url)]
            world.expect("I27", known === not, () => `${known} for an account, ${not} for none`)
            if (url === untrusted) {
              world.expect("I26 mail", known.startsWith("400"), () => `a mail with ${url} was sent: ${known}`)
            }
          }
        })
      case "refuse":
      case "refuse again":
      case "end":
      case "outage": {
        const whole = { ...operation, chance: () => false }
        const ask = operation.chance(0.5)
          ? asked("get", whole, () => app.currentUser.get())
          : Effect.suspend(() => {
              const displayName = `team ${++serial}.`
              return asked("team", whole, () => app.teams.create({ displayName }), displayName, 2)
            })
        return calls.disturb(operation, kind, memory.get, ask)
      }
      case "wait":
        return Effect.sleep(operation.pick([1000, 45_000, 70_000]))
    }
  }

  return Effect.gen(function* () {
    yield* memory.changes(() => {
      holders.push(findSession(service, Effect.runSync(memory.get))?.user)
    })
    if (chance(0.5)) yield* memory.set(yield* service.open("ada"))
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(300))
      const kind = operation.pick(kinds)
      const fiber = yield* Effect.forkChild(Effect.exit(act(operation, kind)))
      if (kind === "wait" || Calls.isDisturbance(kind) || operation.chance(0.5)) yield* Fiber.await(fiber)
      running.push(fiber)
    }
    for (const fiber of running) {
      const exit = yield* Fiber.join(fiber)
      if (Exit.isExit(exit) && Exit.hasDies(exit)) world.violate("I12", String(exit))
    }
    const ask = Effect.tryPromise({ try: () => app.currentUser.get(), catch: (error) => error })
    yield* calls.recovers(
      "recovery",
      memory.get,
      Effect.map(ask, (user) => user && (user.displayName ?? "somebody new"))
    )
    const signOut = Effect.tryPromise({ try: (signal) => app.sessions.signOut({ signal }), catch: (error) => error })
    yield* calls.leave("the last sign-out", signOut, [memory.get])
    yield* Effect.sleep(6000)
    if ((yield* memory.get) !== undefined) world.violate("I4", "the store holds tokens after a sign-out")
    yield* Effect.promise(() => app.dispose())
  }).pipe(Effect.scoped)
}

export const promises: Topology = {
  name: "promises",
  story,
  checks: [
    ...(["I1", "I2 expiring", "I2 refused", "I3", "I4", "I4 failed", "I4 interrupted", "I5 out", "I5 in"] as const),
    ...(["I8 network", "I8 service", "I8 unreadable", "I9 failed", "I9 read", "I11 late", "I12 failed"] as const),
    ...(["I13", "I18", "I19", "I26 mail", "I27", "I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofChanges,
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "no clock jumps, and calls of promises hide whether a token was rotated: `session` does both": ["I6", "I23"],
    "no user changes while a session is found to have ended: `session` and `tabs` do that": ["I7"],
    "nobody asks with a token that has expired: `session` does that": ["I29 expired"],
    "there is one store, and no page that shows or goes anywhere": ["I1 tabs", ...ofPages, ...ofComponents, "I22"],
    "the service sends no browser anywhere: `flows` looks at that": ["I26 redirect"],
    "there is no server of the app": ofServers
  }
}
