/**
 * The errors with which an app's own API refuses a request. Their messages are sent with them, for clients without
 * these classes.
 */
import * as Schema from "effect/Schema"
import { describeForbidden, describeUnauthorized, unavailable } from "../domain/AuthMessages.ts"

/** Received, or else that of the class. */
const message = Schema.optionalKey(Schema.String)

/** The sender of the request is unknown (401): it has no credentials, or they are invalid or expired. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  { reason: Schema.Literals(["missing", "malformed", "expired", "invalid"]), message },
  { httpApiStatus: 401 }
) {
  override get message() {
    return describeUnauthorized(this.reason)
  }
}

/**
 * The sender of the request is known, but may not do this (403). Reason `origin`: it came with the user's cookies, from
 * a page that the app does not trust. Reasons `restricted` and `anonymous`: the endpoint does not allow restricted
 * users, or guests.
 */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  {
    reason: Schema.Literals(["permission", "team", "origin", "restricted", "anonymous"]),
    /** The permission that is missing. */
    permission: Schema.optionalKey(Schema.String),
    message
  },
  { httpApiStatus: 403 }
) {
  override get message() {
    return describeForbidden(this.reason, this.permission)
  }
}

/** The service is not available (503). The reason is in the server's log. */
export class Unavailable extends Schema.TaggedError<Unavailable>()(
  "Unavailable",
  {
    /** When to try again; the response says so in `retry-after`. Absent if unknown. */
    retryAfterSeconds: Schema.optionalKey(Schema.Int),
    message
  },
  { httpApiStatus: 503 }
) {
  override get message() {
    return unavailable
  }
}

/** The errors of a refused request. */
export type AuthError = Unauthorized | Forbidden | Unavailable

/** Whether a value is one of the errors with which a request is refused. */
export const isAuthError = (u: unknown): u is AuthError =>
  u instanceof Unauthorized || u instanceof Forbidden || u instanceof Unavailable
