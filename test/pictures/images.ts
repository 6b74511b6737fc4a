/**
 * `npm run generate -- images` takes the pictures of the README and the guides again, and puts them into `docs/images`.
 * `--only` names one or more of `screens`, `console`, `demo` and `tour`.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import type { BrowserContextOptions, Page } from "playwright-core"
import { enter as enterConsole, timeline } from "./ConsolePages.ts"
import { enter as enterDemo } from "./DemoPages.ts"
import { launch } from "./launch.ts"
import * as Look from "./Look.ts"
import * as Tour from "./Tour.ts"
import * as Worlds from "./Worlds.ts"

const { values: flags } = parseArgs({ options: { only: { type: "string", multiple: true } } })
const isWanted = (name: string): boolean => flags.only?.includes(name) !== false

const folder = path.resolve(import.meta.dirname, "../../docs/images")
const brand = path.resolve(import.meta.dirname, "../../docs/examples/themes/brand.css")

const browser = await launch()

const open = async (language: string, options: BrowserContextOptions, url: string): Promise<Page> => {
  const context = await browser.newContext({ locale: language, timezoneId: "UTC", reducedMotion: "reduce", ...options })
  await context.clock.setFixedTime(Worlds.now + 5_000)
  await context.addCookies([{ name: "lang", value: language, url }])
  return context.newPage()
}

const keep = async (page: Page, name: string) => {
  await page.screenshot({ path: path.join(folder, name) })
}

/** Puts pictures beside each other. */
const beside = async (name: string, pictures: ReadonlyArray<Buffer>, width: number, height: number) => {
  const page = await browser.newPage({ viewport: { width: width * pictures.length, height } })
  const images = pictures.map((png) => `<img src="data:image/png;base64,${png.toString("base64")}" width="${width}">`)
  await page.setContent(`<body style="margin:0;display:flex">${images.join("")}</body>`)
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete))
  await keep(page, name)
  await page.close()
}

const half = { width: 640, height: 720 }
const whole = { width: 1280, height: 720 }

const takeScreens = Effect.gen(function* () {
  const { app } = yield* Worlds.screens
  yield* Effect.promise(async () => {
    const signIn = async (language: string, colorScheme: "light" | "dark", viewport = half, css?: string) => {
      const page = await open(language, { viewport, colorScheme }, app.url)
      await page.goto(`${app.url}/handler/sign-in`)
      await page.getByRole("heading", { level: 1 }).waitFor()
      if (css !== undefined) await page.addStyleTag({ content: css })
      await Look.settle(page, colorScheme)
      const png = await page.screenshot()
      await page.context().close()
      return png
    }
    const { height, width } = half
    await beside("screens-sign-in.png", [await signIn("en", "light"), await signIn("en", "dark")], width, height)
    const css = fs.readFileSync(brand, "utf8")
    await beside(
      "screens-brand.png",
      [await signIn("en", "light", half, css), await signIn("en", "dark", half, css)],
      width,
      height
    )
    await beside("screens-german.png", [await signIn("de", "dark", whole)], whole.width, height)
    await beside("screens-arabic.png", [await signIn("ar", "light", whole)], whole.width, height)
  })
})

const takeConsole = Effect.gen(function* () {
  const world = yield* Worlds.console
  yield* Effect.promise(async () => {
    const viewport = { width: 1280, height: 720 }
    const page = await open("en", { viewport, colorScheme: "light" }, world.emulator.baseUrl)
    await enterConsole(world)(page)
    await timeline(world)(page)
    await Look.settle(page, "light")
    await keep(page, "console.png")
    await page.context().close()
  })
})

const takeDemo = Effect.gen(function* () {
  const world = yield* Worlds.demo
  yield* Effect.promise(async () => {
    const viewport = { width: 1280, height: 720 }
    for (const [name, where, colorScheme] of [
      ["demo-account.png", "/account/security", "light"],
      ["demo-admin.png", "/admin/users", "dark"]
    ] as const) {
      const page = await open("en", { viewport, colorScheme }, world.demo.url)
      await enterDemo(world, 0)(page)
      if (name === "demo-admin.png") await page.getByRole("button", { name: "Close the developer panel" }).click()
      await page.goto(world.demo.url + where)
      await page.getByRole("heading", { level: 1 }).waitFor()
      await Look.settle(page, colorScheme)
      await keep(page, name)
      await page.context().close()
    }
  })
})

try {
  fs.mkdirSync(folder, { recursive: true })
  if (isWanted("screens")) await Effect.runPromise(Effect.scoped(takeScreens))
  if (isWanted("console")) await Effect.runPromise(Effect.scoped(takeConsole))
  if (isWanted("demo")) await Effect.runPromise(Effect.scoped(takeDemo))
  if (isWanted("tour")) fs.writeFileSync(path.join(folder, "tour.webp"), await Tour.make(browser))
  console.log(`Images: ${folder}`)
} finally {
  await browser.close()
}
