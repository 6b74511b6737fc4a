/** `screens/gatefold.css` as it is, and as builds for older browsers make it: colors in every theme. */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { build } from "vite"
import { describe, expect } from "vitest"
import { faint, isDark, measure } from "./colors.ts"
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
  it("has every color in every theme, and the theme that the page declares", async ({ browser }) => {
    const css = await of(fs.readFileSync(stylesheet, "utf8"))
    const page = await browser.newPage()
    try {
      for (const look of pages) {
        await open(page, css, look)
        const scheme = await page.locator(".gf").evaluate((element) => getComputedStyle(element).colorScheme)
        expect({ look, scheme, dark: await isDark(page, ".gf-screen"), faint: await faint(page) }).toStrictEqual({
          look,
          scheme: look.is,
          dark: look.is === "dark",
          faint: []
        })
      }
      expect((await measure(page)).length).toBeGreaterThan(12)
    } finally {
      await page.close()
    }
  })
})

/** What apps with these tokens have on their pages; those of shadcn/ui are of its default theme. */
const tokens = {
  brand: "",
  shadcn: `
    :root { --radius: 0.625rem; --background: oklch(1 0 0); --card: oklch(1 0 0); --card-foreground: oklch(0.145 0 0);
      --primary: oklch(0.205 0 0); --primary-foreground: oklch(0.985 0 0); --muted-foreground: oklch(0.556 0 0);
      --border: oklch(0.922 0 0); --destructive: oklch(0.577 0.245 27.325); --font-sans: monospace }
    .dark { --background: oklch(0.145 0 0); --card: oklch(0.205 0 0); --card-foreground: oklch(0.985 0 0);
      --primary: oklch(0.922 0 0); --primary-foreground: oklch(0.205 0 0); --muted-foreground: oklch(0.708 0 0);
      --border: oklch(1 0 0 / 10%); --destructive: oklch(0.704 0.191 22.216) }`,
  tailwind: `
    :root { --color-emerald-700: oklch(50.8% 0.118 165.612); --color-stone-50: oklch(98.5% 0.001 106.423);
      --color-stone-100: oklch(97% 0.001 106.424); --color-stone-900: oklch(21.6% 0.006 56.043);
      --color-stone-950: oklch(14.7% 0.004 49.25); --color-white: #fff; --color-red-600: oklch(57.7% 0.245 27.325);
      --radius-lg: 0.5rem; --font-sans: monospace }`
} as const

const examples = path.resolve(import.meta.dirname, "../../docs/examples/themes")

describe.each(Object.entries(tokens))("the theme %s", (name, tokens) => {
  it("has texts and buttons that can be read, light and dark, as it is and built", async ({ browser }) => {
    const theme = fs.readFileSync(path.join(examples, `${name}.css`), "utf8")
    const page = await browser.newPage()
    const readLook = () =>
      page.locator(".gf-button-primary").evaluate((button) => {
        const { backgroundColor, borderRadius, fontFamily } = getComputedStyle(button)
        return { backgroundColor, borderRadius, fontFamily }
      })
    try {
      await open(page, fs.readFileSync(stylesheet, "utf8"), pages[0])
      const plain = await readLook()
      for (const { of } of builds) {
        const css = await of(`${fs.readFileSync(stylesheet, "utf8")}\n${tokens}\n${theme}`)
        for (const is of ["light", "dark"] as const) {
          await open(page, css, { system: is, html: `class="${is}"`, outer: "", is } as (typeof pages)[number])
          expect({ is, dark: await isDark(page, ".gf-screen"), faint: await faint(page) }).toStrictEqual({
            is,
            dark: is === "dark",
            faint: []
          })
          const { backgroundColor, fontFamily } = await readLook()
          expect(backgroundColor, is).not.toBe(plain.backgroundColor)
          expect(fontFamily, is).not.toBe(plain.fontFamily)
        }
      }
    } finally {
      await page.close()
    }
  })
})

it("has the theme of the nearest element that sets one of its variables", async ({ browser }) => {
  const page = await browser.newPage()
  try {
    await open(page, fs.readFileSync(stylesheet, "utf8"), {
      ...pages[0],
      outer: 'style="--gf-theme-accent: rgb(250, 200, 0); --gf-theme-radius: 0px"'
    } as unknown as (typeof pages)[number])
    const look = await page.locator(".gf-button-primary").evaluate((button) => {
      const { backgroundColor, borderTopLeftRadius, color } = getComputedStyle(button)
      return { backgroundColor, borderTopLeftRadius, isDark: color.includes("0.12") }
    })
    // A light brand has dark texts on its buttons, and links that can be read.
    expect(look).toStrictEqual({ backgroundColor: "rgb(250, 200, 0)", borderTopLeftRadius: "0px", isDark: true })
    expect((await faint(page)).filter((part) => !part.includes("ground"))).toStrictEqual([])
  } finally {
    await page.close()
  }
})

it("finds colors that a build has lost", async ({ browser }) => {
  const css = fs
    .readFileSync(stylesheet, "utf8")
    .replaceAll(/var\(--gf-light, (#\w+)\) var\(--gf-dark, (#\w+)\)/g, "light-dark($1, $2)")
    .replace(/^:where\(:root:has[^}]*\}/m, "")
    .replaceAll(/color-scheme: var\(--gf-light[^;]*;/g, "color-scheme: light dark;")
    .replaceAll(/,\n *\.gf \{/g, " {")
  const page = await browser.newPage()
  try {
    for (const look of pages.slice(0, 2)) {
      await open(page, await built(css), look)
      expect(await faint(page), JSON.stringify(look)).toContainEqual(
        expect.stringMatching(/^\.gf-button-primary: ground/)
      )
      expect(await faint(page), JSON.stringify(look)).toContainEqual(expect.stringMatching(/^input\.gf-input: border/))
    }
  } finally {
    await page.close()
  }
})
