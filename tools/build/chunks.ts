/**
 * Puts the modules that the compiler wrote into few files for Node, where a program pays for every file that it opens.
 * Bundlers get the modules as they are: some of them keep the whole of a file that they need a part of.
 *
 * A chunk holds modules of one folder that reach the same packages and levels. So no import loads Schema or the
 * operations of admins, or misses a peer, because of a neighbor. A module reaches all that its imports reach, and
 * folders import each other in one direction only. So chunks do not import each other in circles, and each is evaluated
 * after its imports. Each module that can be imported by name is a file that re-exports from its chunk.
 */
import * as path from "node:path"
import { rolldown } from "rolldown"
import { parseAst } from "rolldown/parseAst"
import { Visitor } from "rolldown/utils"

/** As far as it is used here. */
export interface SourceMap {
  readonly sources: ReadonlyArray<string | null>
  readonly mappings: string
}

/** A module and where it comes from. */
export interface Module {
  readonly code: string
  /** Null for a file that only re-exports another one. */
  readonly map: SourceMap | null
}

/** Modules by their paths in `dist/`, such as `client/Password.js`. */
export type Modules = ReadonlyMap<string, Module>

/** An import, and where its specifier is, quotes included. */
interface Import {
  readonly specifier: string
  readonly start: number
  readonly end: number
  /** Whether it is `import()`. */
  readonly isLater: boolean
}

const parseImports = (code: string): ReadonlyArray<Import> => {
  const found: Array<Import> = []
  const add = (isLater: boolean) => (node: { readonly source: unknown }) => {
    const source = node.source as { readonly value?: unknown; readonly start: number; readonly end: number } | null
    if (typeof source?.value === "string") {
      found.push({ specifier: source.value, start: source.start, end: source.end, isLater })
    }
  }
  new Visitor({
    ImportDeclaration: add(false),
    ExportNamedDeclaration: add(false),
    ExportAllDeclaration: add(false),
    ImportExpression: add(true)
  }).visit(parseAst(code))
  return found
}

const findTopFolder = (file: string): string => (file.includes("/") ? file.slice(0, file.indexOf("/")) : "")

const isRelative = (specifier: string): boolean => specifier.startsWith(".")

const resolve = (from: string, specifier: string): string => path.posix.join(path.posix.dirname(from), specifier)

/**
 * The modules that are one file in every environment: those that act when they load, folders with modules that are
 * marked "use client", and folders that import these. The page of a server component and the code of the browser name
 * such a file by its path, so it must be the same one for both.
 */
export const listSingleModules = (modules: Modules, acts: ReadonlySet<string>): ReadonlySet<string> => {
  const isClient = ({ code }: Module) => code.startsWith('"use client"')
  const folders = new Set([...modules].filter(([, module]) => isClient(module)).map(([file]) => findTopFolder(file)))
  const listImporters = (of: ReadonlySet<string>) =>
    [...modules].flatMap(([file, { code }]) =>
      !of.has(findTopFolder(file)) &&
      parseImports(code).some(
        ({ specifier }) => isRelative(specifier) && of.has(findTopFolder(resolve(file, specifier)))
      )
        ? [findTopFolder(file)]
        : []
    )
  for (let found = listImporters(folders); found.length > 0; found = listImporters(folders)) {
    for (const folder of found) folders.add(folder)
  }
  return new Set([...modules.keys()].filter((file) => acts.has(file) || folders.has(findTopFolder(file))))
}

/**
 * A single module that imports the others through package.json. So each environment loads the form of them that fits,
 * and with it the files that are imported by name. Also returns the modules that it needs.
 */
export const throughPackage = (
  file: string,
  { code, map }: Module,
  singles: ReadonlySet<string>
): { readonly module: Module; readonly needs: ReadonlyArray<string> } => {
  const needs: Array<string> = []
  let result = ""
  let last = 0
  for (const { end, specifier, start } of parseImports(code).toSorted((a, b) => a.start - b.start)) {
    const target = resolve(file, specifier)
    if (!isRelative(specifier) || singles.has(target)) continue
    needs.push(target)
    result += `${code.slice(last, start)}"#modules/${target}"`
    last = end
  }
  return { module: { code: result + code.slice(last), map }, needs }
}

/** The parts of Effect that load many files; every app loads the rest. */
const heavy = /^effect\/(Config|Schema|Stream|http-api|http|persistence)/

/** The folders of the package that clients need no part of. */
const levels = ["server", "admin"]

/** The weight of an import, in a word; undefined if it makes no difference. */
const findWeight = (file: string, specifier: string): string | undefined => {
  if (isRelative(specifier)) return levels.find((level) => level === findTopFolder(resolve(file, specifier)))
  if (specifier.startsWith("node:")) return "node"
  if (specifier.startsWith("effect/")) return heavy.exec(specifier)?.[1]!.toLowerCase()
  const [first, second] = specifier.split("/")
  return first!.startsWith("@") ? `${first!.slice(1)}-${second}` : first
}

/** All that can be reached from a start, each after its imports. Throws if a circle makes that impossible. */
const sortByImports = (starts: Iterable<string>, next: (one: string) => Iterable<string>): ReadonlyArray<string> => {
  const done = new Set<string>()
  const visit = (one: string, trail: ReadonlyArray<string>): void => {
    if (trail.includes(one)) throw new Error(`These import each other: ${[...trail, one].join(" → ")}`)
    if (done.has(one)) return
    for (const other of next(one)) if (other !== one) visit(other, [...trail, one])
    done.add(one)
  }
  for (const start of starts) visit(start, [])
  return [...done]
}

