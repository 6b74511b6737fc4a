/** The live state of the emulator: its newest requests, its clock, and the connection to it. */
import type { Event } from "../../../src/emulator/control/Events.ts"
import type { Entry } from "../../../src/emulator/control/Journal.ts"
import { markChangedElsewhere } from "./changes.ts"
import { call, ControlError, send } from "./control.ts"
import { readToken, onTokenChange } from "./token.ts"

/** The state of the connection, and everything that came over it. */
export interface Live {
  readonly status: "connecting" | "connected" | "lost"
  /** Newest first; at most 1,000. */
  readonly requests: ReadonlyArray<Entry>
  /** The lead of the emulator's clock over that of its machine. */
  readonly offsetMillis: number
  /** How many events came too fast. */
  readonly dropped: number
}

const capacity = 1_000
const againMillis = 1_500

const nothing: Live = { status: "connecting", requests: [], offsetMillis: 0, dropped: 0 }

let live: Live = nothing

const listeners = new Set<() => void>()

const update = (change: Partial<Live>) => {
  live = { ...live, ...change }
  listeners.forEach((listener) => listener())
}

export const readLive = () => live

export const onLive = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Provider sign-ins change data with GET requests, and each hit changes the count of a fault. */
const mayChange = ({ faults, method, path }: Entry): boolean =>
  method !== "GET" || path.includes("/auth/oauth/") || faults.length > 0

const onEvent = (event: Event) => {
  switch (event._tag) {
    case "Request":
      update({ requests: [event.request, ...live.requests].slice(0, capacity) })
      if (mayChange(event.request)) markChangedElsewhere()
      return
    case "Clock":
      update({ offsetMillis: event.offsetMillis })
      return markChangedElsewhere()
    case "Dropped":
      update({ dropped: live.dropped + event.count })
      return markChangedElsewhere()
    default:
      markChangedElsewhere()
  }
}

/** Reads the journal again, for example after it was cleared or the state was replaced. */
export const readJournal = async () => {
  const entries = await call<ReadonlyArray<Entry>>("journal")
  update({ requests: entries.toReversed().slice(0, capacity), dropped: 0 })
}

const readClock = async () => {
  const { offset_millis } = await call<{ readonly offset_millis: number }>("clock")
  update({ offsetMillis: offset_millis })
}

/** Reads server-sent events with `fetch`, because an `EventSource` cannot send the token. */
const listen = async (signal: AbortSignal) => {
  const response = await send("events", { signal })
  if (response.body === null) return
  await Promise.all([readJournal(), readClock()])
  update({ status: "connected" })
  markChangedElsewhere()
  let rest = ""
  for await (const text of readChunks(response.body.pipeThrough(new TextDecoderStream()))) {
    const blocks = (rest + text).split("\n\n")
    rest = blocks.pop() ?? ""
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1]
      if (data !== undefined) onEvent(JSON.parse(data) as Event)
    }
  }
}

/** Some browsers cannot iterate over a stream. */
async function* readChunks(stream: ReadableStream<string>) {
  const reader = stream.getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}

const pause = (millis: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    signal.addEventListener("abort", end)
  })

const follow = async (signal: AbortSignal) => {
  while (!signal.aborted) {
    try {
      await listen(signal)
    } catch (error) {
      // The token belongs to another start: another try would fail too.
      if (error instanceof ControlError && error.status === 401) return
    }
    if (signal.aborted) return
    update({ status: "lost" })
    await pause(againMillis, signal)
  }
}

/** Follows the emulator while there is a token. Returns a function that stops. */
export const start = () => {
  let controller = new AbortController()
  const restart = () => {
    controller.abort()
    controller = new AbortController()
    update(nothing)
    if (readToken() !== undefined) void follow(controller.signal)
  }
  restart()
  const leave = onTokenChange(restart)
  return () => {
    leave()
    controller.abort()
  }
}
