/** Ends an HTTP server without cutting off those whom it is answering. */
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { Server, ServerResponse } from "node:http"

/** The answers under way of one server. */
export interface ConnectionDrain {
  /**
   * Takes no more connections, and waits until every request that has arrived
   * is answered; who is not answered within the limit is cut off. The time is
   * that of the machine, whatever the clock of a test.
   */
  readonly drain: (limit: Duration.Input) => Effect.Effect<void>
}

/** Lets the event loop turn, so that what has arrived already, such as bytes of a request, is seen. */
const settled = Effect.repeat(Effect.yieldNow, { times: 3 })

const whenClosed = (outgoing: ServerResponse): Effect.Effect<void> =>
  Effect.callback((resume) => {
    outgoing.once("close", () => resume(Effect.void))
  })

/** Watches a server from now on. */
export const watch = (server: Server): ConnectionDrain => {
  const open = new Set<ServerResponse>()
  let isDraining = false

  const askToLeave = (outgoing: ServerResponse): void => {
    if (!outgoing.headersSent) outgoing.setHeader("connection", "close")
  }

  server.on("request", (_, outgoing) => {
    open.add(outgoing)
    if (isDraining) askToLeave(outgoing)
    outgoing.once("close", () => open.delete(outgoing))
  })

  const answerAll = Effect.gen(function* () {
    isDraining = true
    open.forEach(askToLeave)
    // what the system has accepted for us is ours to answer
    yield* settled
    server.close()
    yield* settled
    for (const outgoing of open) {
      yield* whenClosed(outgoing)
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
