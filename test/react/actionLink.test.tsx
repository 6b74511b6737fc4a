// @vitest-environment happy-dom
/** Links of the dashboard whose answer is code: it is neither asked for nor run. */
import { afterEach, describe, expect, it, vi } from "vitest"
import * as Http from "../../src/http/Http.ts"
import { leave, show } from "./renderedApp.tsx"

afterEach(async () => {
  await leave()
  vi.restoreAllMocks()
  globalThis.history.replaceState(null, "", "/")
})

const options = (sent: Array<string>) => ({
  projectId: "6d8f0c1e-6a0b-4a57-9a3c-0d7a9a1f2b3c",
  publishableClientKey: "pck_test",
  tokenStore: "memory" as const,
  http: Http.layerHandler(async ({ url }) => {
    sent.push(url)
    return Response.json({ javascript: "globalThis.wasEvaluated = true" })
  })
})

describe("a dashboard link that carries code", () => {
  it("loses its ID from the URL, is reported once, and sends nothing", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    const sent: Array<string> = []
    globalThis.history.replaceState({ mine: 1 }, "", "/team?tab=members&hexclave_action_id=abc#top")
    const page = <p>Page</p>
    await show({ options: options(sent) }, page)
    const { hash, pathname, search } = globalThis.location
    await expect.poll(() => globalThis.location.search).toBe("?tab=members")
    expect({ pathname, hash, state: globalThis.history.state }).toStrictEqual({
      pathname: "/team",
      hash: "#top",
      state: { mine: 1 }
    })
    expect(search).toContain("tab=members")
    expect(warn.mock.calls.map(([text]) => String(text))).toStrictEqual([expect.stringContaining("hexclave_action_id")])
    expect(String(warn.mock.calls)).not.toContain("abc")
    expect(sent).toStrictEqual([])
    expect(globalThis).not.toHaveProperty("wasEvaluated")
  })

  it("leaves every other URL unchanged", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    const rewrite = vi.spyOn(globalThis.history, "replaceState")
    globalThis.history.replaceState(null, "", "/?action_id=abc")
    await show({ options: options([]) }, <p>Page</p>)
    expect({
      rewrite: rewrite.mock.calls.length,
      warn: warn.mock.calls.length,
      search: globalThis.location.search
    }).toStrictEqual({ rewrite: 1, warn: 0, search: "?action_id=abc" })
  })
})
