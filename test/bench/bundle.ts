/** Bundles an app for browsers as its author would, from the files that are published, and measures it. */
import * as fs from "node:fs"
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import { decode } from "@jridgewell/sourcemap-codec"
import * as esbuild from "esbuild"
import { rolldown } from "rolldown"
import { root } from "../support/root.ts"
import { dist } from "./built.ts"

/** The bundlers that are measured. */
export const bundlers = ["rolldown", "esbuild"] as const
/** One of the bundlers that are measured. */
export type Bundler = (typeof bundlers)[number]

/** What is bundled. */
export interface Source {
  /** A file of `entries/`. */
  readonly file?: string
  /** Or the text of a module in `folder`. */
  readonly text?: string
  /** Where packages are looked up. Default: this package. */
  readonly folder?: string
  /** Leaves Effect to the app. */
  readonly externalEffect?: boolean
  /** Leaves these packages to the app. */
  readonly external?: RegExp
  /** A module that the app loads later, and that is on the measured page. */
  readonly opens?: RegExp
}

/** Minified ES modules for browsers: what an app starts with, and what it loads when somebody asks for it. */
export interface Bundle {
  /** All of it. */
  readonly code: string
  /** Bytes of what the app starts with, each file compressed with gzip level 9. */
  readonly gzip: number
  /** Bytes of what may be loaded later. */
  readonly laterGzip: number
  /** Minified bytes by module of what the app starts with, the largest first. */
  readonly modules: ReadonlyArray<readonly [module: string, bytes: number]>
}

/** Entries name modules of `src/`, so that they are type-checked; what is bundled is their published form. */
const published = (specifier: string): string | undefined => {
  const inSource = /(?:\.\.\/)+src\/(.*)\.tsx?$/.exec(specifier)?.[1]
  return inSource === undefined ? undefined : path.join(dist, `${inSource}.js`)
}

const isEffect = /^(effect|@effect\/[\w-]+)(\/|$)/

const virtual = "bench-entry.js"

const withRolldown = async ({
  file,
  text,
  folder = root,
  externalEffect = false,
  external,
  opens
}: Source): Promise<Bundle> => {
  const bundle = await rolldown({
    cwd: folder,
    input: file ?? virtual,
    platform: "browser",
    external: [...(externalEffect ? [isEffect] : []), ...(external === undefined ? [] : [external])],
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
    plugins: [
      {
        name: "entry",
        resolveId: (specifier) => (specifier === virtual ? path.join(folder, virtual) : (published(specifier) ?? null)),
        load: (id) => {
          if (id.endsWith(".css")) return { code: "", moduleType: "js" }
          return text !== undefined && id === path.join(folder, virtual) ? text : null
        }
      }
    ]
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true, sourcemap: "hidden" })
    const files = output.filter((file) => file.type === "chunk")
    return measure(
      files.map(({ code, facadeModuleId, fileName, imports, isEntry, map }) => ({
        name: fileName,
        code,
        isEntry: isEntry || (facadeModuleId !== null && opens?.test(facadeModuleId) === true),
        imports,
        modules: map === null ? [] : bySource(code, map)
      }))
    )
  } finally {
    await bundle.close()
  }
}

const withEsbuild = async ({
  file,
  text,
  folder = root,
  externalEffect = false,
  external,
  opens
}: Source): Promise<Bundle> => {
  const result = await esbuild.build({
    absWorkingDir: folder,
    ...(file === undefined ? { stdin: { contents: text ?? "", resolveDir: folder } } : { entryPoints: [file] }),
    platform: "browser",
    format: "esm",
    bundle: true,
    splitting: true,
    outdir: folder,
    loader: { ".css": "empty" },
    minify: true,
    write: false,
    metafile: true,
    logLevel: "silent",
    ...(externalEffect ? { external: ["effect", "@effect/*"] } : {}),
    define: { "process.env.NODE_ENV": '"production"' },
    plugins: [
      {
        name: "entry",
        setup: (hooks) => {
          if (external !== undefined) {
            hooks.onResolve({ filter: external }, (found) => ({ path: found.path, external: true }))
          }
          hooks.onResolve({ filter: /\/src\/.*\.tsx?$/ }, ({ path: specifier }) => {
            const module = published(specifier)
            return module === undefined ? undefined : { path: module, sideEffects: false }
          })
        }
      }
    ]
  })
  return measure(
    Object.entries(result.metafile.outputs).map(([name, { entryPoint, imports, inputs }]) => ({
      name,
      code: result.outputFiles.find((output) => output.path === path.join(folder, name))!.text,
      isEntry:
        entryPoint === (file === undefined ? "<stdin>" : path.relative(folder, file)) ||
        (entryPoint !== undefined && opens?.test(entryPoint) === true),
      imports: imports.filter(({ kind }) => kind !== "dynamic-import").map((one) => one.path),
      modules: Object.entries(inputs).map(([module, { bytesInOutput }]) => [module, bytesInOutput] as const)
    }))
  )
}

