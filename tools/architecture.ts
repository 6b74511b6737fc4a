/**
 * Checks the import graph and the ambient values of `src/` against the rules in `docs/`: who may import whom, what may
 * end up in a browser, and where time, randomness, the network and the environment may be touched.
 *
 * The checker is a pure function from file texts to violations; `test/architecture.test.ts` applies it to `src/`.
 */
import { parseAst } from "rolldown/parseAst"

/** One broken rule, at a line of a file. */
export interface Violation {
  readonly file: string
  readonly line: number
  readonly message: string
}

/** What is checked. */
export interface Input {
  /** Paths under `src/` such as `src/http/Transport.ts`, with their texts. */
  readonly files: ReadonlyMap<string, string>
  /** The packages that an installed copy of this one can rely on: dependencies and peer dependencies. */
  readonly packages: ReadonlyArray<string>
}

const core = ["domain", "operation", "wire", "platform", "cache", "token", "http", "session", "app", "client"]

/**
 * Which folders the modules of a folder may import; a folder may always import itself. Types of `api` may be imported
 * everywhere, its values only where schemas are wanted.
 */
const allowed: Record<string, ReadonlyArray<string>> = {
  domain: [],
  api: ["domain"],
  operation: ["domain"],
  wire: ["domain"],
  platform: ["domain"],
  cache: ["domain", "platform"],
  token: ["domain", "platform", "cache"],
  http: ["domain", "wire", "platform", "cache"],
  session: ["domain", "wire", "platform", "cache", "token", "http"],
  app: ["domain", "operation", "wire", "platform", "cache", "token", "http", "session"],
  client: ["domain", "operation", "wire", "platform", "cache", "token", "http", "session", "app"],
  server: core,
  admin: [...core, "server"],
  promise: [...core, "server", "admin", "backend"],
  react: [...core, "server", "admin"],
  atom: core,
  payments: [...core, "server", "promise", "react"],
  expo: [...core, "promise", "react"],
  ssr: [...core, "promise", "react", "backend"],
  next: [...core, "server", "admin", "promise", "react", "backend", "ssr"],
  "react-router": [...core, "react", "ssr"],
  "tanstack-start": [...core, "react", "ssr"],
  backend: [...core, "api", "server", "admin"],
  hono: [],
  express: [],
  testing: [...core, "api", "server", "admin", "promise", "backend", "emulator"],
  terminal: ["domain", "platform", "token", "http"],
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
  /** The lowest first: which others the modules of each may import. */
  readonly allowed: Readonly<Record<string, ReadonlyArray<string>>>
  /** Modules beside them that all of them may import; the other modules beside them put them together. */
  readonly shared: ReadonlyArray<string>
  /**
   * The modules of a subfolder that others may import. By default, these are the ones that are not below `internal`, and
   * each of them is imported from elsewhere.
   */
  readonly faces?: Readonly<Record<string, ReadonlyArray<string>>>
}

const subfolders: Readonly<Record<string, Subfolders>> = {
  emulator: {
    allowed: {
      platform: [],
      storage: ["platform"],
      runtime: ["storage"],
      projects: ["storage", "platform", "runtime"],
      teams: ["storage", "runtime", "projects"],
      mail: ["storage", "runtime", "projects"],
      accounts: ["storage", "platform", "runtime", "projects", "teams", "mail"],
      webhooks: ["storage", "platform", "runtime", "projects", "teams", "accounts"],
      http: ["storage", "platform", "runtime", "projects", "teams", "accounts"],
      idp: ["storage", "platform", "runtime", "projects", "http"],
      payments: ["storage", "platform", "runtime", "projects", "http"],
      oauth: ["storage", "runtime", "projects", "accounts", "idp"],
      faults: ["storage", "runtime", "http"],
      state: ["storage", "runtime"],
      seeds: ["storage", "runtime", "projects", "mail", "accounts", "webhooks", "state"],
      console: [],
      control: ["storage", "runtime", "projects", "mail", "webhooks", "http", "idp", "faults", "state", "seeds"],
      handlers: [
        "storage",
        "runtime",
        "projects",
        "teams",
        "mail",
        "accounts",
        "webhooks",
        "http",
        "oauth",
        "payments"
      ],
      pipeline: [
        "storage",
        "runtime",
        "projects",
        "webhooks",
        "http",
        "idp",
        "payments",
        "faults",
        "state",
        "control",
        "handlers"
      ],
      serve: ["storage", "http", "faults", "control", "pipeline"]
    },
    shared: [],
    faces: { handlers: ["Routes.ts"], platform: ["Platform.ts", "browser.ts"] }
  },
  backend: {
    allowed: {
      telemetry: [],
      fleet: ["telemetry"],
      verify: ["telemetry", "fleet"],
      middleware: ["telemetry", "fleet", "verify"],
      client: ["middleware"],
      webhooks: ["fleet"],
      mcp: ["telemetry", "fleet", "verify", "middleware"]
    },
    shared: ["AuthErrors.ts", "AuthTimeout.ts", "Draining.ts", "Refusal.ts", "SecretDigest.ts"]
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
  "src/payments/index.ts",
  "src/payments/react.ts",
  "src/payments/promise.ts"
]

/** What nothing reachable from {@link browserEntries} may import. */
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
  "src/payments/server.ts",
  "src/payments/promiseServer.ts"
]

