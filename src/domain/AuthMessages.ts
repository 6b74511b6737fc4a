/** The messages of the errors with which an app's own API refuses a request. */

/** Why the sender is unknown (401). */
export const describeUnauthorized = (reason: "missing" | "malformed" | "expired" | "invalid"): string =>
  reason === "missing"
    ? "Sign in first: the request has no credentials."
    : `The credentials of the request are ${reason}.`

/**
 * Why its sender may not do this (403). An endpoint that requires a permission and names none has no `permission`: it
 * lets in nobody.
 */
export const describeForbidden = (
  reason: "permission" | "team" | "origin" | "restricted" | "anonymous",
  permission = "that nobody has"
): string => (reason === "permission" ? `This needs the permission ${permission}.` : texts[reason])

const texts = {
  team: "This is for members of the team only.",
  origin:
    "Pages of other origins may not do this with the user's cookies: send the tokens in a header, or have the server trust the origin (trustedOrigins).",
  restricted: 'Restricted users may not do this, unless the server lets them in (allow: ["restricted"]).',
  anonymous: 'Guests may not do this, unless the server lets them in (allow: ["anonymous"]).'
}

/** The service is not available (503). */
export const unavailable = "Authentication is not available at the moment."
