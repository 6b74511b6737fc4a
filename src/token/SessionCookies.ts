/**
 * Which cookies hold a session, and what they say (wire/headers §13).
 */
import * as Redacted from "effect/Redacted"
import type { Cookies } from "../platform/CookieJar.ts"
import { isTokenText } from "./TokenText.ts"
import type { Tokens } from "./TokenStore.ts"

/** The cookies of one form: of https pages, of http pages, or of former versions. */
export interface Names {
  /** Holds the refresh token. */
  readonly refresh: string
  /** Holds both tokens, so that an access token never counts beside the refresh token of another session. */
  readonly access: string
  /**
   * What the names of those begin with that hold refresh tokens which a server
   * was given in the place of another:
   * `["<refresh cookie>",<how often it was replaced>,"<present refresh token>"]`.
   * They count only beside the refresh cookie that they name, so that a response
   * which ends after a sign-out or another sign-in does not undo it.
   */
  readonly rotated: string
}

/** How long the refresh token is kept. */
export const refreshMaxAgeSeconds = 31_536_000

/** How long the access token is kept. */
export const accessMaxAgeSeconds = 86_400

/** Tells a server that the page is on https. */
export const isHttpsName = "stack-is-https"

/** Names the sign-ins under way, so that each tab knows whether its own still counts. */
export const intentNameOf = (projectId: string, isSecure: boolean): string =>
  `${isSecure ? "__Host-" : ""}gatefold-intent-${encodeURIComponent(projectId)}`

/** Those of https pages, of http pages, and of former versions. */
const formsOf = (projectId: string): readonly [Names, Names, Names] => {
  const refresh = `stack-refresh-${encodeURIComponent(projectId)}`
  const rotated = `stack-rotated-${encodeURIComponent(projectId)}-`
  const access = "stack-access"
  const form = (prefix: string, refresh: string): Names => ({
    refresh: prefix + refresh,
    access: prefix + access,
    rotated: prefix + rotated
  })
  return [form("__Host-", refresh), form("", refresh), form("", "stack-refresh")]
}

/** The names that are written: on https those that no other host and no http page can set. */
export const namesOf = (projectId: string, isSecure: boolean): Names => formsOf(projectId)[isSecure ? 0 : 1]

/** Whether a cookie of this name was ever written for a project. */
export const isOf = (projectId: string) => {
  const forms = formsOf(projectId)
  return (name: string): boolean =>
    name === isHttpsName ||
    forms.some(({ access, refresh, rotated }) => name === refresh || name === access || name.startsWith(rotated))
}

/** The tokens under these names. Total: what is no token counts as absent. */
export const read = (cookies: ReadonlyMap<string, string>, names: Names): Tokens | undefined => {
  const { refreshText } = latest(cookies, names)
  const accessText = unwrap(cookies.get(names.access), refreshText)
  const accessToken = accessText === undefined ? undefined : Redacted.make(accessText, { label: "accessToken" })
  if (refreshText !== "") return { refreshToken: Redacted.make(refreshText, { label: "refreshToken" }), accessToken }
  return accessToken === undefined ? undefined : { accessToken }
}

/**
 * The tokens, wherever they are: once there is a cookie that only this host can
 * have set on https, no other counts (SECURITY A4.2). On http those do not count.
 */
export const find = (
  cookies: ReadonlyMap<string, string>,
  projectId: string,
  isSecure = true
): { readonly tokens: Tokens | undefined; readonly names: Names } => {
  for (const names of formsOf(projectId).slice(isSecure ? 0 : 1)) {
    const tokens = read(cookies, names)
    if (tokens !== undefined || cookies.has(names.refresh)) return { tokens, names }
  }
  return { tokens: undefined, names: namesOf(projectId, false) }
}

/** The value of the access cookie: `["<refresh token or nothing>","<access token>"]`. */
export const wrap = (refreshText: string, accessText: string): string => JSON.stringify([refreshText, accessText])

/** The access token of an access cookie, if it belongs to this refresh token. */
const unwrap = (value: string | undefined, refreshText: string): string | undefined => {
  const pair = arrayIn(value)
  return pair.length === 2 && pair[0] === refreshText && isTokenText(pair[1]) ? pair[1] : undefined
}

