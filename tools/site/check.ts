/**
 * Builds the site and checks it in Chromium, in light and in dark: all links lead to existing pages and headings, and
 * axe finds no barriers on a page. It checks one page in ten of the API, errors, examples and other large parts;
 * `--all` checks all. `--built` uses the site as it was built before, and `-- <part of an address>` checks only some
 * pages.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import type { Page } from "playwright-core"
import { buildSite } from "../../docs/.vitepress/build.ts"
import { made, root } from "../../docs/.vitepress/pages.ts"
import { launch } from "../../test/browser/Chromium.ts"
import { findings } from "../../test/browser/demo/Axe.ts"
import { resolveFile, serve } from "./serve.ts"

const folder = path.join(root, made, "html")

/** The pages of the built site, by their addresses. */
export const addresses = (): ReadonlyArray<string> =>
  fs
    .globSync("**/*.html", { cwd: folder })
    .map(
      (file) =>
        `/${file
          .replaceAll(path.sep, "/")
          .replace(/(^|\/)index\.html$/, "$1")
          .replace(/\.html$/, "")}`
    )
    .toSorted()

/** The links and headings of a page. */
interface Seen {
  readonly links: ReadonlyArray<string>
  readonly anchors: ReadonlySet<string>
}

const listAttributes = (html: string, name: string): ReadonlyArray<string> =>
  Array.from(html.matchAll(new RegExp(`\\s${name}="([^"]*)"`, "g")), ([, value = ""]) => value.replaceAll("&amp;", "&"))

const readPage = (address: string): Seen => {
  const html = fs.readFileSync(resolveFile(folder, address)!, "utf8")
  const links = Array.from(html.matchAll(/<a\b[^>]*>/g), ([tag]) => listAttributes(tag, "href")[0] ?? "")
  return { links, anchors: new Set(listAttributes(html, "id")) }
}

/** The broken links of the site. */
export const listBrokenLinks = (): ReadonlyArray<string> => {
  const pages = new Map(addresses().map((address) => [address, readPage(address)]))
  return [...pages].flatMap(([address, { links }]) =>
    [...new Set(links)].flatMap((link) => {
      const url = new URL(link, `http://site${address}`)
      if (url.origin !== "http://site") return []
      const target = pages.get(url.pathname) ?? pages.get(url.pathname.replace(/\.html$/, ""))
      const anchor = decodeURIComponent(url.hash.slice(1))
      if (target !== undefined) return anchor === "" || target.anchors.has(anchor) ? [] : [`${address}: ${link}`]
      return resolveFile(folder, url.pathname) === undefined ? [`${address}: ${link}`] : []
    })
  )
}

/** The problems of a page in a theme. */
const findProblems = async (page: Page, url: string, theme: "light" | "dark"): Promise<ReadonlyArray<string>> => {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" })
  await page.goto(url)
  await page.locator("main, .NotFound, .VPHome").first().waitFor()
  return (await findings(page)).map(({ rule, where }) => `${url} (${theme}) ${rule}: ${where.slice(0, 3).join("; ")}`)
}

/** The findings of axe on pages, in both themes. */
export const checkAccessibility = async (pages: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { close, origin } = await serve(folder)
  const browser = await launch()
  try {
    const problems: Array<string> = []
    for (const theme of ["light", "dark"] as const) {
      const page = await browser.newPage()
      for (const address of pages) problems.push(...(await findProblems(page, origin + address, theme)))
      await page.close()
    }
    return problems.map((problem) => problem.replace(origin, ""))
  } finally {
    await browser.close()
    close()
  }
}

/** Pages of the large parts look alike, so one of ten is enough. */
const chooseSample = (all: ReadonlyArray<string>): ReadonlyArray<string> =>
  all.filter((address, index) => !/^\/(api|decisions|errors|examples|protocol)\/./.test(address) || index % 10 === 0)

if (import.meta.main) {
  const args = process.argv.slice(2)
  const [part = ""] = args.filter((arg) => !arg.startsWith("--"))
  if (!args.includes("--built")) await buildSite()
  const named = addresses().filter((address) => address.includes(part))
  const pages = args.includes("--all") || part !== "" ? named : chooseSample(named)
  const problems = [...listBrokenLinks(), ...(await checkAccessibility(pages))]
  for (const problem of problems) console.error(problem)
  console.log(`${pages.length} pages, ${problems.length} problems`)
  process.exitCode = problems.length === 0 ? 0 : 1
}
