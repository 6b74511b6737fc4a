/** What the parts of the printer share: the reader of the sources, what was declared so far, and `print` itself. */
import * as ts from "typescript-6"
import type { makeReader } from "./methods.ts"
import { printDocblock } from "./text.ts"

export interface Printing {
  readonly checker: ts.TypeChecker
  readonly reader: ReturnType<typeof makeReader>
  /** The errors of nearly all methods, which have one name together. */
  readonly common: ReadonlySet<ts.Type>
  /** What the entries export. Its generic interfaces are declared, and others are written out. */
  readonly exported: ReadonlySet<ts.Symbol>
  /** The names by which entries export types that have another one inside. */
  readonly chosen: ReadonlyMap<ts.Symbol, string>
  /** The declared types, by name. */
  readonly declared: Map<string, string>
  readonly names: Map<ts.Symbol, string>
  /** The type parameters of the functions that are being printed. */
  readonly generic: Set<ts.Type>
  /** Types that have no plain form. */
  readonly problems: Set<string>
  /** A type as it is written where it is used; `where` is the way to it. Declares the types that it names. */
  readonly print: (type: ts.Type, where: string) => string
}

/** The docblock of a symbol, with `more` between its text and its tags. */
export const printDoc = ({ checker }: Printing, symbol: ts.Symbol, more = ""): string => {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker))
  const tags = symbol.getJsDocTags(checker).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`.trim())
  return printDocblock([text, more, tags.join("\n")].filter((part) => part !== "").join("\n\n"))
}
