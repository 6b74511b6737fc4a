/**
 * The cache below the hooks of React, without React: components come and go, read and write, while users sign in and
 * out and the network loses requests and answers.
 */
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { makeRead } from "../../../../src/app/ClientOperation.ts"
import { keepMillis } from "../../../../src/cache/internal/Entry.ts"
import * as CurrentUser from "../../../../src/client/CurrentUser.ts"
import * as Project from "../../../../src/client/Project.ts"
import * as Teams from "../../../../src/client/Teams.ts"
import { layer } from "../../../../src/promise/ClientApp.ts"
import * as AuthClient from "../../../../src/react/AuthClient.ts"
import { Session } from "../../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../../src/token/MemoryTokenStore.ts"
import { TokenStore } from "../../../../src/token/TokenStore.ts"
import { trueMillis } from "../../../support/explore/schedule.ts"
import {
  ofComponents,
  ofMails,
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
  "mount",
  "mount",
  "mount",
  "refetch",
  "write",
  "signIn",
  "signOut",
  "leave",
  ...Calls.disturbances,
  "wait"
] as const

const story = async (world: World) => {
  const { chance } = world
  const isFaulty = chance(0.5)
  const service = await Service.make({ lifeMillis: 60_000, rotates: chance(0.3) })
  const network = Network.make(world, service, { isFaulty })
  const calls = Calls.make(world, service, network)
  const watched = watch(world, service)
  const memory = MemoryTokenStore.make()
  const client = AuthClient.make({
    services: (scope) =>
      Layer.buildWithScope(
        layer({
          ...service.project,
          apiUrl: service.apiUrl,
          appUrl: "http://localhost:3000",
          tokenStore: Layer.succeed(TokenStore, lossy(watched.over(memory))),
          http: network.layer,
          platform: Network.quiet
        }),
        scope
      )
  })
  const reads = {
    user: makeRead(CurrentUser.get, undefined),
    teams: makeRead(Teams.list, undefined),
    project: makeRead(Project.get, undefined)
  }
  const operations = world.operations(3, 10, 400)
  let holder: string | undefined
  let changedAtMillis = -Infinity
  /** What has become of the user before this one. */
  let former: "out" | "in" | undefined
  /** Some browsers tell nobody of cookies that others have changed: whoever reads next finds out. */
  const isDeaf = chance(0.4)
  const events = world.dice("events")
  let isTold = true
  const lossy = (store: TokenStore["Service"]): TokenStore["Service"] => ({
    ...store,
    changes: (listener) =>
      store.changes(() => {
        isTold = !isDeaf || events.chance(0.3)
        if (!isTold) return
        changedAtMillis = trueMillis()
        listener()
      })
  })
  let mounted = 0

  const everyTeam = Service.names.map(Service.makeTeamName)

  /** Whether a component shows a team that is not of whoever is signed in. */
  const checkTeams = () => {
    const teams = client.view(reads.teams).snapshot().state
    for (const { displayName } of teams._tag === "Success" ? teams.value : []) {
      const isTheirs = displayName === Service.makeTeamName(holder) || !everyTeam.includes(displayName)
      if (!isTheirs && trueMillis() > changedAtMillis) {
        world.violate("I20", `the ${displayName} is shown although ${holder} is signed in`)
      }
    }
  }

  /** What a component shows of the user belongs to whoever is signed in. */
  const look = (name: string) => {
    if (!isTold) return
    checkTeams()
    const { state } = client.view(reads.user).snapshot()
    if (state._tag !== "Success") return
    const shown = state.value?.displayName ?? undefined
    if (former !== undefined) world.met(`I20 ${former}`)
    if (service.sessions().length > 1) world.met("I19")
    world.note(`${name} shows ${shown}`)
    // The change of the user is told in the same moment, and in steps.
    if (shown !== holder && trueMillis() > changedAtMillis) {
      world.violate("I20", `${shown} is shown although ${holder} is signed in`)
    }
  }

  const mount = (operation: Operation) =>
    Effect.gen(function* () {
      const name = `${operation.index} component`
      const read = reads[operation.pick(["user", "user", "teams", "project"] as const)]
      const view = client.view<unknown, unknown>(read)
      mounted++
      const unsubscribe = view.subscribe(() => look(name))
      look(name)
      yield* Effect.sleep(operation.pick([10, 100, 1000, 8000]))
      look(name)
      unsubscribe()
      mounted--
    })

  const fork = (effect: Effect.Effect<unknown, unknown, Session>, changes?: ReadonlyArray<string>) =>
    Effect.suspend(() => Fiber.await(client.fork(effect, changes)))

  const act = (operation: Operation, kind: (typeof kinds)[number]): Effect.Effect<unknown, unknown> => {
    const name = String(operation.index)
    world.note(`${name} ${kind}`)
    switch (kind) {
      case "mount":
        return mount(operation)
      case "refetch":
        return Effect.gen(function* () {
          // Whoever asks again within 300 ms gets the former answer, which may be that for a former user.
          yield* Effect.sleep(300)
          const wasTold = isTold
          const since = changedAtMillis
          if (trueMillis() - since < 300) return
          yield* Effect.promise(() => client.view(reads.user).refetch())
          if (wasTold || isTold || since !== changedAtMillis) return
          world.met("I20 untold")
          checkTeams()
        })
      case "write":
        return fork(calls.patch(name), ["users"])
      case "signIn": {
        const opening = operation.chance(0.2) ? Effect.fail("refused") : service.open(operation.pick(Service.names))
        const delayed = Effect.delay(opening, operation.upTo(100))
        return fork(
          calls.call(
            `${name} sign-in`,
            Effect.flatMap(Session, ({ signIn }) => signIn(delayed))
          )
        )
      }
      case "signOut":
        return fork(
          calls.call(
            `${name} sign-out`,
            Effect.flatMap(Session, ({ signOut }) => signOut)
          )
        )
      case "leave":
        // A page that is left for another one: nothing is mounted for a moment.
        return Effect.sync(() => client.view(reads.teams).state())
      case "refuse":
      case "refuse again":
      case "end":
      case "outage": {
        const both = [client.view(reads.user), client.view(reads.teams)]
        return calls.disturb(
          operation,
          kind,
          memory.get,
          Effect.promise(() => Promise.all(both.map(({ refetch }) => refetch())))
        )
      }
      case "wait":
        return Effect.sleep(operation.pick([1000, 45_000, 70_000]))
    }
  }

  return Effect.gen(function* () {
    yield* memory.changes(() => {
      const now = findSession(service, Effect.runSync(memory.get))?.user
      if (now === holder) return
      changedAtMillis = trueMillis()
      if (holder !== undefined) former = now === undefined ? "out" : "in"
      holder = now
    })
    if (chance(0.7)) yield* memory.set(yield* service.open("ada"))
    const release = client.retain()
    const running: Array<Fiber.Fiber<unknown, unknown>> = []
    for (const operation of operations) {
      yield* Effect.sleep(operation.upTo(400))
      const kind = operation.pick(kinds)
      const fiber = yield* Effect.forkChild(act(operation, kind))
      if (kind === "wait" || Calls.isDisturbance(kind)) yield* Fiber.await(fiber)
      running.push(fiber)
    }
    yield* Effect.forEach(running, Fiber.await)
    if (mounted > 0) world.violate("I21", `${mounted} components have not ended`)
    yield* Effect.sleep(keepMillis + 100_000)
    for (const [name, read] of Object.entries(reads)) {
      const { isRefreshing, state } = client.view<unknown, unknown>(read).snapshot()
      if (state._tag !== "Pending" || isRefreshing) world.violate("I20", `${name} is kept although nobody looks`)
    }
    const user = client.view(reads.user)
    const ask = Effect.flatMap(
      Effect.promise(() => user.refetch()),
      () => {
        const { state } = user.snapshot()
        return state._tag === "Success" ? Effect.succeed(state.value?.displayName ?? null) : Effect.fail(state)
      }
    )
    // Whoever asks again within 300 ms gets the former answer.
    yield* calls.recovers("recovery", memory.get, Effect.andThen(Effect.sleep(300), ask))
    release()
  }).pipe(Effect.scoped)
}