/**
 * What nothing reachable from {@link appEntries} may import, for it brings the interpreter of schemas along. What reads
 * an app's `Config` does so too, and has modules of its own.
 */
const interpretsSchemas = /^(src\/api\/|effect\/(Schema\w*|Config\w*|Arbitrary|http-api\/.*)$)/

/** Where time, randomness and the environment of the machine may be read directly. */
const mayUseAmbient = /^src\/(platform|terminal|cli)\//

const ambientCalls = new Map([
  ["setTimeout", "use Effect.sleep or a Schedule"],
  ["setInterval", "use Effect.repeat with a Schedule"],
  ["setImmediate", "use Effect.yieldNow"],
  ["queueMicrotask", "use Effect.yieldNow"],
  ["fetch", "use the Http service"],
  ["Date", "use Clock"]
])

const ambientMembers = new Map([
  ["Date.now", "use Clock"],
  ["performance.now", "use Clock"],
  ["Math.random", "use Random"],
  ["process.env", "use Config"],
  ["navigator.sendBeacon", "use the Http service"]
])

const ambientClasses = new Set(["XMLHttpRequest", "WebSocket", "EventSource"])

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

const isNode = (u: unknown): u is Node => typeof u === "object" && u !== null && "type" in u && "start" in u

interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly offset: number
}

interface Facts {
  readonly imports: ReadonlyArray<Import>
  /** `export * as Name` */
  readonly namespaceExports: ReadonlyArray<number>
  readonly ambient: ReadonlyArray<{ readonly name: string; readonly advice: string; readonly offset: number }>
}

const literal = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined

/** `globalThis.Date.now` and `Date.now` are both `["Date.now", …]`, the former with `global: true`. */
const memberPath = (node: Node): { readonly name: string; readonly global: boolean } | undefined => {
  if (node.type === "Identifier") return { name: node.name as string, global: false }
  if (node.type !== "MemberExpression") return undefined
  const object = memberPath(node.object as Node)
  const property = node.property as Node
  const key = node.computed === true ? literal(property) : (property.name as string)
  if (object === undefined || key === undefined) return undefined
  return ["globalThis", "window", "self", "global"].includes(object.name) && !object.global
    ? { name: key, global: true }
    : { name: `${object.name}.${key}`, global: object.global }
}

/** The names that a pattern binds. */
const bound = (pattern: unknown): Array<string> => {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name as string]
    case "AssignmentPattern":
      return bound(pattern.left)
    case "RestElement":
      return bound(pattern.argument)
    case "ArrayPattern":
      return (pattern.elements as Array<unknown>).flatMap(bound)
    case "ObjectPattern":
      return (pattern.properties as Array<Node>).flatMap((property) => bound(property.value ?? property))
    default:
      return []
  }
}

