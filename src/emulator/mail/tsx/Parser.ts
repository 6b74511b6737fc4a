/**
 * Reads the part of TSX that is rendered; everything else is a failure that names it. It takes time that grows with the
 * length of the source, whatever is in it.
 */
import * as Result from "effect/Result"
import { decode } from "./Entities.ts"
import { Scanner, type Token } from "./Scanner.ts"
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
import { skipType, skipTypeArguments } from "./Types.ts"

/** The longest source, in characters. */
const MAX_LENGTH = 500_000

/** Words that begin what is not rendered, and what it is. */
const NOT_RENDERED: ReadonlyMap<string, string> = new Map([
  ["async", "functions that wait"],
  ["await", "waiting"],
  ["class", "classes"],
  ["debugger", "debuggers"],
  ["declare", "declarations of what is elsewhere"],
  ["delete", "deleting"],
  ["do", "loops (use map)"],
  ["enum", "enumerations"],
  ["for", "loops (use map)"],
  ["function", "functions in expressions (use an arrow)"],
  ["import", "imports at run time"],
  ["namespace", "namespaces"],
  ["super", "classes"],
  ["switch", "switches (use conditions)"],
  ["this", "this"],
  ["try", "exceptions that are caught"],
  ["var", "var (use const)"],
  ["void", "void"],
  ["while", "loops (use map)"],
  ["with", "with"],
  ["yield", "generators"]
])

/** Binary operators with how strongly they bind. */
const BINARY: ReadonlyMap<string, number> = new Map([
  ["??", 1],
  ["||", 2],
  ["&&", 3],
  ["==", 4],
  ["!=", 4],
  ["===", 4],
  ["!==", 4],
  ["<", 5],
  [">", 5],
  ["<=", 5],
  [">=", 5],
  ["+", 6],
  ["-", 6],
  ["*", 7],
  ["/", 7],
  ["%", 7],
  ["**", 8]
])

const OTHER_OPERATORS = new Set(["=", "+=", "-=", "*=", "/=", "%=", "++", "--", "&", "|", "^", "in", "instanceof"])

const CONSTANTS: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined]
])

/** Lines of text between tags: the blanks around line breaks do not count (as JSX has it). */
const textOf = (raw: string): string => {
  const lines = raw.split(/\r\n|\n|\r/)
  const trimmed = lines.map((line, index) => {
    const start = index === 0 ? line : line.replace(/^[ \t]+/, "")
    return index === lines.length - 1 ? start : start.replace(/[ \t]+$/, "")
  })
  return decode(trimmed.filter((line) => line !== "").join(" "))
}

/** The name of an element as it is written. */
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

class Parser {
  readonly #scanner: Scanner
  readonly #imports: Array<Import> = []
  readonly #exports = new Set<string>()
  readonly #texts: Array<TextPlace> = []
  /** What is being read, from the component on. */
  #path: ReadonlyArray<string> = []

  constructor(source: string) {
    this.#scanner = new Scanner(source)
  }

