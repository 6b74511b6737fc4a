/**
 * The rules of `src/`, for `test/architecture.test.ts`: which modules may import which (docs/architecture.md), what may
 * end up in a browser, and where code may touch time, randomness, the network and the environment.
 */
import { type Facts, readFacts, type Import } from "./facts.ts"

/** One broken rule, at a line of a file. */
export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** The input of the check. */
export interface Input {
  /** Paths under `src/` such as `src/http/Transport.ts`, with their texts. */
  readonly files: ReadonlyMap<string, string>
  /** The packages that an installed copy of this one can rely on: dependencies and peer dependencies. */
  readonly packages: ReadonlyArray<string>
}

const core = [
  "domain",
  "concurrency",
  "operation",
  "wire",
  "platform",
  "cache",
  "token",
  "http",
  "session",
  "app",
  "oauth",
  "client"
]

/**
 * The folders that the modules of a folder may import; a folder may always import itself. Types of `api` may be
 * imported everywhere, its values only where schemas are wanted.
 */
const allowed: Record<string, ReadonlyArray<string>> = {
  domain: [],
  concurrency: [],
  api: ["domain"],
  operation: ["domain"],
  wire: ["domain"],
  platform: ["domain", "concurrency"],
  cache: ["concurrency"],
  token: ["domain", "concurrency", "platform", "cache"],
  http: ["domain", "concurrency", "wire", "platform", "cache"],
  session: ["domain", "concurrency", "wire", "platform", "cache", "token", "http"],
  app: ["domain", "concurrency", "operation", "wire", "platform", "cache", "token", "http", "session"],
  oauth: ["domain", "concurrency", "operation", "wire", "platform", "cache", "token", "http", "session", "app"],
  client: [
    "domain",
    "concurrency",
    "operation",
    "wire",
    "platform",
    "cache",
    "token",
    "http",
    "session",
    "app",
    "oauth"
  ],
  server: core,
  admin: [...core, "server"],
  promise: [...core, "server", "admin", "backend"],
  react: [...core, "server", "admin"],
  atom: core,
  payments: [...core, "server", "admin", "promise", "react"],
  expo: [...core, "promise", "react"],
  ssr: [...core, "promise", "react", "backend"],
  next: [...core, "server", "admin", "promise", "react", "backend", "ssr"],
  "react-router": [...core, "react", "ssr"],
  "tanstack-start": [...core, "react", "ssr"],
  backend: [...core, "api", "server", "admin"],
  hono: [],
  express: [],
  testing: [...core, "api", "server", "admin", "promise", "backend", "emulator"],
  terminal: ["domain", "concurrency", "platform", "token", "http"],
  cli: [...core, "api", "server", "admin", "emulator", "promise", "backend", "testing", "terminal"],
  emulator: ["domain", "api", "cache"],
  undici: ["domain", "http"],
  "index.ts": core
}

/** The emulator is an independent reading of the contract, so its packages are listed one by one. */
const emulatorPackages = [
  "effect",
  "@babel/parser",
  "@effect/platform-node",
  "@noble/curves",
  "@noble/hashes",
  "@sqlite.org/sqlite-wasm",
  "jose",
  "@simplewebauthn/server",
  "bcryptjs",
  "nodemailer",
  "oauth4webapi",
  "postal-mime",
  "smtp-server"
]

/** Packages that only the command uses, which brings them along (decision 0034). */
const commandPackages = ["csv-parse", "csv-stringify"]

/** The order within a folder. */
interface Subfolders {
  /** The others that the modules of each may import, the lowest first. */
  readonly allowed: Readonly<Record<string, ReadonlyArray<string>>>
  /** Modules beside them that all of them may import; the other modules beside them put them together. */
  readonly shared: ReadonlyArray<string>
  /**
   * The modules of a subfolder that others may import. By default, these are the ones that are not below `internal`.
   */
  readonly faces?: Readonly<Record<string, ReadonlyArray<string>>>
}

