/**
 * The errors with which an app's own API refuses a request.
 */
import * as Schema from "effect/Schema"

/** The sender of the request is unknown (401): it has no credentials, or they are invalid or expired. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  { reason: Schema.Literals(["missing", "malformed", "expired", "invalid"]) },
  { httpApiStatus: 401 }
) {
  override get message() {
    return `The credentials of the request are ${this.reason}.`
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
    permission: Schema.optionalKey(Schema.String)
  },
  { httpApiStatus: 403 }
) {
  override get message() {
    return this.reason === "permission"
      ? `This needs the permission ${this.permission ?? "that nobody has"}.`
      : forbidden[this.reason]
  }
}

const forbidden = {
  team: "This is for members of the team only.",
  origin:
    "Pages of other origins may not do this with the user's cookies: send the tokens in a header, or have the server trust the origin (trustedOrigins).",
  restricted: 'Restricted users may not do this, unless the server lets them in (allow: ["restricted"]).',
  anonymous: 'Guests may not do this, unless the server lets them in (allow: ["anonymous"]).'
}

/** The service cannot be asked (503). The reason is in the server's log. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {}, { httpApiStatus: 503 }) {
  override get message() {
    return "Authentication is not available at the moment."
  }
}
