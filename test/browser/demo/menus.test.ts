/** Menus and their buttons: where they open, how keys move in them, and where the focus goes. */
import type { Locator, Page } from "playwright-core"
import { describe, expect } from "vitest"
import { click, heading, signIn, signUp } from "./visitor.ts"
import * as World from "./World.ts"

const { test } = World.use()

const popup = (page: Page) => page.locator(".gf-menu-popup")

/** Waits until an element has the focus. */
const hasFocus = async (element: Locator) =>
  element.page().waitForFunction((element) => element === document.activeElement, await element.elementHandle())

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim())

/** Presses keys, and answers what has the focus after each. */
const press = async (page: Page, keys: ReadonlyArray<string>) => {
  const found: Array<string | undefined> = []
  for (const key of keys) {
    await page.keyboard.press(key)
    found.push(await focused(page))
  }
  return found
}

/** How far the list is from its button: below or above it, and at one of its ends. */
const distance = async (page: Page, button: Locator) => {
  const [list, opener] = [await popup(page).boundingBox(), await button.boundingBox()]
  if (list === null || opener === null) throw new Error("the menu or its button is not visible")
  const ends = [list.x - opener.x, list.x + list.width - opener.x - opener.width]
  return {
    down: Math.min(Math.abs(list.y - opener.y - opener.height), Math.abs(opener.y - list.y - list.height)),
    sideways: Math.min(...ends.map(Math.abs))
  }
}

describe("menus of the demo", () => {
  test("arrow keys, Home, End and letters move in the user menu, and Escape leads back", async ({ page }) => {
    await signUp(page)
    const button = page.getByRole("button", { name: "Your account" })
    await button.focus()
    await page.keyboard.press("Enter")
    await popup(page).waitFor()
    expect(await focused(page)).toBe("Account settings")
    expect(await press(page, ["ArrowDown", "ArrowDown", "ArrowDown", "ArrowUp", "Home", "End"])).toStrictEqual([
      "Teams",
      "Sign out",
      "Account settings",
      "Sign out",
      "Account settings",
      "Sign out"
    ])
    expect(await press(page, ["t", "Home"])).toStrictEqual(["Teams", "Account settings"])
    await page.keyboard.press("Escape")
    await popup(page).waitFor({ state: "detached" })
    await hasFocus(button)
    // The other arrow begins at the end.
    await page.keyboard.press("ArrowUp")
    await popup(page).waitFor()
    expect(await focused(page)).toBe("Sign out")
  })

  test("a menu closes when the focus or the pointer goes elsewhere", async ({ page }) => {
    await signUp(page)
    await click(page, "Your account")
    await popup(page).waitFor()
    await page.getByRole("heading", { level: 1 }).click()
    await popup(page).waitFor({ state: "detached" })
    await page.getByRole("button", { name: "Your account" }).focus()
    await page.keyboard.press("ArrowUp")
    await popup(page).waitFor()
    await page.keyboard.press("Tab")
    await popup(page).waitFor({ state: "detached" })
  })

  test("letters find teams, and the one chosen shows at once", async ({ demo, page }) => {
    await signIn(page, demo.accounts[0].email, "Root")
    for (const name of ["Alpha", "Beta", "Bravo"]) {
      await page.goto("/teams")
      await click(page, "Create team")
      await page.getByLabel("Team name").fill(name)
      await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
      await heading(page, name)
    }
    const button = page.getByRole("button", { name: /^Team: / })
    await button.focus()
    await page.keyboard.press("ArrowDown")
    await popup(page).waitFor()
    expect(await press(page, ["b"])).toStrictEqual([expect.stringContaining("Beta")])
    // Letters that follow are one word.
    expect(await press(page, ["r"])).toStrictEqual([expect.stringContaining("Bravo")])
    await page.keyboard.press("Home")
    await page.keyboard.press("Escape")
    await page.keyboard.press("ArrowDown")
    await popup(page).getByRole("button", { name: "Alpha" }).click()
    await page.getByRole("button", { name: "Team: Alpha" }).waitFor()
    await hasFocus(page.getByRole("button", { name: "Team: Alpha" }))
  })

  test("a dialog that a menu opened gives the focus back to the menu's button", async ({ page }) => {
    const email = await signUp(page)
    await page.goto("/account/emails")
    const button = page.getByRole("button", { name: `Actions for ${email}` })
    await button.click()
    await popup(page).getByRole("button", { name: "Remove email" }).click()
    // What takes nothing away has the focus.
    await hasFocus(page.getByRole("dialog").getByRole("button", { name: "Cancel" }))
    await page.keyboard.press("Escape")
    await page.getByRole("dialog").waitFor({ state: "detached" })
    await hasFocus(button)
  })

  describe.each([
    { viewport: { width: 1280, height: 800 }, maxSideways: 1 },
    // In a small window a menu is moved until it fits.
    { viewport: { width: 320, height: 560 }, maxSideways: Infinity }
  ])("at $viewport.width px", ({ maxSideways, viewport }) => {
    test("menus stay at their buttons, and in the window", async ({ page }) => {
      const email = await signUp(page)
      await page.setViewportSize(viewport)
      await page.goto("/account/emails")
      for (const name of ["Your account", /^Team: /, `Actions for ${email}`]) {
        const button = page.getByRole("button", { name })
        await button.click()
        await popup(page).waitFor()
        const { down, sideways } = await distance(page, button)
        expect(down, String(name)).toBeLessThanOrEqual(10)
        expect(sideways, String(name)).toBeLessThanOrEqual(maxSideways)
        const box = await popup(page).boundingBox()
        expect(box!.x, String(name)).toBeGreaterThanOrEqual(0)
        expect(box!.x + box!.width, String(name)).toBeLessThanOrEqual(viewport.width)
        await page.keyboard.press("Escape")
      }
      // And when the page scrolls.
      await page.setViewportSize({ ...viewport, height: 300 })
      const button = page.getByRole("button", { name: `Actions for ${email}` })
      await button.click()
      await popup(page).waitFor()
      await page.mouse.wheel(0, 60)
      await page.waitForFunction(() => scrollY > 0)
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
      expect((await distance(page, button)).down).toBeLessThanOrEqual(10)
    })
  })
})