const subfolders: Readonly<Record<string, Subfolders>> = {
  emulator: {
    allowed: {
      platform: [],
      storage: ["platform"],
      errors: ["storage"],
      settings: [],
      background: ["storage", "errors"],
      crypto: ["platform", "storage"],
      http: ["platform", "storage", "crypto", "errors", "settings"],
      projects: ["platform", "storage", "crypto", "settings"],
      teams: ["storage", "crypto", "projects"],
      mail: ["storage", "crypto", "settings", "background", "projects"],
      accounts: ["platform", "storage", "crypto", "errors", "settings", "background", "projects", "teams", "mail"],
      webhooks: ["platform", "storage", "crypto", "errors", "settings", "background", "projects", "teams", "accounts"],
      access: ["crypto", "errors", "settings", "http", "projects", "teams", "accounts"],
      idp: ["platform", "storage", "crypto", "errors", "settings", "http", "projects", "access"],
      payments: ["platform", "storage", "crypto", "errors", "settings", "http", "projects", "access"],
      oauth: ["storage", "crypto", "settings", "background", "http", "projects", "accounts", "access", "idp"],
      faults: ["storage", "crypto", "http"],
      seeds: ["storage", "crypto", "errors", "settings", "projects", "mail", "accounts", "webhooks"],
      state: ["storage", "crypto", "errors", "settings", "background", "projects", "seeds"],
      console: ["http"],
      hosted: ["http", "projects"],
      control: [
        "storage",
        "settings",
        "http",
        "projects",
        "mail",
        "webhooks",
        "access",
        "idp",
        "faults",
        "seeds",
        "state"
      ],
      handlers: [
        "storage",
        "crypto",
        "errors",
        "settings",
        "background",
        "projects",
        "teams",
        "mail",
        "accounts",
        "webhooks",
        "http",
        "access",
        "oauth",
        "payments"
      ],
      pipeline: [
        "crypto",
        "errors",
        "settings",
        "background",
        "projects",
        "webhooks",
        "http",
        "access",
        "idp",
        "payments",
        "faults",
        "state",
        "control",
        "handlers"
      ],
      transport: ["crypto", "http", "access", "faults", "control", "pipeline"]
    },
    shared: [],
    faces: { handlers: ["Route.ts", "Routes.ts"], platform: ["Platform.ts", "BrowserPlatform.ts"] }
  },
  backend: {
    allowed: {
      telemetry: [],
      fleet: ["telemetry"],
      verify: ["telemetry", "fleet"],
      middleware: ["telemetry", "fleet", "verify"],
      client: ["middleware"],
      webhooks: ["fleet"],
      request: ["telemetry", "fleet", "verify", "middleware"],
      mcp: ["telemetry", "fleet", "verify", "middleware", "request"]
    },
    shared: [
      "AuthErrors.ts",
      "AuthTimeout.ts",
      "CountOption.ts",
      "DurationOption.ts",
      "Draining.ts",
      "AuthResponse.ts",
      "SecretDigest.ts"
    ]
  }
}

/** The modules that an app loads in a browser, or on a phone. */
const browserEntries = [
  "src/index.ts",
  "src/promise/index.ts",
  "src/react/index.ts",
  "src/expo/index.ts",
  "src/next/index.ts",
  "src/atom/index.ts",
  "src/backend/client/index.ts",
  "src/payments/Payments.ts",
  "src/payments/Hooks.ts",
  "src/payments/PromisePayments.ts"
]

/** Modules that nothing reachable from {@link browserEntries} may import. */
const notInBrowser = /^(node:|src\/(server|admin|emulator|cli)\/)/

/** The modules that apps import, which run the compiled contract. */
const appEntries = [
  "src/index.ts",
  "src/promise/index.ts",
  "src/promise/ServerApp.ts",
  "src/promise/AdminApp.ts",
  "src/react/index.ts",
  "src/expo/index.ts",
  "src/next/index.ts",
  "src/server/index.ts",
  "src/admin/index.ts",
  "src/payments/ServerPayments.ts",
  "src/payments/AdminPayments.ts",
  "src/payments/PromiseServerPayments.ts",
  "src/payments/PromiseAdminPayments.ts"
]

/**
 * Modules that nothing reachable from {@link appEntries} may import, because they bring the interpreter of schemas
 * along. Code that reads an app's `Config` does so too, and is in separate modules.
 */
const interpretsSchemas = /^(src\/api\/|effect\/(Schema\w*|Config\w*|Arbitrary|http-api\/.*)$)/

/** Where time, randomness and the environment of the machine may be read directly. */
const mayUseAmbient = /^src\/(concurrency|platform|terminal|cli)\//

/** Modules whose keys apps may know, and which keep them when they move. */
const keepsKeys = /^src\/backend\/middleware\/(Auth|RateLimit)Middleware\.ts$/

/**
 * The names that package.json maps to one module for Node and to another one for browsers, which is the stricter one.
 */
const mapped: Readonly<Record<string, string>> = { "#emulator/platform": "src/emulator/platform/BrowserPlatform.ts" }

/** Names that say little without the name of their module. */
const generic = new Set(
  [
    "all check decode digest done encode entries error fill find finish fits get has join keep layer list load locate",
    "make measure members memory merge of one only outside parse plan prefix print read reader render root run search",
    "serialize set state step string take transform unsent update value values verify write"
  ].flatMap((names) => names.split(" "))
)

const isOwn = (specifier: string): boolean => specifier.startsWith(".") || specifier in mapped

/**
 * `src/http/Http.ts` for `../test/http/Http.ts` seen from `src/session/Session.ts`; bare specifiers stay as they are.
 */
