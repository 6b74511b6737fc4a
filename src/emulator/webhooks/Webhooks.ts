/**
 * Sends signed webhooks with retries, in the background (docs/protocol/resources.md#webhooks). The hosted service uses
 * Svix; here endpoints are options, because the service has no API to create them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { ProjectId } from "../../domain/Ids.ts"
import type { UserRow } from "../accounts/UserRow.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { logFailure } from "../errors/FailureLog.ts"
import * as Projects from "../projects/Projects.ts"
import type { Generation } from "../settings/Generation.ts"
import { StateParts } from "../storage/StateParts.ts"
import type { Attempt } from "./Attempts.ts"
import * as Changes from "./Changes.ts"
import * as Deliveries from "./internal/Deliveries.ts"
import * as Endpoints from "./internal/Endpoints.ts"
import { readEventData } from "./internal/EventData.ts"
import * as Message from "./internal/Message.ts"
import type { Received } from "./internal/Receiver.ts"
import * as Sender from "./internal/Sender.ts"
import { type WebhookEndpoint, WebhookEndpointOptions, toOptions, type Target } from "./WebhookEndpoint.ts"

export type { InvalidEndpoint } from "./internal/Endpoints.ts"
export type { Received } from "./internal/Receiver.ts"

/** The webhooks of all projects. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly endpoints: ReadonlyArray<WebhookEndpoint>
    /** The endpoints as options that make the same ones. */
    readonly list: Effect.Effect<ReadonlyArray<WebhookEndpointOptions>>
    /** Adds endpoints, all of them or none; fails with which one is wrong, and why. */
    readonly add: (endpoints: ReadonlyArray<WebhookEndpointOptions>) => Effect.Effect<void, Endpoints.InvalidEndpoint>
    /** Fails if `add` would fail, without adding anything. */
    readonly check: (endpoints: ReadonlyArray<WebhookEndpointOptions>) => Effect.Effect<void, Endpoints.InvalidEndpoint>
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
    readonly redeliver: (messageId: string) => Effect.Effect<ReadonlyArray<Attempt>, Sender.NotDelivered>
    /** Calls a listener for every attempt from now on. */
    readonly watch: (listener: (attempt: Attempt) => void) => void
    /** Sends one webhook to one endpoint, immediately and once. Fails with the reason if the endpoint rejects it. */
    readonly test: (projectId: ProjectId, endpointId: string) => Effect.Effect<void, Sender.NotDelivered>
  }
>()("gatefold/emulator/webhooks/Webhooks") {}

/** The endpoints, attempts and deliveries of a snapshot. */
const Captured = Schema.Struct({
  endpoints: Schema.Array(WebhookEndpointOptions),
  ...Sender.Captured.fields,
  ...Deliveries.Captured.fields
})

const isSubscribed = ({ events, projectId }: Target, change: Changes.Change): boolean =>
  (events === undefined || events.includes(change.type)) && (projectId === undefined || projectId === change.projectId)

const make = Effect.fnUntraced(function* (options: ReadonlyArray<WebhookEndpointOptions>) {
  const randomness = yield* Randomness
  const parts = yield* StateParts
  const changes = yield* Changes.make
  // The services that read the data of events.
  const services = yield* Effect.context<Generation | SqlClient>()
  const endpoints = Endpoints.make(randomness)
  const sender = yield* Sender.make(endpoints.find)
  const deliveries = yield* Deliveries.make(sender, endpoints.find)

  /** Nothing is recorded before there is an endpoint. */
  const watchIfNeeded = Effect.suspend(() => (endpoints.all().length === 0 ? Effect.void : changes.watch))

  const add = (added: ReadonlyArray<WebhookEndpointOptions>) => Effect.andThen(endpoints.add(added), watchIfNeeded)

  const makeMessage = (content: Pick<Message.Message, "projectId" | "type"> & { readonly data: unknown }) =>
    Message.make({ id: `msg_${randomness.base32(27)}`, ...content })

  const sendChange = Effect.fnUntraced(function* (change: Changes.Change) {
    const subscribed = endpoints.all().filter((target) => isSubscribed(target, change))
    // Events of a deleted project are dropped.
    const project = subscribed.length === 0 ? undefined : yield* Projects.find(change.projectId)
    if (project === undefined) return
    const data = yield* readEventData(change, project)
    if (data === undefined) return
    yield* deliveries.send(yield* makeMessage({ projectId: project.id, type: change.type, data }), subscribed)
  }, Effect.provideContext(services))

  const test = Effect.fnUntraced(function* (projectId: ProjectId, endpointId: string) {
    const target = endpoints.find(endpointId)
    if (target === undefined || (target.projectId !== undefined && target.projectId !== projectId)) {
      return yield* new Sender.NotDelivered({ problem: "There is no endpoint with this id." })
    }
    const data = { message: "This webhook was sent to test the endpoint.", endpointUrl: target.url }
    yield* sender.attempt(target, yield* makeMessage({ projectId, type: "stack.test", data }), 1)
  })

  yield* Effect.orDie(add(options))
  parts.add({
    name: "webhooks",
    schema: Captured,
    capture: () => ({ endpoints: endpoints.all().map(toOptions), ...sender.capture(), ...deliveries.capture() }),
    restore: (captured) => {
      endpoints.restore(captured.endpoints)
      sender.restore(captured)
      deliveries.restore(captured)
    },
    copy: (captured) => ({ ...captured, deliveries: [] }),
    empty: { endpoints: [], attempts: [], deliveries: [] },
    resume: Effect.andThen(watchIfNeeded, deliveries.resume)
  })

  return Webhooks.of({
    get endpoints() {
      return endpoints.all().map(({ events, id, projectId, secret, url }) => ({ id, events, projectId, secret, url }))
    },
    list: Effect.sync(() => endpoints.all().map(toOptions)),
    add,
    check: Endpoints.check,
    remove: endpoints.remove,
    test,
    attempts: Effect.sync(sender.attempts.all),
    received: Effect.sync(sender.receiver.receivedRequests),
    receiverStatus: (status) => Effect.sync(() => sender.receiver.status(status)),
    findBody: (messageId) => Effect.sync(() => sender.findBody(messageId)),
    redeliver: sender.redeliver,
    watch: sender.attempts.watch,
    userUpdated: changes.noteUserUpdated,
    forget: Effect.asVoid(changes.take),
    // Sends in the background, without effect on the answer of the request that changed something.
    flush: Effect.flatMap(changes.take, (taken) => Effect.forEach(taken, sendChange, { discard: true })).pipe(
      Effect.catchCause((cause) => Effect.asVoid(logFailure("Changes could not be announced", cause)))
    )
  })
})

/** Records changes and delivers them to the endpoints. Nothing is recorded if there are no endpoints. */
export const layer = (options: ReadonlyArray<WebhookEndpointOptions>) =>
  Layer.effect(Webhooks, make(options)).pipe(Layer.provide(FetchHttpClient.layer))
