/** The page that a request names: whatever it says, nobody is sent out of the app, and no link leads there. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { resolve } from "../../src/domain/url/HandlerUrls.ts"
import * as PageNavigation from "../../src/ssr/PageNavigation.ts"
import { clientRows } from "../support/redirectCorpus.ts"

/** Where the sign-in page is told to come back to, and what the app takes for its current page. */
const visit = Effect.fnUntraced(function* (said: string, appUrl: string | undefined) {
  const visited: Array<string> = []
  const { current, redirector } = PageNavigation.make(said, appUrl, ({ url }) => visited.push(url))
  yield* Effect.exit(redirector!.to({ urls: resolve({ signIn: "/in" }), appUrl }, "signIn", { replace: true }))
  return { current: (yield* current)?.href, visited }
})

describe("the page that a request names", () => {
  const trusted = clientRows.filter((row) => row.trusted_verdict)
  const untrusted = clientRows.filter((row) => !row.trusted_verdict)

  it.effect.each(trusted)("$id is the current page, and the one to return to: $url, $why", (row) =>
    Effect.gen(function* () {
      const { origin } = new URL(row.page!)
      const { current, visited } = yield* visit(row.url, row.page!)
      expect(current).toBe(row.expected_href)
      const back = new URL(visited[0]!, origin).searchParams.get("after_auth_return_to")!
      expect(new URL(back, origin).href).toBe(remembered(row.expected_href!))
    })
  )

  it.effect.each(untrusted)("$id is ignored: $url, $why", (row) =>
    Effect.gen(function* () {
      const { current, visited } = yield* visit(row.url, row.page!)
      expect(current).toBe(`${new URL(row.page!).origin}/`)
      expect(visited).toStrictEqual(["/in"])
    })
  )

  it.effect("is a path of this app even without a configured app URL", () =>
    Effect.gen(function* () {
      expect((yield* visit("/account", undefined)).visited).toStrictEqual(["/in?after_auth_return_to=%2Faccount"])
    })
  )

  it.effect.each(["/\\evil.com", "/\t/evil.com", "/\n/evil.com", "/\r/evil.com", "//evil.com", "\t//evil.com"])(
    "is never the hostile path $0",
    (hostile) =>
      Effect.gen(function* () {
        expect(yield* visit(hostile, undefined)).toStrictEqual({ current: undefined, visited: ["/in"] })
        expect((yield* visit(hostile, "https://app.example.com")).current).toBe("https://app.example.com/")
      })
  )
})

/** A page that was told itself where to return to passes that on. */
const remembered = (href: string): string => {
  const url = new URL(href)
  return new URL(url.searchParams.get("after_auth_return_to") ?? url.href, url.origin).href
}
