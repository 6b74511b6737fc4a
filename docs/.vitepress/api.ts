/**
 * Writes the API reference as Markdown, into a folder that is not kept: a page for each module that can be imported, of
 * its declarations and their comments. Errors have pages of their own, to which it links.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { Application, ReflectionKind } from "typedoc"
import packageJson from "../../package.json" with { type: "json" }
import { listAnchors } from "../../test/docs/markdown.ts"
import { made, root } from "./pages.ts"

const out = path.join(root, made, "pages/api")

/** What a subpath of the package leads to in the source. */
const findSource = (target: object | string | null): string | undefined => {
  if (typeof target !== "object" || target === null || !("gatefold-source" in target)) return undefined
  const source = target["gatefold-source"]
  if (typeof source === "string") return source
  return typeof source === "object" && source !== null && "default" in source ? String(source.default) : undefined
}

/** What a file is imported as, where `*` of a subpath stands for a part of its name. */
const formatImport = (subpath: string, source: string, file: string): string => {
  const [before = "", after = ""] = path.normalize(source).split("*")
  const part = path.normalize(file).slice(before.length, -after.length || undefined)
  return path.posix.join(packageJson.name, subpath.replace("*", part))
}

/** What cannot be imported although a pattern names it. */
const closed = new Set(
  Object.entries(packageJson.exports).flatMap(([subpath, target]) =>
    target === null ? [path.posix.join(packageJson.name, subpath)] : []
  )
)

/** The files of all modules, and what each is imported as: the first of its names. */
const listModules = (): ReadonlyMap<string, string> => {
  const found = Object.entries(packageJson.exports).flatMap(([subpath, target]) => {
    const source = findSource(target)
    const files = source === undefined ? [] : fs.globSync(source, { cwd: root })
    return files
      .map((file) => [path.resolve(root, file), formatImport(subpath, source ?? "", file)] as const)
      .filter(([, name]) => !closed.has(name))
  })
  return new Map(found.toReversed())
}

/** Errors with pages of their own. */
const errors = new Set(fs.readdirSync(path.join(root, "docs/errors")).map((file) => path.basename(file, ".md")))

/** Without what is said twice, and with links to the pages of errors and of the protocol. */
const edit = (text: string, file: string): string => {
  const to = (page: string) => path.posix.relative(path.posix.dirname(file), `docs/${page}`)
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part
            .replaceAll(/^#+ (?:Inherited from|Overrides|Extends)\n\n(?:(?!#|\*\*\*|```)[^\n]*\n+)*/gm, "")
            .replaceAll(/(?<!\[)`(\w+)`/g, (code, name: string) =>
              errors.has(name) ? `[${code}](${to(`errors/${name}.md`)})` : code
            )
            .replaceAll(/\(docs\/([\w/-]+\.md)(#[\w-]+)?\)/g, (_, page: string, anchor = "") => {
              const label = path.posix.basename(page, ".md")
              return `([${label}](${to(page)}${anchor}))`
            })
    )
    .join("")
}

/** TypeDoc counts headings that are not written: a link to one of several of a name may miss it. */
const withKnownAnchors = (text: string, file: string, texts: ReadonlyMap<string, string>): string =>
  text.replaceAll(/\]\(([\w./-]*)#([\w-]+)\)/g, (link, target: string, anchor: string) => {
    const page = texts.get(target === "" ? file : path.posix.join(path.posix.dirname(file), target))
    const known = page === undefined ? undefined : listAnchors(page)
    if (known === undefined || known.includes(anchor)) return link
    const first = anchor.replace(/-\d+$/, "")
    return `](${target}#${known.includes(first) ? first : (known[0] ?? "")})`
  })

/** Writes the pages. It takes half a minute, and 1.5 GB of memory. */
export const writeApi = async (): Promise<void> => {
  const names = listModules()
  const markdown = {
    plugin: ["typedoc-plugin-markdown"],
    outputFileStrategy: "modules",
    entryFileName: "README",
    hideBreadcrumbs: true,
    hidePageHeader: true,
    hideGroupHeadings: true,
    expandObjects: true,
    expandParameters: true,
    useCodeBlocks: true
  }
  const app = await Application.bootstrapWithPlugins({
    ...markdown,
    entryPoints: [...names.keys()],
    tsconfig: path.join(root, "tsconfig.json"),
    out,
    name: "API",
    readme: "none",
    skipErrorChecking: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    sort: ["source-order"],
    logLevel: "Error"
  })
  const project = await app.convert()
  if (project === undefined) throw new Error("The declarations cannot be read")
  for (const module of project.children ?? []) {
    module.name = names.get(project.getSymbolIdFromReflection(module)?.fileName ?? "") ?? module.name
  }
  for (const error of project.getReflectionsByKind(ReflectionKind.Class)) {
    if (errors.has(error.name)) project.removeReflection(error)
  }
  await app.generateOutputs(project)
  const index = path.join(out, "README.md")
  const list = fs.readFileSync(index, "utf8").replace(/^# API\n/, "")
  fs.writeFileSync(index, fs.readFileSync(path.join(import.meta.dirname, "api.txt"), "utf8") + list)
  const files = fs.globSync("**/*.md", { cwd: out }).map((file) => file.replaceAll(path.sep, "/"))
  const texts = new Map(
    files.map((file) => [file, edit(fs.readFileSync(path.join(out, file), "utf8"), `${made}/pages/api/${file}`)])
  )
  for (const [file, text] of texts) fs.writeFileSync(path.join(out, file), withKnownAnchors(text, file, texts))
}

if (import.meta.main) await writeApi()
