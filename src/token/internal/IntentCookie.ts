/** The cookie that lists the sign-ins under way, so that each tab knows whether its own still counts. */
import type { Cookies } from "../../platform/request/CookieJar.ts"
import { getNamePrefix } from "./RefreshCookies.ts"

export const makeCookieName = (projectId: string, isSecure: boolean): string =>
  `${getNamePrefix(isSecure)}gatefold-intent-${encodeURIComponent(projectId)}`

/** The limit is for tabs that were closed during a sign-in. */
const maxIntents = 8

/** The sign-ins under way, in the order in which they have begun. */
export const read = (cookies: Cookies, projectId: string): ReadonlyArray<string> => {
  const text = cookies.all().get(makeCookieName(projectId, cookies.isSecure))
  return text ? text.split("~") : []
}

/** Replaces the sign-ins under way; false if that is not kept. */
export const write = (cookies: Cookies, projectId: string, intents: ReadonlyArray<string>): boolean => {
  if (intents.length > 0) {
    return cookies.set(makeCookieName(projectId, cookies.isSecure), intents.slice(-maxIntents).join("~"))
  }
  remove(cookies, projectId)
  return true
}

/** Ends every sign-in that is under way in the browser. */
export const remove = (cookies: Cookies, projectId: string): void => {
  const name = makeCookieName(projectId, cookies.isSecure)
  if (cookies.all().has(name)) cookies.remove(name)
}