  module(): Module {
    const scanner = this.#scanner
    const statements: Array<Statement> = []
    while (scanner.peek().kind !== "end") {
      if (scanner.take(";")) continue
      if (scanner.is("import")) this.#import()
      else statements.push(...this.#moduleStatement())
    }
    return {
      source: scanner.source,
      imports: this.#imports,
      statements,
      exports: this.#exports,
      texts: this.#texts
    }
  }

  /* ---------------------------------------------------------------- modules */

  #import(): void {
    const scanner = this.#scanner
    const { at } = scanner.expect("import")
    if (scanner.is("(") || scanner.is(".")) throw scanner.failure("imports at run time are not rendered", at)
    const found: Array<{ readonly local: string; readonly name: string }> = []
    const isType = scanner.is("type") && this.#isTypeImport()
    if (scanner.peek().kind !== "string") {
      do {
        if (scanner.take("*")) {
          scanner.expect("as")
          found.push({ local: scanner.name().text, name: "*" })
        } else if (scanner.take("{")) {
          while (!scanner.is("}")) {
            found.push(...this.#importedName())
            if (!scanner.take(",")) break
          }
          scanner.expect("}")
        } else {
          found.push({ local: scanner.name().text, name: "default" })
        }
      } while (scanner.take(","))
      scanner.expect("from")
    }
    const module = scanner.advance()
    if (module.kind !== "string") throw scanner.failure("the name of a package should be here", module.at)
    if (!isType) this.#imports.push(...found.map((one) => ({ ...one, from: module.text })))
    this.#endStatement()
  }

  /** Reads `type` if it is not the name of what is imported. */
  #isTypeImport(): boolean {
    const { at } = this.#scanner.advance()
    if (!this.#scanner.is("from") && !this.#scanner.is(",")) return true
    this.#scanner.rewind(at)
    return false
  }

  #importedName(): ReadonlyArray<{ readonly local: string; readonly name: string }> {
    const scanner = this.#scanner
    let name = scanner.name().text
    let isType = false
    if (name === "type" && scanner.peek().kind === "name" && !scanner.is("as")) {
      isType = true
      name = scanner.name().text
    }
    const local = scanner.take("as") ? scanner.name().text : name
    return isType ? [] : [{ local, name }]
  }

  #moduleStatement(): ReadonlyArray<Statement> {
    const scanner = this.#scanner
    const isExported = scanner.take("export")
    const at = scanner.peek().at
    if (isExported && (scanner.is("{") || scanner.is("*"))) {
      throw scanner.failure("lists of exports are not understood (put export before the component)", at)
    }
    const isDefault = isExported && scanner.take("default")
    if (this.#skipTypeDeclaration()) return []
    const statements = this.#statement()
    if (isExported && !isDefault) {
      for (const statement of statements) {
        if (statement.type === "declaration" && statement.pattern.type === "bind") {
          this.#exports.add(statement.pattern.name)
        }
      }
    }
    return statements
  }

