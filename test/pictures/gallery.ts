/** Photographs pages: light and dark, on a desktop and on a phone, and looks at what is wrong with them. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import { renderSVG } from "uqr"
import * as Axe from "../browser/demo/Axe.ts"
import { waitMillis } from "../support/patience.ts"
import * as Kept from "./Kept.ts"
import * as Look from "./Look.ts"
import { now } from "./Worlds.ts"

/** How a page is opened, whatever it is a page of. */
export interface Shot {
  readonly area: string
  readonly name: string
  readonly language: string
  /** What is on the page afterwards is on the picture. */
  readonly open: (page: Page) => Promise<unknown>
}

/** One browser profile, with the pages that are photographed in it. */
export interface Album {
  readonly language: string
  /** The address for which cookies say the language. */
  readonly url: string
  /** What is done first, such as signing in. */
  readonly enter: (page: Page) => Promise<unknown>
  readonly shots: ReadonlyArray<Shot>
}

/** A picture that was taken. */
export interface Picture {
  readonly area: string
  readonly name: string
  readonly language: string
  readonly size: Size
  readonly theme: Theme
  readonly file: string
  readonly problems: ReadonlyArray<string>
}

export type Theme = "light" | "dark"

export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const

export type Size = keyof typeof sizes

/** How pictures are taken. */
export interface Options {
  readonly browser: Browser
  readonly folder: string
  /** Whether the pictures replace those of the repository. */
  readonly save: boolean
}

/** Where a picture is among those of the repository; undefined if it is not one of them. */
const keptAs = ({ area, language, name }: Shot, size: Size, theme: Theme): string | undefined => {
  const isKept =
    language === "ar"
      ? size === "desktop" && theme === "light"
      : language === "en" && (size === "desktop" ? theme === "light" : theme === "dark")
  return isKept ? `${area}-${name}-${language}-${theme}-${size}` : undefined
}

/** The console completes a line when its email is there; a page that jumps has ten times as much. */
const mostShift: Readonly<Record<string, number>> = { console: 0.002 }

/** In Arabic a heading that becomes longer, such as "6 members", begins elsewhere. */
const leastShift = 0.0002

declare global {
  /** How much the page moved by itself since it was loaded. */
  var shifts: Array<string> | undefined
}

/** Notes each layout shift of a page from its start until it is first used, and what has moved. */
const noteShifts = () => {
  const shifts: Array<string> = []
  globalThis.shifts = shifts
  const note = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      const value: unknown = Reflect.get(entry, "value")
      if (typeof value !== "number" || value === 0) continue
      const sources: ReadonlyArray<{ readonly node?: Node }> = Reflect.get(entry, "sources") ?? []
      const names = sources.map(({ node }) => (node instanceof Element ? `.${node.getAttribute("class")}` : "text"))
      shifts.push(`${value.toFixed(4)} of ${names.join(", ")}`)
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: "layout-shift", buffered: true })
  const stop = () => {
    note(observer.takeRecords())
    observer.disconnect()
  }
  for (const type of ["pointerdown", "keydown", "input"]) addEventListener(type, stop, { capture: true, once: true })
}

/** The same for every secret. */
const qrCode = `data:image/svg+xml,${encodeURIComponent(renderSVG("otpauth://totp/Acme:mia@example.com?secret=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA&issuer=Acme"))}`

/** Writes the same in place of ids, codes and ports, which are others in each run. */
const withoutChance = (qrCode: string) => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const before = node.nodeValue ?? ""
    const after = before
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "00000000-0000-4000-8000-000000000000")
      .replace(/(?<![a-z0-9])(?=[a-z]*\d)[a-z0-9]{30,}/g, (code) => "0".repeat(code.length))
      .replace(/\b(?!DELETE\b)[A-Z0-9]{6}\b/g, "A1B2C3")
      .replace(/\b[A-Z2-7]{24,}\b/g, (key) => "A".repeat(key.length))
      .replace(/\b[\d.]+ ms\b/g, "12 ms")
      .replace(/\b(localhost|127\.0\.0\.1):\d+/g, "$1:8102")
    if (after !== before) node.nodeValue = after
  }
  for (const image of document.querySelectorAll<HTMLImageElement>(".gf-qr")) image.src = qrCode
}

