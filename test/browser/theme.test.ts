/** `screens/gatefold.css` as it is, and as builds for older browsers make it: colours in every theme. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { build } from "vite"
import { describe, expect } from "vitest"
import { faint, isDark, measure } from "./Colours.ts"
import { it } from "./Shared.ts"

const stylesheet = path.resolve(import.meta.dirname, "../../screens/gatefold.css")

/** How a production build of Vite writes the stylesheet, for browsers of these versions. */
const built = async (css: string, target: ReadonlyArray<string> = []): Promise<string> => {
  const name = "virtual:page.css"
  const output = await build({
    configFile: false,
    logLevel: "silent",
    plugins: [{ name: "page", resolveId: (id) => (id === name ? id : null), load: (id) => (id === name ? css : null) }],
    build: { write: false, ...(target.length > 0 && { cssTarget: [...target] }), rollupOptions: { input: name } }
  })
  const files = [output].flat().flatMap((result) => ("output" in result ? result.output : []))
  const sheet = files.find(({ fileName }) => fileName.endsWith(".css"))
  return sheet?.type === "asset" ? String(sheet.source) : ""
}

const builds = [
  { name: "as it is", of: (css: string) => Promise.resolve(css) },
  { name: "built by Vite", of: (css: string) => built(css) },
  {
    name: "built for the browsers of Next.js",
    of: (css: string) => built(css, ["chrome111", "firefox111", "safari16.4"])
  },
  { name: "built for old browsers", of: (css: string) => built(css, ["chrome80", "firefox78", "safari13"]) }
]

/** Pages that say which theme they have, and how; `is` is what the screen on them has to have. */
const pages = [
  { system: "light", html: "", outer: "", is: "light" },
  { system: "dark", html: "", outer: "", is: "dark" },
  { system: "light", html: 'data-theme="dark"', outer: "", is: "dark" },
  { system: "dark", html: 'data-theme="light"', outer: "", is: "light" },
  { system: "light", html: "", outer: 'data-theme="dark"', is: "dark" },
  { system: "dark", html: "", outer: 'data-theme="light"', is: "light" },
  { system: "dark", html: 'data-theme="dark"', outer: 'data-theme="light"', is: "light" },
  { system: "light", html: 'class="dark"', outer: "", is: "dark" },
  { system: "dark", html: 'class="light"', outer: "", is: "light" },
  { system: "light", html: 'class="dark"', outer: 'class="light"', is: "light" },
  { system: "light", html: 'class="dark" data-theme="light"', outer: "", is: "light" },
  { system: "dark", html: 'data-theme="corporate"', outer: "", is: "dark" },
  { system: "dark", html: "", outer: "", meta: "light", is: "light" },
  { system: "light", html: "", outer: "", meta: "dark", is: "dark" },
  { system: "dark", html: "", outer: "", meta: "light dark", is: "dark" },
  { system: "dark", html: 'data-theme="dark"', outer: "", meta: "light", is: "dark" }
] as const

const screen = `<div class="gf"><div class="gf-screen">
  <h1>Sign in</h1><p class="gf-muted">to continue</p>
  <div class="gf-auth-card">
    <label class="gf-label">Name <input class="gf-input" value="Ann"></label>
    <button class="gf-button gf-button-primary">Go</button>
    <button class="gf-button gf-button-secondary">Back</button>
    <button class="gf-button gf-button-danger-quiet">Delete</button>
    <a href="#">Help</a><span class="gf-avatar">A</span>
    <div class="gf-notice gf-notice-danger"><div><p>Something is wrong.</p></div></div>
  </div>
</div></div>`

const open = async (
  page: Page,
  css: string,
  { html, meta, outer, system }: (typeof pages)[number] & { readonly meta?: string }
) => {
  await page.emulateMedia({ colorScheme: system })
  await page.setContent(`<!doctype html><html ${html}><head>
    ${meta === undefined ? "" : `<meta name="color-scheme" content="${meta}">`}
    <style>* { transition: none !important }</style><style>${css}</style></head>
    <body><div ${outer}>${screen}</div></body></html>`)
}

describe.each(builds)("the stylesheet $name", ({ of }) => {
  it("has every colour in every theme, and the theme that the page declares", async ({ browser }) => {
    const css = await of(fs.readFileSync(stylesheet, "utf8"))
    const page = await browser.newPage()
    try {
      for (const look of pages) {
        await open(page, css, look)
        expect({ look, dark: await isDark(page, ".gf-screen"), faint: await faint(page) }).toEqual({
          look,
          dark: look.is === "dark",
          faint: []
        })
        expect(await page.locator(".gf").evaluate((element) => getComputedStyle(element).colorScheme)).toBe(look.is)
      }
      expect((await measure(page)).length).toBeGreaterThan(12)
    } finally {
      await page.close()
    }
  })
})

it("finds colours that a build has lost", async ({ browser }) => {
  const css = fs
    .readFileSync(stylesheet, "utf8")
    .replaceAll(/var\(--gf-light, (#\w+)\) var\(--gf-dark, (#\w+)\)/g, "light-dark($1, $2)")
    .replace(/^:where\(:root:has[^}]*\}/m, "")
    .replaceAll(/color-scheme: var\(--gf-light[^;]*;/g, "color-scheme: light dark;")
  const page = await browser.newPage()
  try {
    for (const look of pages.slice(0, 2)) {
      await open(page, await built(css), look)
      expect(await faint(page)).toContainEqual(expect.stringMatching(/^\.gf-button-primary: ground/))
      expect(await faint(page)).toContainEqual(expect.stringMatching(/^input\.gf-input: border/))
    }
  } finally {
    await page.close()
  }
})
