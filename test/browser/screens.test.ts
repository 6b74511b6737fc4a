/**
 * The pages of the handler as an app of Vite builds them: that everybody can use them, in each theme and in languages
 * of both directions, that they fit the window, and that a sign-in page loads no more than it needs.
 */
import * as http from "node:http"
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import type { BrowserContext, Page } from "playwright-core"
import { describe, expect } from "vitest"
import { languages } from "../../screens/text/languages.ts"
import { Emulator } from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import { bundle } from "../support/bundle.ts"
import { listen } from "../support/listen.ts"
import { waitMillis } from "../support/patience.ts"
import * as Axe from "./demo/Axe.ts"
import { it } from "./Shared.ts"

const providers = ["google", "github", "microsoft", "apple", "gitlab", "discord"]

/** An emulator with a project, and the app in front of it. */
const serve = async (scope: Scope.Closeable, config: object) => {
  const layer = Serve.layer({
    port: 0,
    passwordCost: "insecure-fast",
    project: { displayName: "Acme", config: { allowLocalhost: true, ...config } }
  })
  const { baseUrl, project } = Context.get(await Effect.runPromise(Layer.buildWithScope(layer, scope)), Emulator)
  if (project === undefined) throw new Error("The emulator has no project")
  const { projectId, publishableClientKey } = project
  const files = await (bundled ??= bundle(import.meta.dirname, { main: "screens/main.tsx" }))
  const css = [...files.keys()].find((name) => name.endsWith(".css")) ?? ""
  const page = (lang: string) => `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>Acme</title><link rel="icon" href="data:,">
    <link rel="stylesheet" href="${css}">
    <script>globalThis.settings = ${JSON.stringify({ projectId, publishableClientKey, apiUrl: baseUrl })}</script>
    </head><body><script type="module" src="/main.js"></script></body></html>`
  const types: Readonly<Record<string, string>> = { ".js": "text/javascript", ".css": "text/css" }
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost")
    const file = files.get(pathname)
    const language = /\blang=(\w+)/.exec(request.headers.cookie ?? "")?.[1] ?? "en"
    response.setHeader(
      "content-type",
      file === undefined ? "text/html" : (types[path.extname(pathname)] ?? "text/plain")
    )
    response.end(file ?? page(language))
  })
  const url = `http://localhost:${await listen(server)}`
  const close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(resolve))
  }
  return { url, close }
}

let bundled: ReturnType<typeof bundle> | undefined
const scope = Scope.makeUnsafe()
let full: Awaited<ReturnType<typeof serve>>
let closed: Awaited<ReturnType<typeof serve>>

