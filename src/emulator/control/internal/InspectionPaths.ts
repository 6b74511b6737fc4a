/** The control paths of past and live events. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { ControlToken } from "../../access/ControlToken.ts"
import { waitForAbort } from "../../http/AbortSignals.ts"
import { Webhooks } from "../../webhooks/Webhooks.ts"
import * as ControlPath from "../ControlPath.ts"
import { type Event, Events } from "../Events.ts"
import { Journal } from "../Journal.ts"
import { formatBody, RecordedRequests } from "../RecordedRequests.ts"
import { type MailJson, mailJson } from "./MailPaths.ts"

/** An event as server-sent events have it; JSON is one line. */
const formatLine =
  (toMailJson: MailJson) =>
  (event: Event): string => {
    const data = event._tag === "Mail" ? { ...event, mail: toMailJson(event.mail) } : event
    return `event: ${event._tag}\ndata: ${JSON.stringify(data)}\n\n`
  }

/** Starts with a message, so that a reader knows when it is listening and misses no later event. */
const streamEvents = (
  events: Stream.Stream<Event>,
  toMailJson: MailJson,
  { query, signal }: ControlPath.ControlRequest
) => {
  const only = query.get("only")?.split(",")
  const chosen = Stream.filter(events, ({ _tag }) => only === undefined || _tag === "Dropped" || only.includes(_tag))
  return Stream.make(": listening\n\n").pipe(
    Stream.concat(Stream.map(chosen, formatLine(toMailJson))),
    Stream.interruptWhen(waitForAbort(signal)),
    Stream.encodeText
  )
}

/** How much of an answer is shown. */
const maxShown = 100_000

const Status = Schema.Struct({ status: Schema.Int.check(Schema.isBetween({ minimum: 200, maximum: 599 })) })

const readStatus = ControlPath.makeReader(Status, () => "The status must be a whole number from 200 to 599.")

/** The answer to a request that was sent again. Contains secrets only if the caller requests them. */
const readOutcome = async (response: Response, withSecrets: boolean) => {
  const text = (await response.text()).slice(0, maxShown)
  const type = response.headers.get("content-type") ?? ""
  return {
    status: response.status,
    requestId: response.headers.get("x-stack-request-id"),
    body: formatBody(text, type, withSecrets)
  }
}

export const inspectionPaths: Effect.Effect<
  ControlPath.Paths,
  never,
  ControlToken | Events | Journal | RecordedRequests | Webhooks
> = Effect.gen(function* () {
  const events = yield* Events
  const journal = yield* Journal
  const recordedRequests = yield* RecordedRequests
  const webhooks = yield* Webhooks
  const toMailJson = yield* mailJson
  return {
    "GET journal": () => journal.entries,
    "DELETE journal": () => Effect.as(Effect.andThen(journal.clear, recordedRequests.clear), []),
    "GET journal/*": Effect.fnUntraced(function* ({ last: id, query }) {
      const entry = (yield* journal.entries).find(({ requestId }) => requestId === id)
      if (entry === undefined) return yield* ControlPath.refuse(404, "There is no request with this id in the journal.")
      const showing = { secrets: query.get("secrets") === "true" }
      const [curl, answer] = yield* Effect.all([
        recordedRequests.curl(id, showing),
        recordedRequests.answer(id, showing)
      ])
      return { ...entry, curl: curl ?? null, answer: answer ?? null }
    }),
    "POST journal/*": Effect.fnUntraced(function* ({ last: id, query, send }) {
      const again = yield* recordedRequests.requestAgain(id)
      if (again === undefined) {
        return yield* ControlPath.refuse(404, "The emulator no longer has this request. It keeps the newest 1,000.")
      }
      const outcome = Effect.promise(async () => readOutcome(await send(again), query.get("secrets") === "true"))
      // A fault may break the connection, so that no answer arrives.
      const lost = { status: 0, requestId: null, body: "" }
      return yield* Effect.catchCause(outcome, () => Effect.succeed(lost))
    }),
    "GET events": (request) =>
      Effect.map(
        Stream.toReadableStreamEffect(streamEvents(events.stream, toMailJson, request)),
        (body) => new Response(body, { headers: { "content-type": "text/event-stream", "cache-control": "no-store" } })
      ),
    "GET webhooks": () => webhooks.attempts,
    "GET webhook-endpoints": () =>
      Effect.map(webhooks.list, (endpoints) => endpoints.map(({ secret: _, ...endpoint }) => endpoint)),
    "GET webhooks/*": Effect.fnUntraced(function* ({ last: id }) {
      const attempts = (yield* webhooks.attempts).filter(({ messageId }) => messageId === id)
      if (attempts.length === 0) return yield* ControlPath.refuse(404, "No attempt has this message ID.")
      return { attempts, body: (yield* webhooks.findBody(id)) ?? null }
    }),
    "DELETE webhook-endpoints/*": ({ last: id }) =>
      ControlPath.answerRemoval(webhooks.remove(id), id, "No endpoint has this ID."),
    "GET receiver": () => Effect.all({ received: webhooks.received, status: webhooks.receiverStatus() }),
    "POST receiver": Effect.fnUntraced(function* (request) {
      const { status } = yield* readStatus(request)
      return { status: yield* webhooks.receiverStatus(status) }
    }),
    "POST webhooks/*": ({ last: id }) =>
      Effect.catch(webhooks.redeliver(id), ({ problem }) => ControlPath.refuse(404, problem))
  }
})
