/** Attacks on pages that no other test plays. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"
import * as Redirect from "../../../src/client/Redirect.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Navigation from "../../../src/platform/page/Navigation.ts"
import { root } from "../../support/root.ts"

describe("a page whose markup names a foreign base", () => {
  it.effect.each([
    ["/account?tab=1", ["https://app.example.com/account?tab=1"], undefined],
    ["next", ["https://app.example.com/shop/next"], undefined],
    ["https://evil.com/shop/next", [], "UntrustedRedirect"]
  ] as const)("leads nobody elsewhere: %s", ([target, expected, problem]) =>
    Effect.gen(function* () {
      const visited: Array<string> = []
      vi.stubGlobal("document", { baseURI: "https://evil.com/shop/" })
      vi.stubGlobal("location", {
        href: "https://app.example.com/shop/cart",
        assign: (url: string) => visited.push(url),
        replace: (url: string) => visited.push(url)
      })
      yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllGlobals()))
      const redirect = yield* Redirect.toUrl(target).pipe(
        Effect.provide(ClientApp.layer({ projectId: "p", publishableClientKey: "pck_x" })),
        Effect.provide(Navigation.layerWindow),
        Effect.result,
        Effect.forkChild
      )
      yield* TestClock.adjust("2 seconds")
      const result = yield* Fiber.join(redirect)
      expect(visited).toStrictEqual(expected)
      expect(result._tag === "Failure" ? result.failure._tag : undefined).toBe(problem)
    })
  )
})

/** What makes markup of a text. */
const markup =
  /dangerouslySetInnerHTML|\.(?:inner|outer)HTML\s*=|insertAdjacentHTML|document\.write|setHTMLUnsafe|srcDoc/

describe("components", () => {
  const files = [
    "screens",
    ...["react", "next", "expo", "react-router", "tanstack-start", "ssr"].map((name) => `src/${name}`)
  ]
    .flatMap((folder) => fs.globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .toSorted()

  it("write no markup of others", () => {
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => markup.test(fs.readFileSync(path.join(root, file), "utf8")))).toStrictEqual([])
  })

  it.each(["<p dangerouslySetInnerHTML={{ __html: name }} />", "node.innerHTML = name", "<iframe srcDoc={x} />"])(
    "would be found if they did: $0",
    (code) => {
      expect(code).toMatch(markup)
    }
  )
})