it.beforeAll(async () => {
  full = await serve(scope, {
    magicLinkEnabled: true,
    passkeyEnabled: true,
    oauthProviders: providers.map((id) => ({ id, type: "shared" }))
  })
  closed = await serve(scope, { signUpEnabled: false })
})
it.afterAll(async () => {
  await Promise.all([full?.close(), closed?.close()])
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const pages: ReadonlyArray<readonly [name: string, path: string, reach?: (page: Page) => Promise<unknown>]> = [
  ["sign-in", "/handler/sign-in"],
  [
    "password",
    "/handler/sign-in",
    async (page) => {
      await page.locator("[name=email]").fill("ann@example.org")
      await page.keyboard.press("Enter")
      await page.locator("[name=password]").fill("not the password")
      await page.keyboard.press("Enter")
      await page.getByRole("alert").waitFor()
    }
  ],
  ["sign-up", "/handler/sign-up"],
  ["forgotten", "/handler/forgot-password"],
  ["no code", "/handler/email-verification"],
  ["bad code", "/handler/password-reset?code=none", (page) => page.getByRole("alert").waitFor()],
  ["bad link", "/handler/magic-link-callback?code=none", (page) => page.getByRole("alert").waitFor()],
  ["not found", "/handler/nowhere"],
  ["terminal", "/handler/cli-auth-confirm"]
]

const open = async (page: Page, url: string, reach: (page: Page) => Promise<unknown> = async () => undefined) => {
  await page.goto(url)
  await page.getByRole("heading", { level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelector(".gf-skeleton, .gf-spinner") === null)
  await reach(page)
  await page.waitForFunction(() => document.querySelector(".gf-skeleton, .gf-spinner") === null)
}

const withLanguage = async (context: BrowserContext, url: string, language: string) => {
  context.setDefaultTimeout(waitMillis)
  await context.addCookies([{ name: "lang", value: language, url }])
}

describe("screens in a browser", () => {
  it("can be used by everybody, light and dark, in each language", async ({ browser }) => {
    const problems: Array<unknown> = []
    for (const language of ["en", ...Object.keys(languages)]) {
      for (const colorScheme of ["light", "dark"] as const) {
        const context = await browser.newContext({
          colorScheme,
          reducedMotion: "reduce",
          viewport: { width: 1280, height: 800 }
        })
        await withLanguage(context, full.url, language)
        const page = await context.newPage()
        for (const [name, path, reach] of pages) {
          await open(page, full.url + path, reach)
          const found = await Axe.findings(page)
          problems.push(...found.map((finding) => ({ language, colorScheme, name, ...finding })))
          const shape = await page.evaluate(() => ({
            dir: document.querySelector(".gf")?.getAttribute("dir"),
            mains: document.querySelectorAll("main, [role=main]").length,
            titles: document.querySelectorAll("h1").length,
            scrolls: document.documentElement.scrollHeight > window.innerHeight
          }))
          expect({ language, name, ...shape }).toStrictEqual({
            language,
            name,
            dir: language === "ar" ? "rtl" : "ltr",
            mains: 1,
            titles: 1,
            scrolls: false
          })
        }
        await context.close()
      }
    }
    expect(problems).toStrictEqual([])
  })

  it("fit a small phone, and twice the size", async ({ browser }) => {
    for (const viewport of [
      { width: 320, height: 640 },
      { width: 640, height: 400 }
    ]) {
      const context = await browser.newContext({ viewport })
      await withLanguage(context, full.url, "de")
      const page = await context.newPage()
      for (const [name, path, reach] of pages) {
        await open(page, full.url + path, reach)
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        const cut = await page.evaluate(() => {
          const card = document.querySelector(".gf-auth-card")?.getBoundingClientRect()
          return [...document.querySelectorAll(".gf-auth-card *")]
            .filter((element) => element.checkVisibility())
            .map((element) => ({ name: element.className, box: element.getBoundingClientRect() }))
            .filter(
              ({ box }) => card !== undefined && box.width > 0 && (box.left < card.left || box.right > card.right)
            )
            .map(({ name }) => String(name))
        })
        expect({ name, viewport, wider, cut }).toStrictEqual({ name, viewport, wider: 0, cut: [] })
      }
      await context.close()
    }
  })

  it('reach everything with the keyboard, even providers behind "more options"', async ({ browser }) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(waitMillis)
    await open(page, `${full.url}/handler/sign-in`)
    const focused = () =>
      page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent?.trim() ?? "")
    const order: Array<string> = []
    for (let presses = 0; presses < 10; presses++) {
      await page.keyboard.press("Tab")
      order.push(await focused())
    }
    expect(order.slice(0, 9)).toStrictEqual([
      "Continue",
      "Continue with Google",
      "Continue with GitHub",
      "Continue with Microsoft",
      "Continue with Apple",
      "Use a passkey",
      "More options",
      "Continue as a guest",
      "Create an account"
    ])
    const more = page.getByRole("button", { name: /^(More|Fewer) options$/ })
    const states = () => Promise.all([more.getAttribute("aria-expanded"), focused()])
    expect(await more.getAttribute("aria-expanded")).toBe("false")
    await more.press("Enter")
    await page.getByRole("button", { name: "Continue with Discord" }).waitFor()
    expect(await states()).toStrictEqual(["true", "Fewer options"])
    await more.press("Enter")
    await page.getByRole("button", { name: "Continue with Discord" }).waitFor({ state: "detached" })
    expect(await states()).toStrictEqual(["false", "More options"])
    await page.close()
  })

  it("mark the way that was used last, and put it first", async ({ browser }) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(waitMillis)
    await open(page, `${full.url}/handler/sign-in`)
    await page.evaluate(() => localStorage.setItem("gatefold-last-method", "discord"))
    await open(page, `${full.url}/handler/sign-in`)
    const first = page.locator(".gf-providers button").first()
    await page.getByRole("button", { name: "Continue with Discord", exact: true, description: "Last used" }).waitFor()
    // On the upper edge of the button, at its end, and not over its label.
    const [button, badge] = await Promise.all([first.boundingBox(), page.locator("#gf-last-used > span").boundingBox()])
    if (button === null || badge === null) throw new Error("The button has no badge")
    expect(button.x + button.width - badge.x - badge.width).toBeLessThan(16)
    expect(Math.abs(button.y - badge.y - badge.height / 2)).toBeLessThan(1.5)
    expect(await page.locator("#gf-last-used").textContent()).toBe("Last used")
    expect(await first.getAttribute("aria-describedby")).toBe("gf-last-used")
    await page.close()
  })

  it("fill the window in an app of Vite's template, which draws lines beside its page", async ({ browser }) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(waitMillis)
    const linesAt = async (path: string) => {
      await open(page, full.url + path)
      await page.addStyleTag({
        content: "#root { border-inline: 1px solid rgb(255, 0, 0); width: 1126px; margin: 0 auto; text-align: center }"
      })
      return page.evaluate(() => getComputedStyle(document.getElementById("root")!).borderInlineColor)
    }
    expect(await linesAt("/handler/sign-in")).toBe("rgba(0, 0, 0, 0)")
    expect(await linesAt("/")).toBe("rgb(255, 0, 0)")
    await page.close()
  })

  it("tell by lines what colors tell, where an app cannot choose its colors", async ({ browser }) => {
    const page = await browser.newPage({ forcedColors: "active" })
    page.setDefaultTimeout(waitMillis)
    await open(page, `${full.url}/handler/sign-in`)
    const readBorder = (selector: string) =>
      page.locator(selector).evaluate((element) => {
        const { borderInlineStartStyle, borderInlineStartWidth } = getComputedStyle(element)
        return `${borderInlineStartWidth} ${borderInlineStartStyle}`
      })
    const field = "[name=email]"
    expect(await readBorder(field)).toBe("1px solid")
    await page.locator(field).evaluate((element) => element.setAttribute("aria-invalid", "true"))
    expect(await readBorder(field)).toBe("3px double")
    await page.locator(field).fill("ann@example.org")
    await page.keyboard.press("Enter")
    await page.locator("[name=password]").fill("not the password")
    await page.keyboard.press("Enter")
    await page.getByRole("alert").waitFor()
    expect(await readBorder("[name=password]")).toBe("3px double")
    await page.route("**/auth/password/sign-in", (route) => route.abort())
    await page.keyboard.press("Enter")
    await page.locator(".gf-notice").waitFor()
    expect(await readBorder(".gf-notice")).toBe("6px double")
    await page.close()
  })

  it("say what to do where there is no way on", async ({ browser }) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(waitMillis)
    await open(page, `${closed.url}/handler/sign-up`)
    await page.getByText("Acme does not accept new accounts right now").waitFor()
    await page.getByRole("link", { name: "Sign in" }).click()
    await page.getByRole("heading", { name: "Sign in to Acme" }).waitFor()
    expect(await page.getByRole("link", { name: "Create an account" }).count()).toBe(0)
    await page.close()
  })

  it("load neither other pages nor languages for the sign-in page", async ({ browser }) => {
    const page = await browser.newPage()
    page.setDefaultTimeout(waitMillis)
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
    await open(page, `${full.url}/handler/sign-in`)
    const scripts = loaded.filter((name) => name.endsWith(".js"))
    expect(
      scripts.filter((name) => /SignUp|CliConfirm|TeamInvitation|PasswordReset|\/(de|fr|ar)\.js/.test(name))
    ).toStrictEqual([])
    const files = await bundled!
    expect(Math.max(...[...files.values()].map(({ length }) => length))).toBeLessThan(500_000)
    const said = scripts.map((name) => files.get(name) ?? "").join("\n")
    expect(said).toContain("Welcome back")
    expect(said).not.toMatch(/gf-team-link|gf-sidebar|gf-enrolment|Danger zone|Create an API key/)
    await page.close()
  })
})
