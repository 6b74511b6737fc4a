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

/** Those of https pages, of http pages, and of former versions. */
const formsOf = (projectId: string): readonly [Names, Names, Names] => {
  const refresh = `stack-refresh-${encodeURIComponent(projectId)}`
  const access = "stack-access"
  return [
    { refresh: `__Host-${refresh}`, access: `__Host-${access}` },
    { refresh, access },
    { refresh: "stack-refresh", access }
  ]
}

/** The names that are written: on https those that no other host and no http page can set. */
export const namesOf = (projectId: string, isSecure: boolean): Names => formsOf(projectId)[isSecure ? 0 : 1]

/** Every name that was ever written for a project, some of them twice. */
export const everyName = (projectId: string): ReadonlyArray<string> => [
  ...formsOf(projectId).flatMap(({ access, refresh }) => [refresh, access]),
  isHttpsName
]

/** The tokens under these names. Total: what is no token counts as absent. */
export const read = (cookies: ReadonlyMap<string, string>, { access, refresh }: Names): Tokens | undefined => {
  const found = cookies.get(refresh)
  const refreshText = isTokenText(found) ? found : ""
  const accessText = unwrap(cookies.get(access), refreshText)
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
  try {
    const pair: unknown = JSON.parse(value ?? "")
    return Array.isArray(pair) && pair.length === 2 && pair[0] === refreshText && isTokenText(pair[1])
      ? pair[1]
      : undefined
  } catch {
    return undefined
  }
}
