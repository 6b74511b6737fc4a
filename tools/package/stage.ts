/**
 * Puts together the published package, in `.cache/package/` (decision 0047): `node tools/package/stage.ts`, and then
 * `npm pack ./.cache/package`. It leaves out files that only this repository uses: sources and their maps, programs
 * that the tests run, pictures, and the entries of `package.json` for them.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "@babel/parser"

const root = path.resolve(import.meta.dirname, "../..")

/** The folder that npm packs. */
export const staged = path.join(root, ".cache/package")

/** The condition under which this repository takes its sources. */
const source = "gatefold-source"

/** The fields of `package.json` that say something to those who install it. */
const own = ["scripts", "devDependencies", "allowScripts", "private", "files"]

/** A target of `exports` or `imports`, and what holds some. */
type Target = string | null | { readonly [condition: string]: Target }

const withoutSource = (target: Target): Target => {
  if (target === null || typeof target === "string") return target
  const rest = Object.entries(target).filter(([condition]) => condition !== source)
  return Object.fromEntries(rest.map(([condition, inner]) => [condition, withoutSource(inner)]))
}

/** The manifest of the package, from that of the repository. */
export const makeManifest = (manifest: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
  const published = Object.entries(manifest).filter(([field]) => !own.includes(field))
  return Object.fromEntries(
    published.map(([field, value]) => [
      field,
      field === "exports" || field === "imports" ? withoutSource(value as Target) : value
    ])
  )
}

/** Every file that a target maps to, as a pattern. */
const listFiles = (target: Target): ReadonlyArray<string> =>
  typeof target === "string" ? [target] : Object.values(target ?? {}).flatMap(listFiles)

/** Where comments say something to a bundler. */
const instruction = /[#@]__(?:PURE|NO_SIDE_EFFECTS)__|(?:webpack|turbopack|vite)[A-Za-z-]+\s*:|@vite-ignore|^!/

/** Without the comments that people read in the sources and in the declarations. */
export const withoutComments = (code: string): string => {
  const { comments } = parse(code, { sourceType: "module", tokens: false })
  let result = ""
  let last = 0
  for (const { end = 0, start = 0, value } of comments ?? []) {
    if (instruction.test(value)) continue
    const line = code.lastIndexOf("\n", start - 1) + 1
    const isAlone = code.slice(line, start).trim() === ""
    const after = /^[ \t]*\n/.exec(code.slice(end))?.[0].length ?? 0
    // A line that has nothing else is removed with it.
    result += code.slice(last, isAlone && after > 0 ? Math.max(line, last) : start)
    last = isAlone ? end + after : end
  }
  return result + code.slice(last)
}

const findImports = (declarations: string): ReadonlyArray<string> =>
  Array.from(
    declarations.matchAll(/(?:from |import\(|import )"(\.[^"]+)\.[jt]sx?"/g),
    ([, file = ""]) => `${file}.d.ts`
  )

/** The declarations that entry points reach; nothing can name the others. */
const collectReachable = (all: ReadonlySet<string>, entries: Iterable<string>, read: (file: string) => string) => {
  const reached = new Set<string>()
  const visit = (file: string): void => {
    if (reached.has(file) || !all.has(file)) return
    reached.add(file)
    for (const other of findImports(read(file))) visit(path.posix.join(path.posix.dirname(file), other))
  }
  for (const entry of entries) visit(entry)
  return reached
}

/** The pages that users and their agents read; the others are about this repository. */
const isPage = (file: string): boolean =>
  file === "docs/llms.txt" ||
  (/^docs\/(?:(?:concepts|errors|guides|moving|protocol|recipes|reference|skill|start)\/)?[^/]+\.md$/.test(file) &&
    !/^docs\/(?:architecture|faults|first-hour|mutation)\.md$/.test(file))

const picture = /!\[[^\]]*\]\(([^)#\s:]+)\)/g
const linked = /\[([^[\]]*(?:\[[^[\]]*\][^[\]]*)*)\]\(([^)#\s:]+)(?:#[^)]*)?\)/g

/** A page without broken links: a link to a page that is not published becomes its text. */
export const withLinks = (page: string, text: string, isThere: (file: string) => boolean): string => {
  const leadsSomewhere = (target: string) =>
    isThere(path.posix.join(path.posix.dirname(page), target).replace(/\/$/, ""))
  return text
    .replaceAll(picture, (whole, target: string) => (leadsSomewhere(target) ? whole : ""))
    .replaceAll(linked, (whole, label: string, target: string) =>
      label === "" ? "" : leadsSomewhere(target) ? whole : label
    )
}

const list = (folder: string): ReadonlyArray<string> =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => `${folder}/${file.replaceAll(path.sep, "/")}`)
    .filter((file) => !/node_modules|\/\./.test(file) && fs.statSync(path.join(root, file)).isFile())
    .toSorted()

/** Writes the package, and answers its files. */
export const stage = (): ReadonlyArray<string> => {
  fs.rmSync(staged, { recursive: true, force: true })
  const read = (file: string) => fs.readFileSync(path.join(root, file), "utf8")
  const manifest = makeManifest(JSON.parse(read("package.json")))
  const files = new Map<string, string | undefined>([["package.json", `${JSON.stringify(manifest, null, 2)}\n`]])

  const built = list("dist").filter((file) => !file.endsWith(".map"))
  const entries = listFiles(manifest["exports"] as Target).map((target) => path.posix.join(target))
  const declarations = new Set(built.filter((file) => file.endsWith(".d.ts")))
  const named = [...declarations].filter((file) => entries.some((entry) => path.matchesGlob(file, entry)))
  const typed = collectReachable(declarations, named, read)
  for (const file of built) {
    if (declarations.has(file) && !typed.has(file)) continue
    const isOwnCode = /\.(?:js|d\.ts)$/.test(file) && !/^dist\/(?:cli|console|hosted)\//.test(file)
    const text = isOwnCode ? read(file).replace(/^\/\/# sourceMappingURL=.*\n?/m, "") : undefined
    files.set(file, text !== undefined && file.endsWith(".js") ? withoutComments(text) : text)
  }

  for (const folder of ["screens", "starters"]) for (const file of list(folder)) files.set(file, undefined)
  for (const file of ["LICENSE", "CHANGELOG.md", "README.md", "SECURITY.md"]) files.set(file, undefined)
  const pages = list("docs").filter(isPage)
  for (const file of pages) files.set(file, undefined)
  const isThere = (target: string) =>
    files.has(target) || [...files.keys()].some((file) => file.startsWith(`${target}/`))
  for (const file of files.keys()) if (file.endsWith(".md")) files.set(file, withLinks(file, read(file), isThere))
  files.set(
    "docs/llms.txt",
    read("docs/llms.txt")
      .split("\n")
      .filter((line) => {
        const target = /^- \[[^\]]*\]\(([^)#\s:]+)/.exec(line)?.[1]
        return target === undefined || isThere(path.posix.join("docs", target))
      })
      .join("\n")
  )

  for (const [file, text] of files) {
    const to = path.join(staged, file)
    fs.mkdirSync(path.dirname(to), { recursive: true })
    if (text === undefined) fs.copyFileSync(path.join(root, file), to)
    else fs.writeFileSync(to, text)
  }
  return [...files.keys()]
}

if (import.meta.main) stage()
