/**
 * Sends signed webhooks with retries, in the background (docs/protocol/resources.md#webhooks). The hosted service uses
 * Svix; here endpoints are options, because the service has no API to create them.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { ServerTeam } from "../../api/schema/Team.ts"
import { ServerUser } from "../../api/schema/User.ts"
import { Background } from "../runtime/Background.ts"
import { Randomness } from "../storage/Randomness.ts"
import { logFailure } from "../storage/FailureLog.ts"
import { StateParts } from "../storage/StateParts.ts"
import { Generation } from "../runtime/Generation.ts"
import { type Project, Projects } from "../projects/Projects.ts"
import { Teams, toServerTeam } from "../teams/Teams.ts"
import { toServerUser, type UserRow, Users } from "../accounts/Users.ts"
import { Trace } from "../runtime/Trace.ts"
import * as Changes from "./Changes.ts"
import * as WebhookSignature from "./internal/WebhookSignature.ts"

/** An endpoint of webhooks. */
export interface EndpointOptions {
  /** The id for test webhooks. Default: generated. */
  readonly id?: string | undefined
  /**
   * An absolute http(s) URL without a user name or password, or `emulator:receiver`: the emulator then stores webhooks
   * itself, without any network.
   */
  readonly url: string
  /** `whsec_` and base64 of 24 to 64 bytes. Default: generated. */
  readonly secret?: string | undefined
  /** The types of events. Default: all. */
  readonly events?: ReadonlyArray<Changes.EventType> | undefined
  /** The project of events. Default: all projects. */
  readonly projectId?: string | undefined
}

/** An endpoint in use. */
export interface Endpoint extends Omit<EndpointOptions, "id" | "secret"> {
  /** The id for test webhooks. */
  readonly id: string
  /** The secret with which a receiver verifies signatures. */
  readonly secret: Redacted.Redacted<string>
}

/** The options that make the same endpoint again. */
const optionsOf = ({ events, id, projectId, secret, url }: Endpoint): EndpointOptions => ({
  id,
  url,
  secret: Redacted.value(secret),
  ...(events !== undefined && { events }),
  ...(projectId !== undefined && { projectId })
})

/** The type of what is sent: of an event, or of a test. */
export type MessageType = Changes.EventType | "stack.test"

/** An attempt to deliver an event to an endpoint. */
export interface Attempt {
  readonly at: number
  /** The message id, the same for all attempts and endpoints. */
  readonly messageId: string
  /** The type of the event; that of a test webhook is `stack.test`. */
  readonly type: MessageType
  readonly projectId: string
  /** Without the query, which may contain secrets. */
  readonly url: string
  /** The number of the attempt, from 1. */
  readonly attempt: number
  /** The status of the endpoint's answer, if any. */
  readonly status: number | undefined
  readonly delivered: boolean
  /** The app's request that caused the event, if any. */
  readonly requestId?: string | undefined
}

/** The URL of the built-in receiver. */
export const receiver = "emulator:receiver"

/** A webhook that the built-in receiver has got. */
export interface Received {
  readonly at: number
  readonly messageId: string
  /** The endpoint, whose secret verifies the signature in the headers. */
  readonly endpointId: string
  readonly type: MessageType
  readonly projectId: string
  readonly requestId?: string | undefined
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** The status that the receiver has answered. */
  readonly status: number
}

/** The webhooks of all projects. */
export class Webhooks extends Context.Service<
  Webhooks,
  {
    readonly endpoints: ReadonlyArray<Endpoint>
    /** The endpoints as options that make the same ones. */
    readonly list: Effect.Effect<ReadonlyArray<EndpointOptions>>
    /** Adds endpoints, all of them or none; fails with which one is wrong, and why. */
    readonly add: (
      endpoints: ReadonlyArray<EndpointOptions>
    ) => Effect.Effect<void, { readonly index: number; readonly problem: string }>
    /** Fails if `add` would fail, without adding anything. */
    readonly check: (
      endpoints: ReadonlyArray<EndpointOptions>
    ) => Effect.Effect<void, { readonly index: number; readonly problem: string }>
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
    readonly bodyOf: (messageId: string) => Effect.Effect<string | undefined>
    /** Sends events for the recorded changes. */
    readonly flush: Effect.Effect<void>
    /** Records a requested update of a user. */
    readonly userUpdated: (user: Pick<UserRow, "id" | "project_id">) => Effect.Effect<void>
    /** Sends an event again, once and immediately, to the endpoints of earlier attempts. Returns the attempts. */
    readonly redeliver: (messageId: string) => Effect.Effect<ReadonlyArray<Attempt>, NotDelivered>
    /** Calls a listener for every attempt from now on. */
    readonly watch: (listener: (attempt: Attempt) => void) => void
    /** Sends one webhook to one endpoint, immediately and once. Fails with the reason if the endpoint rejects it. */
    readonly test: (projectId: string, endpointId: string) => Effect.Effect<void, NotDelivered>
  }
