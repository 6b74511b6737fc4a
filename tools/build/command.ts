/**
 * Puts the `gatefold` command into one folder, with every package that it uses inside, so that it works wherever
 * Gatefold is installed, and starts without looking for the files of other packages. Code that
 * only some commands need, such as the tour or the check of passkeys, is in separate files, which they load (decision
 * 0034).
 */
import * as fs from "node:fs"
import { isBuiltin } from "node:module"
import * as path from "node:path"
import { rolldown } from "rolldown"
import type { Modules } from "./chunks.ts"

/** A package whose code is part of the command. */
interface Bundled {
  readonly name: string
  readonly version: string
  readonly license: string
  /** The texts of its license that it ships with. */
  readonly texts: ReadonlyArray<string>
}

const readPackage = (folder: string): Bundled => {
  const { license, name, version } = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8"))
  if (typeof license !== "string") throw new Error(`${name} does not say under which license it is`)
  const files = fs.readdirSync(folder).filter((name) => /^(licen[cs]e|notice|copyright)/i.test(name))
  return { name, version, license, texts: files.map((file) => fs.readFileSync(path.join(folder, file), "utf8").trim()) }
}

/** The folders of the packages that files come from. */
const findFolders = (files: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(
    files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll(path.sep, "/")) ?? [])
  )
]

const formatNotice = ({ license, name, texts, version }: Bundled): string =>
  [`${name} ${version}\nLicense: ${license}`, ...texts].join("\n\n")

/** The notices that the licenses of packages ask for, in the order of their names. */
export const formatNotices = (what: string, files: ReadonlyArray<string>): string =>
  [
    `${what} contains code of these packages.`,
    ...findFolders(files)
      .map(readPackage)
      .toSorted((a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version))
      .map(formatNotice)
  ].join(`\n\n${"-".repeat(80)}\n\n`) + "\n"

/** The files of the command, by their paths in `dist/`: `program` is the module that runs it. */
export const bundleCommand = async (
  dist: string,
  modules: Modules,
  program: string
): Promise<ReadonlyMap<string, string>> => {
  const folder = path.dirname(program)
  const bundle = await rolldown({
    input: path.join(dist, program),
    platform: "node",
    plugins: [
      {
        name: "modules",
        resolveId: (specifier, importer) => {
          const id = path.resolve(path.dirname(importer ?? ""), specifier)
          return modules.has(path.relative(dist, id).replaceAll(path.sep, "/")) ? id : undefined
        },
        load: (id) => modules.get(path.relative(dist, id).replaceAll(path.sep, "/"))?.code
      }
    ]
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      dir: path.join(dist, folder),
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name].js",
      // The shared code of most commands is one file, because a command pays for every file that it opens.
      codeSplitting: { groups: [{ name: "Common", minShareCount: 12, maxModuleSize: 40_000 }] },
      comments: false,
      // Names of functions and classes stay, because the stack traces of bug reports have them.
      minify: { mangle: { keepNames: true }, compress: true, codegen: true }
    })
    const chunks = output.filter((file) => file.type === "chunk")
    const own = new Set(chunks.map(({ fileName }) => fileName))
    const missing = chunks.flatMap(({ dynamicImports, imports }) =>
      [...imports, ...dynamicImports].filter((file) => !own.has(file) && !isBuiltin(file))
    )
    if (missing.length > 0) throw new Error(`The command lacks ${[...new Set(missing)].join(", ")}`)
    return new Map([
      ...chunks.map(({ code, fileName }) => [path.posix.join(folder, fileName), code] as const),
      [
        path.posix.join(folder, "THIRD-PARTY.txt"),
        formatNotices(
          "The gatefold command",
          chunks.flatMap(({ moduleIds }) => moduleIds)
        )
      ]
    ])
  } finally {
    await bundle.close()
  }
}
