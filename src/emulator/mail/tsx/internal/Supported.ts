/** Refuses all syntax that is not rendered, and names it. Removes from the tree what does not affect the mail. */
import * as Predicate from "effect/Predicate"
import { trimEnd } from "../../../../domain/text/TrimEnd.ts"
import type { Node, Program } from "./Ast.ts"
import { isNode, getStart } from "./Nodes.ts"
import { SourceError } from "./SourceError.ts"

/** The kinds of nodes that are rendered. */
const rendered = new Set([
  "ArrayExpression",
  "ArrayPattern",
  "AssignmentPattern",
  "BlockStatement",
  "BooleanLiteral",
  "CallExpression",
  "ConditionalExpression",
  "ExportDefaultDeclaration",
  "ExpressionStatement",
  "Identifier",
  "IfStatement",
  "ImportAttribute",
  "ImportDeclaration",
  "ImportDefaultSpecifier",
  "ImportNamespaceSpecifier",
  "ImportSpecifier",
  "JSXAttribute",
  "JSXClosingElement",
  "JSXClosingFragment",
  "JSXElement",
  "JSXExpressionContainer",
  "JSXFragment",
  "JSXIdentifier",
  "JSXMemberExpression",
  "JSXNamespacedName",
  "JSXOpeningElement",
  "JSXOpeningFragment",
  "JSXSpreadAttribute",
  "JSXText",
  "MemberExpression",
  "NullLiteral",
  "NumericLiteral",
  "ObjectExpression",
  "ObjectPattern",
  "OptionalCallExpression",
  "OptionalMemberExpression",
  "ReturnStatement",
  "SpreadElement",
  "StringLiteral",
  "TemplateElement",
  "TemplateLiteral",
  "ThrowStatement"
])

/** Kinds of nodes that are not rendered, and what they are. */
const notRendered: ReadonlyMap<string, string> = new Map([
  ["AwaitExpression", "waiting"],
  ["BigIntLiteral", "bigints"],
  ["ClassDeclaration", "classes"],
  ["ClassExpression", "classes"],
  ["DebuggerStatement", "debuggers"],
  ["DoWhileStatement", "loops (use map)"],
  ["ForInStatement", "loops (use map)"],
  ["ForOfStatement", "loops (use map)"],
  ["ForStatement", "loops (use map)"],
  ["FunctionExpression", "functions in expressions (use an arrow)"],
  ["Import", "imports at run time"],
  ["ImportExpression", "imports at run time"],
  ["JSXSpreadChild", "a spread between tags"],
  ["LabeledStatement", "labels"],
  ["ObjectMethod", "methods (use an arrow)"],
  ["RegExpLiteral", "regular expressions"],
  ["Super", "classes"],
  ["SwitchStatement", "switches (use conditions)"],
  ["TaggedTemplateExpression", "tagged templates"],
  ["ThisExpression", "this"],
  ["TryStatement", "exceptions that are caught"],
  ["TSEnumDeclaration", "enumerations"],
  ["TSModuleDeclaration", "namespaces"],
  ["WhileStatement", "loops (use map)"],
  ["YieldExpression", "generators"]
])

/** Kinds of nodes that do not affect the mail. */
const ignored = new Set([
  "Directive",
  "EmptyStatement",
  "TSInterfaceDeclaration",
  "TSTypeAliasDeclaration",
  "TSTypeAnnotation",
  "TSTypeParameterDeclaration",
  "TSTypeParameterInstantiation"
])

const operators = new Set("- + ! typeof == != === !== < > <= >= * / % ** ?? || &&".split(" "))

const isIgnored = (node: Node): boolean => {
  switch (node.type) {
    case "ExportDefaultDeclaration":
      return node.declaration.type !== "FunctionDeclaration" || Predicate.isNullish(node.declaration.id)
    case "ExportNamedDeclaration":
      return node.exportKind === "type"
    case "JSXExpressionContainer":
      return node.expression.type === "JSXEmptyExpression"
    default:
      return ignored.has(node.type) || ("importKind" in node && node.importKind === "type")
  }
}

/** Whether a statement sets a property of a component, such as its values for previews. */
const setsProperty = (expression: Node): boolean =>
  expression.type === "AssignmentExpression" &&
  expression.operator === "=" &&
  expression.left.type === "MemberExpression" &&
  expression.left.object.type === "Identifier" &&
  !expression.left.computed &&
  expression.left.property.type === "Identifier"

