/**
 * Sends signed webhooks with retries, in the background (docs/protocol/resources.md#webhooks). The hosted service uses
 * Svix; here endpoints are options, because the service has no API to create them.
 */
import * as Arrays from "effect/Array"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import type { ProjectId } from "../../domain/Ids.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import type { Users } from "../accounts/Users.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { logFailure } from "../errors/FailureLog.ts"
import { Projects } from "../projects/Projects.ts"
import type { Generation } from "../settings/Generation.ts"
import { StateParts } from "../storage/StateParts.ts"
import type { Teams } from "../teams/Teams.ts"
import type { Attempt } from "./Attempts.ts"
import * as Changes from "./Changes.ts"
import * as Deliveries from "./internal/Deliveries.ts"
import { readEventData } from "./internal/EventData.ts"
import * as Message from "./internal/Message.ts"
import type { Received } from "./internal/Receiver.ts"
import { type WebhookEndpoint, WebhookEndpointOptions, toOptions, type Target, toTarget } from "./WebhookEndpoint.ts"

export type { Received } from "./internal/Receiver.ts"

/** An endpoint that no webhook can be sent to. */
export class InvalidEndpoint extends TaggedError("InvalidEndpoint")<{
  /** Its place in the list. */
  readonly index: number
  readonly problem: string
}> {
  override get message() {
    return this.problem
  }
}

/** The webhooks of all projects. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly endpoints: ReadonlyArray<WebhookEndpoint>
    /** The endpoints as options that make the same ones. */
    readonly list: Effect.Effect<ReadonlyArray<WebhookEndpointOptions>>
    /** Adds endpoints, all of them or none; fails with which one is wrong, and why. */
    readonly add: (endpoints: ReadonlyArray<WebhookEndpointOptions>) => Effect.Effect<void, InvalidEndpoint>
    /** Fails if `add` would fail, without adding anything. */
    readonly check: (endpoints: ReadonlyArray<WebhookEndpointOptions>) => Effect.Effect<void, InvalidEndpoint>
    /** Discards recorded changes without sending webhooks for them. */
    readonly forget: Effect.Effect<void>
    /** The newest 1,000 attempts, oldest first. */
    readonly attempts: Effect.Effect<ReadonlyArray<Attempt>>
    /** Removes an endpoint, and returns whether it existed. */
    readonly remove: (id: string) => Effect.Effect<boolean>
    /** The newest 200 webhooks of the built-in receiver, oldest first. */
    readonly received: Effect.Effect<ReadonlyArray<Received>>
    /** Sets the status with which the built-in receiver answers from now on, or reads it. */
    readonly receiverStatus: (status?: number) => Effect.Effect<number>
    /** The body that was sent with a message ID, as long as the emulator remembers it. */
    readonly findBody: (messageId: string) => Effect.Effect<string | undefined>
    /** Sends events for the recorded changes. */
    readonly flush: Effect.Effect<void>
    /** Records a requested update of a user. */
    readonly userUpdated: (user: Pick<UserRow, "id" | "project_id">) => Effect.Effect<void>
    /**
     * Sends an event again, once and immediately, to those endpoints of earlier attempts that still exist. Returns the
     * attempts.
     */
    readonly redeliver: (messageId: string) => Effect.Effect<ReadonlyArray<Attempt>, Deliveries.NotDelivered>
    /** Calls a listener for every attempt from now on. */
    readonly watch: (listener: (attempt: Attempt) => void) => void
    /** Sends one webhook to one endpoint, immediately and once. Fails with the reason if the endpoint rejects it. */
    readonly test: (projectId: ProjectId, endpointId: string) => Effect.Effect<void, Deliveries.NotDelivered>
  }
>()("gatefold/emulator/webhooks/Webhooks") {}

/** The endpoints, attempts and deliveries of a snapshot. */
const Captured = Schema.Struct({ endpoints: Schema.Array(WebhookEndpointOptions), ...Deliveries.Captured.fields })

const isSubscribed = ({ events, projectId }: Target, change: Changes.Change): boolean =>
  (events === undefined || events.includes(change.type)) && (projectId === undefined || projectId === change.projectId)

/** Fails with the first endpoint that has a problem. */
const makeTargets = (
  endpoints: ReadonlyArray<WebhookEndpointOptions>,
  make: (endpoint: WebhookEndpointOptions) => Result.Result<Target, string>
): Effect.Effect<ReadonlyArray<Target>, InvalidEndpoint> =>
  Effect.forEach(endpoints, (endpoint, index) =>
    Effect.mapError(Effect.fromResult(make(endpoint)), (problem) => new InvalidEndpoint({ index, problem }))
  )

/** Checks endpoints without using any randomness. */
const check = (endpoints: ReadonlyArray<WebhookEndpointOptions>) =>
  makeTargets(endpoints, (endpoint) =>
    toTarget(
      endpoint,
      () => "",
      (length) => new Uint8Array(length)
    )
  )

/** The services of webhooks, and the present endpoints. */
interface Parts {
  readonly projects: Projects["Service"]
  readonly randomness: Randomness["Service"]
  readonly sql: SqlClient
  /** The services that read the data of events. */
  readonly services: Context.Context<Generation | Teams | Users>
  readonly deliveries: Effect.Success<ReturnType<typeof Deliveries.make>>
  readonly state: { targets: ReadonlyArray<Target>; isWatching: boolean }
}

const makeTargetWith = (randomness: Randomness["Service"]) => (endpoint: WebhookEndpointOptions) =>
  toTarget(endpoint, () => `ep_${randomness.base32(27)}`, randomness.bytes)

