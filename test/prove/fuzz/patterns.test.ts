/** No pattern takes more steps than in proportion to the length of its text; `growth.test.ts` has the readers. */
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "@babel/parser"
import { describe, expect, it } from "@effect/vitest"
import { takeSample } from "../../support/seeds.ts"
import { read, findWorst } from "./steps.ts"

const source = path.join(import.meta.dirname, "../../../src")

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
  ["api/TextErrors.ts", "they read the first 200 characters of an answer"],
  ["api/OpenApiDocument.ts", "they read the contract, when it is built"]
])

describe("the steps of a pattern grow like its text", () => {
  it("are counted for every source", { timeout: 120_000 }, () => {
    const all = patterns()
    expect(all.length).toBeGreaterThan(150)
    const unbounded = all.filter(({ file }) => !bounded.has(file))
    // The same pattern of several files counts once. `npm test` takes a tenth of them, `npm run test:all` each.
    const different = new Map(unbounded.map((one) => [`/${one.pattern}/${one.flags}`, one]))
    const found = takeSample([...different.values()], 0, 10).flatMap(({ file, flags, pattern }) => {
      const worst = findWorst(read(pattern, flags))
      return worst === undefined ? [] : [`${file}: /${pattern}/${flags} on ${JSON.stringify(worst)}`]
    })
    expect(found).toStrictEqual([])
  })

  it("or the check finds the pattern", () => {
    const planted = [
      /\s+$/,
      /^([ \t\r\n]*)([^]*?)([ \t\r\n]*)$/,
      /^(?:a+)+$/,
      /(?:x|xx)+y/,
      /(\w+)\s*=\s*(\w*);/g,
      /<[^>]*>/g,
      /<html[^>]*\slang=["']([\w-]+)["']/,
      /\/\*[\s\S]*?\*\//g,
      /"(?:[^"\\]|\\.)*"/g,
      /[\w.-]+@[\w.-]+\.\w+/g,
      /([a-z]+:)?\/\/([^/]+)@/,
      /\b\d+(?:,\d+)*\s*%/,
      /(?:%[\da-f]{2})+$/,
      /(?<name>\w*)\k<name>x/,
      /(.*?),(.*?),(.*)z/
    ]
    for (const { flags, source } of planted) {
      expect(findWorst(read(source, flags)), source).toStrictEqual(expect.any(String))
    }
    const linear = [/a +$/, /^\s+$/, /<a\b[^<>]*>/g, /[^\P{Cc}\n]+/gu, /(?<![.,])[.,]+$/, /"[^"]*"/g, /^(?:a|b)*c/y]
    for (const { flags, source } of linear) {
      expect(findWorst(read(source, flags)), source).toBeUndefined()
    }
  })
})
