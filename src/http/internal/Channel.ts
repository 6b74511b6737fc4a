/** How the calls of an app get to the service. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { isLoopbackUrl } from "../../domain/url/Loopback.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import * as CallTimeout from "../CallTimeout.ts"
import type { AppCredentials } from "../Credentials.ts"
import * as FallbackHosts from "../FallbackHosts.ts"
import { type Execute, Online, timeoutFailure } from "../Http.ts"
import type { ServiceConfig } from "../ServiceConfig.ts"
import * as Headers from "./Headers.ts"
import { RetryBudget } from "./RetryBudget.ts"

/** The state that all calls of an app share. */
export interface Channel {
  /** Sends a request, where the service has fallback hosts also to these. */
  readonly execute: Execute
  /** Sends a request to its own URL. */
  readonly direct: Execute
  readonly online: Effect.Effect<boolean>
  readonly project: ServiceConfig
  /** The headers of the app, for endpoints with an access level. */
  readonly headers: Readonly<Record<string, string>>
  /** Known errors about the app's keys. */
  readonly errors: ReadonlyArray<Endpoint.KnownErrorEntry>
  /** Secrets in every request of the app, to be masked in errors. */
  readonly secrets: unknown
  /** Whether the service is on this machine, as in development, where it may not have been started. */
  readonly isLocal: boolean
  /** Whether the `Notifier` was told that nothing listens there. */
  hasNotified: boolean
  readonly retries: RetryBudget
}

/** The channel of an app over a port. */
export const make = Effect.fnUntraced(function* (
  project: ServiceConfig,
  app: AppCredentials,
  http: Execute
): Effect.fn.Return<Channel> {
  const online = yield* Online
  // Within its limit, even over a layer that does not end by itself, or cannot be interrupted.
  const executeLimited: Execute = (request) =>
    Effect.clockWith((clock) =>
      new CallTimeout.Deadline(request.timeoutMillis, clock).within(http(request), () => Effect.fail(timeoutFailure))
    )
  const channel: Channel = {
    execute: FallbackHosts.make(project.apiUrl, executeLimited, online),
    direct: executeLimited,
    online,
    project,
    headers: Headers.makeAppHeaders(project, app),
    errors: app.errors ?? [],
    secrets: [
      app.keys,
      Object.values(project.extraRequestHeaders)
        .filter((value) => value.length >= 8)
        .map((value) => Redacted.make(value))
    ],
    isLocal: isLoopbackUrl(project.apiUrl),
    hasNotified: false,
    retries: new RetryBudget()
  }
  return channel
})
