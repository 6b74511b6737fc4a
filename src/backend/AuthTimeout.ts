/**
 * The time limit of authentication: how long a request to the app's own server
 * waits for the service to tell who sends it, and what they may do. A service
 * that never answers must not make the app's own server one.
 */
import * as Context from "effect/Context"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as CallTimeout from "../http/CallTimeout.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"

/**
 * The limit of each question to the service, whatever calls it takes: `Unavailable` (503) after it. What is built, such as
 * `Backend.layer()`, takes it from its context. Default: 5 seconds.
 */
export const AuthTimeout: Context.Reference<Duration.Input> = Context.Reference<Duration.Input>(
  "gatefold/backend/AuthTimeout",
  { defaultValue: () => "5 seconds" }
)

/** Fails with {@link InvalidOption} for what is no limit. */
export const check = (limit: Duration.Input): Effect.Effect<number, InvalidOption> => {
  const millis = CallTimeout.parse(limit)
  return millis === undefined
    ? Effect.fail(new InvalidOption({ option: "authTimeout", problem: CallTimeout.problem }))
    : Effect.succeed(millis)
}

/** Ends work that takes longer than a limit. The calls in it share the limit. */
export const within =
  <E2>(limit: Duration.Input, onLate: (problem: string) => Effect.Effect<never, E2>) =>
  <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E | E2, R> =>
    Effect.matchEffect(check(limit), {
      onFailure: ({ message }) => onLate(message),
      onSuccess: (millis) => CallTimeout.under(millis, work, () => onLate(`no answer within ${millis} ms`))
    })