/** The modules of each chunk, by its name; each chunk comes after those that it imports. */
export const planChunks = (modules: Modules): ReadonlyMap<string, ReadonlySet<string>> => {
  const imports = new Map(
    [...modules].map(([file, { code }]) => [file, parseImports(code).filter(({ isLater }) => !isLater)])
  )
  const listImports = (file: string) =>
    imports.get(file)!.flatMap(({ specifier }) => (isRelative(specifier) ? [resolve(file, specifier)] : []))
  const collectWeights = (file: string): ReadonlySet<string> => {
    // Modules of a folder may import each other in circles, so what was found on the way is not kept for the next one.
    const seen = new Set<string>()
    const visit = (module: string): ReadonlyArray<string> => {
      if (seen.has(module)) return []
      seen.add(module)
      return [
        ...imports.get(module)!.flatMap(({ specifier }) => findWeight(module, specifier) ?? []),
        ...listImports(module).flatMap(visit)
      ]
    }
    const weights = new Set(visit(file))
    weights.delete(findTopFolder(file))
    return weights
  }
  const chunkOf = new Map(
    [...modules.keys()].map((file) => [
      file,
      [findTopFolder(file) || "index", ...[...collectWeights(file)].toSorted()].join("-")
    ])
  )
  const listFiles = (chunk: string) => [...modules.keys()].filter((file) => chunkOf.get(file) === chunk)
  const order = sortByImports(new Set(chunkOf.values()), (chunk) =>
    listFiles(chunk)
      .flatMap(listImports)
      .map((file) => chunkOf.get(file)!)
  )
  return new Map(order.map((chunk) => [chunk, new Set(listFiles(chunk))]))
}

/** The prefix of a module that a bundle leaves outside. */
const outside = "outside:"

const formatFile = (dist: string, id: string): string => path.relative(dist, id).replaceAll(path.sep, "/")

/** A bundle of entries of the folder `dist`. Packages stay outside, and so do modules that do not belong to it. */
const collectBundle = (dist: string, modules: Modules, entries: Iterable<string>, belongs: (file: string) => boolean) =>
  rolldown({
    cwd: dist,
    input: Object.fromEntries([...entries].map((file) => [file.replace(/\.js$/, ""), path.join(dist, file)])),
    platform: "neutral",
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    plugins: [
      {
        name: "modules",
        resolveId: (specifier, importer) => {
          if (importer === undefined) return specifier
          if (!isRelative(specifier)) return { id: specifier, external: true }
          const id = path.resolve(path.dirname(importer), specifier)
          return belongs(formatFile(dist, id)) ? id : { id: `${outside}${formatFile(dist, id)}`, external: true }
        },
        load: (id) => {
          const module = modules.get(formatFile(dist, id))
          return module && { code: module.code, map: module.map && { ...module.map, sources: [...module.map.sources] } }
        }
      }
    ]
  })

/** The files for modules of the folder `dist`, of which `entries` can be imported by name. */
export const chunk = async (dist: string, modules: Modules, entries: Iterable<string>): Promise<Modules> => {
  const chunks = planChunks(modules)
  const bundle = await collectBundle(dist, modules, entries, () => true)
  try {
    const { output } = await bundle.generate({
      format: "esm",
      sourcemap: true,
      dir: path.join(dist, "node"),
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name].js",
      comments: { jsdoc: false },
      minifyInternalExports: false,
      codeSplitting: {
        // A group takes what its modules import along, so those that are imported come first.
        groups: [...chunks].map(([name, files], index) => ({
          name,
          test: (id) => files.has(formatFile(dist, id)),
          priority: chunks.size - index
        }))
      }
    })
    return new Map(
      output
        .filter((file) => file.type === "chunk")
        .map(({ code, fileName, map }) => [`node/${fileName}`, { code, map }] as const)
    )
  } finally {
    await bundle.close()
  }
}

/**
 * The modules of a folder of `dist`, put together for bundlers: a file for each of its entries, and files for their
 * shared code. This suits code of which apps use all or nothing; bundlers drop more of other code in single modules.
 */
export const joinFolder = async (dist: string, modules: Modules, folder: string, published: Iterable<string>) => {
  const belongs = (file: string) => findTopFolder(file) === folder
  const used = [...modules]
    .filter(([file]) => !belongs(file))
    .flatMap(([file, { code }]) => parseImports(code).map(({ specifier }) => resolve(file, specifier)))
  const entries = new Set([...published, ...used].filter(belongs))
  const bundle = await collectBundle(dist, modules, entries, belongs)
  try {
    const { output } = await bundle.generate({
      format: "esm",
      dir: dist,
      entryFileNames: "[name].js",
      chunkFileNames: `${folder}/chunks/[name].js`,
      comments: { jsdoc: false },
      minifyInternalExports: false
    })
    const formatSpecifier = (from: string, to: string) => {
      const specifier = path.posix.relative(path.posix.dirname(from), to)
      return specifier.startsWith(".") ? specifier : `./${specifier}`
    }
    return new Map(
      output
        .filter((file) => file.type === "chunk")
        .map(({ code, fileName }): [string, Module] => [
          fileName,
          {
            code: code.replaceAll(/"outside:([^"]+)"/g, (_, file: string) => `"${formatSpecifier(fileName, file)}"`),
            map: null
          }
        ])
    )
  } finally {
    await bundle.close()
  }
}
