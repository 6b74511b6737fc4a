/**
 * Where the tour takes place: a service, the keys of its internal project, and
 * a look behind the scenes.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"

/** A mail that the service sent. */
export interface Mail {
  readonly subject: string
  readonly code: string | undefined
  readonly link: string | undefined
}

export class Stage extends Context.Service<
  Stage,
  {
    /** Where the service listens, such as `http://127.0.0.1:8102`. */
    readonly apiUrl: string
    /** The publishable client key of the project `internal`. */
    readonly internalPublishableClientKey: Redacted.Redacted
    /** Waits for the next mail to an address with this in its subject. */
    readonly nextMail: (to: string, subject: string) => Effect.Effect<Mail>
    /** How many requests of this kind the service has answered. */
    readonly countRequests: (method: string, path: string) => Effect.Effect<number>
    /** Runs an effect when all access tokens have expired that were issued so far: the service's clock moves on. */
    readonly later: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/cli/tour/Stage") {}