const facts = (file: string, text: string): Facts => {
  const imports: Array<Import> = []
  const namespaceExports: Array<number> = []
  const ambient: Array<{ name: string; advice: string; offset: number }> = []
  const local = new Set<string>()

  const visit = (node: Node): void => {
    switch (node.type) {
      case "ImportDeclaration":
      case "ExportNamedDeclaration":
      case "ExportAllDeclaration": {
        const specifier = literal(node.source)
        const specifiers = (node.specifiers ?? []) as Array<Node>
        const kind = node.importKind ?? node.exportKind
        if (specifier !== undefined) {
          const inlineTypes = specifiers.length > 0 && specifiers.every((one) => one.importKind === "type")
          imports.push({ specifier, typeOnly: kind === "type" || inlineTypes, offset: node.start })
        }
        if (node.type === "ExportAllDeclaration" && isNode(node.exported)) namespaceExports.push(node.start)
        if (node.type === "ImportDeclaration")
          specifiers.forEach((one) => bound(one.local).forEach((n) => local.add(n)))
        break
      }
      case "ImportExpression":
      case "TSImportType": {
        const source = literal(node.source)
        if (source !== undefined) {
          imports.push({ specifier: source, typeOnly: node.type === "TSImportType", offset: node.start })
        } else {
          ambient.push({
            name: "import(",
            advice: "name the module in quotes, so that it can be checked",
            offset: node.start
          })
        }
        break
      }
      case "VariableDeclarator":
        bound(node.id).forEach((name) => local.add(name))
        // Under another name, or in pieces, it could not be followed.
        if (
          isNode(node.init) &&
          node.init.type === "Identifier" &&
          /^(globalThis|Date)$/.test(String(node.init.name))
        ) {
          ambient.push({ name: `= ${String(node.init.name)}`, advice: "name it where it is used", offset: node.start })
        }
        break
      case "FunctionDeclaration":
      case "FunctionExpression":
      case "ArrowFunctionExpression":
        bound(node.id).forEach((name) => local.add(name))
        ;(node.params as Array<unknown>).flatMap(bound).forEach((name) => local.add(name))
        break
      case "NewExpression": {
        const path = memberPath(node.callee as Node)
        if (path?.name === "Date" && (node.arguments as Array<unknown>).length === 0) {
          ambient.push({ name: "new Date()", advice: "use Clock or DateTime.now", offset: node.start })
        }
        if (path !== undefined && ambientClasses.has(path.name)) {
          ambient.push({ name: path.name, advice: "use the Http service", offset: node.start })
        }
        break
      }
      case "CallExpression": {
        const callee = node.callee as Node
        const advice = callee.type === "Identifier" ? ambientCalls.get(callee.name as string) : undefined
        if (advice !== undefined) ambient.push({ name: `${callee.name}(`, advice, offset: node.start })
        break
      }
      case "MemberExpression": {
        const path = memberPath(node)
        if (path === undefined) break
        const advice = ambientMembers.get(path.name) ?? (path.global ? ambientCalls.get(path.name) : undefined)
        if (advice !== undefined && path.name !== "Date") {
          ambient.push({ name: path.global ? `globalThis.${path.name}` : path.name, advice, offset: node.start })
        }
        break
      }
    }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) value.filter(isNode).forEach(visit)
      else if (isNode(value)) visit(value)
    }
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file) as unknown as Node)

  // A parameter called `fetch` is not the ambient one.
  const isLocal = (name: string) => local.has(name.split(/[.(]/)[0]!)
  return { imports, namespaceExports, ambient: ambient.filter(({ name }) => !isLocal(name)) }
}

/** What package.json maps to one module for Node and to another one for browsers, which is the stricter one. */
const mapped: Readonly<Record<string, string>> = { "#emulator/platform": "src/emulator/platform/browser.ts" }

const isOwn = (specifier: string): boolean => specifier.startsWith(".") || specifier in mapped

/** `src/http/Http.ts` for `../test/http/Http.ts` seen from `src/session/Session.ts`; bare specifiers stay as they are. */
const resolve = (file: string, specifier: string): string =>
  specifier.startsWith(".") ? new URL(specifier, `file:///${file}`).pathname.slice(1) : (mapped[specifier] ?? specifier)

const packageOf = (specifier: string): string =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/")

const folderOf = (file: string): string => file.split("/")[1]!

/** Whether a module is below `internal`, but the one that imports it is not beside that folder. */
const isHidden = (file: string, target: string): boolean => {
  const end = target.indexOf("/internal/")
  return end >= 0 && !file.startsWith(target.slice(0, end + 1))
}

/** Why a module of a folder may not import another one of it, if so. */
const violationWithin = (folder: string, file: string, target: string): string | undefined => {
  const { allowed, faces, shared } = subfolders[folder] ?? { allowed: {}, shared: [] }
  const [from, to] = [file, target].map((path) => path.split("/")[2]!) as [string, string]
  if (!(folder in subfolders) || from === to || shared.includes(to)) return undefined
  const isAbove = from.endsWith(".ts") && !shared.includes(from)
  const isKnown = to.endsWith(".ts") || to in allowed
  const [lowest] = Object.keys(allowed)
  const below = from.endsWith(".ts") ? [lowest] : (allowed[from] ?? [])
  if (!(isAbove && isKnown) && !below.includes(to)) return `${folder}/${from} may not import ${folder}/${to}`
  const path = target.split("/").slice(3).join("/")
  return (faces?.[to]?.includes(path) ?? !isHidden(file, target))
    ? undefined
    : `${target} is internal to ${folder}/${to}`
}

