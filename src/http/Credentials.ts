/** The credentials of a request: which app calls, and on whose behalf. */
import type * as Redacted from "effect/Redacted"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import type * as Endpoint from "../wire/Endpoint.ts"

/** How an app proves to the service that it may call: an access level, and the keys that prove it. */
export interface AppCredentials {
  readonly level: AccessLevel
  readonly keys: ReadonlyArray<readonly [header: string, value: Redacted.Redacted]>
  /** Known errors about these keys, in addition to those that an endpoint declares. */
  readonly errors?: ReadonlyArray<Endpoint.KnownErrorEntry> | undefined
}

/** The user on whose behalf a call is made. */
export interface UserCredentials {
  readonly accessToken: Redacted.Redacted
  readonly refreshToken?: Redacted.Redacted | undefined
}
