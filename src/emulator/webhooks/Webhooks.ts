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
import type { Background } from "../background/Background.ts"
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
import {
  type WebhookEndpoint,
  type WebhookEndpointOptions,
  toOptions,
  type Target,
  toTarget
} from "./WebhookEndpoint.ts"

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
    /** Sends an event again, once and immediately, to the endpoints of earlier attempts. Returns the attempts. */
    readonly redeliver: (messageId: string) => Effect.Effect<ReadonlyArray<Attempt>, Deliveries.NotDelivered>
    /** Calls a listener for every attempt from now on. */
    readonly watch: (listener: (attempt: Attempt) => void) => void
    /** Sends one webhook to one endpoint, immediately and once. Fails with the reason if the endpoint rejects it. */
    readonly test: (projectId: ProjectId, endpointId: string) => Effect.Effect<void, Deliveries.NotDelivered>
  }
>()("gatefold/emulator/webhooks/Webhooks") {}

/** The endpoints, attempts and deliveries of a snapshot. */
const CapturedSchema = Schema.Struct({
  endpoints: Schema.Array(
    Schema.Struct({
      id: Schema.optional(Schema.String),
      url: Schema.String,
      secret: Schema.optional(Schema.String),
      events: Schema.optional(Schema.Array(Schema.String)),
      projectId: Schema.optional(Schema.String)
    })
  ),
  ...Deliveries.Captured.fields
})

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

const make = Effect.fnUntraced(function* (options: ReadonlyArray<WebhookEndpointOptions>) {
  const projects = yield* Projects
  const randomness = yield* Randomness
  const sql = yield* SqlClient
  const services = yield* Effect.context<Generation | Teams | Users>()
  const makeTarget = (endpoint: WebhookEndpointOptions) =>
    toTarget(endpoint, () => `ep_${randomness.base32(27)}`, randomness.bytes)
  let targets: ReadonlyArray<Target> = []
  const { attempts, receiver, ...deliveries } = yield* Deliveries.make((endpointId) =>
    targets.find(({ id }) => id === endpointId)
  )

  let isWatching = false
  /** Creates the triggers with the first endpoint, and only once. */
  const watch = Effect.suspend(() => {
    if (isWatching || targets.length === 0) return Effect.void
    isWatching = true
    return Changes.watch(sql)
  })
  const ifWatching = (effect: Effect.Effect<void>) => Effect.suspend(() => (isWatching ? effect : Effect.void))

  const add = Effect.fnUntraced(function* (endpoints: ReadonlyArray<WebhookEndpointOptions>) {
    targets = [...targets, ...(yield* makeTargets(endpoints, makeTarget))]
    yield* watch
  })
  yield* Effect.orDie(add(options))

  const makeMessage = (projectId: ProjectId, type: Message.Message["type"], data: unknown) =>
    Message.make({ id: `msg_${randomness.base32(27)}`, projectId, type, data })

  const sendChange = Effect.fnUntraced(function* (change: Changes.Change) {
    const subscribed = targets.filter((target) => isSubscribed(target, change))
    // Events of a deleted project are dropped.
    const project = subscribed.length === 0 ? undefined : yield* projects.find(change.projectId)
    if (project === undefined) return
    const data = yield* Effect.provideContext(readEventData(change, project), services)
    if (data === undefined) return
    yield* deliveries.send(yield* makeMessage(project.id, change.type, data), subscribed)
  })

  const parts = yield* StateParts
  parts.add<Deliveries.Captured & { readonly endpoints: ReadonlyArray<WebhookEndpointOptions> }>({
    name: "webhooks",
    schema: CapturedSchema,
    capture: () => ({ endpoints: targets.map(toOptions), ...deliveries.capture() }),
    restore: (captured) => {
      targets = Arrays.getSuccesses(captured.endpoints.map(makeTarget))
      deliveries.restore(captured)
    },
    copy: (captured) => ({ ...captured, deliveries: [] }),
    empty: { endpoints: [], attempts: [], deliveries: [] },
    resume: Effect.suspend(() => Effect.andThen(watch, deliveries.resume))
  })

  return Webhooks.of({
    attempts: Effect.sync(attempts.all),
    received: Effect.sync(receiver.receivedRequests),
    receiverStatus: (status) => Effect.sync(() => receiver.status(status)),
    redeliver: deliveries.redeliver,
    watch: attempts.watch,
    findBody: (messageId) =>
      Effect.sync(() => {
        const sent = attempts.ofMessage(messageId).flatMap((attempt) => attempts.sentWith(attempt) ?? [])
        return (
          sent.at(-1)?.message.body ??
          receiver.receivedRequests().findLast((webhook) => webhook.messageId === messageId)?.body
        )
      }),
    get endpoints() {
      return targets.map(({ events, id, projectId, secret, url }) => ({ id, events, projectId, secret, url }))
    },
    list: Effect.sync(() => targets.map(toOptions)),
    add,
    check,
    remove: (id) =>
      Effect.sync(() => {
        const before = targets.length
        targets = targets.filter((target) => target.id !== id)
        return targets.length < before
      }),
    test: Effect.fnUntraced(function* (projectId, endpointId) {
      const target = targets.find(
        (endpoint) =>
          endpoint.id === endpointId && (endpoint.projectId === undefined || endpoint.projectId === projectId)
      )
      if (target === undefined) {
        return yield* new Deliveries.NotDelivered({ problem: "There is no endpoint with this id." })
      }
      const data = { message: "This webhook was sent to test the endpoint.", endpointUrl: target.url }
      yield* deliveries.attempt(target, yield* makeMessage(projectId, "stack.test", data), 1)
    }),
    userUpdated: (user) => ifWatching(Changes.noteUserUpdated(sql, user)),
    forget: ifWatching(Effect.asVoid(Changes.take(sql))),
    flush: ifWatching(
      Effect.flatMap(Changes.take(sql), (changes) => Effect.forEach(changes, sendChange, { discard: true })).pipe(
        // Sent in the background, without effect on the request's answer.
        Effect.catchCause((cause) => Effect.asVoid(logFailure("Changes could not be announced", cause)))
      )
    )
  })
})

/** Records changes and delivers them to the endpoints. Nothing is recorded if there are no endpoints. */
export const layer = (
  options: ReadonlyArray<WebhookEndpointOptions>
): Layer.Layer<
  Webhooks,
  never,
  Background | Randomness | Generation | Projects | SqlClient | StateParts | Teams | Users
> => Layer.effect(Webhooks, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
