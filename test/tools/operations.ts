/**
 * Finds out, from the source, which operations call which endpoints: the
 * exports of `src/client`, `src/server` and `src/admin`, followed through the
 * names that they use in their own file, in each other and in the session.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import * as path from "node:path"
import { parseAst } from "rolldown/parseAst"

const src = path.resolve(import.meta.dirname, "../../src")

/** Where operations live. */
const folders = ["client", "server", "admin"]

/** An operation and the endpoints that it calls, as `Module.name` of `src/api`. */
export interface Operation {
  /** `Password.signIn`, and with its folder when that is not the client's: `server/Users.list`. */
  readonly name: string
  readonly folder: string
  readonly module: string
  readonly export: string
  readonly endpoints: ReadonlySet<string>
}

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}

const isNode = (u: unknown): u is Node => typeof u === "object" && u !== null && "type" in u

const children = (node: Node): ReadonlyArray<Node> =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

const nameOf = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Identifier" ? (node["name"] as string) : undefined

/** A name in a file, such as `client/Password.ts#signIn`. */
const at = (file: string, name: string) => `${file}#${name}`

interface Module {
  /** What each name of the file refers to: other names, here or elsewhere. */
  readonly references: Map<string, Set<string>>
  readonly exports: Map<string, string>
}

const sessionFile = "session/Session.ts"

const analyse = (file: string): Module => {
  const program = parseAst(readFileSync(path.join(src, file), "utf8"), { lang: "ts" }, file) as unknown as Node
  const namespaces = new Map<string, string>()
  const named = new Map<string, string>()
  const references = new Map<string, Set<string>>()
  const exports = new Map<string, string>()

  const resolve = (specifier: unknown): string | undefined =>
    typeof specifier === "string" && specifier.startsWith(".")
      ? path.posix.join(path.posix.dirname(file), specifier)
      : undefined

  const readImport = (node: Node) => {
    const target = resolve((node["source"] as Node)["value"])
    if (target === undefined || node["importKind"] === "type") return
    for (const specifier of node["specifiers"] as ReadonlyArray<Node>) {
      const local = nameOf(specifier["local"])
      if (local === undefined) continue
      if (specifier.type === "ImportNamespaceSpecifier") namespaces.set(local, target)
      else named.set(local, at(target, nameOf(specifier["imported"]) ?? local))
    }
  }

  const declare = (name: string, value: unknown) => {
    const used = references.get(name) ?? new Set()
    references.set(name, used)
    if (isNode(value)) collect(value, used)
  }

  /** Adds every name that is used below a node; types use nothing. */
  const collect = (node: Node, used: Set<string>): void => {
    if (node.type.startsWith("TSType") || node.type === "TSInterfaceDeclaration") return
    if (node.type === "MemberExpression") {
      const object = nameOf(node["object"])
      const property = nameOf(node["property"])
      if (object !== undefined && property !== undefined) {
        const namespace = namespaces.get(object)
        if (namespace !== undefined) used.add(at(namespace, property))
        else if (object === "session") used.add(at(sessionFile, property))
        else used.add(at(file, object))
        return
      }
      if (node["computed"] !== true) return collect(node["object"] as Node, used)
    }
    if (node.type === "Property") return collect(node["value"] as Node, used)
    const identifier = nameOf(node)
    if (identifier !== undefined) used.add(named.get(identifier) ?? at(file, identifier))
    for (const child of children(node)) collect(child, used)
  }

  /** Declares the names of one statement; those inside a function are part of the function. */
  const declareIn = (statement: Node): void => {
    if (statement.type === "FunctionDeclaration") declare(nameOf(statement["id"]) ?? "", statement["body"])
    if (statement.type !== "VariableDeclaration") return
    for (const declarator of statement["declarations"] as ReadonlyArray<Node>) {
      const name = nameOf(declarator["id"])
      if (name === undefined) continue
      declare(name, declarator["init"])
      if (name === "make" && isNode(declarator["init"])) declareService(declarator["init"])
    }
  }

  /** The functions and methods of a service are declared inside its `make`. */
  const declareService = (node: Node): void => {
    if (node.type === "FunctionExpression") {
      const statements = (node["body"] as Node)["body"] as ReadonlyArray<Node>
      statements.forEach(declareIn)
      statements.filter((statement) => statement.type === "ReturnStatement").forEach(declareMethods)
    } else children(node).forEach(declareService)
  }

  const declareMethods = (node: Node): void => {
    if (node.type !== "ObjectExpression") return children(node).forEach(declareMethods)
    for (const property of node["properties"] as ReadonlyArray<Node>) {
      const name = nameOf(property["key"])
      if (name !== undefined) declare(name, property["value"])
    }
  }

  const body = program["body"] as ReadonlyArray<Node>
  body.filter((node) => node.type === "ImportDeclaration").forEach(readImport)
  for (const node of body) {
    const declaration = node.type === "ExportNamedDeclaration" ? node["declaration"] : undefined
    declareIn(isNode(declaration) ? declaration : node)
    if (node.type !== "ExportNamedDeclaration") continue
    if (isNode(declaration) && declaration.type === "VariableDeclaration") {
      for (const declarator of declaration["declarations"] as ReadonlyArray<Node>) {
        const name = nameOf(declarator["id"])
        if (name !== undefined) exports.set(name, name)
      }
    }
    for (const specifier of node["specifiers"] as ReadonlyArray<Node>) {
      const name = nameOf(specifier["exported"])
      if (name !== undefined) exports.set(name, nameOf(specifier["local"]) ?? name)
    }
  }
  return { references, exports }
}

