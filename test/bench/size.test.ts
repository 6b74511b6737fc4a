/** What browsers load keeps to a budget for each entry point and bundler, and holds no code of servers. */
import * as fs from "node:fs"
import * as path from "node:path"
import { beforeAll, describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import { bundle, bundlers, ownGzip } from "./bundle.ts"
import { entries, measureEntries } from "./size.ts"

interface Budget {
  readonly gzip: number
  readonly gzipOverEffect?: number
}

const budgets = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, "budget.json"), "utf8")) as Readonly<
  Record<string, Readonly<Record<string, Budget>>>
>

/** What must never reach a browser: keys of higher levels, Node, and the modules of servers. */
const forbidden = [
  /x-stack-secret-server-key/,
  /x-stack-super-secret-admin-key/,
  // Effect itself names `node:` where it cleans stack traces.
  /(?:from|import|require)\s*\(?\s*["'`]node:/,
  /node:sqlite/,
  /gatefold\/(?:emulator|server|admin|cli|undici)\//,
  /CREATE TABLE/,
  // Payments have entry points of their own.
  /\/payments\//,
  /NewPurchasesBlocked/
]

describe("bundles for browsers", () => {
  let sizes: Awaited<ReturnType<typeof measureEntries>> = []
  beforeAll(async () => {
    sizes = await measureEntries()
  })

  const bundles = Arr.cartesian(Object.keys(entries), bundlers).map(([entry, bundler]) => ({
    entry,
    bundler,
    budget: budgets[entry]![bundler]!
  }))
  const findSize = (entry: string, bundler: string) =>
    sizes.find((size) => size.entry === entry && size.bundler === bundler)!

  it.each(bundles)("$entry with $bundler keeps to its budget", ({ budget, bundler, entry }) => {
    expect(findSize(entry, bundler).gzip).toBeLessThanOrEqual(budget.gzip)
  })

  it.each(bundles.filter(({ budget }) => budget.gzipOverEffect !== undefined))(
    "$entry with $bundler keeps to its budget beside Effect",
    ({ budget, bundler, entry }) => {
      expect(findSize(entry, bundler).gzipOverEffect).toBeLessThanOrEqual(budget.gzipOverEffect!)
    }
  )

  it.each(bundles)("$entry with $bundler holds nothing of a server", ({ bundler, entry }) => {
    const { code } = findSize(entry, bundler)
    expect(forbidden.filter((text) => text.test(code))).toStrictEqual([])
  })

  const adapters = ["hono", "express", "ssr", "react-router", "tanstack-start", "next", "atom", "expo"]
  it.each(adapters)("gatefold/%s has less than 6 kB of its own", async (folder) => {
    const bytes = await ownGzip(folder)
    expect(bytes, "there is something to measure").toBeGreaterThan(300)
    expect(bytes).toBeLessThan(6000)
  })

  it("the sign-in page of the quickstart loads no code of accounts, teams or failures", async () => {
    const { modules } = await bundle("rolldown", entries["vite-sign-in"]!)
    const names = modules.map(([name]) => name)
    expect(names, "as modules are named").toContain("gatefold/client/Password.js")
    const others =
      /account|team-|\/(Teams|TeamInvitations|TeamMembers|ApiKeys|Permissions|ContactChannels|ConnectedAccounts|Notifications|CrossDomain|CliLogin|OAuthCallback|HandlerWork|PlainScreens|Masking)\.|providerMarks/
    expect(names.filter((name) => others.test(name) && !name.includes("/errors/"))).toStrictEqual([])
  })
})