>()("gatefold/emulator/webhooks/Webhooks") {}

const capacity = 1_000

/** The number of webhooks that the built-in receiver stores. */
const receiverCapacity = 200

/** How many characters their bodies have together, at most. */
const receiverCharacters = 10_000_000

const deliveryTimeout = "15 seconds"

/** The retries of Svix; afterwards the event is dropped. */
const retryDelays = ["5 seconds", "5 minutes", "30 minutes", "2 hours", "5 hours", "10 hours", "10 hours"] as const

const keyBytes = 32

/** A failed attempt. */
export class NotDelivered {
  readonly _tag = "NotDelivered"
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

interface Message {
  readonly id: string
  readonly type: MessageType
  readonly projectId: string
  readonly body: string
  readonly requestId?: string | undefined
}

/** A webhook on its way. */
interface Delivery {
  readonly endpointId: string
  readonly message: Message
  /** How often it was tried. */
  readonly tries: number
  /** When it is tried again, by the clock that only goes forward. */
  readonly due: number
}

const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

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
  attempts: Schema.Array(
    Schema.Struct({
      at: Schema.Finite,
      messageId: Schema.String,
      type: Schema.String,
      projectId: Schema.String,
      url: Schema.String,
      attempt: Count,
      status: Schema.optional(Schema.Int),
      delivered: Schema.Boolean,
      requestId: Schema.optional(Schema.String)
    })
  ),
  received: Schema.optional(
    Schema.Array(
      Schema.Struct({
        at: Schema.Finite,
        messageId: Schema.String,
        endpointId: Schema.String,
        type: Schema.String,
        projectId: Schema.String,
        requestId: Schema.optional(Schema.String),
        headers: Schema.Record(Schema.String, Schema.String),
        body: Schema.String,
        status: Schema.Int
      })
    )
  ),
  deliveries: Schema.Array(
    Schema.Struct({
      endpointId: Schema.String,
      message: Schema.Struct({
        id: Schema.String,
        type: Schema.String,
        projectId: Schema.String,
        body: Schema.String,
        requestId: Schema.optional(Schema.String)
      }),
      tries: Count,
      dueInMillis: Schema.Finite
    })
  )
})

interface Target extends Endpoint {
  readonly key: Uint8Array
  readonly label: string
}

const urlOf = (text: string): URL | undefined => {
  try {
    const url = new URL(text)
    return /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" ? url : undefined
  } catch {
    return undefined
  }
}

/** The target of an endpoint, or the problem with it. */
const toTarget = (options: EndpointOptions, makeId: () => string, makeKey: () => Uint8Array): Target | string => {
  const isReceiver = options.url === receiver
  const url = urlOf(options.url)
  if (url === undefined && !isReceiver) {
    return `The URL of a webhook must be an http(s) URL without a user, or ${receiver} for the built-in receiver.`
  }
  const key = options.secret === undefined ? makeKey() : WebhookSignature.keyOf(options.secret)
  if (key === undefined) return "The secret of a webhook must be whsec_ and base64 of 24 to 64 bytes."
  const secret = Redacted.make(WebhookSignature.secretOf(key), { label: "webhook secret" })
  return {
    ...options,
    id: options.id ?? makeId(),
    secret,
    key,
    label: url === undefined ? receiver : url.origin + url.pathname
  }
}

/** Options of requests: redirects are not followed, and no tracing headers are sent. */
const requesting = Context.make(FetchHttpClient.RequestInit, { redirect: "manual", credentials: "omit" }).pipe(
  Context.add(HttpClient.TracerDisabledWhen, () => true),
  Context.add(HttpClient.TracerPropagationEnabled, false)
)

const encodeUser = Schema.encodeEffect(ServerUser)
const encodeTeam = Schema.encodeEffect(ServerTeam)

