/**
 * Sends signed webhooks with retries, in the background (docs/protocol/resources.md#webhooks). The hosted service uses
 * Svix; here endpoints are options, because the service has no API to create them.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { ServerTeam } from "../../api/schema/Team.ts"
import { ServerUser } from "../../api/schema/User.ts"
import { toServerUser, type UserRow, Users } from "../accounts/Users.ts"
import { Randomness } from "../crypto/Randomness.ts"
import { type Project, Projects } from "../projects/Projects.ts"
import type { Background } from "../runtime/Background.ts"
import { logFailure } from "../runtime/FailureLog.ts"
import { Generation } from "../runtime/Generation.ts"
import { StateParts } from "../storage/StateParts.ts"
import { Teams, toServerTeam } from "../teams/Teams.ts"
import * as Changes from "./Changes.ts"
import * as Deliveries from "./Deliveries.ts"
import {
  type WebhookEndpoint,
  type WebhookEndpointOptions,
  optionsOf,
  type Target,
  toTarget
} from "./WebhookEndpoint.ts"

/** The webhooks of all projects. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly endpoints: ReadonlyArray<WebhookEndpoint>
    /** The endpoints as options that make the same ones. */
    readonly list: Effect.Effect<ReadonlyArray<WebhookEndpointOptions>>
    /** Adds endpoints, all of them or none; fails with which one is wrong, and why. */
    readonly add: (
      endpoints: ReadonlyArray<WebhookEndpointOptions>
    ) => Effect.Effect<void, { readonly index: number; readonly problem: string }>
    /** Fails if `add` would fail, without adding anything. */
    readonly check: (
      endpoints: ReadonlyArray<WebhookEndpointOptions>
    ) => Effect.Effect<void, { readonly index: number; readonly problem: string }>
    /** Discards recorded changes without sending webhooks for them. */
    readonly forget: Effect.Effect<void>
    /** The newest 1,000 attempts, oldest first. */
    readonly attempts: Effect.Effect<ReadonlyArray<Deliveries.Attempt>>
    /** Removes an endpoint, and returns whether it existed. */
    readonly remove: (id: string) => Effect.Effect<boolean>
    /** The newest 200 webhooks of the built-in receiver, oldest first. */
    readonly received: Effect.Effect<ReadonlyArray<Deliveries.Received>>
    /** Sets the status with which the built-in receiver answers from now on, or reads it. */
    readonly receiverStatus: (status?: number) => Effect.Effect<number>
    /** The body that was sent with a message ID, as long as the emulator remembers it. */
    readonly bodyOf: (messageId: string) => Effect.Effect<string | undefined>
    /** Sends events for the recorded changes. */
    readonly flush: Effect.Effect<void>
    /** Records a requested update of a user. */
    readonly userUpdated: (user: Pick<UserRow, "id" | "project_id">) => Effect.Effect<void>
    /** Sends an event again, once and immediately, to the endpoints of earlier attempts. Returns the attempts. */
    readonly redeliver: (messageId: string) => Effect.Effect<ReadonlyArray<Deliveries.Attempt>, Deliveries.NotDelivered>
    /** Calls a listener for every attempt from now on. */
    readonly watch: (listener: (attempt: Deliveries.Attempt) => void) => void
    /** Sends one webhook to one endpoint, immediately and once. Fails with the reason if the endpoint rejects it. */
    readonly test: (projectId: string, endpointId: string) => Effect.Effect<void, Deliveries.NotDelivered>
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

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeTeam = Schema.encodeEffect(ServerTeam)

/** Records changes and delivers them to the endpoints. Nothing is recorded if there are no endpoints. */
export const layer = (
  options: ReadonlyArray<WebhookEndpointOptions>
): Layer.Layer<
  Webhooks,
  never,
  Background | Randomness | Generation | Projects | SqlClient | StateParts | Teams | Users
