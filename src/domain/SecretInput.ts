/**
 * Secrets as a caller may pass them.
 */
import * as Redacted from "effect/Redacted"

/** A secret, wrapped already or as plain text from a form. */
export type SecretInput = string | Redacted.Redacted

/**
 * Wraps a secret unless it is wrapped already. What a caller without types may
 * pass instead, such as the missing field of a form, counts as empty.
 */
export const fromInput = (secret: SecretInput): Redacted.Redacted => {
  if (typeof secret === "string") return Redacted.make(secret)
  try {
    if (Redacted.isRedacted(secret)) return secret
  } catch {
    // A proxy may throw when it is looked at.
  }
  return Redacted.make("")
}
