/**
 * Completes each `package-lock.json` with the optional packages of other platforms, and with the addresses of all
 * packages.
 *
 * npm leaves a platform's optional package out of the lock file when it cannot see it at install time, and `npm ci`
 * then refuses the file. Without addresses, which `omit-lockfile-registry-resolved` leaves out, `npm ci` asks the
 * registry about each package and takes twice as long. A registry of another name replaces npm's in these addresses
 * (`replace-registry-host`).
 *
 * `npm run generate -- lock` adds what is missing; `npm run generate -- lock --check` only
 * reports it.
 */
import * as fs from "node:fs"
import { folders } from "../install.ts"

interface LockEntry {
  /** Of the package, where the folder has another one. */
  name?: string
  version?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  os?: Array<string>
  cpu?: Array<string>
  libc?: Array<string>
  optionalDependencies?: Record<string, string>
}

interface Lock {
  packages: Record<string, LockEntry>
}

const systems = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"]
const architectures = ["arm64", "arm", "ia32", "loong64", "mips64el", "ppc64", "riscv64", "s390x", "wasm32", "x64"]

/** The place where `name`, wanted by the package at `from`, is installed, if it is. */
const resolve = (lock: Lock, from: string, name: string): string | undefined => {
  let base = from
  while (true) {
    const path = base === "" ? `node_modules/${name}` : `${base}/node_modules/${name}`
    if (path in lock.packages) return path
    if (base === "") return undefined
    const index = base.lastIndexOf("node_modules/")
    base = index <= 0 ? "" : base.slice(0, index - 1)
  }
}

const readPlatform = (name: string): Pick<LockEntry, "os" | "cpu" | "libc"> => {
  const words = name.slice(name.lastIndexOf("/") + 1).split("-")
  const os = systems.find((system) => words.includes(system))
  const cpu = architectures.find((architecture) => words.includes(architecture))
  const libc = words.includes("gnu") ? "glibc" : words.includes("musl") ? "musl" : undefined
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined ? {} : { libc: [libc] })
  }
}

/** Every optional platform package that some entry of `lock` wants and the file does not hold. */
export const listMissing = (lock: Lock): Array<readonly [path: string, entry: LockEntry]> => {
  const added: Array<readonly [string, LockEntry]> = []
  for (const [parent, entry] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const version = range.replace(/^[\^~]/, "")
      const dependency = resolve(lock, parent, name)
      if (dependency !== undefined && (version !== range || lock.packages[dependency]?.version === version)) continue
      const { os, cpu, libc } = readPlatform(name)
      if (os === undefined && cpu === undefined) continue
      const path = dependency === undefined ? `node_modules/${name}` : `${parent}/node_modules/${name}`
      added.push([
        path,
        {
          version,
          ...(cpu && { cpu }),
          ...(entry.dev === true && { dev: true }),
          ...(libc && { libc }),
          optional: true,
          ...(os && { os })
        }
      ])
    }
  }
  return added
}

/** The packages of npm's registry whose address the file does not hold. */
export const listUnaddressed = (lock: Lock): Array<readonly [path: string, entry: LockEntry]> =>
  Object.entries(lock.packages).flatMap(([path, { name, version, ...rest }]) => {
    if (rest.integrity === undefined || rest.resolved !== undefined || version === undefined) return []
    const own = name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)
    const resolved = `https://registry.npmjs.org/${own}/-/${own.split("/").at(-1)}-${version}.tgz`
    return [[path, { ...(name !== undefined && { name }), version, resolved, ...rest }] as const]
  })

/** Completes a lock file, or says what it lacks. */
const complete = (file: string, isCheck: boolean): void => {
  const lock = JSON.parse(fs.readFileSync(file, "utf8")) as Lock
  const [platforms, addresses] = [listMissing(lock), listUnaddressed(lock)]
  if (platforms.length + addresses.length === 0) return
  if (isCheck) {
    for (const [path] of platforms) console.log(`${file}: missing: ${path}`)
    for (const [path] of addresses) console.log(`${file}: without an address: ${path}`)
    process.exitCode = 1
  } else {
    const all = { ...lock.packages, ...Object.fromEntries([...platforms, ...addresses]) }
    lock.packages = Object.fromEntries(
      Object.keys(all)
        .sort((a, b) => a.localeCompare(b, "en"))
        .map((key) => [key, all[key]!])
    )
    fs.writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
    console.log(`added ${platforms.length} optional platform packages and ${addresses.length} addresses to ${file}`)
  }
}

if (import.meta.main) {
  for (const folder of [".", ...folders]) complete(`${folder}/package-lock.json`, process.argv.includes("--check"))
}
