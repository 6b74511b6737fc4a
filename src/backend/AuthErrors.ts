/**
 * Why a request is not let in, as an API of the app's own answers it.
 */
import * as Schema from "effect/Schema"

/** Nobody is known to send the request (401): it has no credentials, or they are not valid any more, or never were. */
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
 * Who sends the request is known, but may not do this (403). The reason `origin`: it came with the user's cookies, and
 * from a page that the app does not trust. The reasons `restricted` and `anonymous`: the user has to do something
 * first, such as to verify an e-mail address, or is a guest, and the endpoint does not allow such users.
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

/** The authentication service would have to be asked, and cannot be (503). The server's log says why. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {}, { httpApiStatus: 503 }) {
  override get message() {
    return "Authentication is not available at the moment."
  }
}
