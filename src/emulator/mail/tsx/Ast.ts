/** The nodes of a `@babel/parser` syntax tree that the renderer distinguishes. */
import type { Expression, File } from "@babel/parser"

export type { Expression }
export type Program = File["program"]
export type Statement = Program["body"][number]

type StatementOf<K extends Statement["type"]> = Extract<Statement, { readonly type: K }>
type ExpressionOf<K extends Expression["type"]> = Extract<Expression, { readonly type: K }>

export type BlockStatement = StatementOf<"BlockStatement">
export type ExportNamedDeclaration = StatementOf<"ExportNamedDeclaration">
export type ExpressionStatement = StatementOf<"ExpressionStatement">
export type FunctionDeclaration = StatementOf<"FunctionDeclaration">
export type ImportDeclaration = StatementOf<"ImportDeclaration">
export type VariableDeclaration = StatementOf<"VariableDeclaration">

export type ArrowFunctionExpression = ExpressionOf<"ArrowFunctionExpression">
export type JSXElement = ExpressionOf<"JSXElement">
export type JSXFragment = ExpressionOf<"JSXFragment">
export type JSXChild = JSXElement["children"][number]
export type JSXTagName = JSXElement["openingElement"]["name"]

type JSXAttributeLike = JSXElement["openingElement"]["attributes"][number]
export type JSXAttribute = Extract<JSXAttributeLike, { readonly type: "JSXAttribute" }>
export type JSXSpreadAttribute = Exclude<JSXAttributeLike, JSXAttribute>

type Parameter = FunctionDeclaration["params"][number]
type Property = Extract<Parameter, { readonly type: "ObjectPattern" }>["properties"][number]
export type RestElement = Extract<Parameter, { readonly type: "RestElement" }>
export type ObjectProperty = Extract<Property, { readonly type: "ObjectProperty" }>

/** Any node. */
export type Node =
  | Statement
  | Expression
  | Parameter
  | Property
  | ObjectProperty["key"]
  | ObjectProperty["value"]
  | VariableDeclaration["declarations"][number]
  | VariableDeclaration["declarations"][number]["id"]
  | ExpressionOf<"CallExpression">["callee"]
  | ExpressionOf<"CallExpression">["arguments"][number]
  | ExpressionOf<"MemberExpression">["property"]
  | ExpressionOf<"ObjectExpression">["properties"][number]
  | ExpressionOf<"TemplateLiteral">["expressions"][number]
  | JSXAttributeLike
  | NonNullable<JSXAttribute["value"]>
  | JSXChild
  | JSXTagName
  | Extract<JSXChild, { readonly type: "JSXExpressionContainer" }>["expression"]
  | Extract<JSXTagName, { readonly type: "JSXMemberExpression" }>["property"]