/** Without endpoints nothing is recorded. */
export const layer = (
  options: ReadonlyArray<EndpointOptions>
): Layer.Layer<Webhooks, never, Background | Randomness | Generation | Projects | SqlClient | Teams | Users> =>
  Layer.effect(
    Webhooks,
    Effect.gen(function* () {
      const background = yield* Background
      const randomness = yield* Randomness
      const { has } = yield* Generation
      const projects = yield* Projects
      const sql = yield* SqlClient
      const teams = yield* Teams
      const users = yield* Users
      const client = HttpClient.withScope(yield* HttpClient.HttpClient)
      const targetOf = (endpoint: EndpointOptions) =>
        toTarget(
          endpoint,
          () => `ep_${randomness.base32(27)}`,
          () => randomness.bytes(keyBytes)
        )
      let targets: ReadonlyArray<Target> = []
      let isWatching = false
      /** Creates the triggers with the first endpoint, and only once. */
      const watch = Effect.suspend(() => {
        if (isWatching || targets.length === 0) return Effect.void
        isWatching = true
        return Changes.watch(sql)
      })
      const made = (endpoints: ReadonlyArray<EndpointOptions>, make: (endpoint: EndpointOptions) => Target | string) =>
        Effect.forEach(endpoints, (endpoint, index) => {
          const target = make(endpoint)
          return typeof target === "string" ? Effect.fail({ index, problem: target }) : Effect.succeed(target)
        })
      const add = Effect.fnUntraced(function* (endpoints: ReadonlyArray<EndpointOptions>) {
        targets = [...targets, ...(yield* made(endpoints, targetOf))]
        yield* watch
      })
      yield* Effect.catch(add(options), ({ problem }) => Effect.die(new Error(problem)))
      const list = Effect.sync(() => targets.map(optionsOf))
      const clock = yield* Clock.Clock
      const elapsed = () => Number(clock.monotonicTimeNanosUnsafe()) / 1e6
      let attempts: ReadonlyArray<Attempt> = []
      let received: ReadonlyArray<Received> = []
      let receiverStatus = 200
      const listeners: Array<(attempt: Attempt) => void> = []
      /** The bodies of the newest attempts, to send them again. */
      const sent = new WeakMap<Attempt, { readonly target: Target; readonly message: Message }>()

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

      /** Stores a webhook in the built-in receiver, as an endpoint would get it. */
      const receive = (kept: Received): number => {
        const all = [...received.slice(1 - receiverCapacity), kept]
        let characters = 0
        const tooOld = all.findLastIndex(({ body }) => (characters += body.length) > receiverCharacters)
        received = all.slice(tooOld + 1)
        return kept.status
      }

      const post = (url: string, headers: Readonly<Record<string, string>>, body: string) => {
        const request = HttpClientRequest.post(url, { headers }).pipe(
          HttpClientRequest.bodyText(body, "application/json")
        )
        // Only the status of the answer is used. The scope closes the response.
        return Effect.scoped(client.execute(request)).pipe(
          Effect.map((response) => response.status),
          Effect.provideContext(requesting),
          Effect.timeout(deliveryTimeout),
          Effect.catch(() => Effect.undefined)
        )
      }

      const attempt = Effect.fnUntraced(function* (target: Target, message: Message, count: number) {
        const { key, label, url } = target
        const at = yield* Clock.currentTimeMillis
        const { body, id: messageId, projectId, requestId, type } = message
        const headers = WebhookSignature.headersOf(key, { id: messageId, timestamp: Math.floor(at / 1000), body })
        const about = { at, messageId, type, projectId, ...(requestId !== undefined && { requestId }) }
        const status: number | undefined =
          url === receiver
            ? receive({ ...about, endpointId: target.id, headers, body, status: receiverStatus })
            : yield* post(url, headers, body)
        const delivered = status !== undefined && status >= 200 && status < 300
        const made = { ...about, url: label, attempt: count, status, delivered }
        attempts = [...attempts.slice(1 - capacity), made]
        sent.set(made, { target, message })
        listeners.forEach((listener) => listener(made))
        if (delivered) return
        const answered = status === undefined ? "did not answer" : `answered with status ${status}`
        return yield* Effect.fail(new NotDelivered(`The endpoint ${label} ${answered}.`))
      })

      const deliveries = new Set<Delivery>()

      const waitUntil = (due: number) =>
        Effect.suspend(() => (due > elapsed() ? Effect.sleep(due - elapsed()) : Effect.void))

      const deliver = (delivery: Delivery): Effect.Effect<void> => {
        const target = targets.find(({ id }) => id === delivery.endpointId)
        if (target === undefined) return Effect.void
        deliveries.add(delivery)
        return background.schedule(
          waitUntil(delivery.due).pipe(
            Effect.andThen(attempt(target, delivery.message, delivery.tries + 1)),
            Effect.catch(() => retry(delivery, target)),
            Effect.andThen(Effect.sync(() => deliveries.delete(delivery)))
          )
        )
      }

      const retry = (delivery: Delivery, target: Target) => {
        const delay = retryDelays[delivery.tries]
        return delay === undefined
          ? Effect.logWarning(`A webhook was not delivered: ${delivery.message.type} to ${target.label}`)
          : deliver({ ...delivery, tries: delivery.tries + 1, due: elapsed() + Duration.toMillis(delay) })
      }

      const parts = yield* StateParts
      parts.add<{
        readonly endpoints: ReadonlyArray<EndpointOptions>
        readonly attempts: ReadonlyArray<Attempt>
        readonly received?: ReadonlyArray<Received> | undefined
        readonly deliveries: ReadonlyArray<Omit<Delivery, "due"> & { readonly dueInMillis: number }>
      }>({
        name: "webhooks",
        schema: CapturedSchema,
        capture: () => ({
          endpoints: targets.map(optionsOf),
          attempts,
          received,
          deliveries: [...deliveries].map(({ due, ...rest }) => ({ ...rest, dueInMillis: due - elapsed() }))
        }),
        restore: (captured) => {
          targets = captured.endpoints.map(targetOf).filter((target) => typeof target !== "string")
          attempts = captured.attempts
          received = captured.received ?? []
          receiverStatus = 200
          deliveries.clear()
          for (const { dueInMillis, ...rest } of captured.deliveries) {
            deliveries.add({ ...rest, due: elapsed() + dueInMillis })
          }
        },
        copy: (captured) => ({ ...captured, deliveries: [] }),
        resume: Effect.suspend(() => {
          const waiting = [...deliveries]
          deliveries.clear()
          return Effect.andThen(watch, Effect.forEach(waiting, deliver, { discard: true }))
        })
      })

      const messageOf = (
        projectId: string,
        type: MessageType,
        data: unknown,
        requestId: string | undefined
      ): Message => ({
        id: `msg_${randomness.base32(27)}`,
        type,
        projectId,
        body: JSON.stringify({ type, data }),
        ...(requestId !== undefined && { requestId })
      })

      const test: Webhooks["Service"]["test"] = Effect.fnUntraced(function* (projectId, endpointId) {
        const target = targets.find(
          (one) => one.id === endpointId && (one.projectId === undefined || one.projectId === projectId)
        )
        if (target === undefined) return yield* Effect.fail(new NotDelivered("There is no endpoint with this id."))
        const data = { message: "This webhook was sent to test the endpoint.", endpointUrl: target.url }
        yield* attempt(target, messageOf(projectId, "stack.test", data, (yield* Trace)?.requestId), 1)
      })

      const redeliver: Webhooks["Service"]["redeliver"] = Effect.fnUntraced(function* (messageId) {
        const former = attempts.filter((made) => made.messageId === messageId)
        const targets = new Map(former.map((made) => [made.url, sent.get(made)]))
        if (former.length === 0)
          return yield* Effect.fail(new NotDelivered("There is no attempt with this message id."))
        for (const [url, found] of targets) {
          const count = former.filter((made) => made.url === url).length
          // The attempts record a failure.
          if (found !== undefined) yield* Effect.ignore(attempt(found.target, found.message, count + 1))
        }
        return attempts.filter((made) => made.messageId === messageId).slice(former.length)
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
        const message = messageOf(projectId, type, data, (yield* Trace)?.requestId)
        const due = elapsed()
        yield* Effect.forEach(wanted, ({ id }) => deliver({ endpointId: id, message, tries: 0, due }), {
          discard: true
        })
      })

      return {
        get endpoints() {
          return targets.map(({ events, id, projectId, secret, url }) => ({ id, events, projectId, secret, url }))
        },
        list,
        add,
        check: (endpoints) =>
          made(endpoints, (endpoint) =>
            toTarget(
              endpoint,
              () => "",
              () => new Uint8Array(keyBytes)
            )
          ),
        attempts: Effect.sync(() => attempts),
        remove: (id) =>
          Effect.sync(() => {
            const before = targets.length
            targets = targets.filter((target) => target.id !== id)
            return targets.length < before
          }),
        received: Effect.sync(() => received),
        receiverStatus: (status = receiverStatus) => Effect.sync(() => (receiverStatus = status)),
        bodyOf: (messageId) =>
          Effect.sync(() => {
            const known = attempts.findLast((made) => made.messageId === messageId && sent.has(made))
            return known === undefined
              ? received.findLast((one) => one.messageId === messageId)?.body
              : sent.get(known)?.message.body
          }),
        test,
        redeliver,
        watch: (listener) => void listeners.push(listener),
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
