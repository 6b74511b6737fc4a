/**
 * The three levels at which an app talks to the service (docs/protocol/headers.md#access-levels).
 */

/** `client` (publishable key), `server` (secret key) or `admin` (super secret key or project owner). */
export type AccessLevel = "client" | "server" | "admin"
