/**
 * Makes projects of every kind from the tarball, and looks at each screen of them in Chromium, light and dark, on a
 * desktop and on a phone: `npm run pictures`, about 10 minutes. It installs packages from npm.
 *
 * Colours, places and the console are what counts. Pictures are in `.cache/pictures`, and a few small ones in
 * `test/pictures/kept`, which the page has to resemble. `--only <kind>` looks at one kind, `--save` keeps its pictures.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { parseArgs } from "node:util"
import type { Browser, Page } from "playwright-core"
import * as Chromium from "../browser/Chromium.ts"
import { open, type Workshop } from "../first-hour/Workshop.ts"
import { waitMillis } from "../support/patience.ts"
import { build } from "../tools/build.ts"
import { pack } from "../tools/npm.ts"
import * as Kept from "./Kept.ts"
import { type Kind, kinds, type Served } from "./Kinds.ts"
import * as Look from "./Look.ts"
import { type Screen, screens, signUp } from "./Screens.ts"

const { values: flags } = parseArgs({
  options: { only: { type: "string" }, save: { type: "boolean", default: false }, tarball: { type: "string" } }
})

const folder = path.resolve(import.meta.dirname, "../../.cache/pictures")
fs.mkdirSync(folder, { recursive: true })

/** Looks at a screen in every way; answers what is wrong. */
const lookAt = async (page: Page, paper: Page, kind: Kind, served: Served, screen: Screen, url: string) => {
  const wrong: Array<string> = []
  await page.setViewportSize(Look.looks[0]!.viewport)
  await page.goto(`${url}${screen.path(kind)}`)
  await screen.reach(page)
  for (const look of Look.looks) {
    await Look.wear(page, look)
    const name = `${kind.name}-${served.name}-${screen.name}-${look.name}`
    const found = [...(await Look.examine(page, look))]
    const png = await page.screenshot({ path: path.join(folder, `${name}.png`) })
    const isKept =
      screen.isKept === true && served.name === "build" && ["light-desktop", "dark-phone"].includes(look.name)
    if (isKept) found.push(...(await Kept.compare(paper, name, png, flags.save)))
    wrong.push(...found.map((text) => `${name}: ${text}`))
  }
  return wrong
}

const mostVisits = 20

/** A development server prepares what it serves when it is first asked; pages that come too early it loads again. */
const warmUp = async (browser: Browser, url: string): Promise<void> => {
  const page = await browser.newPage()
  page.setDefaultTimeout(waitMillis)
  for (let visits = 1; visits <= mostVisits; visits++) {
    await page.goto(`${url}/handler/sign-in`)
    const heading = page.getByRole("heading", { name: "Sign in" })
    const came = heading.waitFor({ timeout: waitMillis / mostVisits }).then(
      () => true,
      () => false
    )
    if (await came) break
  }
  await page.close()
}

/** Looks at all screens of an app that is served. */
const lookAtAll = async (browser: Browser, kind: Kind, served: Served, url: string) => {
  const wrong: Array<string> = []
  const paper = await browser.newPage()
  for (const isSignedIn of [false, true]) {
    const context = await browser.newContext()
    context.setDefaultTimeout(waitMillis)
    const complaints = Look.listen(context)
    const page = await context.newPage()
    try {
      if (isSignedIn) await signUp(page, url, `ann-${kind.name}-${served.name}@example.org`)
      for (const screen of screens.filter((screen) => screen.isSignedIn === isSignedIn)) {
        try {
          wrong.push(...(await lookAt(page, paper, kind, served, screen, url)))
        } catch (cause) {
          const shown = await page.locator("body").innerText()
          await page.screenshot({ path: path.join(folder, `failed-${kind.name}-${served.name}-${screen.name}.png`) })
          wrong.push(`${kind.name}-${served.name}-${screen.name}: ${String(cause)}\n${page.url()} shows\n${shown}`)
        }
        wrong.push(...complaints.splice(0).map((text) => `${kind.name}-${served.name}-${screen.name}: ${text}`))
      }
    } finally {
      await context.close()
    }
  }
  await paper.close()
  return wrong
}

const tryKind = async (browser: Browser, kind: Kind, workshop: Workshop) => {
  const wrong: Array<string> = []
  kind.generate?.(workshop.folder())
  for (const step of kind.steps) {
    if (step._tag === "Write") workshop.write(step.file, step.text)
    else await workshop.type(step.command)
  }
  await workshop.type("npx gatefold start")
  for (const served of kind.served) {
    if (served.build !== undefined) await workshop.type(served.build)
    const typed = await workshop.type(served.command)
    const [url] = await typed.prints(/http:\/\/localhost:\d+/)
    await warmUp(browser, url)
    wrong.push(...(await lookAtAll(browser, kind, served, url)))
    const warning = /^(?!npm warn).*(⚠|⨯|\bwarn(ing)?\b|Error:).*$/im.exec(typed.output())
    if (warning !== null) wrong.push(`${kind.name}-${served.name}: the terminal shows ${warning[0]}`)
    await typed.interrupt()
    console.log(`${wrong.length === 0 ? "ok  " : "see "} ${kind.name} ${served.name}`)
  }
  return wrong
}

const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))
const browser = await Chromium.launch()
try {
  if (flags.tarball === undefined) console.log(`Built ${await build()} modules`)
  const tarball = flags.tarball ?? (await pack(temporary)).tarball
  const wrong: Array<string> = []
  for (const kind of kinds.filter(({ name }) => [undefined, name].includes(flags.only))) {
    const workshop = await open(tarball)
    try {
      wrong.push(...(await tryKind(browser, kind, workshop)))
    } finally {
      await workshop.close()
    }
  }
  console.log(wrong.length === 0 ? `Pictures: ${folder}` : wrong.join("\n"))
  process.exitCode = wrong.length === 0 ? 0 : 1
} finally {
  await browser.close()
  fs.rmSync(temporary, { recursive: true, force: true })
}
