/** The nodes of a `@babel/parser` syntax tree that the renderer distinguishes. */
import type { Expression, File } from "@babel/parser"

export type Program = File["program"]
/** A statement at the top of a module or in a block. */
export type Statement = Program["body"][number]

type StatementOf<K extends Statement["type"]> = Extract<Statement, { readonly type: K }>
type ExpressionOf<K extends Expression["type"]> = Extract<Expression, { readonly type: K }>

/** A function with a name, or an arrow function. */
export type FunctionNode = StatementOf<"FunctionDeclaration"> | ExpressionOf<"ArrowFunctionExpression">
type Declarator = StatementOf<"VariableDeclaration">["declarations"][number]
/** A call, also one with `?.`. */
export type Call = ExpressionOf<"CallExpression" | "OptionalCallExpression">
/** Two operands with `&&`, `||` or `??` between them. */
export type Logical = ExpressionOf<"LogicalExpression">
/** A member of a value, also one after `?.`. */
export type Member = ExpressionOf<"MemberExpression" | "OptionalMemberExpression">

/** An element with its tags and children. */
export type JsxElement = ExpressionOf<"JSXElement">
/** Children between `<>` and `</>`. */
export type JsxFragment = ExpressionOf<"JSXFragment">
/** Anything between two tags. */
export type JsxChild = JsxElement["children"][number]
/** Text between two tags. */
export type JsxText = Extract<JsxChild, { readonly type: "JSXText" }>
/** An expression in braces between two tags. */
export type JsxSlot = Extract<JsxChild, { readonly type: "JSXExpressionContainer" }>
/** The name in a tag. */
export type JsxTagName = JsxElement["openingElement"]["name"]
/** A name in a tag with a dot, such as `Tabs.Item`. */
export type JsxMember = Extract<JsxTagName, { readonly type: "JSXMemberExpression" }>
/** An attribute of a tag, or a spread of several. */
export type JsxAttribute = JsxElement["openingElement"]["attributes"][number]

type Parameter = FunctionNode["params"][number]
type Property = Extract<Parameter, { readonly type: "ObjectPattern" }>["properties"][number]
type ObjectProperty = Extract<Property, { readonly type: "ObjectProperty" }>

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
