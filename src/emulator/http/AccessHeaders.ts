/** The headers that say what a request may do (docs/protocol/headers.md#order-of-checks). */
import type { Headers } from "effect/http/Headers"
import type { AccessLevel } from "../../domain/AccessLevel.ts"

/** The header of each level's key. */
export const KEYS: Readonly<Record<AccessLevel, string>> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

/** The header of the access token of a developer, who owns projects. */
export const ADMIN_TOKEN = "x-stack-admin-access-token"

/** Headers that open more than client access. */
export const SECRETS: ReadonlyArray<string> = [KEYS.server, KEYS.admin, ADMIN_TOKEN]

/** Says that the call is meant for guests and restricted users too, in the current service. */
export const ALLOW_ANONYMOUS = "x-stack-allow-anonymous-user"

/** Says that the call is meant for restricted users, but not for guests; browsers may not send it. */
export const ALLOW_RESTRICTED = "x-stack-allow-restricted-user"

/** An empty header counts as an absent one: apps send empty keys for those they do not have. */
export const read = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return value === undefined || value === "" ? undefined : value
}

/** The level that a request claims, whatever text that is. */
export const accessTypeOf = (headers: Headers): string | undefined => read(headers, "x-stack-access-type")

/** The project that a request names. */
export const projectIdOf = (headers: Headers): string | undefined => read(headers, "x-stack-project-id")

/** Whether a request claims more than client access, rightly or not. */
export const claimsPrivilege = (headers: Headers): boolean =>
  (accessTypeOf(headers) ?? "client") !== "client" || SECRETS.some((name) => read(headers, name) !== undefined)
