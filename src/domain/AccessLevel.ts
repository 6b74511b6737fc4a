/** The three levels at which an app talks to the service (docs/protocol/headers.md#access-levels). */

/** All levels, the lowest first. */
export const accessLevels = ["client", "server", "admin"] as const

/** `client` (publishable key), `server` (secret key) or `admin` (super secret key or project owner). */
export type AccessLevel = (typeof accessLevels)[number]