/** All violations in `input`, in order of file and line. */
export const check = ({ files, packages }: Input): ReadonlyArray<Violation> => {
  const violations: Array<Violation> = []
  const modules = new Map<string, Facts>()
  const report = (file: string, offset: number, message: string): void => {
    const line = files.get(file)!.slice(0, offset).split("\n").length
    violations.push({ file, line, message })
  }

  for (const [file, text] of files) {
    try {
      modules.set(file, facts(file, text))
    } catch (error) {
      report(file, 0, `does not parse: ${String(error)}`)
    }
  }

  for (const [file, { imports, namespaceExports, ambient }] of modules) {
    const folder = folderOf(file)
    const folders = allowed[folder]
    if (folders === undefined) report(file, 0, `src/${folder} has no place in the order of folders`)

    for (const { specifier, offset, typeOnly } of imports) {
      const target = resolve(file, specifier)
      if (isOwn(specifier)) {
        const other = folderOf(target)
        if (!target.startsWith("src/")) {
          report(file, offset, `imports ${target}, which is not part of the package`)
        } else if (typeOnly && other === "api") {
          // What things are, the contract says to everybody.
        } else if (folders !== undefined && other !== folder && !folders.includes(other)) {
          report(file, offset, `src/${folder} may not import src/${other}`)
        } else if (other === folder) {
          const message = violationWithin(folder, file, target)
          if (message !== undefined) report(file, offset, message)
        } else if (isHidden(file, target)) {
          report(file, offset, `${target} is internal to src/${other}`)
        }
        continue
      }
      if (/^(node:)?timers\b/.test(specifier) && !mayUseAmbient.test(file)) {
        report(file, offset, `imports ${specifier}: use Effect.sleep or a Schedule`)
      }
      if (specifier.startsWith("node:")) continue
      if (folder === "domain" && specifier.startsWith("effect/Schema")) {
        report(file, offset, `src/domain may not import ${specifier}: schemas belong to src/api`)
      }
      // Adapters are written against an entry, with which they need no Effect.
      if (specifier === "gatefold/promise/backend" && ["express", "hono"].includes(folder)) continue
      const name = packageOf(specifier)
      if (folder === "emulator" && !emulatorPackages.includes(name)) {
        report(file, offset, `src/emulator may not import ${name}`)
      } else if (!packages.includes(name) && !(folder === "cli" && commandPackages.includes(name))) {
        report(file, offset, `${name} is neither a dependency nor a peer dependency`)
      }
      if (/^(effect|@effect\/[\w-]+)$/.test(name) && !/\/[A-Z]\w*$/.test(specifier)) {
        report(file, offset, `imports the barrel "${specifier}": import the module itself, such as "effect/Effect"`)
      }
    }
    for (const offset of namespaceExports) report(file, offset, "export * as keeps whole namespaces in a bundle")
    for (const { name, advice, offset } of ambient) {
      const isPort = name === "globalThis.fetch" && folder === "http"
      if (!isPort && !mayUseAmbient.test(file)) report(file, offset, `ambient ${name}: ${advice}`)
    }
  }

  const importers = new Map<string, Array<string>>()
  for (const [file, { imports }] of modules) {
    for (const { specifier } of imports) {
      const target = resolve(file, specifier)
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  for (const [file, importing] of importers) {
    const [, folder = "", subfolder = ""] = file.split("/")
    const rules = subfolders[folder]
    if (rules?.faces === undefined || !(subfolder in rules.allowed) || subfolder in rules.faces) continue
    const parent = file.slice(0, file.lastIndexOf("/") + 1)
    const isOfFolder = file.includes("/internal/") || importing.some((other) => !other.startsWith(parent))
    if (!isOfFolder) report(file, 0, `only ${parent} imports this: it belongs to ${parent}internal/`)
  }

  const done = new Set<string>()
  const findCycles = (file: string, trail: ReadonlyArray<string>): void => {
    if (done.has(file)) return
    for (const { specifier, typeOnly, offset } of modules.get(file)?.imports ?? []) {
      const target = resolve(file, specifier)
      const start = typeOnly ? -1 : [...trail, file].indexOf(target)
      if (start >= 0) report(file, offset, `imports in a circle: ${[...trail, file, target].slice(start).join(" → ")}`)
      else if (!typeOnly && modules.has(target)) findCycles(target, [...trail, file])
    }
    done.add(file)
  }
  for (const file of modules.keys()) findCycles(file, [])

  /** Reports what is forbidden and reachable. */
  const keepOut = (entries: ReadonlyArray<string>, forbidden: RegExp, message: string) => {
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
  keepOut(browserEntries, notInBrowser, "is not for browsers")
  keepOut(["src/emulator/browser.ts"], /^node:/, "is not for browsers")
  keepOut(appEntries, interpretsSchemas, "interprets schemas")

  return violations.toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line)
}
