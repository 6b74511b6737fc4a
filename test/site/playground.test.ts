/** The playground runs each of its programs in Chromium, with no network behind its own files. */
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { buildPlayground } from "../../docs/.vitepress/playground.ts"
import { succeed } from "../../tools/package/npm.ts"
import { serve } from "../../tools/site/serve.ts"
import * as Chromium from "../browser/Chromium.ts"
import { findings } from "../browser/demo/Axe.ts"
import { waitMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"
import { useTemporaryFolder } from "../support/useTemporaryFolder.ts"

const folder = useTemporaryFolder()
let browser: Browser
let origin = ""
let close = () => {}

beforeAll(async () => {
  await succeed(process.execPath, ["tools/install.ts", "docs/.vitepress"], root)
  await buildPlayground(folder)
  ;({ close, origin } = await serve(folder))
  browser = await Chromium.launch()
})

afterAll(async () => {
  await browser?.close()
  close()
})

const open = async (example: string) => {
  const context = await browser.newContext()
  context.setDefaultTimeout(waitMillis)
  const page = await context.newPage()
  const foreign: Array<string> = []
  page.on("request", (request) => {
    if (!request.url().startsWith(origin)) foreign.push(request.url())
  })
  await page.goto(`${origin}/?example=${example}`)
  await page.getByText("Requests appear here.").waitFor()
  return { context, foreign, page }
}

const runProgram = async (page: Page) => {
  await page.getByRole("button", { name: "Run" }).click()
  await page.locator("#output :is(.done, .failed)").waitFor()
  return (await page.locator("#output").innerText()).split("\n").filter((line) => line.trim() !== "")
}

describe("the playground", () => {
  const expected: Readonly<Record<string, ReadonlyArray<string | RegExp>>> = {
    "sign-up": ["Hello Ann, your email is verified: false", "Verified now: true", "Done"],
    errors: [/^EmailPasswordMismatch · /, "UserAuthenticationRequired", /./],
    teams: ['Bob\'s teams: [ "Acme" ]', "Bob can pay: true", "Done"],
    server: ['Found: [ "ann@example.org" ]', /^Ann .*pro/, /^Bob/, /^Eve/, "Done"],
    "clock-and-faults": ["Read after a retry: ann@example.org", "VerificationCodeExpired", "Done"],
    effect: ["Hello Ann", "EmailPasswordMismatch", "Done"]
  }

  it.each(Object.entries(expected))("runs %s, twice and offline", async (example, lines) => {
    const { context, foreign, page } = await open(example)
    await context.setOffline(true)
    for (const round of [1, 2]) {
      const said = await runProgram(page)
      expect(said, `round ${round}`).toStrictEqual(
        lines.map((line) => (typeof line === "string" ? line : expect.stringMatching(line)))
      )
    }
    await page.locator("#requests .row").first().waitFor()
    expect(foreign).toStrictEqual([])
    await context.close()
  })

  it("runs the code in the editor, and says which modules there are", async () => {
    const { context, page } = await open("sign-up")
    await page.locator(".cm-content").fill('import fs from "node:fs"\nconsole.log(fs)')
    expect(await runProgram(page)).toStrictEqual([expect.stringMatching(/no module "node:fs"/)])
    await page.locator(".cm-content").fill("const n: number = 20 + 1\nconsole.log(n, { n })")
    expect(await runProgram(page)).toStrictEqual(['21 { "n": 21 }', "Done"])
    await context.close()
  })

  it.each(["light", "dark"] as const)("has nothing that axe finds, %s", async (colorScheme) => {
    const { context, page } = await open("sign-up")
    await page.emulateMedia({ colorScheme })
    await page.reload()
    await page.getByText("Requests appear here.").waitFor()
    await runProgram(page)
    expect(await findings(page)).toStrictEqual([])
    await context.close()
  })
})
