/**
 * The built site in Chromium: its tabs keep the reader's choice, and its search finds what says how to do something.
 */
import * as path from "node:path"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { made } from "../../docs/.vitepress/pages.ts"
import { succeed } from "../../tools/package/npm.ts"
import { serve } from "../../tools/site/serve.ts"
import * as Chromium from "../browser/Chromium.ts"
import { findings } from "../browser/demo/Axe.ts"
import { waitMillis } from "../support/patience.ts"
import { root } from "../support/root.ts"

let browser: Browser
let origin = ""
let close = () => {}

beforeAll(async () => {
  await succeed(process.execPath, ["tools/install.ts", "docs/.vitepress"], root)
  await succeed(process.execPath, ["-C", "gatefold-source", "docs/.vitepress/build.ts"], root)
  ;({ close, origin } = await serve(path.join(root, made, "html")))
  browser = await Chromium.launch()
})

afterAll(async () => {
  await browser?.close()
  close()
})

const open = async (address: string, options: BrowserContextOptions = {}) => {
  const context = await browser.newContext({ reducedMotion: "reduce", ...options })
  context.setDefaultTimeout(waitMillis)
  const page = await context.newPage()
  await page.goto(origin + address, { waitUntil: "networkidle" })
  return { context, page }
}

/** The forms of code that show, one for each group of tabs, and the buttons that are checked. */
const shown = (page: Page) =>
  page.evaluate(() => {
    const of = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)]
    return {
      panels: of(".forms > .form").flatMap((panel) => (panel.offsetHeight > 0 ? (panel.dataset["form"] ?? "") : [])),
      checked: of(".forms input:checked").map((input) => input.getAttribute("value"))
    }
  })

/** The same form in every group that has it, and the first form in the others. */
const all = (form: string) => {
  const isMostly = expect.toSatisfy(
    (forms: ReadonlyArray<string>) => forms.length > 2 && forms.slice(0, -1).every((each) => each === form)
  )
  return { panels: isMostly, checked: isMostly }
}

const tab = (page: Page, name: string) => page.locator(".form-tabs").first().getByText(name, { exact: true })

describe("tabs of React, Promises and Effect", () => {
  it("begin with the first, and keep a choice on every page and after a reload", async () => {
    const { context, page } = await open("/guides/password")
    expect(await shown(page)).toStrictEqual(all("react"))
    await tab(page, "Effect").click()
    expect(await shown(page)).toStrictEqual(all("effect"))
    await page.reload({ waitUntil: "networkidle" })
    expect(await shown(page)).toStrictEqual(all("effect"))
    // Within the app, and as a page of its own.
    await page.locator(".VPSidebar").getByRole("link", { name: "Magic link" }).click()
    await page.getByRole("heading", { level: 1, name: "Magic link" }).waitFor()
    expect(await shown(page)).toStrictEqual({ panels: ["effect", "effect"], checked: ["effect", "effect"] })
    await page.goto(`${origin}/guides/passkeys`, { waitUntil: "networkidle" })
    expect((await shown(page)).checked).toStrictEqual(["effect"])
    await context.close()
  })

  it("show the first form where the chosen one is missing", async () => {
    const { context, page } = await open("/guides/password")
    await tab(page, "React").click()
    await page.goto(`${origin}/guides/impersonation`, { waitUntil: "networkidle" })
    expect(await shown(page)).toStrictEqual({ panels: ["promise"], checked: ["promise"] })
    await context.close()
  })

  it("stay under the pointer when groups above them change their height", async () => {
    const { context, page } = await open("/guides/password")
    const last = page.locator(".form-tabs").last().getByText("Effect", { exact: true })
    await last.scrollIntoViewIfNeeded()
    const before = (await last.boundingBox())?.y ?? 0
    await last.click()
    expect(Math.abs(((await last.boundingBox())?.y ?? 0) - before)).toBeLessThan(2)
    await context.close()
  })

  it("are chosen with the keyboard", async () => {
    const { context, page } = await open("/guides/password")
    await page.locator(".form-tabs input").first().focus()
    await page.keyboard.press("ArrowRight")
    expect(await shown(page)).toStrictEqual(all("promise"))
    await page.keyboard.press("ArrowRight")
    expect(await shown(page)).toStrictEqual(all("effect"))
    // One stop of Tab for a group.
    await page.keyboard.press("Shift+Tab")
    expect(await page.evaluate(() => document.activeElement?.closest(".form-tabs"))).toBeNull()
    await context.close()
  })

  it("open for a link to what they hide, and do not take that for a choice", async () => {
    const { context, page } = await open("/guides/password#effect")
    expect(await shown(page)).toStrictEqual(all("effect"))
    await expect
      .poll(() => page.evaluate(() => document.querySelector("#effect")?.getBoundingClientRect().top ?? -1))
      .toBeGreaterThan(0)
    await page.evaluate(() => (location.hash = "#promises"))
    await expect.poll(() => shown(page)).toStrictEqual(all("promise"))
    await page.goto(`${origin}/guides/teams`, { waitUntil: "networkidle" })
    expect((await shown(page)).checked[0]).toBe("react")
    await context.close()
  })

  it("show all of their forms, with headings, where scripts are off", async () => {
    const { context, page } = await open("/guides/password", { javaScriptEnabled: false })
    const group = page.locator(".forms").first()
    for (const form of ["react", "promise", "effect"]) {
      expect(await group.locator(`> .form[data-form=${form}]`).isVisible(), form).toBe(true)
    }
    expect(await group.locator(".form-tabs").isVisible()).toBe(false)
    expect(await group.locator(".form-name").allInnerTexts()).toStrictEqual(["React", "Promises", "Effect"])
    await context.close()
  })

  it("work without storage", async () => {
    const { context, page } = await open("/faq")
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", {
        get: () => {
          throw new DOMException("blocked", "SecurityError")
        }
      })
    })
    await page.goto(`${origin}/guides/password`, { waitUntil: "networkidle" })
    await tab(page, "Promises").click()
    expect(await shown(page)).toStrictEqual(all("promise"))
    await context.close()
  })

  it.each(["light", "dark"] as const)("have nothing that axe finds, %s, wide and narrow", async (colorScheme) => {
    for (const width of [1280, 390]) {
      const { context, page } = await open("/guides/password", { colorScheme, viewport: { width, height: 800 } })
      await tab(page, "Effect").click()
      expect(await findings(page), `${width} px`).toStrictEqual([])
      await context.close()
    }
  })
})

