/**
 * The conditions of sign-up rules: the part of the Common Expression Language (CEL) that rules use. There are the
 * operators `&& || ! == != < <= > >= in`, lists, and the methods `contains`, `startsWith`, `endsWith` and `matches`.
 */
import * as Pattern from "./Pattern.ts"

/** The values that conditions can refer to. */
export type Facts = { readonly [name: string]: string | number | { readonly [name: string]: number } }

type Value = string | number | boolean | null | ReadonlyArray<Value> | { readonly [name: string]: Value }

const maxLength = 10_000
const maxDepth = 50

class Invalid extends Error {}

const tokenPattern =
  /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|(&&|\|\||[=!<>]=|[-!<>()[\],.]))/y

type Token = { readonly kind: "number" | "name" | "text" | "sign"; readonly text: string }

const tokensOf = (expression: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const source = expression.trimEnd()
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < source.length) {
    const found = tokenPattern.exec(source)
    if (found === null) throw new Invalid()
    const [, number, name, text, sign] = found
    if (number !== undefined) tokens.push({ kind: "number", text: number })
    else if (name !== undefined) tokens.push({ kind: "name", text: name })
    else if (text !== undefined) tokens.push({ kind: "text", text })
    else tokens.push({ kind: "sign", text: sign ?? "" })
  }
  return tokens
}

/** A backslash counts only before a quote or another backslash, so that patterns keep theirs. */
const unquoted = (literal: string): string => literal.slice(1, -1).replace(/\\(["'\\])/g, "$1")

const constants: Readonly<Record<string, Value>> = { true: true, false: false, null: null }

const methods: Readonly<Record<string, (text: string, argument: string, meter: Pattern.Meter) => boolean>> = {
  contains: (text, argument) => text.includes(argument),
  startsWith: (text, argument) => text.startsWith(argument),
  endsWith: (text, argument) => text.endsWith(argument),
  matches: (text, argument, meter) => Pattern.matches(argument, text, meter)
}

const boolean = (value: Value): boolean => {
  if (typeof value !== "boolean") throw new Invalid()
  return value
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  "<": (order) => order < 0,
  "<=": (order) => order <= 0,
  ">": (order) => order > 0,
  ">=": (order) => order >= 0
}

const orderOf = (left: Value, right: Value): number => {
  const isComparable =
    (typeof left === "number" && typeof right === "number") || (typeof left === "string" && typeof right === "string")
  if (!isComparable) throw new Invalid()
  return left < right ? -1 : left > right ? 1 : 0
}

const isList = (value: Value): value is ReadonlyArray<Value> => Array.isArray(value)

/** Evaluates tokens from left to right, both sides of each operator. */
const evaluate = (tokens: ReadonlyArray<Token>, facts: Facts, meter: Pattern.Meter): Value => {
  let at = 0
  const take = (text: string): boolean => {
    const token = tokens[at]
    if (token === undefined || token.kind === "text" || token.text !== text) return false
    at++
    return true
  }
  const expect = (text: string): void => {
    if (!take(text)) throw new Invalid()
  }

  const list = (depth: number, end: string): ReadonlyArray<Value> => {
    const items: Array<Value> = []
    if (take(end)) return items
    do items.push(either(depth))
    while (take(","))
    expect(end)
    return items
  }

  const primary = (depth: number): Value => {
    if (take("(")) {
      const value = either(depth)
      expect(")")
      return value
    }
    if (take("[")) return list(depth, "]")
    const token = tokens[at++]
    if (token === undefined || token.kind === "sign") throw new Invalid()
    if (token.kind === "number") return Number(token.text)
    if (token.kind === "text") return unquoted(token.text)
    if (Object.hasOwn(constants, token.text)) return constants[token.text]!
    if (!Object.hasOwn(facts, token.text)) throw new Invalid()
    return facts[token.text]!
  }

  const member = (depth: number): Value => {
    let value = primary(depth)
    while (take(".")) {
      const name = tokens[at++]?.text ?? ""
      if (take("(")) {
        const [argument, ...others] = list(depth, ")")
        const method = Object.hasOwn(methods, name) ? methods[name] : undefined
        if (method === undefined || typeof value !== "string" || typeof argument !== "string" || others.length > 0) {
          throw new Invalid()
        }
        value = method(value, argument, meter)
      } else {
        if (typeof value !== "object" || value === null || isList(value) || !Object.hasOwn(value, name)) {
          throw new Invalid()
        }
        value = value[name]!
      }
    }
    return value
  }

  const unary = (depth: number): Value => {
    if (depth > maxDepth) throw new Invalid()
    if (take("!")) return !boolean(unary(depth + 1))
    if (!take("-")) return member(depth)
    const value = unary(depth + 1)
    if (typeof value !== "number") throw new Invalid()
    return -value
  }

  const relation = (depth: number): Value => {
    const left = unary(depth)
    const sign = tokens[at]?.text ?? ""
    if (take("==")) return left === unary(depth)
    if (take("!=")) return left !== unary(depth)
    if (take("in")) {
      const right = unary(depth)
      if (!isList(right)) throw new Invalid()
      return right.includes(left)
    }
    const compare = Object.hasOwn(comparisons, sign) ? comparisons[sign] : undefined
    if (compare === undefined || !take(sign)) return left
    return compare(orderOf(left, unary(depth)))
  }

  const both = (depth: number): Value => {
    let value = relation(depth)
    while (take("&&")) {
      const right = relation(depth)
      value = boolean(value) && boolean(right)
    }
    return value
  }

  const either = (depth: number): Value => {
    if (depth > maxDepth) throw new Invalid()
    let value = both(depth + 1)
    while (take("||")) {
      const right = both(depth + 1)
      value = boolean(value) || boolean(right)
    }
    return value
  }

  const value = either(0)
  if (at < tokens.length) throw new Invalid()
  return value
}

/** Whether a condition holds. One that is invalid does not, as at the service. */
export const holds = (condition: string, facts: Facts, meter: Pattern.Meter): boolean => {
  if (condition.length > maxLength) return false
  try {
    return evaluate(tokensOf(condition), facts, meter) === true
  } catch (error) {
    if (error instanceof Invalid) return false
    throw error
  }
}