/** Creates the triggers with the first endpoint, and only once. */
const watchChanges = ({ sql, state }: Parts) =>
  Effect.suspend(() => {
    if (state.isWatching || state.targets.length === 0) return Effect.void
    state.isWatching = true
    return Changes.watch(sql)
  })

const ifWatching = ({ state }: Parts, effect: Effect.Effect<void>) =>
  Effect.suspend(() => (state.isWatching ? effect : Effect.void))

const add = Effect.fnUntraced(function* (parts: Parts, endpoints: ReadonlyArray<WebhookEndpointOptions>) {
  const { randomness, state } = parts
  const added = yield* makeTargets(endpoints, makeTargetWith(randomness))
  state.targets = [...state.targets, ...added]
  yield* watchChanges(parts)
})

const remove = ({ state }: Parts, id: string) =>
  Effect.sync(() => {
    const before = state.targets.length
    state.targets = state.targets.filter((target) => target.id !== id)
    return state.targets.length < before
  })

const makeMessage = (
  { randomness }: Parts,
  content: Pick<Message.Message, "projectId" | "type"> & { readonly data: unknown }
) => Message.make({ id: `msg_${randomness.base32(27)}`, ...content })

const sendChange = Effect.fnUntraced(function* (parts: Parts, change: Changes.Change) {
  const { deliveries, projects, services, state } = parts
  const subscribed = state.targets.filter((target) => isSubscribed(target, change))
  // Events of a deleted project are dropped.
  const project = subscribed.length === 0 ? undefined : yield* projects.find(change.projectId)
  if (project === undefined) return
  const data = yield* Effect.provideContext(readEventData(change, project), services)
  if (data === undefined) return
  yield* deliveries.send(yield* makeMessage(parts, { projectId: project.id, type: change.type, data }), subscribed)
})

/** Sends in the background, without effect on the answer of the request that changed something. */
const flush = (parts: Parts) =>
  Effect.flatMap(Changes.take(parts.sql), (changes) =>
    Effect.forEach(changes, (change) => sendChange(parts, change), { discard: true })
  ).pipe(Effect.catchCause((cause) => Effect.asVoid(logFailure("Changes could not be announced", cause))))

const test = Effect.fnUntraced(function* (parts: Parts, projectId: ProjectId, endpointId: string) {
  const { deliveries, state } = parts
  const target = state.targets.find(
    (endpoint) => endpoint.id === endpointId && (endpoint.projectId === undefined || endpoint.projectId === projectId)
  )
  if (target === undefined) return yield* new Deliveries.NotDelivered({ problem: "There is no endpoint with this id." })
  const data = { message: "This webhook was sent to test the endpoint.", endpointUrl: target.url }
  yield* deliveries.attempt(target, yield* makeMessage(parts, { projectId, type: "stack.test", data }), 1)
})

const findBody = ({ deliveries: { attempts, receiver } }: Parts, messageId: string): string | undefined => {
  const sent = attempts.ofMessage(messageId).flatMap((attempt) => attempts.sentWith(attempt) ?? [])
  return (
    sent.at(-1)?.message.body ??
    receiver.receivedRequests().findLast((webhook) => webhook.messageId === messageId)?.body
  )
}

/** Adds the endpoints and deliveries to the snapshots of the emulator. */
const addToSnapshots = Effect.fnUntraced(function* (parts: Parts) {
  const { deliveries, randomness, state } = parts
  const stateParts = yield* StateParts
  stateParts.add({
    name: "webhooks",
    schema: Captured,
    capture: () => ({ endpoints: state.targets.map(toOptions), ...deliveries.capture() }),
    restore: (captured) => {
      state.targets = Arrays.getSuccesses(captured.endpoints.map(makeTargetWith(randomness)))
      deliveries.restore(captured)
    },
    copy: (captured) => ({ ...captured, deliveries: [] }),
    empty: { endpoints: [], attempts: [], deliveries: [] },
    resume: Effect.suspend(() => Effect.andThen(watchChanges(parts), deliveries.resume))
  })
})

const make = Effect.fnUntraced(function* (options: ReadonlyArray<WebhookEndpointOptions>) {
  const state: Parts["state"] = { targets: [], isWatching: false }
  const parts: Parts = {
    projects: yield* Projects,
    randomness: yield* Randomness,
    sql: yield* SqlClient,
    services: yield* Effect.context<Generation | Teams | Users>(),
    deliveries: yield* Deliveries.make((endpointId) => state.targets.find(({ id }) => id === endpointId)),
    state
  }
  const { attempts, receiver, redeliver } = parts.deliveries
  yield* Effect.orDie(add(parts, options))
  yield* addToSnapshots(parts)

  return Webhooks.of({
    get endpoints() {
      return state.targets.map(({ events, id, projectId, secret, url }) => ({ id, events, projectId, secret, url }))
    },
    list: Effect.sync(() => state.targets.map(toOptions)),
    add: (endpoints) => add(parts, endpoints),
    check,
    remove: (id) => remove(parts, id),
    test: (projectId, endpointId) => test(parts, projectId, endpointId),
    attempts: Effect.sync(attempts.all),
    received: Effect.sync(receiver.receivedRequests),
    receiverStatus: (status) => Effect.sync(() => receiver.status(status)),
    findBody: (messageId) => Effect.sync(() => findBody(parts, messageId)),
    redeliver,
    watch: attempts.watch,
    userUpdated: (user) => ifWatching(parts, Changes.noteUserUpdated(parts.sql, user)),
    forget: ifWatching(parts, Effect.asVoid(Changes.take(parts.sql))),
    flush: ifWatching(parts, flush(parts))
  })
})

/** Records changes and delivers them to the endpoints. Nothing is recorded if there are no endpoints. */
export const layer = (options: ReadonlyArray<WebhookEndpointOptions>) =>
  Layer.effect(Webhooks, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
