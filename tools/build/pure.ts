/**
 * Marks what a module computes while it loads as free of side effects.
 *
 * Bundlers keep `const me = HttpApiEndpoint.get("me", "/me", { success: Schema.Struct({ id: Schema.String }) })` and
 * `class NotFound extends KnownError<NotFound>()(…) {}` even when nothing uses them: a call may do anything, and so may
 * every call, spread and property read among its arguments. A pure annotation on the outer call is enough only for
 * plain arguments. Everything else becomes the body of an annotated arrow function, `(() => (…))()`, which bundlers
 * drop whole when nothing uses it and minifiers unwrap when something does, so it costs no bytes.
 */
import { decode, encode } from "@jridgewell/sourcemap-codec"
import { parseAst } from "rolldown/parseAst"
import { listChildren, isNode, type Node } from "../catalog/syntax.ts"

interface Insertion {
  readonly offset: number
  readonly text: string
}

const isFunction = (node: Node) => node.type === "ArrowFunctionExpression" || node.type === "FunctionExpression"

/** Whether evaluating this expression may, as far as a bundler knows, run code. */
const mayRun = (node: Node): boolean => {
  switch (node.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "Identifier":
    case "Literal":
      return false
    case "ObjectExpression":
    case "ArrayExpression":
    case "TemplateLiteral":
    case "TemplateElement":
    case "ConditionalExpression":
      return listChildren(node).some(mayRun)
    case "UnaryExpression":
      return node.operator !== "-" && node.operator !== "!" && node.operator !== "void"
    case "Property":
      return (node.computed === true && mayRun(node.key as Node)) || mayRun(node.value as Node)
    default:
      return true
  }
}

/** `a`, `a.b`, `a.b.c`: bundlers resolve it as a callee or take it for harmless on its own. */
const isPath = (node: Node): boolean =>
  node.type === "Identifier" ||
  (node.type === "MemberExpression" && node.computed === false && isPath(node.object as Node))

const isCall = (node: Node) => node.type === "CallExpression" || node.type === "NewExpression"

/** Whether the expression contains an `await` of the module itself. */
const hasAwait = (node: Node): boolean =>
  node.type === "AwaitExpression" || (!isFunction(node) && listChildren(node).some(hasAwait))

const findRoot = (node: Node): unknown => (node.type === "MemberExpression" ? findRoot(node.object as Node) : node.name)

const annotate = (namespaces: ReadonlySet<unknown>, node: Node): Array<Insertion> => {
  if (!mayRun(node) || node.type === "ClassExpression" || hasAwait(node)) return []
  if (isPath(node) && namespaces.has(findRoot(node))) return []
  if (isCall(node) && isPath(node.callee as Node) && !(node.arguments as Array<Node>).some(mayRun)) {
    return [{ offset: node.start, text: "/*#__PURE__*/" }]
  }
  return [
    { offset: node.start, text: "/*#__PURE__*/(() => (" },
    { offset: node.end, text: "))()" }
  ]
}

const annotateClass = (namespaces: ReadonlySet<unknown>, node: Node): Array<Insertion> => {
  const members = (node.body as Node).body as Array<Node>
  return [
    ...(isNode(node.superClass) ? annotate(namespaces, node.superClass) : []),
    ...members
      .filter((member) => member.type === "PropertyDefinition" && member.static === true && isNode(member.value))
      .flatMap((member) => annotate(namespaces, member.value as Node))
  ]
}

const annotateStatement = (namespaces: ReadonlySet<unknown>, node: Node): Array<Insertion> => {
  switch (node.type) {
    case "ExportNamedDeclaration":
    case "ExportDefaultDeclaration": {
      const { declaration } = node
      if (!isNode(declaration)) return []
      return declaration.type.endsWith("Declaration")
        ? annotateStatement(namespaces, declaration)
        : annotate(namespaces, declaration)
    }
    case "VariableDeclaration":
      return (node.declarations as Array<Node>).flatMap(({ init }) =>
        !isNode(init)
          ? []
          : init.type === "ClassExpression"
            ? annotateClass(namespaces, init)
            : annotate(namespaces, init)
      )
    case "ClassDeclaration":
      return annotateClass(namespaces, node)
    default:
      return []
  }
}

const declarations = /^(Import|Export|Variable|Class|Function)\w*Declaration$/

/** The result of {@link markPure}. */
export interface Marked {
  readonly code: string
  readonly mappings: string
  /** The statements that do something when the module loads, which no annotation can undo. */
  readonly effects: ReadonlyArray<string>
}

/** Annotates the JavaScript module `code` and moves the columns of its source map's `mappings` along. */
export const markPure = (code: string, mappings: string): Marked => {
  const body = parseAst(code).body as unknown as Array<Node>
  const namespaces = new Set(
    body
      .flatMap((node) => (node.type === "ImportDeclaration" ? (node.specifiers as Array<Node>) : []))
      .flatMap((specifier) => (specifier.type === "ImportNamespaceSpecifier" ? [(specifier.local as Node).name] : []))
  )
  const insertions = body.flatMap((node) => annotateStatement(namespaces, node)).toSorted((a, b) => a.offset - b.offset)

  let result = ""
  let last = 0
  for (const { offset, text } of insertions) {
    result += code.slice(last, offset) + text
    last = offset
  }
  result += code.slice(last)

  const lines = decode(mappings)
  let line = 0
  let lineStart = 0
  let shift = 0
  for (const { offset, text } of insertions) {
    for (let end = code.indexOf("\n", lineStart); end !== -1 && end < offset; end = code.indexOf("\n", lineStart)) {
      line++
      lineStart = end + 1
      shift = 0
    }
    for (const segment of lines[line] ?? []) {
      if (segment[0] >= offset - lineStart + shift) segment[0] += text.length
    }
    shift += text.length
  }

  return {
    code: result,
    mappings: encode(lines),
    effects: body
      .filter((node) => !declarations.test(node.type) && node.type !== "ExportAllDeclaration" && !("directive" in node))
      .map((node) => code.slice(node.start, node.end).split("\n")[0]!)
  }
}
