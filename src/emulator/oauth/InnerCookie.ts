/** The cookie that binds a flow to the browser that started it (docs/protocol/oauth.md#callback-of-the-service). */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Flows from "./Flows.ts"

const statePattern = /^[0-9a-z]{45}$/

const formatName = (state: string): string => `stack-oauth-inner-${state}`

export const isIn = (cookies: Readonly<Record<string, string | undefined>>, state: string): boolean =>
  statePattern.test(state) && cookies[formatName(state)] === "true"

// A header written by hand: rebuilt responses keep headers, but not cookies.
const set = (response: HttpServerResponse.HttpServerResponse, cookie: string) =>
  HttpServerResponse.setHeader(response, "set-cookie", cookie)

/** Sets the cookie; `Secure` if the emulator's URL is https. */
export const add = Effect.fnUntraced(function* (
  response: HttpServerResponse.HttpServerResponse,
  state: string,
  publicUrl: string
) {
  const expires = new Date((yield* Clock.currentTimeMillis) + Flows.lifetimeMillis).toUTCString()
  const secure = publicUrl.startsWith("https:") ? " Secure;" : ""
  return set(
    response,
    `${formatName(state)}=true; Path=/; Expires=${expires}; Max-Age=${Flows.lifetimeMillis / 1000};${secure} HttpOnly`
  )
})

export const remove = (response: HttpServerResponse.HttpServerResponse, state: string) =>
  statePattern.test(state)
    ? set(response, `${formatName(state)}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`)
    : response
