/** Whether everybody can use a page: in both themes, and on a phone. */
import type { Page } from "playwright-core"
import * as Axe from "./Axe.ts"

const desktop = { width: 1280, height: 800 }
const phone = { width: 360, height: 740 }

/** Everything is read, and no part of the page is on its way any more. */
export const ready = async (page: Page) => {
  await page.getByRole("heading", { level: 1 }).first().waitFor()
  await page.waitForFunction(() => document.querySelector('.gf-skeleton, .gf-spinner, [aria-busy="true"]') === null)
}

/** Changes the theme, and waits until no color is on its way from the other one. */
export const wear = async (page: Page, colorScheme: "light" | "dark") => {
  await page.emulateMedia({ colorScheme })
  await page.waitForFunction((isDark) => {
    const [red = 0] = getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g)?.map(Number) ?? []
    return matchMedia("(prefers-color-scheme: dark)").matches === isDark && red < 128 === isDark
  }, colorScheme === "dark")
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/** The colors of a theme are the same at both sizes. */
const looks = [
  { viewport: desktop, colorScheme: "light" },
  { viewport: phone, colorScheme: "dark" }
] as const

/** Looks at a page in both sizes and themes, and keeps pictures; answers what is wrong. */
export const examine = async (
  page: Page,
  name: string,
  takeScreenshot: (page: Page, name: string) => Promise<void>
): Promise<ReadonlyArray<unknown>> => {
  await ready(page)
  const problems: Array<unknown> = []
  for (const { colorScheme, viewport } of looks) {
    await page.setViewportSize(viewport)
    await wear(page, colorScheme)
    const found = await Axe.findings(page)
    problems.push(...found.map((finding) => ({ name, colorScheme, ...finding })))
    await takeScreenshot(page, `${name} ${colorScheme}`)
  }
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  if (overflow > 0) problems.push({ name, overflow })
  await page.setViewportSize(desktop)
  return problems
}
