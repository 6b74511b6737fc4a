/** Splits a source into tokens, one at a time: what a character means depends on whether it is between tags. */
import { SourceError } from "./SourceError.ts"

/** A token of TypeScript. */
export interface Token {
  readonly kind: "name" | "string" | "number" | "sign" | "end"
  /** As it is written, but of a string its value. */
  readonly text: string
  readonly at: number
  readonly end: number
  /** Whether a line ends before it. */
  readonly isOnNewLine: boolean
}

const BLANK = /\s+|\/\/[^\n]*/y
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$]*/uy
const JSX_NAME = /[\p{ID_Start}$_][\p{ID_Continue}$:-]*/uy
const JSX_TEXT = /[^{}<>]+/y
const NUMBER = /(?:0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)/y
// `>` never goes with what follows: it may end a tag, or a type
const SIGN = /\.\.\.|===|!==|\*\*|=>|==|!=|<=|&&|\|\||\?\?|\?\.(?!\d)|\+\+|--|[+\-*/%]=|[-{}()[\];,<>+*/%&|^!~?:=.@#`]/y

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["0", "\0"],
  ["\n", ""]
])

/** How deep what is read may be nested: recursion reads it. */
const MAX_DEPTH = 200

/** The largest code point. */
const LAST_CODE_POINT = 0x10ffff

/** Reads a source from its beginning to its end; `rewind` goes back to a token. */
export class Scanner {
  readonly source: string
  /** The end of what was read. */
  at = 0
  #next: Token | undefined
  #depth = 0

  constructor(source: string) {
    this.source = source
  }

  /** A failure at an offset. */
  failure(problem: string, at: number): SourceError {
    return new SourceError(problem, this.source, at)
  }

  /** The next token, which is not read yet. */
  peek(): Token {
    return (this.#next ??= this.#read())
  }

  /** Reads the next token. */
  advance(): Token {
    const token = this.peek()
    this.rewind(token.end)
    return token
  }

  /** Reads what is nested in something else. */
  nested<A>(read: () => A): A {
    if (this.#depth === MAX_DEPTH) throw this.failure(`this is nested deeper than ${MAX_DEPTH} levels`, this.at)
    this.#depth++
    try {
      return read()
    } finally {
      this.#depth--
    }
  }

  /** Goes on at an offset. */
  rewind(at: number): void {
    this.at = at
    this.#next = undefined
  }

  /** Whether the next token is this sign or word. */
  is(text: string): boolean {
    const token = this.peek()
    return (token.kind === "sign" || token.kind === "name") && token.text === text
  }

  /** Reads the next token if it is this sign or word. */
  take(text: string): boolean {
    if (!this.is(text)) return false
    this.advance()
    return true
  }

  /** Reads this sign or word. */
  expect(text: string): Token {
    if (!this.is(text)) throw this.unexpected(`"${text}"`)
    return this.advance()
  }

  /** Reads a name. */
  name(): Token {
    if (this.peek().kind !== "name") throw this.unexpected("a name")
    return this.advance()
  }

  /** The failure that something else should be next. */
  unexpected(wanted: string): SourceError {
    const { at, kind, text } = this.peek()
    return this.failure(`${wanted} should be here, not ${kind === "end" ? "the end" : JSON.stringify(text)}`, at)
  }

  /** Reads the text up to the next tag or `{`. */
  jsxText(): { readonly raw: string; readonly at: number; readonly end: number } {
    const { at } = this
    const raw = this.#match(JSX_TEXT) ?? ""
    const end = at + raw.length
    const next = this.source[end]
    if (next === undefined) throw this.failure("an element is not closed", at)
    if (next !== "{" && next !== "<") throw this.failure(`"${next}" in a text is written as {"${next}"}`, end)
    this.rewind(end)
    return { raw, at, end }
  }

  /** Reads the name of an attribute, or a part of that of an element; it may have hyphens. */
  jsxName(): Token {
    const { at } = this.peek()
    JSX_NAME.lastIndex = at
    const [text] = JSX_NAME.exec(this.source) ?? []
    if (text === undefined) throw this.unexpected("a name")
    this.rewind(at + text.length)
    return { kind: "name", text, at, end: this.at, isOnNewLine: false }
  }

  /** Reads the string of an attribute, which knows no escapes; undefined if there is none. */
  jsxString(): string | undefined {
    const { at } = this.#skipBlanks()
    const quote = this.source[at]
    if (quote !== '"' && quote !== "'") return undefined
    const end = this.source.indexOf(quote, at + 1)
    if (end === -1) throw this.failure("a text is not closed", at)
    this.rewind(end + 1)
    return this.source.slice(at + 1, end)
  }

  /** Reads a template from after its backtick, or after a value in it; `isLast` if it ends here. */
  templatePart(): { readonly text: string; readonly isLast: boolean } {
    const start = this.at
    let text = ""
    for (;;) {
      const character = this.source[this.at]
      if (character === undefined) throw this.failure("a template is not closed", start)
      const isLast = character === "`"
      if (isLast || (character === "$" && this.source[this.at + 1] === "{")) {
        this.rewind(this.at + (isLast ? 1 : 2))
        return { text, isLast }
      }
      text += this.#character()
    }
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    return pattern.exec(this.source)?.[0]
  }

  /** Passes over white space and comments. */
  #skipBlanks(): { readonly at: number; readonly isOnNewLine: boolean } {
    let isOnNewLine = false
    for (;;) {
      const blank = this.#match(BLANK)
      if (blank !== undefined) {
        isOnNewLine ||= blank.includes("\n")
        this.rewind(this.at + blank.length)
      } else if (this.source.startsWith("/*", this.at)) {
        const end = this.source.indexOf("*/", this.at + 2)
        if (end === -1) throw this.failure("a comment is not closed", this.at)
        isOnNewLine ||= this.source.slice(this.at, end).includes("\n")
        this.rewind(end + 2)
      } else {
        return { at: this.at, isOnNewLine }
      }
    }
  }

  #read(): Token {
    const before = this.at
    const { at, isOnNewLine } = this.#skipBlanks()
    const token = (kind: Token["kind"], text: string): Token => ({ kind, text, at, end: this.at, isOnNewLine })
    try {
      const quote = this.source[at]
      if (quote === undefined) return token("end", "")
      if (quote === '"' || quote === "'") return token("string", this.#string(quote))
      for (const [kind, pattern] of [
        ["name", NAME],
        ["number", NUMBER],
        ["sign", SIGN]
      ] as const) {
        const text = this.#match(pattern)
        if (text === undefined) continue
        this.at += text.length
        return token(kind, text)
      }
      throw this.failure(`${JSON.stringify(quote)} is not understood`, at)
    } finally {
      this.at = before
    }
  }

  #string(quote: string): string {
    const start = this.at++
    let text = ""
    for (;;) {
      const character = this.source[this.at]
      if (character === undefined || character === "\n") throw this.failure("a text is not closed", start)
      if (character === quote) {
        this.at++
        return text
      }
      text += this.#character()
    }
  }

  /** Reads one character, or one escape. */
  #character(): string {
    const character = this.source[this.at++] ?? ""
    if (character !== "\\") return character
    const at = this.at
    const code = this.#match(/u\{[\da-fA-F]{1,6}\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}/y)
    if (code === undefined) {
      const escaped = this.source[this.at++] ?? ""
      return ESCAPES.get(escaped) ?? escaped
    }
    this.at += code.length
    const point = Number.parseInt(code.replace(/[ux{}]/g, ""), 16)
    if (point > LAST_CODE_POINT) throw this.failure("an escape names no character", at)
    return String.fromCodePoint(point)
  }
}
