/** Decodes a JWT without verifying it. */
import * as Duration from "effect/Duration"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Result from "effect/Result"
import { isNumericDate } from "../../domain/AccessTokenClaims.ts"
import { attempt } from "../../domain/Attempt.ts"
import { parseObject } from "../../domain/text/Json.ts"
import { escapeControls } from "../output/TerminalText.ts"

type Json = Readonly<Record<string, unknown>>

/** Header and claims. Undefined for a part that is not a JSON object, or nested too deeply. */
export interface Decoded {
  readonly header: Json | undefined
  readonly claims: Json | undefined
}

const utf8 = new TextDecoder("utf-8", { fatal: true })

const deepest = 32

/** Whether a value is safe to show. Very deep nesting can exhaust the stack of its readers. */
const isShallow = (value: unknown, levels = deepest): boolean =>
  typeof value !== "object" ||
  value === null ||
  (levels > 0 && Object.values(value).every((each) => isShallow(each, levels - 1)))

const parsePart = (part: string | undefined): Json | undefined => {
  const text = attempt(() => utf8.decode(Result.getOrThrow(Base64Url.decode(part ?? ""))))
  const value = parseObject(text ?? "")
  return value !== undefined && isShallow(value) ? { __proto__: null, ...value } : undefined
}

export const decode = (token: string): Decoded => {
  const [header, claims] = token.split(".", 3)
  return { header: parsePart(header), claims: parsePart(claims) }
}

/** A time between two moments, such as `in 9m 30s` or `2d ago`. */
export const formatDistance = (now: number, then: number): string => {
  const seconds = Math.round(Math.abs(then - now) / 1000)
  if (seconds === 0) return "now"
  const text = Duration.format(Duration.seconds(seconds))
  return then > now ? `in ${text}` : `${text} ago`
}

/** Formats a time as a date, followed by its distance from now. */
export const formatMoment = (now: number, then: number): string =>
  Math.abs(then) > 8.64e15 ? String(then) : `${new Date(then).toISOString()} (${formatDistance(now, then)})`

const dates = new Set(["exp", "iat", "nbf", "signed_up_at", "auth_time"])

const widest = 160

const printValue = (value: unknown): string => {
  const text = JSON.stringify(value)
  return escapeControls(text.length > widest ? `${text.slice(0, widest)}… (${text.length} characters)` : text)
}

const mostLines = 64

/** The members of an object in lines; times in words. */
export const formatMembers = (object: Json | undefined, now: number): ReadonlyArray<string> => {
  if (object === undefined) return ["  (cannot be read)"]
  const members = Object.entries(object)
  const lines = members
    .slice(0, mostLines)
    .map(
      ([name, value]) =>
        `  ${escapeControls(name.slice(0, widest))}: ${
          dates.has(name) && isNumericDate(value) ? formatMoment(now, value * 1000) : printValue(value)
        }`
    )
  return members.length > mostLines ? [...lines, `  … and ${members.length - mostLines} more`] : lines
}
