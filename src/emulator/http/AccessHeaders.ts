/** The headers that say what a request may do (docs/protocol/headers.md#order-of-checks). */
import type { Headers } from "effect/http/Headers"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import { TOKEN_HEADER } from "../ControlToken.ts"

/** The header of each level's key. */
export const KEYS: Readonly<Record<AccessLevel, string>> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

/** The header of the access token of a developer, who owns projects. */
export const ADMIN_TOKEN = "x-stack-admin-access-token"

/** Headers with more than client access. */
export const SECRETS: ReadonlyArray<string> = [KEYS.server, KEYS.admin, ADMIN_TOKEN, TOKEN_HEADER]

/** Allows guests and restricted users, in the current service. */
export const ALLOW_ANONYMOUS = "x-stack-allow-anonymous-user"

/** Allows restricted users, but not guests; browsers may not send it. */
export const ALLOW_RESTRICTED = "x-stack-allow-restricted-user"

/** An empty header counts as absent: apps send empty keys. */
export const read = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return value === undefined || value === "" ? undefined : value
}

/** The access type of a request, unchecked. */
export const accessTypeOf = (headers: Headers): string | undefined => read(headers, "x-stack-access-type")

/** The project id of a request. */
export const projectIdOf = (headers: Headers): string | undefined => read(headers, "x-stack-project-id")

/** Whether a request claims more than client access. */
export const claimsPrivilege = (headers: Headers): boolean =>
  (accessTypeOf(headers) ?? "client") !== "client" || SECRETS.some((name) => read(headers, name) !== undefined)
