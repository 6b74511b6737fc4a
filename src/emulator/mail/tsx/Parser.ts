/**
 * Parses a source with `@babel/parser`, and extracts the supported part of TSX from its tree. Fails for all other
 * syntax, and names it.
 */
import type * as Babel from "@babel/parser"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { EmailRenderingError } from "../../../domain/errors/Emails.ts"
import type * as Ast from "./Ast.ts"
import { SourceError } from "./SourceError.ts"
import type {
  Attribute,
  Block,
  Expression,
  Field,
  FunctionExpression,
  Import,
  JsxChild,
  JsxElement,
  JsxText,
  Module,
  Pattern,
  Spread,
  Statement,
  TextPlace
} from "./Syntax.ts"
import { trimEnd } from "../../../domain/TrimEnd.ts"

/** The longest source, in characters. */
const maxLength = 500_000

/** How often the parser may look at a place: at most 7 times for each character of a source that it reads once. */
const maxLooks = { least: 50_000, perCharacter: 12, most: 3_000_000 }

/** The maximum number of `<` that may be open at the same time. */
const maxOpen = 100

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

const unary = new Set(["-", "+", "!", "typeof"])

const binary = new Set([
  "==",
  "!=",
  "===",
  "!==",
  "<",
  ">",
  "<=",
  ">=",
  "+",
  "-",
  "*",
  "/",
  "%",
  "**",
  "??",
  "||",
  "&&"
])

type Node = Ast.Node

const isOptional = (node: Node): boolean => "optional" in node && node.optional === true

const startOf = (node: Node): number => node.start ?? 0
const endOf = (node: Node): number => node.end ?? 0

/** Lines of text between tags: the blanks around line breaks do not count (as JSX has it). */
const textOf = (text: string): string => {
  const lines = text.split(/\r\n|\n|\r/)
  const trimmed = lines.map((line, index) => {
    const start = index === 0 ? line : line.replace(/^[ \t]+/, "")
    return index === lines.length - 1 ? start : trimEnd(start, " \t")
  })
  return trimmed.filter((line) => line !== "").join(" ")
}

/** The name of an element as the source writes it. */
export const tagNameOf = ({ tag }: JsxElement): string => {
  const nameOf = (expression: Expression | undefined): string => {
    if (expression?.type === "member" && expression.key.type === "literal") {
      return `${nameOf(expression.object)}.${String(expression.key.value)}`
    }
    if (expression?.type === "name") return expression.name
    return expression?.type === "literal" ? String(expression.value) : ""
  }
  return nameOf(tag)
}

/** Extracts a module from the syntax tree of a source. */
class Reader {
  readonly #source: string
  readonly #imports: Array<Import> = []
  readonly #exports = new Set<string>()
  readonly #texts: Array<TextPlace> = []
  /** The path to the current element, from the component on. */
  #path: ReadonlyArray<string> = []

  constructor(source: string) {
    this.#source = source
  }

  module({ body }: Ast.Program): Module {
    const statements = body.flatMap((statement) => this.#moduleStatement(statement))
    return { source: this.#source, imports: this.#imports, statements, exports: this.#exports, texts: this.#texts }
  }

  #failure(problem: string, node: Node): SourceError {
    return new SourceError(problem, this.#source, startOf(node))
  }

  #refused(node: Node): SourceError {
    return this.#failure(`${notRendered.get(node.type) ?? `a node of the kind ${node.type}`} cannot be rendered`, node)
  }

  /* ------------------------------------------------- modules and statements */

  #moduleStatement(statement: Ast.Statement): ReadonlyArray<Statement> {
    switch (statement.type) {
      case "ImportDeclaration":
        if (statement.importKind !== "type") this.#import(statement)
        return []
      case "ExportAllDeclaration":
        throw this.#failure("lists of exports are not understood (put export before the component)", statement)
      case "ExportDefaultDeclaration":
        return statement.declaration.type === "FunctionDeclaration" && Predicate.isNotNullish(statement.declaration.id)
          ? [this.#functionDeclaration(statement.declaration)]
          : []
      case "ExportNamedDeclaration":
        return statement.exportKind === "type" ? [] : this.#export(statement)
      default:
        return this.#statement(statement)
    }
  }

  #import({ source, specifiers }: Ast.ImportDeclaration): void {
    for (const specifier of specifiers) {
      const local = specifier.local.name
      if (specifier.type === "ImportNamespaceSpecifier") this.#imports.push({ local, name: "*", from: source.value })
      if (specifier.type === "ImportDefaultSpecifier") {
        this.#imports.push({ local, name: "default", from: source.value })
      }
      if (specifier.type !== "ImportSpecifier" || specifier.importKind === "type") continue
      const { imported } = specifier
      const name = imported.type === "Identifier" ? imported.name : imported.value
      this.#imports.push({ local, name, from: source.value })
    }
  }

