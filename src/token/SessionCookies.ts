/** Names and values of the cookies that hold a session (docs/protocol/cookies.md#names). */
import * as Redacted from "effect/Redacted"
import * as Json from "../domain/text/Json.ts"
import { hashShort } from "../domain/text/ShortHash.ts"
import type { Cookies } from "../platform/request/CookieJar.ts"
import { isTokenText, toTokenText } from "../platform/request/TokenText.ts"
import * as RefreshCookies from "./internal/RefreshCookies.ts"
import { pickProvenance, type Tokens } from "./TokenStore.ts"

/** Names of one kind: of https pages, or of http pages and other clients. */
export interface CookieNames {
  /** Holds the refresh token. */
  readonly refresh: string
  /** The cookie with both tokens, so that an access token never counts with the refresh token of another session. */
  readonly access: string
  /**
   * The prefix of the cookies that servers write when a refresh token is rotated. Such a cookie counts only beside the
   * refresh cookie that it names, so that a late response does not undo a sign-out or another sign-in. Its value is
   * `["<token of the refresh cookie>",<count of rotations>,"<current refresh token>"]`.
   */
  readonly rotated: string
}

export interface CookieSession {
  readonly tokens: Tokens | undefined
  readonly names: CookieNames
  /** The refresh token in the refresh cookie itself; empty without one. */
  readonly refreshText: string
  /** How often a server has rotated it. */
  readonly count: number
}

/** Tells a server that the page is on https. */
export const isHttpsName = "stack-is-https"

/** Lifetime of the refresh cookie. */
export const refreshMaxAgeSeconds = 31_536_000

/** Lifetime of the access cookie. */
export const accessMaxAgeSeconds = 86_400

/** The names that are written; on https those that no other host and no http page can set. */
export const makeCookieNames = (projectId: string, isSecure: boolean): CookieNames => {
  const prefix = RefreshCookies.getNamePrefix(isSecure)
  const id = encodeURIComponent(projectId)
  return {
    refresh: `${prefix}stack-refresh-${id}${isSecure ? "--default" : ""}`,
    access: `${prefix}stack-access`,
    rotated: `${prefix}stack-rotated-${id}-`
  }
}

/** Names of former versions, and of the vendor's clients, besides those of refresh cookies. */
const otherNames = /^(?:(?:__Host-)?stack-access|hexclave-access|(?:stack|hexclave)-is-https)$/

/** Whether a cookie of this name was ever written for a project. */
export const isSessionCookie = (projectId: string) => {
  const rotated = [true, false].map((isSecure) => makeCookieNames(projectId, isSecure).rotated)
  return (name: string): boolean =>
    otherNames.test(name) ||
    rotated.some((start) => name.startsWith(start)) ||
    RefreshCookies.parse(projectId, name, "") !== undefined
}

/** The tokens that count for an open page, without those in cookies that other hosts or projects can set. */
export const readOwn = (
  cookies: ReadonlyMap<string, string>,
  projectId: string,
  isSecure: boolean
): Tokens | undefined => {
  const ownCookies = RefreshCookies.list(cookies, projectId).filter(({ isForeign }) => !isForeign)
  return readBest(cookies, projectId, isSecure, ownCookies)?.tokens
}

/**
 * The tokens in any of the cookies. On https a cookie that only this host can set counts before all others
 * (docs/protocol/threats.md#planted-cookies); on http such cookies do not count.
 */
export const findAny = (cookies: ReadonlyMap<string, string>, projectId: string, isSecure = true): CookieSession => {
  const allCookies = RefreshCookies.list(cookies, projectId)
  const ownSession = isSecure ? readBest(cookies, projectId, true, allCookies) : undefined
  if (ownSession !== undefined) return ownSession
  // On http our own cookie is a bare one, and what another host shares must not take its place.
  const hasOwn = !isSecure && allCookies.some(({ isForeign, prefix }) => !isForeign && prefix === "")
  const others = hasOwn ? allCookies.filter(({ sharedBy }) => sharedBy === undefined) : allCookies
  const foreign = readBest(cookies, projectId, false, others)
  if (foreign === undefined) {
    return { tokens: undefined, names: makeCookieNames(projectId, false), refreshText: "", count: 0 }
  }
  // On https any host of the site, and any http page, may have written it.
  return isSecure && foreign.tokens !== undefined
    ? { ...foreign, tokens: { ...foreign.tokens, isTakenOver: true } }
    : foreign
}

