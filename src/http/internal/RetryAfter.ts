/** The header `Retry-After`. */
import { dayMillis } from "../../domain/Time.ts"

/** The longest `Retry-After` that is waited for; a longer one fails as `RateLimited` at once. */
export const maxMillis = 60_000

/**
 * The waiting time of a `Retry-After` header: seconds or an HTTP date (RFC 9110 §10.2.3), at most a day. Past or
 * negative is 0; anything else is undefined.
 */
export const parse = (value: string | undefined, nowMillis: number): number | undefined => {
  const text = value?.trim() ?? ""
  const millis = /^-?\d+(\.\d+)?(e\+?\d+)?$/i.test(text)
    ? Number(text) * 1000
    : /^[A-Za-z]{3}, \d\d [A-Za-z]{3} \d{4} \d\d:\d\d:\d\d GMT$/.test(text)
      ? Date.parse(text) - nowMillis
      : NaN
  return Number.isNaN(millis) ? undefined : Math.min(Math.max(0, millis), dayMillis)
}
