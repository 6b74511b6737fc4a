/**
 * The three levels at which an app talks to the service (docs/protocol/headers.md#access-levels).
 */
import * as Schema from "effect/Schema"

/** `client` (publishable key), `server` (secret key) or `admin` (super secret key or project owner). */
export const AccessLevel = Schema.Literals(["client", "server", "admin"])
/** One of the three access levels. */
export type AccessLevel = typeof AccessLevel.Type