describe("the search", () => {
  /** Where a query leads first, and pages that are among the first five. */
  const expected: Readonly<
    Record<string, readonly [first: string | ReadonlyArray<string>, ...others: ReadonlyArray<string>]>
  > = {
    google: ["/guides/oauth"],
    "delete account": ["/recipes/delete-an-account"],
    protect: ["/guides/protect-a-backend", "/recipes/protect-a-page"],
    test: ["/start/tests"],
    "password reset": ["/guides/password"],
    invite: ["/recipes/invite-a-team-with-roles", "/guides/teams"],
    webhook: ["/guides/webhooks", "/recipes/webhooks-into-your-database"],
    "api key": ["/guides/api-keys", "/recipes/api-keys-for-your-customers"],
    "magic link": ["/guides/magic-link"],
    price: ["/faq"],
    "self host": ["/recipes/self-host-the-service"],
    "two factor": ["/guides/mfa"],
    "2fa": ["/guides/mfa"],
    passkey: ["/guides/passkeys"],
    "sign out": ["/guides/sessions"],
    "import users": ["/moving/importing-users"],
    deploy: ["/guides/deploy", "/recipes/deploy"],
    clerk: ["/moving/from-clerk"],
    "dark mode": [["/guides/screens-theme", "/recipes/custom-theme-and-language"]],
    EmailPasswordMismatch: ["/errors/EmailPasswordMismatch"]
  }

  it("finds pages that say how to do something before those to look something up in", async () => {
    const { context, page } = await open("/faq")
    await page.getByRole("button", { name: "Search" }).click()
    const box = page.locator(".VPLocalSearchBox input")
    const found: Record<string, ReadonlyArray<string>> = {}
    for (const query of Object.keys(expected)) {
      await box.fill("")
      await page.locator(".VPLocalSearchBox .result").first().waitFor({ state: "detached" })
      await box.fill(query)
      await page.locator(".VPLocalSearchBox .result").first().waitFor()
      const links = await page
        .locator(".VPLocalSearchBox .result")
        .evaluateAll((results) => results.map((result) => result.getAttribute("href") ?? ""))
      found[query] = links.slice(0, 5).map((link) => link.replace(/#.*/, ""))
    }
    const wrong = Object.entries(expected).filter(([query, [first, ...others]]) => {
      const links = found[query] ?? []
      return ![first].flat().includes(links[0] ?? "") || others.some((other) => !links.includes(other))
    })
    expect(wrong.map(([query]) => [query, found[query]])).toStrictEqual([])
    await context.close()
  })
})