  /** Passes over `type A = …` and `interface A { … }`. */
  #skipTypeDeclaration(): boolean {
    const scanner = this.#scanner
    const { at, text } = scanner.peek()
    if (!scanner.is("type") && !scanner.is("interface")) return false
    scanner.advance()
    if (scanner.peek().kind !== "name" || scanner.peek().isOnNewLine) {
      scanner.rewind(at)
      return false
    }
    scanner.advance()
    skipTypeArguments(scanner)
    if (text === "type") {
      scanner.expect("=")
    } else if (scanner.take("extends")) {
      do skipType(scanner)
      while (scanner.take(","))
    }
    skipType(scanner)
    this.#endStatement()
    return true
  }

  /* ------------------------------------------------------------- statements */

  #endStatement(): void {
    const scanner = this.#scanner
    if (scanner.take(";")) return
    const { isOnNewLine, kind } = scanner.peek()
    if (!isOnNewLine && kind !== "end" && !scanner.is("}")) throw scanner.unexpected("the end of the statement")
  }

  #block(): Block {
    const scanner = this.#scanner
    const { at } = scanner.expect("{")
    const statements: Array<Statement> = []
    while (!scanner.is("}")) {
      if (scanner.peek().kind === "end") throw scanner.failure("a block is not closed", at)
      if (scanner.take(";")) continue
      if (!this.#skipTypeDeclaration()) statements.push(...this.#statement())
    }
    scanner.expect("}")
    return { type: "block", at, statements }
  }

  #statement(): ReadonlyArray<Statement> {
    return this.#scanner.nested(() => this.#anyStatement())
  }

  #anyStatement(): ReadonlyArray<Statement> {
    const scanner = this.#scanner
    const { at, kind, text } = scanner.peek()
    if (kind === "sign" && text === "{") return [this.#block()]
    if (kind === "name") {
      switch (text) {
        case "const":
        case "let":
          return this.#declarations()
        case "function":
          return [this.#functionDeclaration()]
        case "return": {
          scanner.advance()
          const { isOnNewLine, kind } = scanner.peek()
          const isEmpty = isOnNewLine || kind === "end" || scanner.is(";") || scanner.is("}")
          const value = isEmpty ? undefined : this.#expression()
          this.#endStatement()
          return [{ type: "return", at, value }]
        }
        case "throw": {
          scanner.advance()
          const value = this.#expression()
          this.#endStatement()
          return [{ type: "throw", at, value }]
        }
        case "if":
          return [this.#condition()]
      }
      this.#refuse(scanner.peek())
    }
    return this.#expressionStatement()
  }

  #condition(): Statement {
    const scanner = this.#scanner
    const { at } = scanner.expect("if")
    scanner.expect("(")
    const test = this.#expression()
    scanner.expect(")")
    const consequent = this.#branch()
    scanner.take(";")
    return { type: "if", at, test, consequent, alternate: scanner.take("else") ? this.#branch() : undefined }
  }

  #branch(): Statement {
    const { at } = this.#scanner.peek()
    return { type: "block", at, statements: this.#statement() }
  }

  #declarations(): ReadonlyArray<Statement> {
    const scanner = this.#scanner
    const { at } = scanner.advance()
    const statements: Array<Statement> = []
    do {
      const pattern = this.#pattern()
      scanner.expect("=")
      const value = this.#within(pattern.type === "bind" ? pattern.name : "", () => this.#expression())
      statements.push({ type: "declaration", at, pattern, value: named(value, pattern) })
    } while (scanner.take(","))
    this.#endStatement()
    return statements
  }

  #functionDeclaration(): Statement {
    const scanner = this.#scanner
    const { at } = scanner.expect("function")
    if (scanner.is("*")) throw scanner.failure("generators are not rendered", at)
    const name = scanner.name().text
    skipTypeArguments(scanner)
    const value = this.#within(name, (): FunctionExpression => {
      scanner.expect("(")
      const parameters = this.#parameters()
      if (scanner.take(":")) skipType(scanner)
      return { type: "function", at, name, parameters, body: this.#block() }
    })
    return { type: "declaration", at, pattern: { type: "bind", at, name, fallback: undefined }, value }
  }

  /** A directive, or a property of a component such as its values for previews. */
  #expressionStatement(): ReadonlyArray<Statement> {
    const scanner = this.#scanner
    const { at, kind } = scanner.peek()
    const left = this.#expression()
    if (kind === "string" && left.type === "literal") {
      this.#endStatement()
      return []
    }
    if (left.type === "member" && left.object.type === "name" && left.key.type === "literal" && scanner.take("=")) {
      const value = this.#expression()
      this.#endStatement()
      return [{ type: "property", at, of: left.object.name, name: String(left.key.value), value }]
    }
    throw scanner.failure("a statement without effect, or one that changes a variable, is not rendered", at)
  }

  /* --------------------------------------------------------------- patterns */

  /** Reads parameters from after the opening parenthesis. */
  #parameters(): ReadonlyArray<Pattern> {
    const scanner = this.#scanner
    const parameters: Array<Pattern> = []
    while (!scanner.is(")")) {
      const { at } = scanner.peek()
      if (scanner.take("...")) {
        parameters.push({ type: "rest", at, name: scanner.name().text, fallback: undefined })
        if (scanner.take(":")) skipType(scanner)
      } else {
        parameters.push(this.#withFallback(this.#pattern()))
      }
      if (!scanner.take(",")) break
    }
    scanner.expect(")")
    return parameters
  }

  /** Reads a pattern with its type. */
  #pattern(): Pattern {
    const scanner = this.#scanner
    return scanner.nested(() => {
      const pattern = this.#bindingPattern()
      scanner.take("?")
      if (scanner.take(":")) skipType(scanner)
      return pattern
    })
  }

  /** Reads a pattern with the value in its absence. */
  #withFallback(pattern: Pattern): Pattern {
    return this.#scanner.take("=") ? { ...pattern, fallback: this.#expression() } : pattern
  }

  #bindingPattern(): Pattern {
    const scanner = this.#scanner
    const { at } = scanner.peek()
    if (scanner.take("{")) {
      const fields: Array<{ key: string; pattern: Pattern }> = []
      let rest: string | undefined
      while (!scanner.is("}")) {
        if (scanner.take("...")) {
          rest = scanner.name().text
          break
        }
        const key = scanner.advance()
        if (key.kind !== "name" && key.kind !== "string") {
          throw scanner.failure("the name of a field should be here", key.at)
        }
        const pattern: Pattern = scanner.take(":")
          ? scanner.nested(() => this.#bindingPattern())
          : { type: "bind", at: key.at, name: key.text, fallback: undefined }
        fields.push({ key: key.text, pattern: this.#withFallback(pattern) })
        if (!scanner.take(",")) break
      }
      scanner.expect("}")
      return { type: "fields", at, fields, rest, fallback: undefined }
    }
    if (scanner.take("[")) {
      const items: Array<Pattern | undefined> = []
      while (!scanner.is("]")) {
        if (scanner.take(",")) {
          items.push(undefined)
          continue
        }
        items.push(this.#withFallback(scanner.nested(() => this.#bindingPattern())))
        if (!scanner.take(",")) break
      }
      scanner.expect("]")
      return { type: "items", at, items, fallback: undefined }
    }
    return { type: "bind", at, name: scanner.name().text, fallback: undefined }
  }

  /* ------------------------------------------------------------ expressions */

  #within<A>(name: string, read: () => A): A {
    const path = this.#path
    this.#path = name === "" ? path : [name]
    try {
      return read()
    } finally {
      this.#path = path
    }
  }

  #refuse({ at, kind, text }: Token): void {
    const what = kind === "name" ? NOT_RENDERED.get(text) : undefined
    if (what !== undefined) throw this.#scanner.failure(`${what} cannot be rendered`, at)
  }

  #expression(): Expression {
    return this.#scanner.nested(() => {
      const scanner = this.#scanner
      const test = this.#binary(0)
      if (!scanner.take("?")) return test
      const consequent = this.#expression()
      scanner.expect(":")
      return { type: "conditional", at: test.at, test, consequent, alternate: this.#expression() }
    })
  }

  #operator(): { readonly text: string; readonly end: number } {
    const { end, text } = this.#scanner.peek()
    return text === ">" && this.#scanner.source[end] === "=" ? { text: ">=", end: end + 1 } : { text, end }
  }

  #binary(least: number): Expression {
    const scanner = this.#scanner
    let left = this.#unary()
    for (;;) {
      const { at, isOnNewLine, kind } = scanner.peek()
      if (!isOnNewLine && (scanner.is("as") || scanner.is("satisfies"))) {
        scanner.advance()
        if (!scanner.take("const")) skipType(scanner)
        continue
      }
      if (kind !== "sign" && kind !== "name") return left
      const { end, text } = this.#operator()
      const strength = BINARY.get(text)
      if (strength === undefined) {
        const isProperty = text === "=" && left.type === "member"
        if (!isProperty && !(isOnNewLine && kind === "name") && OTHER_OPERATORS.has(text)) {
          throw scanner.failure(`the operator ${text} is not rendered`, at)
        }
        return left
      }
      if (strength < least || (strength === least && text !== "**")) return left
      scanner.rewind(end)
      const right = scanner.nested(() => this.#binary(strength))
      left = { type: "binary", at, operator: text, left, right }
    }
  }

  #unary(): Expression {
    const scanner = this.#scanner
    const { at, kind, text } = scanner.peek()
    const isOperator = kind === "sign" ? /^[-+!]$/.test(text) : kind === "name" && text === "typeof"
    if (!isOperator) return this.#postfix()
    scanner.advance()
    return { type: "unary", at, operator: text, operand: scanner.nested(() => this.#unary()) }
  }

  #postfix(): Expression {
    const scanner = this.#scanner
    const start = scanner.peek().at
    let left = this.#primary()
    // nothing follows an arrow function that is not in parentheses
    if (left.type === "function" && left.at === start) return left
    for (;;) {
      const { at, isOnNewLine } = scanner.peek()
      if (scanner.take(".")) {
        left = { type: "member", at, object: left, key: this.#memberName(), isOptional: false }
      } else if (scanner.take("?.")) {
        if (scanner.is("(")) left = this.#call(left, true)
        else if (scanner.take("[")) left = this.#computed(left, at, true)
        else left = { type: "member", at, object: left, key: this.#memberName(), isOptional: true }
      } else if (scanner.is("(")) {
        left = this.#call(left, false)
      } else if (scanner.take("[")) {
        left = this.#computed(left, at, false)
      } else if (scanner.is("`")) {
        throw scanner.failure("tagged templates are not rendered", at)
      } else if (!isOnNewLine && scanner.is("!")) {
        scanner.advance()
      } else {
        return left
      }
    }
  }

  #memberName(): Expression {
    const { at, text } = this.#scanner.name()
    return { type: "literal", at, value: text }
  }

  #computed(object: Expression, at: number, isOptional: boolean): Expression {
    const key = this.#expression()
    this.#scanner.expect("]")
    return { type: "member", at, object, key, isOptional }
  }

  #call(callee: Expression, isOptional: boolean): Expression {
    const { at } = this.#scanner.peek()
    return { type: "call", at, callee, arguments: this.#arguments(), isOptional }
  }

  #arguments(): ReadonlyArray<Expression | Spread> {
    this.#scanner.expect("(")
    return this.#items(")")
  }

  #items(end: string): ReadonlyArray<Expression | Spread> {
    const scanner = this.#scanner
    const items: Array<Expression | Spread> = []
    while (!scanner.is(end)) {
      items.push(this.#item())
      if (!scanner.take(",")) break
    }
    scanner.expect(end)
    return items
  }

  #item(): Expression | Spread {
    const { at } = this.#scanner.peek()
    return this.#scanner.take("...") ? { type: "spread", at, value: this.#expression() } : this.#expression()
  }

  #primary(): Expression {
    const scanner = this.#scanner
    const token = scanner.peek()
    const { at, kind, text } = token
    this.#refuse(token)
    switch (kind) {
      case "end":
        throw scanner.unexpected("a value")
      case "string":
        scanner.advance()
        return { type: "literal", at, value: text }
      case "number":
        return this.#number()
      case "name":
        return this.#named()
      case "sign":
        break
    }
    switch (text) {
      case "(":
        return this.#parenthesis()
      case "[":
        scanner.advance()
        return { type: "array", at, items: this.#items("]") }
      case "{":
        return this.#object()
      case "`":
        return this.#template()
      case "<":
        return this.#element()
      case "/":
        throw scanner.failure("regular expressions cannot be rendered", at)
      default:
        throw scanner.unexpected("a value")
    }
  }

  #number(): Expression {
    const scanner = this.#scanner
    const { at, end, text } = scanner.advance()
    if (/[\p{ID_Start}$_]/u.test(scanner.source[end] ?? "")) throw scanner.failure("this is no number", at)
    return { type: "literal", at, value: Number(text.replaceAll("_", "")) }
  }

  #named(): Expression {
    const scanner = this.#scanner
    const { at, text } = scanner.advance()
    if (scanner.is("=>") && !scanner.peek().isOnNewLine) {
      return this.#arrowBody(at, [{ type: "bind", at, name: text, fallback: undefined }])
    }
    if (text === "new") {
      const name = scanner.name().text
      return { type: "new", at, name, arguments: scanner.is("(") ? this.#arguments() : [] }
    }
    return CONSTANTS.has(text) ? { type: "literal", at, value: CONSTANTS.get(text) } : { type: "name", at, name: text }
  }

  /** What is between parentheses: the parameters of an arrow function, or a value. */
  #parenthesis(): Expression {
    const scanner = this.#scanner
    const { at } = scanner.peek()
    const parameters = this.#arrowParameters()
    if (parameters !== undefined) return this.#arrowBody(at, parameters)
    scanner.rewind(at)
    scanner.expect("(")
    const value = this.#expression()
    if (scanner.is(",")) throw scanner.failure("the operator , is not rendered", scanner.peek().at)
    scanner.expect(")")
    return value
  }

  /**
   * Reads parameters, if they are there. What is not read as such is read again as a value; that happens once to each
   * character, because parameters have no parentheses in them but in a `= fallback`, which no value has.
   */
  #arrowParameters(): ReadonlyArray<Pattern> | undefined {
    const scanner = this.#scanner
    const texts = this.#texts.length
    try {
      scanner.expect("(")
      const parameters = this.#parameters()
      if (scanner.take(":")) skipType(scanner)
      if (scanner.is("=>") && !scanner.peek().isOnNewLine) return parameters
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
    }
    this.#texts.length = texts
    return undefined
  }

  #arrowBody(at: number, parameters: ReadonlyArray<Pattern>): FunctionExpression {
    const scanner = this.#scanner
    scanner.expect("=>")
    const body = scanner.is("{") ? this.#block() : this.#expression()
    return { type: "function", at, name: "", parameters, body }
  }

  #object(): Expression {
    const scanner = this.#scanner
    const { at } = scanner.expect("{")
    const fields: Array<Field | Spread> = []
    while (!scanner.is("}")) {
      const start = scanner.peek().at
      if (scanner.take("...")) fields.push({ type: "spread", at: start, value: this.#expression() })
      else fields.push(this.#field())
      if (!scanner.take(",")) break
    }
    scanner.expect("}")
    return { type: "object", at, fields }
  }

  #field(): Field {
    const scanner = this.#scanner
    if (scanner.take("[")) {
      const key = this.#expression()
      scanner.expect("]")
      scanner.expect(":")
      return { type: "field", key, value: this.#expression() }
    }
    const { at, kind, text } = scanner.advance()
    if (kind === "sign" || kind === "end") throw scanner.failure("the name of a field should be here", at)
    if (scanner.is("(")) throw scanner.failure("methods cannot be rendered (use an arrow)", at)
    if (scanner.take(":")) return { type: "field", key: text, value: this.#expression() }
    if (kind !== "name") throw scanner.unexpected('":"')
    return { type: "field", key: text, value: { type: "name", at, name: text } }
  }

  #template(): Expression {
    const scanner = this.#scanner
    const { at } = scanner.expect("`")
    const texts: Array<string> = []
    const values: Array<Expression> = []
    for (;;) {
      const { isLast, text } = scanner.templatePart()
      texts.push(text)
      if (isLast) return { type: "template", at, texts, values }
      values.push(this.#expression())
      scanner.expect("}")
    }
  }

  /* --------------------------------------------------------------- elements */

  #element(): JsxElement {
    return this.#scanner.nested(() => {
      const scanner = this.#scanner
      const { at } = scanner.expect("<")
      if (scanner.take(">")) {
        const fragment: JsxElement = { type: "element", at, tag: undefined, attributes: [], children: [] }
        return { ...fragment, children: this.#children(fragment) }
      }
      const tag = this.#tagName()
      skipTypeArguments(scanner)
      const attributes: Array<Attribute | Spread> = []
      while (!scanner.is("/") && !scanner.is(">")) attributes.push(this.#attribute())
      const element: JsxElement = { type: "element", at, tag, attributes, children: [] }
      if (scanner.take("/")) {
        // the text after it must not be read as a token
        scanner.expect(">")
        return element
      }
      scanner.expect(">")
      return { ...element, children: this.#children(element) }
    })
  }

  #tagName(): Expression {
    const scanner = this.#scanner
    const { at, text } = scanner.jsxName()
    let tag: Expression = /^[a-z]/.test(text) ? { type: "literal", at, value: text } : { type: "name", at, name: text }
    while (scanner.take(".")) {
      const key = scanner.jsxName()
      if (tag.type === "literal") tag = { type: "name", at, name: text }
      tag = {
        type: "member",
        at,
        object: tag,
        key: { type: "literal", at: key.at, value: key.text },
        isOptional: false
      }
    }
    return tag
  }

  #attribute(): Attribute | Spread {
    const scanner = this.#scanner
    const { at } = scanner.peek()
    if (scanner.take("{")) {
      scanner.expect("...")
      const value = this.#expression()
      scanner.expect("}")
      return { type: "spread", at, value }
    }
    const { text: name } = scanner.jsxName()
    const value = scanner.take("=") ? this.#attributeValue() : ({ type: "literal", at, value: true } as const)
    return { type: "attribute", at, name, value, end: scanner.at }
  }

  #attributeValue(): Expression {
    const scanner = this.#scanner
    const { at } = scanner
    const text = scanner.jsxString()
    if (text !== undefined) return { type: "literal", at, value: decode(text) }
    if (scanner.is("<")) return this.#element()
    scanner.expect("{")
    const value = this.#expression()
    scanner.expect("}")
    return value
  }

  /** Reads what is between the tags, and the closing tag. */
  #children(element: JsxElement): ReadonlyArray<JsxChild> {
    const scanner = this.#scanner
    const isFragment = element.tag === undefined
    const name = tagNameOf(element)
    const children: Array<JsxChild> = []
    let texts = 0
    if (!isFragment) this.#path = [...this.#path, name]
    for (;;) {
      const { at, end, raw } = scanner.jsxText()
      const text: JsxText = { type: "text", at, end, value: textOf(raw) }
      if (text.value !== "") children.push(text)
      if (raw.trim() !== "") {
        this.#texts.push({ text, path: this.#path, parent: isFragment ? undefined : element, index: texts++ })
      }
      if (scanner.is("{")) {
        children.push(...this.#slot())
        continue
      }
      const { at: tag } = scanner.expect("<")
      if (!scanner.take("/")) {
        scanner.rewind(tag)
        children.push(this.#element())
        continue
      }
      if (!isFragment) this.#path = this.#path.slice(0, -1)
      const closing = scanner.is(">") ? "" : tagNameOf({ ...element, tag: this.#tagName() })
      if (closing !== name) throw scanner.failure(`<${name}> is closed by </${closing}>`, tag)
      scanner.expect(">")
      return children
    }
  }

  /** Reads `{value}`; nothing if there is only a comment in it. */
  #slot(): ReadonlyArray<JsxChild> {
    const scanner = this.#scanner
    const { at } = scanner.expect("{")
    if (scanner.take("}")) return []
    if (scanner.is("...")) throw scanner.failure("a spread between tags is not rendered", at)
    const value = this.#expression()
    scanner.expect("}")
    return [{ type: "slot", at, end: scanner.at, value }]
  }
}

/** A function takes the name of what it is bound to. */
const named = (value: Expression, pattern: Pattern): Expression =>
  value.type === "function" && pattern.type === "bind" ? { ...value, name: pattern.name } : value

/** Reads a source. */
export const parse = (source: string): Result.Result<Module, SourceError> => {
  try {
    if (source.length > MAX_LENGTH) {
      throw new SourceError(`the source is longer than ${MAX_LENGTH} characters`, source, 0)
    }
    return Result.succeed(new Parser(source).module())
  } catch (error) {
    if (error instanceof SourceError) return Result.fail(error)
    throw error
  }
}
