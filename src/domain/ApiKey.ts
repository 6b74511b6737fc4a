/** Whether an API key of a user or a team works. */
export type { ApiKey, LastFour, NewTeamApiKey, NewUserApiKey, TeamApiKey, UserApiKey } from "../api/schema/ApiKey.ts"

/** Why a key does not work at a time: revocation comes before expiry; null when it works. */
export const whyInvalid = (
  key: { readonly expiresAt?: Date; readonly manuallyRevokedAt?: Date },
  now: Date
): "manually-revoked" | "expired" | null => {
  if (key.manuallyRevokedAt !== undefined) return "manually-revoked"
  return key.expiresAt !== undefined && key.expiresAt.getTime() < now.getTime() ? "expired" : null
}

/** Whether a key works at a time. */
export const isValid = (key: { readonly expiresAt?: Date; readonly manuallyRevokedAt?: Date }, now: Date): boolean =>
  whyInvalid(key, now) === null
