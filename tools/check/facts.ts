/**
 * The facts of a module that the rules of `architecture.ts` are about: its imports, the keys of its services, and where
 * it touches time, randomness, the network and the environment.
 */
import { parseAst } from "rolldown/parseAst"
import { listChildren, isNode, type Node } from "../catalog/syntax.ts"

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

/** An import of a module, or an export from one. */
export interface Import {
  readonly specifier: string
  readonly typeOnly: boolean
  readonly offset: number
}

/** The facts of a module. */
export interface Facts {
  readonly imports: ReadonlyArray<Import>
  /** The values that are imported by their names, such as `find` in `import { find } from "./Target.ts"`. */
  readonly named: ReadonlyArray<{ readonly name: string; readonly specifier: string; readonly offset: number }>
  /** The keys of services, such as `gatefold/http/Http`. */
  readonly keys: ReadonlyArray<{ readonly key: string; readonly offset: number }>
  /** `export * as Name` */
  readonly namespaceExports: ReadonlyArray<number>
  /** Functions that only return an `Effect.gen`. */
  readonly wrappers: ReadonlyArray<number>
  /** `yield* (yield* Service).method()` */
  readonly nestedYields: ReadonlyArray<number>
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

/**
 * Whether a function makes a service of a key: `Context.Service`, `Context.Reference`, or the second call of a class.
 */
const makesService = (callee: Node): boolean =>
  callee.type === "CallExpression" || /\.(Service|Reference)$/.test(memberPath(callee)?.name ?? "")

/** Whether an expression is `Effect.gen(…)`, also with `.pipe(…)` behind it. */
const isGen = (node: unknown): boolean => {
  if (!isNode(node) || node.type !== "CallExpression") return false
  const callee = node.callee as Node
  if (memberPath(callee)?.name === "Effect.gen") return true
  return callee.type === "MemberExpression" && (callee.property as Node).name === "pipe" && isGen(callee.object)
}

/** The expression that a chain of calls and members begins with. */
const findStart = (node: Node): Node => {
  const before = node.callee ?? node.object ?? (node.type === "ParenthesizedExpression" ? node.expression : undefined)
  return isNode(before) ? findStart(before) : node
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

/** Reads them. Throws if the text does not parse. */
export const facts = (file: string, text: string): Facts => {
  const imports: Array<Import> = []
  const named: Array<{ name: string; specifier: string; offset: number }> = []
  const keys: Array<{ key: string; offset: number }> = []
  const namespaceExports: Array<number> = []
  const wrappers: Array<number> = []
  const nestedYields: Array<number> = []
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
          const inlineTypes = specifiers.length > 0 && specifiers.every((specifier) => specifier.importKind === "type")
          imports.push({ specifier, typeOnly: kind === "type" || inlineTypes, offset: node.start })
        }
        if (specifier !== undefined && node.type === "ImportDeclaration" && kind !== "type") {
          for (const { imported, importKind, start } of specifiers) {
            if (isNode(imported) && importKind !== "type") {
              named.push({ name: String(imported.name), specifier, offset: start })
            }
          }
        }
        if (node.type === "ExportAllDeclaration" && isNode(node.exported)) namespaceExports.push(node.start)
        if (node.type === "ImportDeclaration") {
          specifiers.forEach((one) => bound(one.local).forEach((n) => local.add(n)))
        }
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
        if (isGen(node.body)) wrappers.push(node.start)
        break
      case "YieldExpression":
        if (isNode(node.argument) && findStart(node.argument).type === "YieldExpression") nestedYields.push(node.start)
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
        const key = literal((node.arguments as Array<unknown>)[0])
        if (key?.startsWith("gatefold/") && makesService(callee)) keys.push({ key, offset: node.start })
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
    listChildren(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file) as unknown as Node)

  // A parameter called `fetch` is not the ambient one.
  const isLocal = (name: string) => local.has(name.split(/[.(]/)[0]!)
  return {
    imports,
    named,
    keys,
    namespaceExports,
    wrappers,
    nestedYields,
    ambient: ambient.filter(({ name }) => !isLocal(name))
  }
}
