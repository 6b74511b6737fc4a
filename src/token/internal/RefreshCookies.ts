/** The cookies with a refresh token, and which of them counts (docs/protocol/cookies.md#which-session-counts). */
import * as Json from "../../domain/text/Json.ts"
import { isTokenText } from "../../platform/request/TokenText.ts"
import type { Tokens } from "../TokenStore.ts"

/** The prefix of names that on https no other host can set. */
export const getNamePrefix = (isSecure: boolean): string => (isSecure ? "__Host-" : "")

/** Names of all versions of the vendor's clients, and of former versions of this one. */
const refreshName = /^(__Host-)?(stack|hexclave)-refresh(?:-(.+?))?(--(?:default|custom-(\w+)))?$/

/** A cookie that may hold a refresh token. */
export interface RefreshCookie {
  readonly name: string
  readonly prefix: string
  /** Empty if it does not contain a token. */
  readonly text: string
  /** The cookie of the highest tier counts, and of a tier the one with the latest time. */
  readonly tier: number
  readonly time: number
  /** The encoded domain in its name, if hosts share it. */
  readonly sharedBy: string | undefined
  /** Whether it may be of another host or project. */
  readonly isForeign: boolean
  /** Whether it says that its session was taken over from a cookie that other hosts can write. */
  readonly isTakenOver: boolean
}

/** A refresh cookie; undefined for a cookie of another name. */
export const parse = (projectId: string, name: string, value: string): RefreshCookie | undefined => {
  const [match, prefix = "", brand, id, form, sharedBy] = refreshName.exec(name) ?? []
  if (match === undefined || (id !== undefined && id !== encodeURIComponent(projectId))) return undefined
  const isUnscoped = id === undefined
  const cookie = { name, prefix, sharedBy, isForeign: isUnscoped || sharedBy !== undefined, isTakenOver: false }
  if (form === undefined) {
    const tier = prefix !== "" ? tiers.former : isUnscoped ? tiers.unscoped : tiers.bare
    return { ...cookie, text: isTokenText(value) ? value : "", tier, time: 0 }
  }
  const { refresh_token, taken_over, updated_at_millis }: Structured = Json.parseObject(value) ?? {}
  return {
    ...cookie,
    isTakenOver: taken_over === true,
    text: isTokenText(refresh_token) ? refresh_token : "",
    tier: brand === "hexclave" && prefix === "" ? tiers.latest : tiers.structured,
    time: Number.isSafeInteger(updated_at_millis) ? Number(updated_at_millis) : -Infinity
  }
}

/** The order of the vendor's newest client. */
const tiers = {
  /** A bare token under a name with the prefix: of a former version of this client. */
  former: 0,
  /** JSON under a name with the prefix, of this and of the vendor's clients, or under the vendor's older brand. */
  structured: 1,
  /** A bare token under a name without a project. */
  unscoped: 2,
  /** A bare token under a name with a project. */
  bare: 3,
  /** JSON under the vendor's newer brand. */
  latest: 4
}

/** The cookie that counts among those that are written on https, or on http. */
export const findBest = (cookies: ReadonlyArray<RefreshCookie>, isSecure: boolean): RefreshCookie | undefined => {
  let best: RefreshCookie | undefined
  for (const cookie of cookies) {
    if (cookie.prefix === getNamePrefix(isSecure) && (best === undefined || takesPrecedence(cookie, best))) {
      best = cookie
    }
  }
  return best
}

const takesPrecedence = (cookie: RefreshCookie, other: RefreshCookie): boolean =>
  cookie.tier === other.tier ? cookie.time > other.time : cookie.tier > other.tier

export const list = (cookies: ReadonlyMap<string, string>, projectId: string): ReadonlyArray<RefreshCookie> =>
  Array.from(cookies).flatMap(([name, value]) => parse(projectId, name, value) ?? [])

/** The JSON of a refresh cookie. */
interface Structured {
  readonly refresh_token?: unknown
  readonly updated_at_millis?: unknown
  /** Ours: the vendor's clients ignore it. */
  readonly taken_over?: unknown
}

/** The value of a refresh cookie on https. */
export const encode = (refreshText: string, nowMillis: number, { isTakenOver }: Tokens): string => {
  const value: Structured = {
    refresh_token: refreshText,
    updated_at_millis: nowMillis,
    ...(isTakenOver && { taken_over: true })
  }
  return JSON.stringify(value)
}

const crockford = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/**
 * The domain encoded in Crockford's base32; undefined if it is not a domain: anyone may have written it, and it is put
 * into a header.
 */
export const decodeDomain = (base32: string): string | undefined => {
  let domain = ""
  let buffer = 0
  let bits = 0
  for (const digit of base32.toUpperCase()) {
    buffer = (buffer << 5) | crockford.indexOf(digit)
    bits += 5
    if (bits >= 8) domain += String.fromCharCode((buffer >>> (bits -= 8)) & 255)
  }
  return /^[a-z\d.-]+$/.test(domain) ? domain : undefined
}
