/** Secrets in the forms that callers pass. */
import * as Redacted from "effect/Redacted"

/** A secret as plain text, such as from a form, or as `Redacted`. */
export type SecretInput = string | Redacted.Redacted

/**
 * Makes a secret `Redacted`. Anything that is neither text nor `Redacted`, such as the missing field of a form, counts
 * as empty.
 */
export const fromInput = (secret: SecretInput): Redacted.Redacted => {
  if (typeof secret === "string") return Redacted.make(secret)
  try {
    if (Redacted.isRedacted(secret)) return secret
  } catch {
    // A `Proxy` may throw when it is read.
  }
  return Redacted.make("")
}

/** The text of a secret, such as of a new API key, to show it once or to hand it on; printed or logged it is hidden. */
export const reveal = (secret: SecretInput): string => Redacted.value(fromInput(secret))
