/** The headers that say what a request may do (docs/protocol/headers.md#order-of-checks). */
import type { Headers } from "effect/http/Headers"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import { tokenHeader } from "./ControlToken.ts"

export const keyHeaders: Readonly<Record<AccessLevel, string>> = {
  client: "x-stack-publishable-client-key",
  server: "x-stack-secret-server-key",
  admin: "x-stack-super-secret-admin-key"
}

/** The header of the access token of a developer, who owns projects. */
export const adminTokenHeader = "x-stack-admin-access-token"

/** Headers with more than client access. */
export const secrets: ReadonlyArray<string> = [keyHeaders.server, keyHeaders.admin, adminTokenHeader, tokenHeader]

/** Allows guests and restricted users, in the current service. */
export const allowAnonymous = "x-stack-allow-anonymous-user"

/** Allows restricted users, but not guests; browsers may not send it. */
export const allowRestricted = "x-stack-allow-restricted-user"

/** An empty header counts as absent: apps send empty keys. */
export const read = (headers: Headers, name: string): string | undefined => {
  const value = headers[name]
  return value === undefined || value === "" ? undefined : value
}

export const readAccessType = (headers: Headers): string | undefined => read(headers, "x-stack-access-type")

export const readProjectId = (headers: Headers): string | undefined => read(headers, "x-stack-project-id")

/** Whether a request claims more than client access. */
export const claimsPrivilege = (headers: Headers): boolean =>
  (readAccessType(headers) ?? "client") !== "client" || secrets.some((name) => read(headers, name) !== undefined)
