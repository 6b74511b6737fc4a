/**
 * The time limit of authentication: how long a request to the app's own server waits for the service's answers about
 * its sender and their permissions.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import * as CallTimeout from "../http/CallTimeout.ts"

/**
 * The limit of each question, however many calls it takes; after it the request fails with `Unavailable` (503). Layers
 * such as `Backend.layer()` read it from their context when they are built. Default: 5 seconds.
 */
export const AuthTimeout: Context.Reference<Duration.Input> = Context.Reference<Duration.Input>(
  "gatefold/backend/AuthTimeout",
  { defaultValue: () => "5 seconds" }
)

const parseMillis = (limit: Duration.Input): Effect.Effect<number, InvalidOption> => {
  const millis = CallTimeout.parse(limit)
  return millis === undefined
    ? Effect.fail(new InvalidOption({ option: "authTimeout", problem: CallTimeout.invalidTimeout }))
    : Effect.succeed(millis)
}

/** The limit in milliseconds. Fails with {@link InvalidOption}. */
export const limitMillis: Effect.Effect<number, InvalidOption> = Effect.flatMap(AuthTimeout, parseMillis)

/** Interrupts work after a limit, which the calls in it share. */
export const interruptAfter =
  <E2>(limit: Duration.Input, onLate: (problem: string) => Effect.Effect<never, E2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.matchEffect(parseMillis(limit), {
      onFailure: ({ message }) => onLate(message),
      onSuccess: (millis) => CallTimeout.runUnder(millis, work, () => onLate(`no answer within ${millis} ms`))
    })