  #export(statement: Ast.ExportNamedDeclaration): ReadonlyArray<Statement> {
    const { declaration } = statement
    if (Predicate.isNullish(declaration)) {
      throw this.#failure("lists of exports are not understood (put export before the component)", statement)
    }
    const statements = this.#statement(declaration)
    for (const one of statements) {
      if (one.type === "declaration" && one.pattern.type === "bind") this.#exports.add(one.pattern.name)
    }
    return statements
  }

  #block(block: Ast.BlockStatement): Block {
    return {
      type: "block",
      at: startOf(block),
      statements: block.body.flatMap((statement) => this.#statement(statement))
    }
  }

  #branch(statement: Ast.Statement): Block {
    return { type: "block", at: startOf(statement), statements: this.#statement(statement) }
  }

  #statement(statement: Ast.Statement): ReadonlyArray<Statement> {
    const at = startOf(statement)
    switch (statement.type) {
      case "BlockStatement":
        return [this.#block(statement)]
      case "EmptyStatement":
      case "TSInterfaceDeclaration":
      case "TSTypeAliasDeclaration":
        return []
      case "ExpressionStatement":
        return [this.#property(statement)]
      case "FunctionDeclaration":
        return [this.#functionDeclaration(statement)]
      case "IfStatement":
        return [
          {
            type: "if",
            at,
            test: this.#expression(statement.test),
            consequent: this.#branch(statement.consequent),
            alternate: Predicate.isNullish(statement.alternate) ? undefined : this.#branch(statement.alternate)
          }
        ]
      case "ReturnStatement":
        return [
          {
            type: "return",
            at,
            value: Predicate.isNullish(statement.argument) ? undefined : this.#expression(statement.argument)
          }
        ]
      case "ThrowStatement":
        return [{ type: "throw", at, value: this.#expression(statement.argument) }]
      case "VariableDeclaration":
        return this.#declarations(statement)
      default:
        throw this.#refused(statement)
    }
  }

  /** A property of a component, such as its values for previews. */
  #property({ expression }: Ast.ExpressionStatement): Statement {
    if (expression.type === "AssignmentExpression" && expression.operator === "=") {
      const { left, right } = expression
      if (left.type === "MemberExpression" && left.object.type === "Identifier" && !left.computed) {
        const { object, property } = left
        if (property.type === "Identifier") {
          const value = this.#expression(right)
          return { type: "property", at: startOf(expression), of: object.name, name: property.name, value }
        }
      }
    }
    this.#expression(expression)
    throw this.#failure("a statement without effect is not rendered", expression)
  }

  #declarations(declaration: Ast.VariableDeclaration): ReadonlyArray<Statement> {
    const { declarations, kind } = declaration
    if (declaration.declare) throw this.#failure("declarations of what is elsewhere cannot be rendered", declaration)
    if (kind !== "const" && kind !== "let") {
      throw this.#failure(`${kind} (use const) cannot be rendered`, declaration)
    }
    return declarations.map((one) => {
      const { id, init } = one
      if (Predicate.isNullish(init)) throw this.#failure("a variable has no value", one)
      const pattern = this.#pattern(id)
      const name = pattern.type === "bind" ? pattern.name : ""
      const value = this.#within(name, () => this.#expression(init))
      // A function takes the name of its variable.
      return {
        type: "declaration",
        at: startOf(one),
        pattern,
        value: value.type === "function" ? { ...value, name } : value
      }
    })
  }

  #functionDeclaration(declaration: Ast.FunctionDeclaration): Statement {
    const { body, id } = declaration
    const at = startOf(declaration)
    const name = id?.name ?? ""
    const value = this.#within(name, () => this.#function(declaration, name, () => this.#block(body)))
    return { type: "declaration", at, pattern: { type: "bind", at, name, fallback: undefined }, value }
  }

  #function(
    declaration: Ast.FunctionDeclaration | Ast.ArrowFunctionExpression,
    name: string,
    body: () => FunctionExpression["body"]
  ): FunctionExpression {
    if (declaration.async) throw this.#failure("functions that wait cannot be rendered", declaration)
    if (declaration.generator) throw this.#failure("generators cannot be rendered", declaration)
    const parameters = declaration.params.map((parameter) => this.#pattern(parameter))
    return { type: "function", at: startOf(declaration), name, parameters, body: body() }
  }

  #within<A>(name: string, read: () => A): A {
    const path = this.#path
    this.#path = name === "" ? path : [name]
    const value = read()
    this.#path = path
    return value
  }

  /* --------------------------------------------------------------- patterns */

  #pattern(node: Node): Pattern {
    const at = startOf(node)
    switch (node.type) {
      case "Identifier":
        return { type: "bind", at, name: node.name, fallback: undefined }
      case "AssignmentPattern":
        return { ...this.#pattern(node.left), fallback: this.#expression(node.right) }
      case "RestElement":
        return { type: "rest", at, name: this.#restName(node), fallback: undefined }
      case "ArrayPattern":
        return {
          type: "items",
          at,
          items: node.elements.map((element) => (element === null ? undefined : this.#pattern(element))),
          fallback: undefined
        }
      case "ObjectPattern": {
        const fields: Array<{ key: string; pattern: Pattern }> = []
        let rest: string | undefined
        for (const property of node.properties) {
          if (property.type === "RestElement") rest = this.#restName(property)
          else fields.push({ key: this.#fixedKey(property), pattern: this.#pattern(property.value) })
        }
        return { type: "fields", at, fields, rest, fallback: undefined }
      }
      default:
        throw this.#refused(node)
    }
  }

  #restName(node: Ast.RestElement): string {
    if (node.argument.type !== "Identifier") throw this.#failure("a rest of fields cannot be rendered", node)
    return node.argument.name
  }

  #fixedKey(property: Ast.ObjectProperty): string {
    const key = this.#key(property)
    if (typeof key !== "string") throw this.#failure("the name of a field should be here", property)
    return key
  }

  #key({ computed, key }: Ast.ObjectProperty): string | Expression {
    if (computed) return this.#expression(key)
    switch (key.type) {
      case "Identifier":
        return key.name
      case "StringLiteral":
      case "NumericLiteral":
        return String(key.value)
      default:
        throw this.#failure("the name of a field should be here", key)
    }
  }

  /* ------------------------------------------------------------ expressions */

  #expression(node: Node): Expression {
    const at = startOf(node)
    switch (node.type) {
      case "ArrayExpression":
        return {
          type: "array",
          at,
          items: node.elements.map((element) => {
            if (element === null) throw this.#failure("a list with holes cannot be rendered", node)
            return this.#item(element)
          })
        }
      case "ArrowFunctionExpression": {
        const { body } = node
        return this.#function(node, "", () =>
          body.type === "BlockStatement" ? this.#block(body) : this.#expression(body)
        )
      }
      case "AssignmentExpression":
      case "UpdateExpression":
        throw this.#failure(`the operator ${node.operator} is not rendered`, node)
      case "BinaryExpression":
      case "LogicalExpression":
        if (!binary.has(node.operator)) throw this.#failure(`the operator ${node.operator} is not rendered`, node)
        return {
          type: "binary",
          at: startOf(node.right),
          operator: node.operator,
          left: this.#expression(node.left),
          right: this.#expression(node.right)
        }
      case "BooleanLiteral":
      case "NumericLiteral":
      case "StringLiteral":
        return { type: "literal", at, value: node.value }
      case "CallExpression":
      case "OptionalCallExpression":
        return {
          type: "call",
          at: endOf(node.callee),
          callee: this.#expression(node.callee),
          arguments: node.arguments.map((argument) => this.#item(argument)),
          isOptional: isOptional(node)
        }
      case "ConditionalExpression":
        return {
          type: "conditional",
          at,
          test: this.#expression(node.test),
          consequent: this.#expression(node.consequent),
          alternate: this.#expression(node.alternate)
        }
      case "Identifier":
        return node.name === "undefined"
          ? { type: "literal", at, value: undefined }
          : { type: "name", at, name: node.name }
      case "JSXElement":
      case "JSXFragment":
        return this.#element(node)
      case "MemberExpression":
      case "OptionalMemberExpression": {
        const { property } = node
        return {
          type: "member",
          at: startOf(property),
          object: this.#expression(node.object),
          key:
            !node.computed && property.type === "Identifier"
              ? { type: "literal", at: startOf(property), value: property.name }
              : this.#expression(property),
          isOptional: isOptional(node)
        }
      }
      case "NewExpression":
        if (node.callee.type !== "Identifier") throw this.#failure("new with a value cannot be rendered", node)
        return { type: "new", at, name: node.callee.name, arguments: node.arguments.map((one) => this.#item(one)) }
      case "NullLiteral":
        return { type: "literal", at, value: null }
      case "ObjectExpression":
        return { type: "object", at, fields: node.properties.map((property) => this.#field(property)) }
      case "SequenceExpression":
        throw this.#failure("the operator , is not rendered", node)
      case "TemplateLiteral":
        return {
          type: "template",
          at,
          texts: node.quasis.map(({ value }) => value.cooked ?? ""),
          values: node.expressions.map((value) => this.#expression(value))
        }
      // Types do not affect the rendered mail.
      case "TSAsExpression":
      case "TSInstantiationExpression":
      case "TSNonNullExpression":
      case "TSSatisfiesExpression":
        return this.#expression(node.expression)
      case "UnaryExpression":
        if (!unary.has(node.operator)) throw this.#failure(`the operator ${node.operator} is not rendered`, node)
        return { type: "unary", at, operator: node.operator, operand: this.#expression(node.argument) }
      default:
        throw this.#refused(node)
    }
  }

  #item(node: Node): Expression | Spread {
    return node.type === "SpreadElement"
      ? { type: "spread", at: startOf(node), value: this.#expression(node.argument) }
      : this.#expression(node)
  }

  #field(node: Node): Field | Spread {
    if (node.type === "SpreadElement") {
      return { type: "spread", at: startOf(node), value: this.#expression(node.argument) }
    }
    if (node.type !== "ObjectProperty") throw this.#refused(node)
    return { type: "field", key: this.#key(node), value: this.#expression(node.value) }
  }

  /* --------------------------------------------------------------- elements */

  #element(node: Ast.JSXElement | Ast.JSXFragment): JsxElement {
    const at = startOf(node)
    const element: JsxElement =
      node.type === "JSXFragment"
        ? { type: "element", at, tag: undefined, attributes: [], children: [] }
        : {
            type: "element",
            at,
            tag: this.#tag(node.openingElement.name),
            attributes: node.openingElement.attributes.map((attribute) => this.#attribute(attribute)),
            children: []
          }
    return { ...element, children: this.#children(element, node.children) }
  }

  #tag(node: Ast.JSXTagName): Expression {
    const at = startOf(node)
    switch (node.type) {
      case "JSXIdentifier":
        return /^[a-z]/.test(node.name)
          ? { type: "literal", at, value: node.name }
          : { type: "name", at, name: node.name }
      case "JSXMemberExpression":
        return {
          type: "member",
          at,
          object:
            node.object.type === "JSXIdentifier"
              ? { type: "name", at, name: node.object.name }
              : this.#tag(node.object),
          key: { type: "literal", at: startOf(node.property), value: node.property.name },
          isOptional: false
        }
      case "JSXNamespacedName":
        return { type: "literal", at, value: nameOf(node) }
    }
  }

  #attribute(node: Ast.JSXAttribute | Ast.JSXSpreadAttribute): Attribute | Spread {
    const at = startOf(node)
    if (node.type === "JSXSpreadAttribute") return { type: "spread", at, value: this.#expression(node.argument) }
    const value: Expression = Predicate.isNullish(node.value)
      ? { type: "literal", at, value: true }
      : this.#expression(node.value.type === "JSXExpressionContainer" ? node.value.expression : node.value)
    return { type: "attribute", at, name: nameOf(node.name), value, end: endOf(node) }
  }

  #children(parent: JsxElement, nodes: ReadonlyArray<Ast.JSXChild>): ReadonlyArray<JsxChild> {
    const isFragment = parent.tag === undefined
    const path = this.#path
    if (!isFragment) this.#path = [...path, tagNameOf(parent)]
    let texts = 0
    const children = nodes.flatMap((node): ReadonlyArray<JsxChild> => {
      const at = startOf(node)
      const end = endOf(node)
      switch (node.type) {
        case "JSXElement":
        case "JSXFragment":
          return [this.#element(node)]
        case "JSXExpressionContainer":
          if (node.expression.type === "JSXEmptyExpression") return []
          return [{ type: "slot", at, end, value: this.#expression(node.expression) }]
        case "JSXSpreadChild":
          throw this.#refused(node)
        case "JSXText": {
          const text: JsxText = { type: "text", at, end, value: textOf(node.value) }
          if (this.#source.slice(at, end).trim() !== "") {
            this.#texts.push({ text, path: this.#path, parent: isFragment ? undefined : parent, index: texts++ })
          }
          return text.value === "" ? [] : [text]
        }
      }
    })
    this.#path = path
    return children
  }
}

const nameOf = (node: Ast.JSXAttribute["name"]): string =>
  node.type === "JSXNamespacedName" ? `${node.namespace.name}:${node.name.name}` : node.name

/** Reads a source. */
export type Parse = (source: string) => Result.Result<Module, SourceError>

const parsed = (source: string, { parse }: typeof Babel): Module => {
  if (source.length > maxLength) {
    throw new SourceError(`the source is longer than ${maxLength} characters`, source, 0)
  }
  if (isNestedDeeper(source)) throw new SourceError("it is nested too deeply", source, 0)
  const startIndex = looks(source)
  return new Reader(source).module(
    parse(source, { sourceType: "module", plugins: ["typescript", "jsx"], attachComment: false, startIndex }).program
  )
}

/**
 * The index of the first character, which is 0. The parser adds it to every position that it reads, so it counts them.
 * At `a<b>(` the parser tries types, then a comparison, so each nested level takes twice as long as the one around it.
 */
const looks = (source: string): number => {
  const allowed = Math.min(maxLooks.least + maxLooks.perCharacter * source.length, maxLooks.most)
  let taken = 0
  const index: unknown = {
    valueOf: () => {
      if (++taken > allowed) throw new SourceError("it takes too long to read", source, 0)
      return 0
    }
  }
  return index as number
}

/**
 * Whether more `<` are open than any mail needs. Each could begin an element, a type or a comparison, and the parser
 * tries all of them at every open one.
 */
const isNestedDeeper = (source: string): boolean => {
  let open = 0
  for (let at = 0; at < source.length && open <= maxOpen; at++) {
    if (source[at] === "<") open++
    else if (source[at] === ">" && source[at - 1] !== "=") open = Math.max(0, open - 1)
  }
  return open > maxOpen
}

const isSyntaxError = (error: unknown): error is SyntaxError & { readonly pos: number } =>
  error instanceof SyntaxError && "pos" in error && typeof error.pos === "number"

/** Creates a function that parses sources with the given parser. */
export const parserOf =
  (babel: typeof Babel): Parse =>
  (source) => {
    try {
      return Result.succeed(parsed(source, babel))
    } catch (error) {
      if (error instanceof SourceError) return Result.fail(error)
      if (error instanceof RangeError) return Result.fail(new SourceError("it is nested too deeply", source, 0))
      if (!isSyntaxError(error)) throw error
      const problem = error.message.replace(/\.? \(\d+:\d+\)$/, "")
      return Result.fail(new SourceError(problem, source, error.pos))
    }
  }

/** Reads sources with the optional package `@babel/parser`, which is loaded when it is first needed. */
export const load: Effect.Effect<Parse, EmailRenderingError> = Effect.tryPromise({
  try: () => import("@babel/parser"),
  catch: () =>
    new EmailRenderingError({
      details: { error: "Email templates need a package: npm install --save-dev @babel/parser" }
    })
}).pipe(Effect.map(parserOf))
