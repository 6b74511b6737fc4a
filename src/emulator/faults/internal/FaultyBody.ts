/** Bodies that arrive slowly or incompletely. */
import * as Effect from "effect/Effect"
import { BrokenConnection } from "../BrokenConnection.ts"
import type { Fault } from "../Fault.ts"
import type { FaultRule } from "../FaultRule.ts"

export interface Flaw extends Pick<FaultRule, "bytesPerSecond"> {
  readonly fault: Fault | undefined
}

const splitBytes = (bytes: Uint8Array, size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) => bytes.slice(index * size, (index + 1) * size))

/** The parts of a body, and the time before each: ten a second, or one byte at a time. */
const paceBytes = (bytes: Uint8Array, bytesPerSecond: number | undefined) => {
  if (bytesPerSecond === undefined) return { parts: bytes.length === 0 ? [] : [bytes], pause: 0 }
  const size = Math.max(1, Math.floor(bytesPerSecond / 10))
  return { parts: splitBytes(bytes, size), pause: (size / bytesPerSecond) * 1000 }
}

const takeHalf = (bytes: Uint8Array): Uint8Array => bytes.slice(0, Math.ceil(bytes.length / 2))

/** No JSON value ends like this. */
const cutBytes = (bytes: Uint8Array): Uint8Array =>
  new Uint8Array([...takeHalf(bytes), ...new TextEncoder().encode("…")])

/**
 * An answer with a faulty body. Its `content-length` is that of the complete body. If a wait fails, so does the body.
 */
export const make = Effect.fnUntraced(function* (
  response: Response,
  { bytesPerSecond, fault }: Flaw,
  wait: (effect: Effect.Effect<void>) => Effect.Effect<void, BrokenConnection>
) {
  const whole = new Uint8Array(yield* Effect.promise(() => response.arrayBuffer()))
  const bytes = fault === "malformed" ? cutBytes(whole) : whole
  const isShort = fault === "truncate" || fault === "stall"
  const { parts, pause } = paceBytes(isShort ? takeHalf(bytes) : bytes, bytesPerSecond)
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const cancelled = new AbortController()
  const rest = parts.values()
  // Produces each part on demand, because an error would drop parts that have not been read.
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = rest.next()
        if (value !== undefined) {
          if (pause > 0) await run(wait(Effect.sleep(pause)), cancelled)
          controller.enqueue(value)
        } else if (done && fault === "truncate") controller.error(new BrokenConnection("reset"))
        else if (done && fault === "stall") await run(wait(Effect.never), cancelled)
        else controller.close()
      },
      cancel: () => cancelled.abort()
    },
    { highWaterMark: 0 }
  )
  const headers = new Headers(response.headers)
  headers.set("content-length", String(bytes.length))
  return new Response(parts.length === 0 && !isShort ? null : body, { status: response.status, headers })
})
