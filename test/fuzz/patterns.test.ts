/** No pattern works more than in proportion to the length of its text; `growth.test.ts` has the readers. */
import { parse } from "@babel/parser"
import { describe, expect, it } from "@effect/vitest"
import * as fs from "node:fs"
import * as path from "node:path"
import { growsAt } from "./Growth.ts"

const source = path.join(import.meta.dirname, "../../src")

interface Found {
  readonly file: string
  readonly pattern: string
  readonly flags: string
}

/** Whether a token of the parser is a pattern. */
const isPattern = (token: unknown): token is { readonly value: { readonly pattern: string; readonly flags: string } } =>
  typeof token === "object" &&
  token !== null &&
  "value" in token &&
  typeof token.value === "object" &&
  token.value !== null &&
  "pattern" in token.value

/** All patterns of the sources that repeat something. */
const patterns = (): ReadonlyArray<Found> =>
  fs
    .readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("generated"))
    .flatMap((file) => {
      const { tokens } = parse(fs.readFileSync(path.join(source, file), "utf8"), {
        sourceType: "module",
        plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"],
        tokens: true
      })
      return (tokens ?? []).filter(isPattern).map(({ value }) => ({ file, ...value }))
    })
    .filter(({ pattern }) => /[*+]|\{\d*,\d*\}/.test(pattern))

/** Patterns whose texts are short, and why. */
const bounded: ReadonlyMap<string, string> = new Map([
  ["api/Refusals.ts", "they read the first 200 characters of an answer"],
  ["api/OpenApiDocument.ts", "they read the contract, when it is built"]
])

/** What a pattern could be made to look for again and again: its letters and words, and blanks. */
const piecesOf = (pattern: string): ReadonlyArray<string> => {
  const words = pattern.replace(/\\[a-zA-Z]/g, " ").match(/[\w<>=:/"'-]{2,}/g) ?? []
  const signs = [...pattern.replace(/\\[a-zA-Z]/g, "")].filter((sign) => !/[\w()]/.test(sign))
  return [...new Set([...words, ...signs, "a", "A", "1", " ", "\t", "\n", "\u0001"])]
}

describe("the work of a pattern grows like its text", () => {
  it("of every source", { timeout: 120_000 }, async () => {
    const all = patterns()
    expect(all.length).toBeGreaterThan(150)
    const found: Array<string> = []
    for (const { file, flags, pattern } of all) {
      if (bounded.has(file)) continue
      const expression = new RegExp(pattern, flags)
      // `search` and `replace` begin at the first character, and where a pattern is sticky, stay there
      const run = (text: string) => (flags.includes("g") ? text.replace(expression, "") : text.search(expression))
      const pieces = piecesOf(pattern)
      const [first = ""] = pieces
      for (const piece of pieces) {
        for (const before of new Set(["", first, "a"])) {
          const text = (size: number) => `${before}${piece.repeat(Math.ceil(size / piece.length))}\u0002`
          const size = await growsAt(run, text, [16_000])
          if (size !== undefined) found.push(`${file}: /${pattern}/${flags} on ${JSON.stringify(piece)}`)
        }
      }
    }
    expect(found).toEqual([])
  })

  it("and one that does not is found", async () => {
    const quadratic = /^([ \t\r\n]*)([^]*?)([ \t\r\n]*)$/
    const text = (size: number) => `a${" ".repeat(size)}a`
    expect(await growsAt((text) => quadratic.exec(text), text, [8_000])).toBe(8_000)
    expect(await growsAt((text) => /a +$/.exec(text), text, [8_000])).toBeUndefined()
  })
})
