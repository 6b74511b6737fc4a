/** Shortens and masks what errors keep of an answer. A server may quote the secrets of its request. */
import { toOneLine } from "../../domain/text/ShownText.ts"

/** Replaces the secrets of a request in a text. */
export type Mask = (text: string) => string

/**
 * Shortens a text to 200 characters, without markup, JSON or anything that could be a token: an error page may quote
 * the request.
 */
export const makeExcerpt = (text: string, mask: Mask): string =>
  toOneLine(mask(text).slice(0, 2000))
    .replace(/[{<].*|[\w.~+/=-]{40,}/g, "…")
    .slice(0, 200)

/** A value with its texts masked. `Redacted` values and other class instances stay as they are. */
export const maskDeep = (value: unknown, mask: Mask): unknown => {
  if (typeof value === "string") return mask(value)
  // A code of digits may be echoed as a number; counts and durations are shorter.
  if (typeof value === "number") return String(value).length >= 4 && mask(String(value)) !== String(value) ? 0 : value
  if (Array.isArray(value)) return value.map((item) => maskDeep(item, mask))
  if (typeof value !== "object" || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mask(name), maskDeep(member, mask)]))
}
