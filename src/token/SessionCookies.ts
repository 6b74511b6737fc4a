/**
 * Which cookies hold a session, and what they say (wire/headers §13).
 */
import * as Redacted from "effect/Redacted"
import { isTokenText } from "./TokenText.ts"
import type { Tokens } from "./TokenStore.ts"

/** The cookies of one form: of https pages, of http pages, or of former versions. */
export interface Names {
  /** Holds the refresh token. */
  readonly refresh: string
  /** Holds both tokens, so that an access token never counts beside the refresh token of another session. */
  readonly access: string
}

/** How long the refresh token is kept. */
export const refreshMaxAgeSeconds = 31_536_000

/** How long the access token is kept. */
export const accessMaxAgeSeconds = 86_400

/** Tells a server that the page is on https. */
export const isHttpsName = "stack-is-https"

const plain = (projectId: string): Names => ({
  refresh: `stack-refresh-${encodeURIComponent(projectId)}`,
  access: "stack-access"
})

const secure = (projectId: string): Names => {
  const { access, refresh } = plain(projectId)
  return { refresh: `__Host-${refresh}`, access: `__Host-${access}` }
}

const legacy: Names = { refresh: "stack-refresh", access: "stack-access" }

/** The names that are written: on https those that no other host and no http page can set. */
export const namesOf = (projectId: string, isSecure: boolean): Names => (isSecure ? secure : plain)(projectId)

/** Every name that was ever written for a project. */
export const everyName = (projectId: string): ReadonlyArray<string> => [
  ...new Set([secure(projectId), plain(projectId), legacy].flatMap(({ access, refresh }) => [refresh, access])),
  isHttpsName
]

/** The tokens under these names. Total: what is no token counts as absent. */
export const read = (cookies: ReadonlyMap<string, string>, { access, refresh }: Names): Tokens | undefined => {
  const refreshText = cookies.get(refresh)
  const refreshToken = isTokenText(refreshText) ? Redacted.make(refreshText, { label: "refreshToken" }) : undefined
  const accessText = unwrap(cookies.get(access), refreshToken === undefined ? "" : Redacted.value(refreshToken))
  const accessToken = accessText === undefined ? undefined : Redacted.make(accessText, { label: "accessToken" })
  if (refreshToken !== undefined) return { refreshToken, accessToken }
  return accessToken === undefined ? undefined : { accessToken }
}

/**
 * The tokens, wherever they are: once there is a cookie that only this host can
 * have set on https, no other counts (SECURITY A4.2).
 */
export const find = (
  cookies: ReadonlyMap<string, string>,
  projectId: string
): { readonly tokens: Tokens | undefined; readonly names: Names } => {
  for (const names of [secure(projectId), plain(projectId), legacy]) {
    const tokens = read(cookies, names)
    if (tokens !== undefined || cookies.has(names.refresh)) return { tokens, names }
  }
  return { tokens: undefined, names: plain(projectId) }
}

/** The value of the access cookie: `["<refresh token or nothing>","<access token>"]`. */
export const wrap = (refreshText: string, accessText: string): string => JSON.stringify([refreshText, accessText])

/** The access token of an access cookie, if it belongs to this refresh token. */
const unwrap = (value: string | undefined, refreshText: string): string | undefined => {
  if (value === undefined || !value.startsWith('["')) return undefined
  let pair: unknown
  try {
    pair = JSON.parse(value)
  } catch {
    return undefined
  }
  return Array.isArray(pair) && pair.length === 2 && pair[0] === refreshText && isTokenText(pair[1])
    ? pair[1]
    : undefined
}
