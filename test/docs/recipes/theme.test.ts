/** The recipe of a theme and texts: its page as an app that Vite builds, in a browser. */
import * as fs from "node:fs"
import * as path from "node:path"
import { build, defaultClientConditions, type InlineConfig, preview } from "vite"
import { describe, expect } from "vitest"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { findings } from "../../browser/demo/Axe.ts"
import { it } from "../../browser/Shared.ts"
import { waitMillis } from "../../support/patience.ts"
import { root } from "../../support/root.ts"
import { start } from "./programs.ts"

const page = fs.readFileSync(path.join(root, "docs/recipes/custom-theme-and-language.md"), "utf8")

/** The app of the page, as its reader makes it, below `.cache`, where it finds the packages. */
const makeApp = async (apiUrl: string): Promise<string> => {
  const base = path.join(root, ".cache")
  fs.mkdirSync(base, { recursive: true })
  const folder = fs.mkdtempSync(path.join(base, "recipe-theme-"))
  fs.cpSync(path.join(root, "test/fixtures/templates/vite-react-ts"), folder, { recursive: true })
  fs.mkdirSync(path.join(folder, "node_modules"))
  fs.symlinkSync(root, path.join(folder, "node_modules/gatefold"), "junction")
  const program = path.join(root, "src/cli/Program.ts")
  const commands = [
    ["init"],
    ...[...page.matchAll(/^npx gatefold (add .*)$/gm)].map(([, words = ""]) => words.split(" "))
  ]
  expect(commands).toHaveLength(2)
  for (const words of commands) {
    const { code, output } = await start(["node", program, ...words], {}, folder).ended
    expect(code, output).toBe(0)
  }
  const files = [...page.matchAll(/^```\w+\n(?:\/\/|\/\*) (src\/\S+).*\n([\s\S]*?)^```$/gm)]
  expect(files.map(([, file]) => file)).toStrictEqual(["src/acme.css", "src/texts.ts", "src/main.tsx"])
  for (const [, file = "", text = ""] of files) fs.writeFileSync(path.join(folder, file), text)
  fs.appendFileSync(path.join(folder, ".env.local"), `\nVITE_STACK_API_URL=${apiUrl}\n`)
  return folder
}

const words = {
  en: {
    title: "Welcome to Acme",
    email: "Email",
    next: "Continue",
    password: "Password",
    wrong: /Ask your Acme contact/
  },
  de: { title: "Willkommen bei Acme", email: "E-Mail", next: "Weiter", password: "Passwort", wrong: /Kontakt bei Acme/ }
} as const

const looks = [
  { language: "en", colorScheme: "light", viewport: { width: 1280, height: 800 }, accent: "rgb(11, 110, 84)" },
  { language: "en", colorScheme: "dark", viewport: { width: 390, height: 800 }, accent: "rgb(18, 128, 95)" },
  { language: "de", colorScheme: "light", viewport: { width: 390, height: 800 }, accent: "rgb(11, 110, 84)" },
  { language: "de", colorScheme: "dark", viewport: { width: 1280, height: 800 }, accent: "rgb(18, 128, 95)" }
] as const

describe("the recipe for a theme", () => {
  it("shows the theme and the words, in each language, light and dark", async ({ browser }) => {
    await using emulator = await TestEmulator.serve()
    const folder = await makeApp(emulator.apiUrl)
    try {
      const options: InlineConfig = {
        root: folder,
        logLevel: "silent",
        resolve: { conditions: ["gatefold-source", ...defaultClientConditions] }
      }
      await build(options)
      const server = await preview({ ...options, preview: { host: "localhost", port: 0 } })
      try {
        const url = server.resolvedUrls?.local[0] ?? ""
        for (const { accent, colorScheme, language, viewport } of looks) {
          const context = await browser.newContext({ colorScheme, locale: language, reducedMotion: "reduce", viewport })
          context.setDefaultTimeout(waitMillis)
          const tab = await context.newPage()
          const { email, next, password, title, wrong } = words[language]
          await tab.goto(url)
          await tab.getByRole("heading", { level: 1, name: title }).waitFor()
          expect(await tab.locator("html").getAttribute("lang"), accent).toBe(language)
          const look = await tab.locator(".gf-button-primary").evaluate((button) => {
            const { backgroundColor, borderRadius } = getComputedStyle(button)
            const { fontFamily } = getComputedStyle(document.querySelector("h1")!)
            return { backgroundColor, borderRadius, fontFamily: fontFamily.split(",")[0] }
          })
          expect(look, accent).toStrictEqual({ backgroundColor: accent, borderRadius: "3px", fontFamily: "Georgia" })
          expect(await findings(tab), accent).toStrictEqual([])

          const ann = await emulator.signUp()
          const fill = async (text: string) => {
            await tab.getByLabel(email, { exact: true }).fill(ann.email)
            await tab.getByRole("button", { name: next, exact: true }).click()
            await tab.getByLabel(password, { exact: true }).fill(text)
            await tab.keyboard.press("Enter")
          }
          await fill("not the password")
          await tab.getByRole("alert").filter({ hasText: wrong }).waitFor()
          expect(await findings(tab), accent).toStrictEqual([])
          await tab.getByLabel(password, { exact: true }).fill(ann.password)
          await tab.keyboard.press("Enter")
          await tab.getByRole("heading", { level: 1, name: ann.email }).waitFor()
          await context.close()
        }
      } finally {
        await server.close()
      }
    } finally {
      fs.rmSync(folder, { recursive: true })
    }
  })
})
