/** Closes an HTTP server after it has answered received requests. */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface ConnectionDrain {
  /**
   * Stops accepting connections, and waits until all received requests are answered. A request with an incomplete body
   * does not count: its connection closes immediately, because the rest may never arrive. Remaining connections close
   * after the limit, measured by the machine's clock.
   */
  readonly drain: (limit: Duration.Input) => Effect.Effect<void>
}

/** Yields to the event loop, so that received bytes are processed. */
const settled = Effect.repeat(Effect.yieldNow, { times: 3 })

const waitUntilClosed = (outgoing: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    outgoing.once("close", () => resume(Effect.void))
  })

/** Tracks the requests of a server from now on. */
export const watch = (server: Server): ConnectionDrain => {
  const open = new Map<ServerResponse, IncomingMessage>()
  let isDraining = false

  const askToLeave = (outgoing: ServerResponse): void => {
    if (!outgoing.headersSent) outgoing.setHeader("connection", "close")
  }

  server.on("request", (incoming, outgoing) => {
    open.set(outgoing, incoming)
    if (isDraining) askToLeave(outgoing)
    outgoing.once("close", () => open.delete(outgoing))
  })

  const answerAll = Effect.gen(function* () {
    isDraining = true
    for (const outgoing of open.keys()) askToLeave(outgoing)
    // Connections that the system has accepted are answered.
    yield* settled
    server.close()
    yield* settled
    for (const [outgoing, incoming] of open) {
      if (incoming.complete) yield* waitUntilClosed(outgoing)
      else incoming.destroy()
      yield* settled
    }
  })

  return {
    drain: (limit) =>
      Effect.interruptible(answerAll).pipe(
        Effect.timeoutOption(limit),
        Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
        Effect.ensuring(Effect.sync(() => server.closeAllConnections())),
        Effect.asVoid
      )
  }
}