/** The session in the cookie that counts; undefined if no cookie is of this kind. */
const readBest = (
  cookies: ReadonlyMap<string, string>,
  projectId: string,
  isSecure: boolean,
  refreshCookies: ReadonlyArray<RefreshCookies.RefreshCookie>
): CookieSession | undefined => {
  const best = RefreshCookies.findBest(refreshCookies, isSecure)
  const written = makeCookieNames(projectId, isSecure)
  const names = best === undefined ? written : { ...written, refresh: best.name }
  const refreshText = best?.text ?? ""
  const { count, text } = findLatestRotation(cookies, names.rotated, refreshText)
  const access = findAccess(cookies, names.access, text)
  const accessToken = access === undefined ? undefined : Redacted.make(access.text, { label: "accessToken" })
  if (text !== "") {
    const refreshToken = Redacted.make(text, { label: "refreshToken" })
    const tokens = { refreshToken, accessToken, ...(best?.isTakenOver === true && { isTakenOver: true as const }) }
    return { tokens, names, refreshText, count }
  }
  if (accessToken !== undefined) {
    return { tokens: { accessToken, ...pickProvenance(access ?? {}) }, names, refreshText, count }
  }
  return best === undefined ? undefined : { tokens: undefined, names, refreshText, count }
}

/** The third member of the access cookie of a session that was taken over and has no refresh cookie. */
const takenOver = "taken_over"

/** The value of the access cookie: `["<refresh token or nothing>","<access token>"]`. */
export const encodeAccess = (refreshText: string, accessText: string, isTakenOver = false): string =>
  JSON.stringify([refreshText, accessText, ...(isTakenOver && refreshText === "" ? [takenOver] : [])])

/** The access token that was stored together with a refresh token, or without one if `refreshText` is empty. */
const findAccess = (cookies: ReadonlyMap<string, string>, own: string, refreshText: string) => {
  // A cookie that contains the refresh token may have any of the names, because only the holder of that token can have
  // written it.
  for (const name of refreshText === "" ? [own] : [own, "stack-access", "hexclave-access"]) {
    const [sibling, text, mark, ...rest] = parseArray(cookies.get(name))
    const isTakenOver = mark === takenOver && refreshText === ""
    if (sibling === refreshText && isTokenText(text) && rest.length === 0 && (mark === undefined || isTakenOver)) {
      return { text, ...(isTakenOver && { isTakenOver }) }
    }
  }
  return undefined
}

/**
 * The newest refresh token of a session, and how often it was rotated. The refresh cookie keeps the first token of the
 * session; each rotation writes `[first token, number, new token]` into one of two cookies in turn. The highest number
 * wins, and a cookie of another first token does not count.
 *
 * For example, the refresh cookie has `rt_1`. Beside `["rt_1",3,"rt_4"]` and `["rt_1",2,"rt_3"]`, the result is
 * `{ text: "rt_4", count: 3 }`. Beside `["rt_0",9,"rt_9"]`, which is left from an earlier session, it is
 * `{ text: "rt_1", count: 0 }`.
 */
const findLatestRotation = (cookies: ReadonlyMap<string, string>, rotated: string, refreshText: string) => {
  let result = { text: refreshText, count: 0 }
  if (refreshText === "") return result
  for (const slot of rotationSlots) {
    const [first, count, text] = parseArray(cookies.get(makeRotatedName(rotated, refreshText, slot)))
    if (first === refreshText && Number.isSafeInteger(count) && Number(count) > result.count && isTokenText(text)) {
      result = { text, count: Number(count) }
    }
  }
  return result
}

/** Two cookies that alternate, because a response may end after that of the next rotation. */
const rotationSlots = [0, 1]

/** A name for each refresh token, so that a late response does not overwrite the cookie of a later session. */
const makeRotatedName = (rotated: string, refreshText: string, slot: number): string =>
  `${rotated}${hashShort(refreshText)}-${slot}`

