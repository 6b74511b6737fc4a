/**
 * Makes projects of every kind from the tarball, as the quickstarts say, and looks at each screen of them, served by
 * their development servers and as builds. It installs packages from npm.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import type { Browser, Page } from "playwright-core"
import { build } from "../../tools/build.ts"
import { pack } from "../../tools/package/npm.ts"
import { open, type Workshop } from "../prove/first-hour/Workshop.ts"
import { waitMillis } from "../support/patience.ts"
import type { Picture } from "./gallery.ts"
import { type Kind, kinds, type Served } from "./kinds.ts"
import * as Look from "./Look.ts"
import { type Screen, screens, signUp } from "./screens.ts"

/** What is looked at, and how. */
export interface Options {
  readonly browser: Browser
  readonly folder: string
  /** The kinds of projects. */
  readonly names: ReadonlyArray<string>
  /** Default: it is built. */
  readonly tarball: string | undefined
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

/** Looks at a screen in every way. */
const lookAt = async (
  { folder }: Options,
  page: Page,
  kind: Kind,
  served: Served,
  screen: Screen,
  url: string
): Promise<Array<Picture>> => {
  const pictures: Array<Picture> = []
  await page.setViewportSize(Look.looks[0]!.viewport)
  await page.goto(`${url}${screen.path(kind)}`)
  await screen.reach(page)
  for (const look of Look.looks) {
    await Look.wear(page, look)
    const stem = `${kind.name}-${served.name}-${screen.name}-${look.name}`
    const problems = [...(await Look.examine(page, look.colorScheme))]
    await page.screenshot({ path: path.join(folder, `${stem}.png`) })
    pictures.push({
      area: `${kind.name} ${served.name}`,
      name: screen.name,
      language: "en",
      theme: look.colorScheme,
      size: look.viewport.width > 800 ? "desktop" : "phone",
      file: `${stem}.png`,
      problems
    })
  }
  return pictures
}

/** A picture of what was found in place of a screen. */
const failed = (kind: Kind, served: Served, name: string, problem: string): Picture => ({
  area: `${kind.name} ${served.name}`,
  name,
  language: "en",
  theme: "light",
  size: "desktop",
  file: `failed-${kind.name}-${served.name}-${name}.png`,
  problems: [problem]
})

/** Looks at all screens of an app that is served. */
const lookAtAll = async (options: Options, kind: Kind, served: Served, url: string) => {
  const pictures: Array<Picture> = []
  for (const isSignedIn of [false, true]) {
    const context = await options.browser.newContext()
    context.setDefaultTimeout(waitMillis)
    const complaints = Look.listen(context)
    const page = await context.newPage()
    try {
      if (isSignedIn) await signUp(page, url, `ann-${kind.name}-${served.name}@example.org`)
      for (const screen of screens.filter((screen) => screen.isSignedIn === isSignedIn)) {
        try {
          pictures.push(...(await lookAt(options, page, kind, served, screen, url)))
        } catch (cause) {
          const shown = await page.locator("body").innerText()
          const picture = failed(kind, served, screen.name, `${String(cause)}\n${page.url()} shows\n${shown}`)
          await page.screenshot({ path: path.join(options.folder, picture.file) })
          pictures.push(picture)
        }
        pictures.push(...complaints.splice(0).map((text) => failed(kind, served, screen.name, text)))
      }
    } finally {
      await context.close()
    }
  }
  return pictures
}

const tryKind = async (options: Options, kind: Kind, workshop: Workshop) => {
  const pictures: Array<Picture> = []
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
    await warmUp(options.browser, url)
    pictures.push(...(await lookAtAll(options, kind, served, url)))
    const warning = /^(?!npm warn).*(⚠|⨯|\bwarn(ing)?\b|Error:).*$/im.exec(typed.output())
    if (warning !== null) pictures.push(failed(kind, served, "terminal", `the terminal shows ${warning[0]}`))
    await typed.interrupt()
    console.log(`${kind.name} ${served.name}: ${pictures.length} pictures so far`)
  }
  return pictures
}

/** The kinds of projects that there are. */
export const kindNames: ReadonlyArray<string> = kinds.map(({ name }) => name)

/** Looks at the quickstarts. */
export const run = async (options: Options): Promise<ReadonlyArray<Picture>> => {
  const chosen = kinds.filter(({ name }) => options.names.includes(name))
  if (chosen.length === 0) return []
  const temporary = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tarball-"))
  try {
    if (options.tarball === undefined) console.log(`Built ${await build()} modules`)
    const tarball = options.tarball ?? (await pack(temporary)).tarball
    const pictures: Array<Picture> = []
    for (const kind of chosen) {
      const workshop = await open(tarball)
      try {
        pictures.push(...(await tryKind(options, kind, workshop)))
      } finally {
        await workshop.close()
      }
    }
    return pictures
  } finally {
    fs.rmSync(temporary, { recursive: true, force: true })
  }
}
