/** The cookie that binds an OAuth flow to its browser. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as InnerCookie from "../../../src/emulator/oauth/InnerCookie.ts"

describe("the cookie of a flow", () => {
  const state = "0az".repeat(15)
  const name = `stack-oauth-inner-${state}`

  it("counts with its own state alone", () => {
    expect(InnerCookie.isIn({ [name]: "true" }, state)).toBe(true)
    expect(InnerCookie.isIn({ [name]: "false" }, state)).toBe(false)
    expect(InnerCookie.isIn({}, state)).toBe(false)
  })

  it.each(["", `${state}0`, `-${state}`, state.toUpperCase(), state.slice(1), `${state.slice(1)}-`])(
    "has no name for a state of another form: %j",
    (other) => {
      expect(InnerCookie.isIn({ [`stack-oauth-inner-${other}`]: "true" }, other)).toBe(false)
    }
  )

  it.effect.each([
    ["http://localhost", ""],
    ["https://auth.test", " Secure;"]
  ] as const)("lasts ten minutes, and is on https only where the emulator is: $0", ([url, secure]) =>
    Effect.gen(function* () {
      const { headers } = yield* InnerCookie.add(HttpServerResponse.empty(), state, url)
      expect(headers["set-cookie"]).toBe(
        `${name}=true; Path=/; Expires=Thu, 01 Jan 1970 00:10:00 GMT; Max-Age=600;${secure} HttpOnly`
      )
    })
  )

  it("is taken away, but not under a name that is none", () => {
    const response = HttpServerResponse.empty()
    expect(InnerCookie.remove(response, state).headers["set-cookie"]).toBe(
      `${name}=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Max-Age=0; HttpOnly`
    )
    expect(InnerCookie.remove(response, "x; Domain=test")).toBe(response)
  })
})