/** Why a node in another is not rendered, if it is not. */
const describeSyntaxProblem = (node: Node, parent: Node): string | undefined => {
  switch (node.type) {
    case "ArrowFunctionExpression":
    case "FunctionDeclaration":
      if (node.async) return "functions that wait cannot be rendered"
      return node.generator ? "generators cannot be rendered" : undefined
    case "AssignmentExpression":
      if (parent.type === "ExpressionStatement" && setsProperty(node)) return undefined
      return `the operator ${node.operator} is not rendered`
    case "BinaryExpression":
    case "LogicalExpression":
    case "UnaryExpression":
    case "UpdateExpression":
      return operators.has(node.operator) ? undefined : `the operator ${node.operator} is not rendered`
    case "ExportAllDeclaration":
    case "ExportNamedDeclaration":
      if ("declaration" in node && Predicate.isNotNullish(node.declaration)) return undefined
      return "lists of exports are not understood (put export before the component)"
    case "NewExpression":
      return node.callee.type === "Identifier" ? undefined : "new with a value cannot be rendered"
    case "ObjectProperty": {
      const isName = node.computed
        ? parent.type !== "ObjectPattern"
        : ["Identifier", "NumericLiteral", "StringLiteral"].includes(node.key.type)
      return isName ? undefined : "the name of a field should be here"
    }
    case "RestElement":
      return node.argument.type === "Identifier" ? undefined : "a rest of fields cannot be rendered"
    case "SequenceExpression":
      return "the operator , is not rendered"
    case "VariableDeclaration":
      if (node.declare) return "declarations of what is elsewhere cannot be rendered"
      return node.kind === "const" || node.kind === "let" ? undefined : `${node.kind} (use const) cannot be rendered`
    case "VariableDeclarator":
      return Predicate.isNullish(node.init) ? "a variable has no value" : undefined
    default:
      if (rendered.has(node.type)) return undefined
      return `${notRendered.get(node.type) ?? `a node of the kind ${node.type}`} cannot be rendered`
  }
}

/** Lines of text between tags: the blanks around line breaks do not count (as JSX has it). */
const trimJsxText = (text: string): string => {
  const lines = text.split(/\r\n|\n|\r/)
  const trimmed = lines.map((line, index) => {
    const start = index === 0 ? line : line.replace(/^[ \t]+/, "")
    return index === lines.length - 1 ? start : trimEnd(start, " \t")
  })
  return trimmed.filter((line) => line !== "").join(" ")
}

/** Reduces the tree of a source to what is rendered. Throws a `SourceError` for all other syntax. */
export const reduce = (program: Program, source: string): void => {
  const makeFailure = (problem: string, node: Node) => new SourceError(problem, source, getStart(node))

  const reduceNode = (node: Node, parent: Node): Node => {
    switch (node.type) {
      case "TSAsExpression":
      case "TSInstantiationExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
        // A call that fails is named where its callee ends, with the types.
        return Object.assign(reduceNode(node.expression, node), { end: node.end })
    }
    const problem = describeSyntaxProblem(node, parent)
    if (problem !== undefined) throw makeFailure(problem, node)
    reduceInside(node)
    if (node.type === "ExpressionStatement" && !setsProperty(node.expression)) {
      throw makeFailure("a statement without effect is not rendered", node.expression)
    }
    return node.type === "JSXText" ? Object.assign(node, { value: trimJsxText(node.value) }) : node
  }

  const reduceItem = (item: unknown, parent: Node): unknown => {
    if (item === null && parent.type === "ArrayExpression") {
      throw makeFailure("a list with holes cannot be rendered", parent)
    }
    return isNode(item) ? reduceNode(item, parent) : item
  }

  const reduceInside = (parent: Node): void => {
    for (const [key, value] of Object.entries(parent)) {
      if (Array.isArray(value)) {
        const items = value.filter((item) => !isNode(item) || !isIgnored(item))
        Reflect.set(
          parent,
          key,
          items.map((item) => reduceItem(item, parent))
        )
      } else if (isNode(value) && !isIgnored(value)) Reflect.set(parent, key, reduceNode(value, parent))
    }
  }
  reduceInside(program)
}