const resolve = (file: string, specifier: string): string =>
  specifier.startsWith(".") ? new URL(specifier, `file:///${file}`).pathname.slice(1) : (mapped[specifier] ?? specifier)

const findPackage = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

const findTopFolder = (file: string): string => file.split("/")[1]!

/** Whether a module is below `internal`, but the one that imports it is not beside that folder. */
const isHidden = (file: string, target: string): boolean => {
  const end = target.indexOf("/internal/")
  return end >= 0 && !file.startsWith(target.slice(0, end + 1))
}

/** Why a module of a folder may not import another one of it, if so. */
const findViolation = (folder: string, file: string, target: string): string | undefined => {
  const { allowed, faces, shared } = subfolders[folder] ?? { allowed: {}, shared: [] }
  const [from, to] = [file, target].map((path) => path.split("/")[2]!) as [string, string]
  if (!(folder in subfolders) || from === to || shared.includes(to)) return undefined
  const isBeside = (part: string) => part.endsWith(".ts") || part === "internal"
  const isAbove = isBeside(from) && !shared.includes(from)
  const isKnown = isBeside(to) || to in allowed
  const [lowest] = Object.keys(allowed)
  const below = isBeside(from) ? [lowest] : (allowed[from] ?? [])
  if (!(isAbove && isKnown) && !below.includes(to)) return `${folder}/${from} may not import ${folder}/${to}`
  const path = target.split("/").slice(3).join("/")
  return (faces?.[to]?.includes(path) ?? !isHidden(file, target))
    ? undefined
    : `${target} is internal to ${folder}/${to}`
}

/** Folders without `internal`: endpoints have one file for each feature, and a folder of `cli` is a command. */
const withoutInternal = /^src\/(api|cli|wire)\//

/** Whether a module may stay beside those that use it, although nothing else does. */
const isFace = (file: string): boolean => {
  const [, folder = "", subfolder = "", inSubfolder] = file.split("/")
  if (inSubfolder === undefined && (subfolder === "" || folder === "emulator")) return true
  if (file.includes("/internal/") || withoutInternal.test(file)) return true
  return subfolder in (subfolders[folder]?.faces ?? {})
}

type Modules = ReadonlyMap<string, Facts>

type Report = (file: string, offset: number, message: string) => void

const reportCircles = (modules: Modules, report: Report): void => {
  const done = new Set<string>()
  const visit = (file: string, trail: ReadonlyArray<string>): void => {
    if (done.has(file)) return
    for (const { specifier, typeOnly, offset } of modules.get(file)?.imports ?? []) {
      const target = resolve(file, specifier)
      const start = typeOnly ? -1 : [...trail, file].indexOf(target)
      if (start >= 0) report(file, offset, `imports in a circle: ${[...trail, file, target].slice(start).join(" → ")}`)
      else if (!typeOnly && modules.has(target)) visit(target, [...trail, file])
    }
    done.add(file)
  }
  for (const file of modules.keys()) visit(file, [])
}

/** Reports forbidden modules that are reachable from the entries. */
const keepOut = (
  modules: Modules,
  report: Report,
  entries: ReadonlyArray<string>,
  forbidden: RegExp,
  message: string
): void => {
  for (const entry of entries) {
    const seen = new Set<string>()
    const visit = (file: string, trail: ReadonlyArray<string>): void => {
      if (seen.has(file)) return
      seen.add(file)
      for (const { specifier, typeOnly, offset } of modules.get(file)?.imports ?? []) {
        if (typeOnly) continue
        const target = resolve(file, specifier)
        const path = [...trail, target]
        if (forbidden.test(target)) report(file, offset, `${target} ${message}, but reachable: ${path.join(" → ")}`)
        else visit(target, path)
      }
    }
    visit(entry, [entry])
  }
}

/** An import of another module of the package: whether the order of folders allows it. */
const reportOwnImport = (file: string, { offset, specifier, typeOnly }: Import, report: Report): void => {
  const [folder, target] = [findTopFolder(file), resolve(file, specifier)]
  const other = findTopFolder(target)
  const folders = allowed[folder]
  if (!target.startsWith("src/")) return report(file, offset, `imports ${target}, which is not part of the package`)
  // Every module may import types of the contract.
  if (typeOnly && other === "api") return
  if (folders !== undefined && other !== folder && !folders.includes(other)) {
    return report(file, offset, `src/${folder} may not import src/${other}`)
  }
  if (other !== folder && isHidden(file, target)) report(file, offset, `${target} is internal to src/${other}`)
  const message = other === folder ? findViolation(folder, file, target) : undefined
  if (message !== undefined) report(file, offset, message)
}

