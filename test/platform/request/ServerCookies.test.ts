/** The cookies of one request. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as ServerCookies from "../../../src/platform/request/ServerCookies.ts"

const makeJar = (cookie: string) => ServerCookies.make(new Request("http://localhost/", { headers: { cookie } })).jar

describe("the cookies of a request", () => {
  it.effect("show later steps what earlier ones have changed", () =>
    Effect.gen(function* () {
      const jar = makeJar("a=1; b=2")
      yield* jar.use((cookies) => cookies.set("c", "3"))
      yield* jar.use((cookies) => cookies.remove("a"))
      expect(yield* jar.use((cookies) => Object.fromEntries(cookies.all()))).toStrictEqual({ b: "2", c: "3" })
    })
  )

  it.effect("are never changed by others", () =>
    Effect.gen(function* () {
      const jar = makeJar("a=1")
      expect(jar.isShared).toBe(false)
      yield* jar.changes(() => expect.unreachable("somebody did"))
      yield* jar.use((cookies) => cookies.set("a", "2"))
    })
  )

  it.each([
    ["__Host-stack-access", true],
    ["__Host-hexclave-access", true],
    ["__Host-other", false],
    ["stack-access", false],
    ["x__Host-stack-access", false]
  ] as const)("show that the browser uses https if one has our __Host- name: $0", (name, expected) => {
    expect(
      ServerCookies.isKnownSecure(
        new Map([
          ["theme", "dark"],
          [name, ""]
        ])
      ),
      name
    ).toBe(expected)
  })
})
