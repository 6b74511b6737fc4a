/** Names, keys and places of the nodes of a syntax tree. */
import type * as Ast from "./Ast.ts"

type Node = Ast.Node

export const getStart = (node: Node): number => node.start ?? 0
export const getEnd = (node: Node): number => node.end ?? 0

export const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value

/** The nodes directly inside of a node, in the order of the source. */
export const getChildren = (node: Node): ReadonlyArray<Node> => Object.values(node).flat().filter(isNode)

/** The name of an element or an attribute, as the source writes it. */
export const getJsxName = (node: Ast.JsxTagName): string => {
  switch (node.type) {
    case "JSXIdentifier":
      return node.name
    case "JSXMemberExpression":
      return `${getJsxName(node.object)}.${node.property.name}`
    case "JSXNamespacedName":
      return `${node.namespace.name}:${node.name.name}`
  }
}

/** Where a node fails: an operation at its operator or member, everything else where it begins. */
export const getPlace = (node: Node): number => {
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression":
      return getStart(node.right)
    case "CallExpression":
    case "OptionalCallExpression":
      return getEnd(node.callee)
    case "MemberExpression":
    case "OptionalMemberExpression":
      return getStart(node.property)
    default:
      return getStart(node)
  }
}

/** The key of a member or field, if the source has it as a name or a literal. */
export const getWrittenKey = (key: Node, isComputed = false): string | undefined => {
  switch (key.type) {
    case "Identifier":
      return isComputed ? undefined : key.name
    case "JSXIdentifier":
      return key.name
    case "BooleanLiteral":
    case "NumericLiteral":
    case "StringLiteral":
      return String(key.value)
    case "NullLiteral":
      return "null"
    default:
      return undefined
  }
}

/** How an expression is called in failures. */
export const getName = (node: Node): string => {
  switch (node.type) {
    case "Identifier":
      return node.name
    case "MemberExpression":
    case "OptionalMemberExpression":
      return `${getName(node.object)}.${getWrittenKey(node.property, node.computed) ?? "…"}`
    default:
      return "this"
  }
}

/** The declaration in an export; any other statement as it is. */
export const getDeclaration = (statement: Node): Node =>
  statement.type === "ExportDefaultDeclaration" || statement.type === "ExportNamedDeclaration"
    ? (statement.declaration ?? statement)
    : statement

/** The name that a function or a variable is declared with. */
export const getDeclaredName = (node: Node): string | undefined => {
  if (node.type !== "FunctionDeclaration" && node.type !== "VariableDeclarator") return undefined
  return node.id?.type === "Identifier" ? node.id.name : undefined
}

export const listExportedNames = (statement: Node): ReadonlyArray<string> => {
  if (statement.type !== "ExportNamedDeclaration") return []
  const { declaration } = statement
  const declarations = declaration?.type === "VariableDeclaration" ? declaration.declarations : [declaration]
  return declarations.flatMap((node) => (node && getDeclaredName(node)) ?? [])
}

/** A name of a package that a statement imports under a local name; `*` and `default` for the whole. */
interface Import {
  readonly from: string
  readonly name: string
  readonly local: string
}

export const listImports = (statement: Node): ReadonlyArray<Import> => {
  if (statement.type !== "ImportDeclaration") return []
  return statement.specifiers.map((specifier) => {
    const { local, type } = specifier
    const names = { from: statement.source.value, local: local.name }
    if (type !== "ImportSpecifier") return { ...names, name: type === "ImportDefaultSpecifier" ? "default" : "*" }
    const { imported } = specifier
    return { ...names, name: imported.type === "Identifier" ? imported.name : imported.value }
  })
}