const modules = new Map<string, Module>()
const moduleOf = (file: string): Module => {
  const known = modules.get(file)
  if (known !== undefined) return known
  const module = analyse(file)
  modules.set(file, module)
  return module
}

const isFollowed = (file: string) => folders.some((folder) => file.startsWith(`${folder}/`)) || file === sessionFile

/**
 * The endpoints that an export calls. How the session keeps its tokens fresh is
 * not the business of an operation that calls an endpoint itself.
 */
const endpointsOf = (file: string, name: string): ReadonlySet<string> => {
  const direct = new Set<string>()
  const bySession = new Set<string>()
  const seen = new Set<string>()
  const follow = (reference: string, endpoints: Set<string>): void => {
    if (seen.has(reference)) return
    seen.add(reference)
    const [target = "", member = ""] = reference.split("#")
    // A navigation, which is no call, uses only what its endpoint is asked with: `Authorize` of `authorize`.
    const endpoint = member.charAt(0).toLowerCase() + member.slice(1)
    if (target.startsWith("api/")) endpoints.add(`${path.posix.basename(target, ".ts")}.${endpoint}`)
    else if (isFollowed(target)) {
      for (const next of moduleOf(target).references.get(member) ?? []) {
        follow(next, target === sessionFile ? bySession : endpoints)
      }
    }
  }
  follow(at(file, name), direct)
  return direct.size > 0 ? direct : bySession
}

/** Whether a module is part of the package's interface and not only a part of other modules. */
const isPublic = (file: string): boolean => {
  const [folder = "", name = ""] = file.split("/")
  const [index, specifier] =
    folder === "client" ? ["index.ts", `"./client/${name}"`] : [`${folder}/index.ts`, `"./${name}"`]
  return existsSync(path.join(src, index)) && readFileSync(path.join(src, index), "utf8").includes(specifier)
}

/** Every public export that calls an endpoint. */
export const operations = (): ReadonlyArray<Operation> =>
  folders
    .flatMap((folder) => globSync(`${folder}/*.ts`, { cwd: src }).sort())
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter(isPublic)
    .flatMap((file) => {
      const folder = path.posix.dirname(file)
      const module = path.posix.basename(file, ".ts")
      return [...moduleOf(file).exports].map(([name, local]) => ({
        name: `${folder === "client" ? "" : `${folder}/`}${module}.${name}`,
        folder,
        module,
        export: name,
        endpoints: endpointsOf(file, local)
      }))
    })
    .filter((operation) => operation.endpoints.size > 0)
