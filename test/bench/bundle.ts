/**
 * Bundles an app for browsers as its author would, from the files that are published, and measures it.
 */
import * as path from "node:path"
import { gzipSync } from "node:zlib"
import * as esbuild from "esbuild"
import { decode } from "@jridgewell/sourcemap-codec"
import { rolldown } from "rolldown"
import { dist } from "./built.ts"

const root = path.resolve(import.meta.dirname, "../..")

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
}

/** A minified ES module for browsers. */
export interface Bundle {
  readonly code: string
  /** Bytes of the module compressed with gzip level 9. */
  readonly gzip: number
  /** Minified bytes by module, the largest first. */
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
  external
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
        load: (id) => (text !== undefined && id === path.join(folder, virtual) ? text : null)
      }
    ]
  })
  try {
    const { output } = await bundle.generate({ format: "esm", minify: true, sourcemap: "hidden", codeSplitting: false })
    const { code, map } = output[0]
    return measure(code, map === null ? [] : bySource(code, map))
  } finally {
    await bundle.close()
  }
}

const withEsbuild = async ({
  file,
  text,
  folder = root,
  externalEffect = false,
  external
}: Source): Promise<Bundle> => {
  const result = await esbuild.build({
    absWorkingDir: folder,
    ...(file === undefined ? { stdin: { contents: text ?? "", resolveDir: folder } } : { entryPoints: [file] }),
    platform: "browser",
    format: "esm",
    bundle: true,
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
          if (external !== undefined)
            hooks.onResolve({ filter: external }, (found) => ({ path: found.path, external: true }))
          hooks.onResolve({ filter: /\/src\/.*\.tsx?$/ }, ({ path: specifier }) => {
            const module = published(specifier)
            return module === undefined ? undefined : { path: module, sideEffects: false }
          })
        }
      }
    ]
  })
  const [output] = Object.values(result.metafile.outputs)
  return measure(
    result.outputFiles[0]!.text,
    Object.entries(output!.inputs).map(([module, { bytesInOutput }]) => [module, bytesInOutput])
  )
}

const measure = (code: string, modules: ReadonlyArray<readonly [string, number]>): Bundle => ({
  code,
  gzip: gzipSync(code, { level: 9 }).length,
  modules: modules.map(([module, bytes]) => [shortName(module), bytes] as const).toSorted((a, b) => b[1] - a[1])
})

const shortName = (module: string): string =>
  module
    .replace(/^.*node_modules\//, "")
    .replace(/^.*\/(dist|src)\//, (path) => (path.includes("/src/") ? "src/" : "gatefold/"))

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