/** An import of a package: whether an installed copy has it, and whether it is the module itself. */
const reportPackageImport = (
  file: string,
  { offset, specifier }: Import,
  packages: ReadonlyArray<string>,
  report: Report
): void => {
  const folder = findTopFolder(file)
  if (/^(node:)?timers\b/.test(specifier) && !mayUseAmbient.test(file)) {
    report(file, offset, `imports ${specifier}: use Effect.sleep or a Schedule`)
  }
  if (specifier.startsWith("node:")) return
  if (folder === "domain" && specifier.startsWith("effect/Schema")) {
    report(file, offset, `src/domain may not import ${specifier}: schemas belong to src/api`)
  }
  // Adapters are written against an entry, with which they need no Effect.
  if (specifier === "gatefold/promise/backend" && ["express", "hono"].includes(folder)) return
  const name = findPackage(specifier)
  if (folder === "emulator" && !emulatorPackages.includes(name)) {
    report(file, offset, `src/emulator may not import ${name}`)
  } else if (!packages.includes(name) && !(folder === "cli" && commandPackages.includes(name))) {
    report(file, offset, `${name} is neither a dependency nor a peer dependency`)
  }
  if (/^(effect|@effect\/[\w-]+)$/.test(name) && !/\/[A-Z]\w*$/.test(specifier)) {
    report(file, offset, `imports the barrel "${specifier}": import the module itself, such as "effect/Effect"`)
  }
}

/** What a module does besides importing. */
const reportCode = (
  file: string,
  { ambient, keys, named, namespaceExports, nestedYields, wrappers }: Facts,
  report: Report
): void => {
  const ownKey = file.replace(/^src/, "gatefold").replace(/\.tsx?$/, "")
  for (const { key, offset } of keepsKeys.test(file) ? [] : keys) {
    if (key !== ownKey && !key.startsWith(`${ownKey}/`)) {
      report(file, offset, `the key "${key}" does not name its module: begin it with "${ownKey}"`)
    }
  }
  for (const { name, offset, specifier } of named) {
    if (!generic.has(name) || !isOwn(specifier)) continue
    const module = specifier
      .split("/")
      .at(-1)!
      .replace(/\.tsx?$/, "")
    report(file, offset, `imports ${name} without its module: import * as ${module}, and call ${module}.${name}`)
  }
  for (const offset of wrappers) report(file, offset, "only wraps Effect.gen: use Effect.fnUntraced")
  for (const offset of nestedYields) report(file, offset, "yields what it yields: use Service.use, or name the service")
  for (const offset of namespaceExports) report(file, offset, "export * as keeps whole namespaces in a bundle")
  for (const { name, advice, offset } of ambient) {
    const isPort = name === "globalThis.fetch" && findTopFolder(file) === "http"
    if (!isPort && !mayUseAmbient.test(file)) report(file, offset, `ambient ${name}: ${advice}`)
  }
}

/** Modules that only their own folder imports, and that are not below its `internal`. */
const reportUnusedElsewhere = (modules: Modules, report: Report): void => {
  const importers = new Map<string, Array<string>>()
  for (const [file, { imports }] of modules) {
    for (const { specifier } of imports) {
      const target = resolve(file, specifier)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  const isEntry = (file: string) => file.endsWith("/index.ts") || !importers.has(file)
  for (const [file, importing] of importers) {
    if (!modules.has(file) || isFace(file)) continue
    const parent = file.slice(0, file.lastIndexOf("/") + 1)
    const isBeside = (other: string) =>
      other.startsWith(`${parent}internal/`) || other.lastIndexOf("/") === parent.length - 1
    const isUsedElsewhere = importing.some((other) => isEntry(other) || !(other.startsWith(parent) && isBeside(other)))
    if (!isUsedElsewhere) report(file, 0, `only ${parent} imports this: it belongs to ${parent}internal/`)
  }
}

/** All violations in `input`, in order of file and line. */
export const check = ({ files, packages }: Input): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = []
  const modules = new Map<string, Facts>()
  const report: Report = (file, offset, message) => {
    const line = files.get(file)!.slice(0, offset).split("\n").length
    violations.push({ file, line, message })
  }

  for (const [file, text] of files) {
    try {
      modules.set(file, readFacts(file, text))
    } catch (error) {
      report(file, 0, `does not parse: ${String(error)}`)
    }
  }
  for (const [file, module] of modules) {
    const folder = findTopFolder(file)
    if (!(folder in allowed)) report(file, 0, `src/${folder} has no place in the order of folders`)
    for (const each of module.imports) {
      if (isOwn(each.specifier)) reportOwnImport(file, each, report)
      else reportPackageImport(file, each, packages, report)
    }
    reportCode(file, module, report)
  }
  reportUnusedElsewhere(modules, report)
  reportCircles(modules, report)
  keepOut(modules, report, browserEntries, notInBrowser, "is not for browsers")
  keepOut(modules, report, ["src/emulator/browser.ts"], /^node:/, "is not for browsers")
  keepOut(modules, report, appEntries, interpretsSchemas, "interprets schemas")

  return violations.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
