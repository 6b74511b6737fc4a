/** Projects in which the package is installed from its tarball, as by its users. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import packageJson from "../../package.json" with { type: "json" }
import { stage, staged } from "./stage.ts"

/**
 * The environment without the outer npm's variables about this package, which a nested npm would take for its own, and
 * without Vitest's variables for its workers. Variables for the way to the registry stay: certificates, proxies, its
 * address.
 */
const inner =
  /^(npm_(package|lifecycle)_.*|npm_config_(local_|global_)?prefix|npm_command|INIT_CWD|NODE_(ENV|OPTIONS|PATH|CHANNEL_.*|UNIQUE_ID|V8_COVERAGE)|VITEST.*|TEST|VITE_.*)$/i

/** The commands of this repository's packages, which are not those of a project elsewhere. */
const foreign = /node_modules[\\/]\.bin$|node-gyp-bin$/

/** The environment of programs in such a project: this Node first, and no command of this repository. */
export const env: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !inner.test(name))),
  PATH: [
    path.dirname(process.execPath),
    ...(process.env["PATH"] ?? "").split(path.delimiter).filter((folder) => !foreign.test(folder))
  ].join(path.delimiter)
}

/** The result of a program. */
export interface Result {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end. */
export const run = (command: string, args: ReadonlyArray<string>, cwd: string): Promise<Result> =>
  new Promise((resolve) =>
    execFile(command, [...args], { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1) || 1, stdout, stderr })
    )
  )

/** Runs a program that must succeed; returns its output. */
export const succeed = async (command: string, args: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, stdout, stderr } = await run(command, args, cwd)
  if (code !== 0) throw new Error(`${path.basename(command)} ${args.join(" ")} ended with ${code}\n${stdout}${stderr}`)
  return stdout
}

/** The package as it is published. */
export interface Packed {
  readonly tarball: string
  /** The paths in it. */
  readonly files: ReadonlyArray<string>
  /** Bytes to download. */
  readonly size: number
  /** Bytes on disk. */
  readonly unpackedSize: number
}

/** Packs what `dist/` holds. */
export const pack = async (folder: string): Promise<Packed> => {
  stage()
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder]
  const [packed] = JSON.parse(await succeed("npm", args, staged)) as [
    {
      readonly filename: string
      readonly files: ReadonlyArray<{ readonly path: string }>
      readonly size: number
      readonly unpackedSize: number
    }
  ]
  const { files, filename, size, unpackedSize } = packed
  return { tarball: path.join(folder, filename), files: files.map((file) => file.path), size, unpackedSize }
}

/** Options for a quick install: from npm's cache where it can, and without scripts of packages. */
export const quickly = ["--prefer-offline", "--ignore-scripts", "--no-audit", "--no-fund"]

const versions: Readonly<Record<string, string>> = packageJson.devDependencies

/** The version of another package that this repository is tested with. */
export const findTestedVersion = (name: string): string | undefined => versions[name]

/** A package as an argument of npm. */
export const formatTestedVersion = (name: string): string => {
  const version = findTestedVersion(name)
  return version === undefined ? name : `${name}@${version}`
}

/** Writes the manifest of an empty project. */
export const writeManifest = (folder: string, manifest: object = { private: true, type: "module" }): void => {
  fs.mkdirSync(folder, { recursive: true })
  fs.writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest, null, 2))
}
