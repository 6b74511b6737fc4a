/** The moving picture of the README: from `gatefold init` over the first sign-up to its email and its requests. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import type { Browser, Page } from "playwright-core"
import { root } from "../support/root.ts"
import { animate, type Frame } from "./animatedWebp.ts"
import { newApp, now, password } from "./Worlds.ts"

/** The scenes are taken at this size, and shown below a caption. */
const scene = { width: 1120, height: 656 }
const shown = { width: 1120, height: 700 }
const quality = 0.82

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")

/** What `gatefold init` prints in a new app of Vite. */
const initOutput = (): ReadonlyArray<string> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-tour-"))
  try {
    fs.cpSync(path.join(root, "test/fixtures/templates/vite-react-ts"), folder, { recursive: true })
    fs.symlinkSync(path.join(root, "node_modules"), path.join(folder, "node_modules"))
    const command = [path.join(root, "src/cli/main.cts"), "init"]
    return execFileSync(process.execPath, ["-C", "gatefold-source", ...command], { cwd: folder, encoding: "utf8" })
      .trimEnd()
      .split("\n")
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const terminal = (typed: string, lines: ReadonlyArray<string>) => `<body style="margin:0;background:#14161c">
<pre style="margin:0;padding:48px 56px;color:#d8dce6;font:19px/1.6 ui-monospace,'DejaVu Sans Mono',monospace;white-space:pre-wrap"><span style="color:#7ee0a8">~/shop $</span> ${escape(typed)}${lines.length === 0 ? "▌" : `\n${lines.map(escape).join("\n")}`}</pre></body>`

/** Takes the pictures, and answers the file. */
export const make = async (browser: Browser): Promise<Buffer> => {
  const frames: Array<Frame> = []
  const paper = await browser.newPage()
  /** Draws a scene below what it is about. */
  const add = async (page: Page, caption: string, millis: number) => {
    const png = await page.screenshot()
    const url = await paper.evaluate(
      async ([source, caption, shown, quality]) => {
        const image = new Image()
        image.src = source
        await image.decode()
        const canvas = document.createElement("canvas")
        canvas.width = shown.width
        canvas.height = shown.height
        const brush = canvas.getContext("2d")!
        brush.imageSmoothingQuality = "high"
        const scale = shown.width / image.width
        const bar = shown.height - image.height * scale
        brush.fillStyle = "#262b3a"
        brush.fillRect(0, 0, shown.width, shown.height)
        brush.fillStyle = "#ffffff"
        brush.font = "600 19px 'Open Sans', system-ui, sans-serif"
        brush.textBaseline = "middle"
        brush.fillText(caption, 24, bar / 2)
        brush.drawImage(image, 0, bar, shown.width, image.height * scale)
        return canvas.toDataURL("image/webp", quality)
      },
      [`data:image/png;base64,${png.toString("base64")}`, caption, shown, quality] as const
    )
    frames.push({ webp: Buffer.from(url.slice(url.indexOf(",") + 1), "base64"), millis })
  }

  const story = Effect.gen(function* () {
    const { app, consoleUrl, project } = yield* newApp
    yield* Effect.promise(async () => {
      const context = await browser.newContext({ viewport: scene, reducedMotion: "reduce", colorScheme: "light" })
      await context.clock.setFixedTime(now + 5_000)
      const page = await context.newPage()

      const first = "1. Add Gatefold to your app"
      const command = "npx gatefold init"
      for (let typed = 0; typed <= command.length; typed += 4) {
        await page.setContent(terminal(command.slice(0, typed), []))
        await add(page, first, 120)
      }
      const lines = initOutput()
      await page.setContent(terminal(command, lines))
      await add(page, first, 3_200)

      const second = "2. Your users sign up on pages that you own"
      await page.goto(`${app.url}/handler/sign-up`)
      await page.getByRole("heading", { name: "Create your account" }).waitFor()
      await add(page, second, 1_400)
      const email = "ann@example.com"
      const address = page.getByLabel("Email", { exact: true })
      for (let typed = 4; typed < email.length + 4; typed += 4) {
        await address.fill(email.slice(0, typed))
        await add(page, second, 130)
      }
      await page.getByLabel("Password", { exact: true }).fill(password)
      await add(page, second, 700)
      await page.getByRole("button", { name: "Create account" }).click()
      await page.waitForURL((url) => url.pathname === "/")
      const asker = page.getByRole("button", { name: "Your account" })
      await asker.click()
      await page.locator(".gf-menu-popup").waitFor()
      await add(page, "3. They are signed in", 2_000)

      const fourth = "4. The emulator shows each email, with its link and code"
      await page.goto(consoleUrl)
      const at = (path: string) => page.goto(`${app.emulator.baseUrl}/#/projects/${project.projectId}${path}`)
      await at("/mailbox")
      await page
        .getByRole("main")
        .getByRole("link", { name: /ann@example.com/ })
        .first()
        .click()
      await page.frameLocator("iframe").getByRole("link").first().waitFor()
      await add(page, fourth, 3_200)
      await at("/timeline")
      await page.getByRole("heading", { level: 1, name: "Timeline" }).waitFor()
      await page.waitForFunction(() => document.querySelector(".gf-skeleton, .gf-spinner") === null)
      await add(page, "5. And what each request caused", 3_600)
      await context.close()
    })
  })
  try {
    await Effect.runPromise(Effect.scoped(story))
    return animate(frames, shown.width, shown.height)
  } finally {
    await paper.close()
  }
}