const parseArray = (value: string | undefined): ReadonlyArray<unknown> => {
  const parsed = Json.parse(value ?? "")
  return Array.isArray(parsed) ? parsed : []
}

/** Removes all cookies of the project, of any version, except those of these names. */
export const remove = (cookies: Cookies, projectId: string, kept: ReadonlyArray<string> = []): void => {
  const isOurs = isSessionCookie(projectId)
  for (const [name, value] of Array.from(cookies.all())) {
    if (!isOurs(name) || kept.includes(name)) continue
    const sharedBy = RefreshCookies.parse(projectId, name, value)?.sharedBy
    cookies.remove(name, sharedBy === undefined ? undefined : RefreshCookies.decodeDomain(sharedBy))
  }
}

/** Removes the cookies of a session that has ended, and keeps those with another session of another host or client. */
export const removeEnded = (cookies: Cookies, projectId: string, ended: Tokens | undefined): void => {
  const text = toTokenText(ended?.refreshToken)
  const others = RefreshCookies.list(cookies.all(), projectId).filter(
    (cookie) =>
      cookie.text !== text && (cookie.isForeign || cookie.prefix !== RefreshCookies.getNamePrefix(cookies.isSecure))
  )
  remove(
    cookies,
    projectId,
    others.map(({ name }) => name)
  )
}

/** Writes a session to the cookies, in place of any other; false if the cookies refuse it. */
export const write = (cookies: Cookies, projectId: string, tokens: Tokens, nowMillis: number): boolean => {
  const { isSecure } = cookies
  const names = makeCookieNames(projectId, isSecure)
  const refresh = toTokenText(tokens.refreshToken)
  const access = toTokenText(tokens.accessToken)
  // The refresh cookie is written first: a reader between the two writes must see the newer session.
  const keepsRefresh =
    refresh !== undefined &&
    cookies.set(
      names.refresh,
      isSecure ? RefreshCookies.encode(refresh, nowMillis, tokens) : refresh,
      refreshMaxAgeSeconds
    )
  if (refresh !== undefined && !keepsRefresh) return false
  const keepsAccess =
    access !== undefined &&
    cookies.set(names.access, encodeAccess(refresh ?? "", access, tokens.isTakenOver), accessMaxAgeSeconds)
  if (!keepsRefresh && !keepsAccess) return false
  const kept = [isHttpsName, ...(keepsRefresh ? [names.refresh] : []), ...(keepsAccess ? [names.access] : [])]
  // A copy without the prefix, the only name that the vendor's clients before 2025-11 read. This client ignores it
  // where the refresh cookie with the prefix exists.
  const { refresh: plain } = makeCookieNames(projectId, false)
  if (isSecure && keepsRefresh && cookies.set(plain, refresh, refreshMaxAgeSeconds)) kept.push(plain)
  // Kept for the vendor's clients on other hosts, which share this session.
  for (const { name, sharedBy, text } of RefreshCookies.list(cookies.all(), projectId)) {
    if (sharedBy !== undefined && text === refresh) kept.push(name)
  }
  remove(cookies, projectId, kept)
  if (isSecure) cookies.set(isHttpsName, "true")
  return true
}

/**
 * Writes the result of a refresh without changing the refresh cookie, under names of the same kind. The result counts
 * only together with that refresh cookie.
 */
export const writeRefreshed = (
  cookies: Cookies,
  { count, names, refreshText, tokens }: CookieSession,
  next: Tokens
): void => {
  const refresh = toTokenText(next.refreshToken)
  const access = toTokenText(next.accessToken)
  if (refresh === undefined) return
  if (refresh !== toTokenText(tokens?.refreshToken)) {
    cookies.set(
      makeRotatedName(names.rotated, refreshText, (count + 1) % rotationSlots.length),
      JSON.stringify([refreshText, count + 1, refresh]),
      refreshMaxAgeSeconds
    )
  }
  if (access !== undefined) cookies.set(names.access, encodeAccess(refresh, access), accessMaxAgeSeconds)
}