/** The refresh token that counts, and how often it was replaced without the refresh cookie. */
const latest = (cookies: ReadonlyMap<string, string>, { refresh, rotated }: Names) => {
  const found = cookies.get(refresh)
  let result = { refreshText: isTokenText(found) ? found : "", count: 0 }
  for (const turn of turns) {
    const [of, count, text] = arrayIn(cookies.get(nameOf(rotated, found, turn)))
    if (of === found && Number.isSafeInteger(count) && Number(count) > result.count && isTokenText(text)) {
      result = { refreshText: text, count: Number(count) }
    }
  }
  return result
}

/** Two cookies in turns, for a response may also end after that of the next replacement. */
const turns = [0, 1]

/** Another name for each refresh cookie: a late response must not overwrite what belongs to a later session. */
const nameOf = (rotated: string, refreshText: string | undefined, turn: number): string => {
  let hash = 0
  for (const character of refreshText ?? "") hash = (Math.imul(hash, 31) + character.charCodeAt(0)) >>> 0
  return `${rotated}${hash.toString(36)}-${turn}`
}

const arrayIn = (value: string | undefined): ReadonlyArray<unknown> => {
  if (value === undefined) return []
  try {
    const found: unknown = JSON.parse(value)
    return Array.isArray(found) ? found : []
  } catch {
    return []
  }
}

/** Removes every cookie of the project that is there and not among these. */
export const remove = (cookies: Cookies, projectId: string, kept: ReadonlyArray<string> = []): void => {
  const isOurs = isOf(projectId)
  for (const name of Array.from(cookies.all().keys())) {
    if (isOurs(name) && !kept.includes(name)) cookies.remove(name)
  }
}

/** Tabs that were closed while they signed in leave theirs behind. */
const maxIntents = 8

/** The sign-ins under way, in the order in which they have begun. */
export const readIntents = (cookies: Cookies, projectId: string): ReadonlyArray<string> => {
  const text = cookies.all().get(intentNameOf(projectId, cookies.isSecure))
  return text ? text.split("~") : []
}

/** Replaces the sign-ins under way; false if that is not kept. */
export const writeIntents = (cookies: Cookies, projectId: string, intents: ReadonlyArray<string>): boolean => {
  if (intents.length > 0) {
    return cookies.set(intentNameOf(projectId, cookies.isSecure), intents.slice(-maxIntents).join("~"))
  }
  removeIntent(cookies, projectId)
  return true
}

/** Ends every sign-in that is under way in the browser. */
export const removeIntent = (cookies: Cookies, projectId: string): void => {
  const name = intentNameOf(projectId, cookies.isSecure)
  if (cookies.all().has(name)) cookies.remove(name)
}

/** Puts a session into cookies, in the place of any other; false if it would not be there after the page was left. */
export const write = (cookies: Cookies, projectId: string, tokens: Tokens): boolean => {
  const names = namesOf(projectId, cookies.isSecure)
  const refresh = textOf(tokens.refreshToken)
  const access = textOf(tokens.accessToken)
  // The refresh cookie first: who sees the two halves of different sessions must see the newer one.
  const keepsRefresh = refresh !== undefined && cookies.set(names.refresh, refresh, refreshMaxAgeSeconds)
  if (refresh !== undefined && !keepsRefresh) return false
  const keepsAccess =
    access !== undefined && cookies.set(names.access, wrap(refresh ?? "", access), accessMaxAgeSeconds)
  if (!keepsRefresh && !keepsAccess) return false
  remove(cookies, projectId, [
    isHttpsName,
    ...(keepsRefresh ? [names.refresh] : []),
    ...(keepsAccess ? [names.access] : [])
  ])
  if (cookies.isSecure) cookies.set(isHttpsName, "true")
  return true
}

/**
 * Puts what the service answered to a refresh beside the refresh cookie that is
 * there, under names of its form. The refresh cookie itself is left alone, and
 * what is written counts beside no other.
 */
export const writeRefreshed = (cookies: Cookies, names: Names, tokens: Tokens): void => {
  const refresh = textOf(tokens.refreshToken)
  const access = textOf(tokens.accessToken)
  if (refresh === undefined) return
  const { count, refreshText } = latest(cookies.all(), names)
  if (refresh !== refreshText) {
    const of = cookies.all().get(names.refresh)
    cookies.set(
      nameOf(names.rotated, of, (count + 1) % turns.length),
      JSON.stringify([of, count + 1, refresh]),
      refreshMaxAgeSeconds
    )
  }
  if (access !== undefined) cookies.set(names.access, wrap(refresh, access), accessMaxAgeSeconds)
}

/** The text of a token, to compare it or to write it. */
export const textOf = (token: Redacted.Redacted | undefined): string | undefined =>
  token === undefined ? undefined : Redacted.value(token)
