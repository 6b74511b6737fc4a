/**
 * The conditions of sign-up rules: the part of the Common Expression Language (CEL) that rules use. There are the
 * operators `&& || ! == != < <= > >= in`, lists, and the methods `contains`, `startsWith`, `endsWith` and `matches`.
 */
import { Invalid, orFalse } from "./Invalid.ts"
import * as Pattern from "./Pattern.ts"

export type Facts = { readonly [name: string]: string | number | { readonly [name: string]: number } }

type Value = string | number | boolean | null | ReadonlyArray<Value> | { readonly [name: string]: Value }

const maxLength = 10_000
const maxDepth = 50

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(&&|\|\||[=!<>]=|[-!<>()[\],.]))/y

type Token = { readonly kind: "number" | "name" | "text" | "sign"; readonly text: string }

const tokenize = (expression: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const source = expression.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const match = tokenPattern.exec(source)
    if (match === null) throw new Invalid()
    const [, number, name, text, sign] = match
    if (number !== undefined) tokens.push({ kind: "number", text: number })
    else if (name !== undefined) tokens.push({ kind: "name", text: name })
    else if (text !== undefined) tokens.push({ kind: "text", text })
    else tokens.push({ kind: "sign", text: sign ?? "" })
  }
  return tokens
}

/** A backslash counts only before a quote or another backslash, so that patterns keep theirs. */
const unquote = (literal: string): string => literal.slice(1, -1).replace(/\\(["'\\])/g, "$1")

const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null }

const methods: Readonly<Record<string, (text: string, argument: string, meter: Pattern.Meter) => boolean>> = {
  contains: (text, argument) => text.includes(argument),
  startsWith: (text, argument) => text.startsWith(argument),
  endsWith: (text, argument) => text.endsWith(argument),
  matches: (text, argument, meter) => Pattern.matches(argument, text, meter)
}

const requireBoolean = (value: Value): boolean => {
  if (typeof value !== "boolean") throw new Invalid()
  return value
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0
}

const compare = (left: Value, right: Value): number => {
  const isComparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string")
  if (!isComparable) throw new Invalid()
  return left < right ? -1 : left > right ? 1 : 0
}

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

/** Evaluates tokens from left to right, both sides of each operator. */
class Evaluation {
  readonly #tokens: ReadonlyArray<Token>
  readonly #facts: Facts
  readonly #meter: Pattern.Meter
  #at = 0

  constructor(tokens: ReadonlyArray<Token>, facts: Facts, meter: Pattern.Meter) {
    this.#tokens = tokens
    this.#facts = facts
    this.#meter = meter
  }

  value(): Value {
    const value = this.#either(0)
    if (this.#at < this.#tokens.length) throw new Invalid()
    return value
  }

  #take(text: string): boolean {
    const token = this.#tokens[this.#at]
    if (token === undefined || token.kind === "text" || token.text !== text) return false
    this.#at++
    return true
  }
  #expect(text: string): void {
    if (!this.#take(text)) throw new Invalid()
  }

  #list(depth: number, end: string): ReadonlyArray<Value> {
    const items: Array<Value> = []
    if (this.#take(end)) return items
    do items.push(this.#either(depth))
    while (this.#take(","))
    this.#expect(end)
    return items
  }

  #primary(depth: number): Value {
    if (this.#take("(")) {
      const value = this.#either(depth)
      this.#expect(")")
      return value
    }
    if (this.#take("[")) return this.#list(depth, "]")
    const token = this.#tokens[this.#at++]
    if (token === undefined || token.kind === "sign") throw new Invalid()
    if (token.kind === "number") return Number(token.text)
    if (token.kind === "text") return unquote(token.text)
    if (Object.hasOwn(constants, token.text)) return constants[token.text]!
    if (!Object.hasOwn(this.#facts, token.text)) throw new Invalid()
    return this.#facts[token.text]!
  }

  #member(depth: number): Value {
    let value = this.#primary(depth)
    while (this.#take(".")) {
      const name = this.#tokens[this.#at++]?.text ?? ""
      if (this.#take("(")) {
        const [argument, ...others] = this.#list(depth, ")")
        const method = Object.hasOwn(methods, name) ? methods[name] : undefined
        if (method === undefined || typeof value !== "string" || typeof argument !== "string" || others.length > 0) {
          throw new Invalid()
        }
        value = method(value, argument, this.#meter)
      } else {
        if (typeof value !== "object" || value === null || isList(value) || !Object.hasOwn(value, name)) {
          throw new Invalid()
        }
        value = value[name]!
      }
    }
    return value
  }

  #unary(depth: number): Value {
    if (depth > maxDepth) throw new Invalid()
    if (this.#take("!")) return !requireBoolean(this.#unary(depth + 1))
    if (!this.#take("-")) return this.#member(depth)
    const value = this.#unary(depth + 1)
    if (typeof value !== "number") throw new Invalid()
    return -value
  }

  #relation(depth: number): Value {
    const left = this.#unary(depth)
    const sign = this.#tokens[this.#at]?.text ?? ""
    if (this.#take("==")) return left === this.#unary(depth)
    if (this.#take("!=")) return left !== this.#unary(depth)
    if (this.#take("in")) {
      const right = this.#unary(depth)
      if (!isList(right)) throw new Invalid()
      return right.includes(left)
    }
    const holds = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined
    if (holds === undefined || !this.#take(sign)) return left
    return holds(compare(left, this.#unary(depth)))
  }

  #both(depth: number): Value {
    let value = this.#relation(depth)
    while (this.#take("&&")) {
      const right = this.#relation(depth)
      value = requireBoolean(value) && requireBoolean(right)
    }
    return value
  }

  #either(depth: number): Value {
    if (depth > maxDepth) throw new Invalid()
    let value = this.#both(depth + 1)
    while (this.#take("||")) {
      const right = this.#both(depth + 1)
      value = requireBoolean(value) || requireBoolean(right)
    }
    return value
  }
}

/** Whether a condition holds. One that is invalid does not, as at the service. */
export const holds = (condition: string, facts: Facts, meter: Pattern.Meter): boolean => {
  if (condition.length > maxLength) return false
  return orFalse(() => new Evaluation(tokenize(condition), facts, meter).value() === true)
}
