/** Whether a key set of a project works. */
export type { InternalApiKey, NewInternalApiKey } from "../api/schema/InternalApiKey.ts"

/** Why a key set does not work at a time: expiry comes before revocation; null when it works. */
export const whyInvalid = (
  key: { readonly expiresAt: Date; readonly manuallyRevokedAt?: Date },
  now: Date
): "manually-revoked" | "expired" | null => {
  if (key.expiresAt.getTime() < now.getTime()) return "expired"
  return key.manuallyRevokedAt === undefined ? null : "manually-revoked"
}

/** Whether a key set works at a time. */
export const isValid = (key: { readonly expiresAt: Date; readonly manuallyRevokedAt?: Date }, now: Date): boolean =>
  whyInvalid(key, now) === null