const newContext = async (browser: Browser, album: Album, size: Size): Promise<BrowserContext> => {
  const context = await browser.newContext({
    viewport: sizes[size],
    locale: album.language,
    timezoneId: "UTC",
    reducedMotion: "reduce",
    colorScheme: "light"
  })
  context.setDefaultTimeout(Math.min(waitMillis, 30_000))
  // A little later than at the service, whose tokens must not come from the future.
  await context.clock.setFixedTime(now + 5_000)
  await context.addCookies([{ name: "lang", value: album.language, url: album.url }])
  await context.addInitScript(noteShifts)
  return context
}

/** How many things are wrong with a page, each in words. */
const examine = async (page: Page, shot: Shot, size: Size, theme: Theme): Promise<ReadonlyArray<string>> => {
  const found = [...(await Look.examine(page, theme))]
  // Sizes hardly matter to it, and it takes longest.
  if (size === "desktop" || (theme === "light" && shot.language === "en")) {
    const findings = await Axe.findings(page)
    found.push(...findings.map(({ rule, where }) => `${rule}: ${where.join("; ").slice(0, 300)}`))
  }
  return found
}

const photograph = async (
  options: Options,
  page: Page,
  paper: Page,
  shot: Shot,
  size: Size,
  complaints: Array<string>
): Promise<ReadonlyArray<Picture>> => {
  const pictures: Array<Picture> = []
  const stem = `${shot.area}-${shot.name}-${shot.language}`
  let general: Array<string> = []
  try {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" })
    // Nothing is shown as it is under a pointer.
    await page.mouse.move(0, 0)
    await shot.open(page)
    await page.mouse.move(0, 0)
    await Look.settle(page, "light")
    const shifts = await page.evaluate(() => globalThis.shifts ?? [])
    const total = shifts.reduce((sum, shift) => sum + parseFloat(shift), 0)
    if (total > (mostShift[shot.area] ?? leastShift)) general.push(...shifts.map((shift) => `layout shift: ${shift}`))
  } catch (cause) {
    general.push(`not reached: ${String(cause).slice(0, 600)}`)
  }
  general.push(...complaints.splice(0))
  for (const theme of ["light", "dark"] as const) {
    const file = `${stem}-${theme}-${size}.png`
    const problems = general
    general = []
    try {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
      await Look.settle(page, theme)
      if (problems.every((problem) => !problem.startsWith("not reached"))) {
        problems.push(...(await examine(page, shot, size, theme)))
      }
      await Promise.all(page.frames().map((frame) => frame.evaluate(withoutChance, qrCode)))
      // A dialog covers the window only, wherever the page is scrolled to.
      const fullPage = await page.evaluate(() => scrollY === 0 || document.querySelector("dialog[open]") === null)
      const png = await page.screenshot({ path: path.join(options.folder, file), fullPage })
      const kept = keptAs(shot, size, theme)
      if (kept !== undefined && problems.every((problem) => !problem.startsWith("not reached"))) {
        problems.push(...(await Kept.compare(paper, kept, png, options.save)))
      }
    } catch (cause) {
      problems.push(`not photographed: ${String(cause).slice(0, 600)}`)
    }
    problems.push(...complaints.splice(0))
    pictures.push({ ...shot, size, theme, file, problems })
  }
  return pictures
}

/** Photographs all pages of a profile in a size. */
export const take = async (options: Options, album: Album, size: Size): Promise<ReadonlyArray<Picture>> => {
  fs.mkdirSync(options.folder, { recursive: true })
  const context = await newContext(options.browser, album, size)
  const paper = await options.browser.newPage()
  const pictures: Array<Picture> = []
  try {
    const complaints = Look.listen(context)
    const page = await context.newPage()
    await album.enter(page)
    complaints.splice(0)
    for (const shot of album.shots) pictures.push(...(await photograph(options, page, paper, shot, size, complaints)))
  } finally {
    await context.close()
    await paper.close()
  }
  return pictures
}

/** The problems of all pictures, a line for each. */
export const listProblems = (pictures: ReadonlyArray<Picture>): ReadonlyArray<string> =>
  pictures.flatMap(({ file, problems }) => problems.map((problem) => `${file}: ${problem}`))
