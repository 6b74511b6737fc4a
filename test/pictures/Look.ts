/** What is wrong with a page as people see it. */
import type { BrowserContext, Page } from "playwright-core"
import { faint } from "../browser/colors.ts"

/** How people see a page. */
export const looks = (["light", "dark"] as const).flatMap((colorScheme) => [
  { name: `${colorScheme}-desktop`, colorScheme, viewport: { width: 1280, height: 800 } },
  { name: `${colorScheme}-phone`, colorScheme, viewport: { width: 360, height: 740 } }
])

export type Look = (typeof looks)[number]

/** Shows the page like this, once nothing moves or is on its way any more. */
export const wear = async (page: Page, { colorScheme, viewport }: Look): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" })
  await settle(page, colorScheme)
}

/** Waits until the page has its theme, and nothing moves or is on its way any more. */
export const settle = async (page: Page, colorScheme: "light" | "dark"): Promise<void> => {
  await page.waitForFunction(
    (isDark) =>
      matchMedia("(prefers-color-scheme: dark)").matches === isDark &&
      // React keeps pages that were left, and hides them.
      ![...document.querySelectorAll('.gf-skeleton, .gf-spinner, [aria-busy="true"]')].some((one) =>
        one.checkVisibility()
      ),
    colorScheme === "dark"
  )
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
  })
}

/** What leaves the window, what lies over something else, and what differs in theme from the page that it is in. */
const misplaced = (page: Page, isDark: boolean): Promise<ReadonlyArray<string>> =>
  page.evaluate((isDark) => {
    const found: Array<string> = []
    const name = (element: Element) =>
      `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 30) ?? ""}`
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest(".gf-visually-hidden") === null

    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px wider than the window`)

    const scrolls = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement))
    for (const element of document.querySelectorAll(".gf *")) {
      if (!isShown(element) || scrolls(element)) continue
      const { left, right, width } = element.getBoundingClientRect()
      if (width > 0 && (left < -0.5 || right > clientWidth + 0.5)) found.push(`leaves the window: ${name(element)}`)
    }

    // What can be used: a dialog or a menu lies over the page on purpose, as does the button inside of a field.
    const layer = (element: Element) => element.closest("dialog, .gf-menu-popup, .gf-toasts, .panel, .tour")
    const top = document.querySelector("dialog[open]")
    const controls = [...document.querySelectorAll(".gf :is(a[href], button, input, select, textarea)")].filter(
      (element) => isShown(element) && (top === null || top.contains(element))
    )
    controls.forEach((one, index) => {
      for (const other of controls.slice(index + 1)) {
        if (one.contains(other) || other.contains(one) || layer(one) !== layer(other)) continue
        if (
          one.closest(".gf-input-group") !== null &&
          one.closest(".gf-input-group") === other.closest(".gf-input-group")
        ) {
          continue
        }
        const a = one.getBoundingClientRect()
        const b = other.getBoundingClientRect()
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
        if (width > 1 && height > 1) found.push(`overlap: ${name(one)} and ${name(other)}`)
      }
    })

    for (const selector of ["html", "body", ".gf-screen", ".gf-menu-popup"]) {
      const element = document.querySelector(selector)
      // Computed colors are in any color space; pixels are not.
      const brush = new OffscreenCanvas(1, 1).getContext("2d")!
      brush.fillStyle = element === null ? "transparent" : getComputedStyle(element).backgroundColor
      brush.fillRect(0, 0, 1, 1)
      const [red = 0, , , alpha = 0] = brush.getImageData(0, 0, 1, 1).data
      if (alpha > 0 && red < 128 !== isDark) {
        found.push(`${selector} is ${isDark ? "light on a dark" : "dark on a light"} page`)
      }
    }
    return found
  }, isDark)

/** What the overlay of `next dev` complains of. */
const issues = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const overlay = document.querySelector("nextjs-portal")?.shadowRoot
    const badge = overlay?.querySelector("[data-issues-count], [data-issues-open], [data-nextjs-dialog]")
    return badge ? [`next dev complains: ${badge.textContent?.trim()}`] : []
  })

const mostTries = 10

/** All that is wrong with the page, as it is shown. What is wrong only until the page has settled does not count. */
export const examine = async (page: Page, theme: "light" | "dark"): Promise<ReadonlyArray<string>> => {
  let found: ReadonlyArray<string> = []
  for (let tries = 0; tries < mostTries; tries++) {
    found = [...(await faint(page)), ...(await misplaced(page, theme === "dark")), ...(await issues(page))]
    if (found.length === 0) break
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  }
  return found
}

/** What pages of a browser profile say on the console, other than what a development server and React advertise. */
export const listen = (context: BrowserContext): Array<string> => {
  const complaints: Array<string> = []
  context.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return
    // The browser's own line for an answer that the screen shows to its user.
    if (/Failed to load resource: .* status of (?:4\d\d|500)/.test(message.text())) return
    // The scripts of this file, in the frames of emails.
    if (message.text().startsWith("Blocked script execution in ")) return
    complaints.push(`console: ${message.text()}`)
  })
  context.on("weberror", (error) => complaints.push(`uncaught: ${error.error().message}`))
  return complaints
}
