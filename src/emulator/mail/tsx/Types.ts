/** Passes over types: they say nothing about what is rendered. */
import type { Scanner } from "./Scanner.ts"

const CLOSING: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"]
])

/** Words before a type; each of them may also be the name of one. */
const PREFIXES = new Set(["keyof", "typeof", "readonly", "unique"])

const beginsType = (scanner: Scanner): boolean => {
  const { isOnNewLine, kind, text } = scanner.peek()
  return !isOnNewLine && (kind === "name" || kind === "string" || CLOSING.has(text))
}

/** Passes over brackets with all that is in them. */
const skipBrackets = (scanner: Scanner): void => {
  const open: Array<string> = []
  do {
    const { at, kind, text } = scanner.advance()
    if (kind === "end") throw scanner.failure("a bracket is not closed", at)
    if (text === "`") while (!scanner.templatePart().isLast) skipUntil(scanner, "}")
    if (kind !== "sign") continue
    const closing = CLOSING.get(text)
    if (closing !== undefined) open.push(closing)
    else if (text === open.at(-1)) open.pop()
    else if (/^[)\]}]$/.test(text)) throw scanner.failure(`"${text}" closes nothing`, at)
  } while (open.length > 0)
}

/** Passes over a type and the sign that ends it. */
const skipUntil = (scanner: Scanner, end: string): void => {
  skipType(scanner)
  scanner.expect(end)
}

/** Passes over `<A, B>`, if it is there. */
export const skipTypeArguments = (scanner: Scanner): void => {
  if (!scanner.take("<")) return
  do {
    if (scanner.is(">")) break
    skipType(scanner)
    if (scanner.take("extends")) skipType(scanner)
    if (scanner.take("=")) skipType(scanner)
  } while (scanner.take(","))
  scanner.expect(">")
}

function skipOperand(scanner: Scanner): void {
  while (PREFIXES.has(scanner.peek().text) && scanner.peek().kind === "name") {
    const { at } = scanner.advance()
    if (beginsType(scanner)) continue
    scanner.rewind(at)
    break
  }
  const { kind, text } = scanner.peek()
  if (kind === "sign" && CLOSING.has(text)) {
    skipBrackets(scanner)
    if (text === "(" && scanner.take("=>")) skipType(scanner)
  } else if (kind === "sign" && text === "`") {
    scanner.advance()
    while (!scanner.templatePart().isLast) skipUntil(scanner, "}")
  } else if (kind === "name") {
    scanner.advance()
    while (scanner.take(".")) scanner.name()
    skipTypeArguments(scanner)
  } else if (kind === "string" || kind === "number" || scanner.take("-")) {
    scanner.advance()
  } else {
    throw scanner.unexpected("a type")
  }
  while (!scanner.peek().isOnNewLine && scanner.is("[")) skipBrackets(scanner)
}

/** Passes over a type. */
export const skipType = (scanner: Scanner): void =>
  scanner.nested(() => {
    if (!scanner.take("|")) scanner.take("&")
    do skipOperand(scanner)
    while (scanner.take("|") || scanner.take("&"))
    if (!scanner.peek().isOnNewLine && scanner.is("extends")) {
      throw scanner.failure("conditional types are not understood", scanner.peek().at)
    }
  })