export const react: Topology = {
  name: "react",
  story,
  checks: [
    ...(["I1", "I2 expiring", "I2 refused", "I3", "I8 network", "I8 service", "I8 unreadable"] as const),
    ...(["I9 failed", "I9 read", "I10", "I11 late", "I12 failed", "I13", "I19"] as const),
    ...(["I25 made", "I25 failed", "I25 unknown", "I29 ended", "I31 failed", "I31 refused"] as const),
    ...ofComponents,
    ...ofRequests
  ],
  exempt: {
    "the service is never away for long: `outages` is about that": ofOutages,
    "the store outlives the page: `session` and `tabs` look at it in the end": [
      ...(["I4", "I4 failed", "I4 interrupted", "I6", "I22"] as const)
    ],
    "there is no server of the app": ofServers,
    "sign-ins seldom overlap, and few calls change something: `session` and `promises` do that": [
      ...(["I5 out", "I5 in", "I11 attempts", "I11 refused"] as const)
    ],
    "no page goes anywhere, and no clock jumps": ["I1 tabs", ...ofPages, "I23"],
    "no user changes while a session is found to have ended: `session` and `tabs` do that": ["I7"],
    "nobody asks with a token that has expired: `session` does that": ["I29 expired"],
    "it sends no code and no address": ofMails
  }
}
