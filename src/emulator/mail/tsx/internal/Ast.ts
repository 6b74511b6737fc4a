/** The nodes of a `@babel/parser` syntax tree that the renderer distinguishes. */
import type { Expression, File } from "@babel/parser"

export type Program = File["program"]
export type Statement = Program["body"][number]

type StatementOf<K extends Statement["type"]> = Extract<Statement, { readonly type: K }>
type ExpressionOf<K extends Expression["type"]> = Extract<Expression, { readonly type: K }>

export type FunctionNode = StatementOf<"FunctionDeclaration"> | ExpressionOf<"ArrowFunctionExpression">
type Declarator = StatementOf<"VariableDeclaration">["declarations"][number]
export type Call = ExpressionOf<"CallExpression" | "OptionalCallExpression">
export type Logical = ExpressionOf<"LogicalExpression">
export type Member = ExpressionOf<"MemberExpression" | "OptionalMemberExpression">

export type JsxElement = ExpressionOf<"JSXElement">
export type JsxFragment = ExpressionOf<"JSXFragment">
export type JsxChild = JsxElement["children"][number]
export type JsxText = Extract<JsxChild, { readonly type: "JSXText" }>
export type JsxSlot = Extract<JsxChild, { readonly type: "JSXExpressionContainer" }>
export type JsxTagName = JsxElement["openingElement"]["name"]
export type JsxMember = Extract<JsxTagName, { readonly type: "JSXMemberExpression" }>
export type JsxAttribute = JsxElement["openingElement"]["attributes"][number]

type Parameter = FunctionNode["params"][number]
type Property = Extract<Parameter, { readonly type: "ObjectPattern" }>["properties"][number]
type ObjectProperty = Extract<Property, { readonly type: "ObjectProperty" }>

/** Any node. */
export type Node =
  | Program
  | Statement
  | Expression
  | Parameter
  | Property
  | ObjectProperty["key"]
  | ObjectProperty["value"]
  | Declarator
  | Declarator["id"]
  | Call["callee"]
  | Call["arguments"][number]
  | Member["property"]
  | ExpressionOf<"ObjectExpression">["properties"][number]
  | ExpressionOf<"TemplateLiteral">["expressions"][number]
  | JsxElement["openingElement"]
  | JsxAttribute
  | JsxChild
  | JsxTagName
  | JsxMember["property"]
  | JsxSlot["expression"]
  | NonNullable<Extract<JsxAttribute, { readonly type: "JSXAttribute" }>["value"]>
