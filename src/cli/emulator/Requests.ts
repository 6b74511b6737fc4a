/** `gatefold emulator requests`: lists and streams requests. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Entry } from "../../emulator/control/Journal.ts"
import type { InputOf } from "../LazyCommand.ts"
import * as Output from "../output/Output.ts"
import * as Connection from "./Connection.ts"
import type { requestsFlags } from "./EmulatorCommand.ts"

type RequestsInput = InputOf<typeof requestsFlags>

const Details = Schema.Struct({ curl: Schema.optional(Schema.NullOr(Schema.String)) })

const RequestEvent = Schema.Union([
  Schema.TaggedStruct("Request", { request: Entry }),
  Schema.TaggedStruct("Dropped", { count: Schema.Int })
])

const formatTime = (at: number): string => new Date(at).toISOString().slice(11, 23)

const formatEntry = (entry: Entry): string =>
  [
    formatTime(entry.at),
    entry.status === 0 ? "---" : String(entry.status),
    entry.method.padEnd(6),
    entry.path,
    entry.accessType ?? "-",
    `${Math.round(entry.durationMillis)} ms`,
    ...(entry.knownError === undefined ? [] : [entry.knownError]),
    ...(entry.faults.length === 0 ? [] : [`[${entry.faults.join(", ")}]`]),
    entry.requestId
  ].join("  ")

const show = Effect.fnUntraced(function* (input: RequestsInput, entry: Entry) {
  const query = input.secrets ? "?secrets=true" : ""
  const curl = input.curl
    ? (yield* Connection.ask(input, "GET", `journal/${entry.requestId}${query}`, Details)).curl
    : undefined
  if (input.json) return yield* Output.printJson({ ...entry, ...(input.curl && { curl }) })
  yield* Output.print([formatEntry(entry), ...(input.curl ? [curl ?? "  (it is not kept)", ""] : [])].join("\n"))
})

export const requests = Effect.fnUntraced(function* (input: RequestsInput) {
  if (!input.follow) {
    const entries = yield* Connection.ask(input, "GET", "journal", Schema.Array(Entry))
    return yield* Effect.forEach(entries, (entry) => show(input, entry), { discard: true })
  }
  return yield* Stream.runForEach(Connection.streamEvents(input, "Request", RequestEvent), (event) =>
    event._tag === "Request"
      ? show(input, event.request)
      : Output.printResult(input, { dropped: event.count }, `(${event.count} were too fast to show)`)
  )
})
