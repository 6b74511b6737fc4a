/** Where the tour takes place: a service, the keys of its internal project, and a look behind the scenes. */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Emulator } from "../../emulator/node.ts"

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
    readonly internalPublishableClientKey: Redacted.Redacted
    /** Waits for the next mail to an address with this in its subject. */
    readonly takeMail: (to: string, subject: string) => Effect.Effect<Mail>
    /** How many requests of this kind the service has answered. */
    readonly countRequests: (method: string, path: string) => Effect.Effect<number>
    /** Runs an effect when all access tokens have expired that were issued so far: the service's clock moves on. */
    readonly later: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  }
>()("gatefold/cli/tour/Stage") {}

/** Longer than any access token lasts. */
const later = Duration.hours(1)

export const makeStage = (emulator: Emulator["Service"]): Stage["Service"] => {
  const { baseUrl, clock, internal, journal, mailbox } = emulator
  let times = 0
  return {
    apiUrl: baseUrl,
    internalPublishableClientKey: Redacted.make(internal.publishableClientKey),
    takeMail: (to, subject) => mailbox.take({ to, subject }),
    countRequests: (method, path) => journal.count((entry) => entry.method === method && entry.path === path),
    // Farther ahead each time, because tokens were issued at the former offset.
    later: (effect) =>
      clock
        .advance(Duration.times(later, ++times))
        .pipe(Effect.andThen(Effect.provideService(effect, Clock.Clock, clock)), Effect.ensuring(clock.reset))
  }
}