> =>
  Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const randomness = yield* Randomness
      const { has } = yield* Generation
      const projects = yield* Projects
      const sql = yield* SqlClient
      const teams = yield* Teams
      const users = yield* Users
      const targetOf = (endpoint: WebhookEndpointOptions) =>
        toTarget(endpoint, () => `ep_${randomness.base32(27)}`, randomness.bytes)
      let targets: ReadonlyArray<Target> = []
      const deliveries = yield* Deliveries.make((endpointId) => targets.find(({ id }) => id === endpointId))
      let isWatching = false
      /** Creates the triggers with the first endpoint, and only once. */
      const watch = Effect.suspend(() => {
        if (isWatching || targets.length === 0) return Effect.void
        isWatching = true
        return Changes.watch(sql)
      })
      const made = (
        endpoints: ReadonlyArray<WebhookEndpointOptions>,
        make: (endpoint: WebhookEndpointOptions) => Target | string
      ) =>
        Effect.forEach(endpoints, (endpoint, index) => {
          const target = make(endpoint)
          return typeof target === "string" ? Effect.fail({ index, problem: target }) : Effect.succeed(target)
        })
      const add = Effect.fnUntraced(function* (endpoints: ReadonlyArray<WebhookEndpointOptions>) {
        targets = [...targets, ...(yield* made(endpoints, targetOf))]
        yield* watch
      })
      yield* Effect.catch(add(options), ({ problem }) => Effect.die(new Error(problem)))
      /** The data of an event; `undefined` if its subject was deleted meanwhile. */
      const dataOf = Effect.fnUntraced(function* (
        { data, projectId, teamId, type, userId }: Changes.Change,
        { config }: Project
      ) {
        if ((type === "user.created" || type === "user.updated") && userId !== undefined) {
          const user = yield* users.find(projectId, userId)
          if (user === undefined) return undefined
          const shown = toServerUser(user, has("current") ? config : undefined)
          // The team of a new user is created after the event.
          const created = { ...shown, selectedTeamId: null, selectedTeam: null }
          return yield* Effect.orDie(encodeUser(type === "user.created" ? created : shown))
        }
        if ((type === "team.created" || type === "team.updated") && teamId !== undefined) {
          const team = yield* teams.find(projectId, teamId)
          return team === undefined ? undefined : yield* Effect.orDie(encodeTeam(toServerTeam(team)))
        }
        return data
      })

      const parts = yield* StateParts
      parts.add<Deliveries.Captured & { readonly endpoints: ReadonlyArray<WebhookEndpointOptions> }>({
        name: "webhooks",
        schema: CapturedSchema,
        capture: () => ({ endpoints: targets.map(optionsOf), ...deliveries.capture() }),
        restore: (captured) => {
          targets = captured.endpoints.map(targetOf).filter((target) => typeof target !== "string")
          deliveries.restore(captured)
        },
        copy: (captured) => ({ ...captured, deliveries: [] }),
        empty: { endpoints: [], attempts: [], deliveries: [] },
        resume: Effect.suspend(() => Effect.andThen(watch, deliveries.resume))
      })

      const test: Webhooks["Service"]["test"] = Effect.fnUntraced(function* (projectId, endpointId) {
        const target = targets.find(
          (one) => one.id === endpointId && (one.projectId === undefined || one.projectId === projectId)
        )
        if (target === undefined)
          return yield* new Deliveries.NotDelivered({ reason: "There is no endpoint with this id." })
        const data = { message: "This webhook was sent to test the endpoint.", endpointUrl: target.url }
        yield* deliveries.attempt(target, yield* deliveries.messageOf(projectId, "stack.test", data), 1)
      })

      const announce = Effect.fnUntraced(function* (change: Changes.Change) {
        const { projectId, type } = change
        const wanted = targets.filter(
          (target) =>
            (target.events === undefined || target.events.includes(type)) &&
            (target.projectId === undefined || target.projectId === projectId)
        )
        // Events of a deleted project are dropped.
        const project = wanted.length === 0 ? undefined : yield* projects.find(projectId)
        if (project === undefined) return
        const data = yield* dataOf(change, project)
        if (data === undefined) return
        yield* deliveries.send(yield* deliveries.messageOf(projectId, type, data), wanted)
      })

      const { attempts, bodyOf, received, receiverStatus, redeliver, watch: watchAttempts } = deliveries
      return {
        attempts,
        bodyOf,
        received,
        receiverStatus,
        redeliver,
        watch: watchAttempts,
        get endpoints() {
          return targets.map(({ events, id, projectId, secret, url }) => ({ id, events, projectId, secret, url }))
        },
        list: Effect.sync(() => targets.map(optionsOf)),
        add,
        check: (endpoints) =>
          made(endpoints, (endpoint) =>
            toTarget(
              endpoint,
              () => "",
              (length) => new Uint8Array(length)
            )
          ),
        remove: (id) =>
          Effect.sync(() => {
            const before = targets.length
            targets = targets.filter((target) => target.id !== id)
            return targets.length < before
          }),
        test,
        userUpdated: (user) => Effect.suspend(() => (isWatching ? Changes.noteUserUpdated(sql, user) : Effect.void)),
        forget: Effect.suspend(() => (isWatching ? Effect.asVoid(Changes.take(sql)) : Effect.void)),
        flush: Effect.suspend(() =>
          isWatching
            ? Effect.flatMap(Changes.take(sql), (changes) => Effect.forEach(changes, announce, { discard: true })).pipe(
                // Sent in the background, without effect on the request's answer.
                Effect.catchCause((cause) => Effect.asVoid(logFailure("Changes could not be announced", cause)))
              )
            : Effect.void
        )
      }
    })
  ).pipe(Layer.provide(FetchHttpClient.layer))