/** A file that a bundler wrote. */
interface Output {
  readonly name: string
  readonly code: string
  readonly isEntry: boolean
  /** Those of the others that are loaded together with it. */
  readonly imports: ReadonlyArray<string>
  readonly modules: ReadonlyArray<readonly [module: string, bytes: number]>
}

const measure = (outputs: ReadonlyArray<Output>): Bundle => {
  const start = new Set<Output>()
  const visit = (output: Output | undefined): void => {
    if (output === undefined || start.has(output)) return
    start.add(output)
    for (const name of output.imports) visit(outputs.find((other) => other.name === name))
  }
  outputs.filter(({ isEntry }) => isEntry).forEach(visit)
  const gzip = (files: ReadonlyArray<Output>) =>
    files.reduce((sum, { code }) => sum + gzipSync(code, { level: 9 }).length, 0)
  return {
    code: outputs.map(({ code }) => code).join("\n"),
    gzip: gzip([...start]),
    laterGzip: gzip(outputs.filter((output) => !start.has(output))),
    modules: [...start]
      .flatMap(({ modules }) => modules)
      .map(([module, bytes]) => [shortName(module), bytes] as const)
      .toSorted((a, b) => b[1] - a[1])
  }
}

/** `effect/Layer.js`, `gatefold/http/Http.js`; bundlers name what is published from different folders. */
const shortName = (module: string): string => {
  const inPackage = /.*node_modules\/(.*)$/.exec(module)?.[1]
  if (inPackage !== undefined) return inPackage.replace("/dist/", "/")
  return module.endsWith(".ts") ? path.basename(module) : `gatefold/${module.replace(/^(.*\/)?dist\//, "")}`
}

/** Splits the bytes of minified code among the sources that its map names. */
const bySource = (
  code: string,
  map: { readonly mappings: string; readonly sources: ReadonlyArray<string> }
): ReadonlyArray<readonly [string, number]> => {
  const bytes = new Map<string, number>()
  const lines = code.split("\n")
  decode(map.mappings).forEach((segments, line) => {
    segments.forEach(([column, source], i) => {
      if (source === undefined) return
      const name = map.sources[source]!
      const end = segments[i + 1]?.[0] ?? lines[line]!.length
      bytes.set(name, (bytes.get(name) ?? 0) + end - column)
    })
  })
  return [...bytes]
}

/** Bundles with one of the bundlers. */
export const bundle = (bundler: Bundler, source: Source): Promise<Bundle> =>
  bundler === "rolldown" ? withRolldown(source) : withEsbuild(source)

/** Bytes of what a folder of `dist` holds itself: its entries, minified and compressed, without what they import. */
export const ownGzip = async (folder: string): Promise<number> => {
  const inside = path.join(dist, folder) + path.sep
  const isInside = (specifier: string, importer: string) =>
    path.resolve(path.dirname(importer), specifier).startsWith(inside)
  const bundle = await rolldown({
    input: ["index.js", "server.js"].map((name) => inside + name).filter((file) => fs.existsSync(file)),
    platform: "neutral",
    external: (specifier, importer) => importer !== undefined && !isInside(specifier, importer),
    logLevel: "silent"
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true })
    return output.reduce((sum, file) => sum + (file.type === "chunk" ? gzipSync(file.code, { level: 9 }).length : 0), 0)
  } finally {
    await bundle.close()
  }
}
