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

const readLiteral = (node: unknown): string | undefined =>
  isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : undefined

/** `globalThis.Date.now` and `Date.now` are both `["Date.now", …]`, the former with `global: true`. */
const formatMember = (node: Node): { readonly name: string; readonly global: boolean } | undefined => {
  if (node.type === "Identifier") return { name: node.name as string, global: false }
  if (node.type !== "MemberExpression") return undefined
  const object = formatMember(node.object as Node)
  const property = node.property as Node
  const key = node.computed === true ? readLiteral(property) : (property.name as string)
  if (object === undefined || key === undefined) return undefined
  return ["globalThis", "window", "self", "global"].includes(object.name) && !object.global
    ? { name: key, global: true }
    : { name: `${object.name}.${key}`, global: object.global }
}

/**
 * Whether a function makes a service of a key: `Context.Service`, `Context.Reference`, or the second call of a class.
 */
const makesService = (callee: Node): boolean =>
  callee.type === "CallExpression" || /\.(Service|Reference)$/.test(formatMember(callee)?.name ?? "")

/** Whether an expression is `Effect.gen(…)`, also with `.pipe(…)` behind it. */
const isGen = (node: unknown): boolean => {
  if (!isNode(node) || node.type !== "CallExpression") return false
  const callee = node.callee as Node
  if (formatMember(callee)?.name === "Effect.gen") return true
  return callee.type === "MemberExpression" && (callee.property as Node).name === "pipe" && isGen(callee.object)
}

/** The expression that a chain of calls and members begins with. */
const findStart = (node: Node): Node => {
  const before = node.callee ?? node.object ?? (node.type === "ParenthesizedExpression" ? node.expression : undefined)
  return isNode(before) ? findStart(before) : node
}

/** The names that a pattern binds. */
const listBound = (pattern: unknown): Array<string> => {
  if (!isNode(pattern)) return []
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name as string]
    case "AssignmentPattern":
      return listBound(pattern.left)
    case "RestElement":
      return listBound(pattern.argument)
    case "ArrayPattern":
      return (pattern.elements as Array<unknown>).flatMap(listBound)
    case "ObjectPattern":
      return (pattern.properties as Array<Node>).flatMap((property) => listBound(property.value ?? property))
    default:
      return []
  }
}

/** The facts so far, and the names that the module declares anywhere. */
type Found = { readonly [Name in keyof Facts]: Array<Facts[Name][number]> } & { readonly local: Set<string> }

const readImport = (node: Node, { imports, local, named, namespaceExports }: Found): void => {
  const specifier = readLiteral(node.source)
  const specifiers = (node.specifiers ?? []) as Array<Node>
  const isType = (node.importKind ?? node.exportKind) === "type"
  if (specifier !== undefined) {
    const inlineTypes = specifiers.length > 0 && specifiers.every(({ importKind }) => importKind === "type")
    imports.push({ specifier, typeOnly: isType || inlineTypes, offset: node.start })
  }
  if (node.type === "ExportAllDeclaration" && isNode(node.exported)) namespaceExports.push(node.start)
  if (node.type !== "ImportDeclaration") return
  for (const { imported, importKind, local: name, start } of specifiers) {
    for (const bound of listBound(name)) local.add(bound)
    if (specifier === undefined || isType || importKind === "type" || !isNode(imported)) continue
    named.push({ name: String(imported.name), specifier, offset: start })
  }
}

const readLaterImport = ({ source, start, type }: Node, { ambient, imports }: Found): void => {
  const specifier = readLiteral(source)
  if (specifier !== undefined) imports.push({ specifier, typeOnly: type === "TSImportType", offset: start })
  else ambient.push({ name: "import(", advice: "name the module in quotes, so that it can be checked", offset: start })
}

const readDeclaration = ({ id, init, start }: Node, { ambient, local }: Found): void => {
  for (const name of listBound(id)) local.add(name)
  // Under another name, or in pieces, it could not be followed.
  if (isNode(init) && init.type === "Identifier" && /^(globalThis|Date)$/.test(String(init.name))) {
    ambient.push({ name: `= ${String(init.name)}`, advice: "name it where it is used", offset: start })
  }
}

const readFunction = ({ body, id, params, start }: Node, { local, wrappers }: Found): void => {
  for (const name of [id, ...(params as Array<unknown>)].flatMap(listBound)) local.add(name)
  if (isGen(body)) wrappers.push(start)
}

const readYield = ({ argument, start }: Node, { nestedYields }: Found): void => {
  if (isNode(argument) && findStart(argument).type === "YieldExpression") nestedYields.push(start)
}

const readNew = (node: Node, { ambient }: Found): void => {
  const path = formatMember(node.callee as Node)
  if (path?.name === "Date" && (node.arguments as Array<unknown>).length === 0) {
    ambient.push({ name: "new Date()", advice: "use Clock or DateTime.now", offset: node.start })
  }
  if (path !== undefined && ambientClasses.has(path.name)) {
    ambient.push({ name: path.name, advice: "use the Http service", offset: node.start })
  }
}

const readCall = (node: Node, { ambient, keys }: Found): void => {
  const callee = node.callee as Node
  const advice = callee.type === "Identifier" ? ambientCalls.get(callee.name as string) : undefined
  if (advice !== undefined) ambient.push({ name: `${callee.name}(`, advice, offset: node.start })
  const key = readLiteral((node.arguments as Array<unknown>)[0])
  if (key?.startsWith("gatefold/") && makesService(callee)) keys.push({ key, offset: node.start })
}

const readMember = (node: Node, { ambient }: Found): void => {
  const path = formatMember(node)
  if (path === undefined || path.name === "Date") return
  const advice = ambientMembers.get(path.name) ?? (path.global ? ambientCalls.get(path.name) : undefined)
  if (advice === undefined) return
  ambient.push({ name: path.global ? `globalThis.${path.name}` : path.name, advice, offset: node.start })
}

const readers: Readonly<Record<string, (node: Node, found: Found) => void>> = {
  ImportDeclaration: readImport,
  ExportNamedDeclaration: readImport,
  ExportAllDeclaration: readImport,
  ImportExpression: readLaterImport,
  TSImportType: readLaterImport,
  VariableDeclarator: readDeclaration,
  FunctionDeclaration: readFunction,
  FunctionExpression: readFunction,
  ArrowFunctionExpression: readFunction,
  YieldExpression: readYield,
  NewExpression: readNew,
  CallExpression: readCall,
  MemberExpression: readMember
}

/** Reads them. Throws if the text does not parse. */
export const readFacts = (file: string, text: string): Facts => {
  const found: Found = {
    imports: [],
    named: [],
    keys: [],
    namespaceExports: [],
    wrappers: [],
    nestedYields: [],
    ambient: [],
    local: new Set()
  }
  const visit = (node: Node): void => {
    readers[node.type]?.(node, found)
    listChildren(node).forEach(visit)
  }
  visit(parseAst(text, { lang: file.endsWith("x") ? "tsx" : "ts" }, file) as unknown as Node)
  const { ambient, local, ...facts } = found
  // A parameter called `fetch` is not the ambient one.
  return { ...facts, ambient: ambient.filter(({ name }) => !local.has(name.split(/[.(]/)[0]!)) }
}
