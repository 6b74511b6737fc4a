/**
 * Comments that fill a line begin with a capital letter and end with a full stop, and every file has one at its head
 * that says what it is for.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "@babel/parser"
import { describe, expect, it } from "vitest"

const root = path.resolve(import.meta.dirname, "..")

/** Comments that a tool reads. */
const isDirective = /^\s*(?:\/|@|#|oxlint|eslint)/

/** First words that are names, or code. */
const isName = /^(?:(?:libuv|mcp|npm|npx|undici)\b|[a-z]*[^a-z\s,;:'’]|https?:)/

const isCode = /[{}=;]$|=>|^[\w.]+\(.*\)$|^(?:const|import|export|return|let|await|yield|if) .*[()"'{}]/

const isEnded = /[.!?:…]["')`]*$|https?:\S+$/

/** Whether a comment of one or several lines keeps the rule. */
const isSentence = (text: string) => text === "" || isCode.test(text) || (!startsLow(text) && isEnded.test(text))

const startsLow = (text: string) => /^[a-z]/.test(text) && !isName.test(text)

/** The comments that break the rule, each with its line. */
const faultsOf = (source: string, isJsx = false): ReadonlyArray<string> => {
  const comments: Array<{ readonly indent: string; readonly first: number; last: number; text: string }> = []
  for (const [line, text] of source.split("\n").entries()) {
    const [, indent = "", said = ""] = /^(\s*)\/\/(.*)$/.exec(text) ?? [text]
    if (!/^\s*\/\//.test(text) || isDirective.test(said)) continue
    const before = comments.at(-1)
    if (before?.last === line - 1 && before.indent === indent) {
      before.last = line
      before.text += ` ${said.trim()}`
    } else comments.push({ indent, first: line, last: line, text: said.trim() })
  }
  const faults = comments.filter(({ text }) => !isSentence(text))
  if (faults.length === 0) return []
  // Programs in template literals may have comments of any form.
  const plugins = isJsx ? (["typescript", "jsx"] as const) : (["typescript"] as const)
  const parsed = parse(source, { sourceType: "unambiguous", plugins: [...plugins] }).comments ?? []
  const lines = new Set(parsed.map(({ loc }) => loc?.start.line))
  return faults.filter(({ first }) => lines.has(first + 1)).map(({ first, text }) => `${first + 1}: ${text}`)
}

/** Sorting imports moves the comment above the first one along with it. */
const hasMovedHeader = (source: string) => /^(?:import .*|\} from ".*")\n\/\*\*[^]*?\*\/\nimport /m.test(source)

/** A docblock, below nothing but directives: of a shell, of tools, or of React. */
const saysWhatFor = (source: string) => /^(?:(?:#!.*|\/\/.*|"use client")\n)*\/\*\*[^]*?\*\//.test(source)

/** Docblocks of declarations that begin in the middle of a sentence, and pairs of which one belongs to nothing. */
const fragmentsOf = (source: string): ReadonlyArray<string> => [
  ...Array.from(
    source.matchAll(
      /^\/\*\*\s+(?:\* )?((?:Its|With|Without|As|For|Like|Of|By|To|Also|Those|See|From|In place of)\b[^\n]*)/gm
    ),
    ([, text]) => text!
  ),
  ...Array.from(source.matchAll(/^( *)\/\*\*[^\n]*\*\/\n\1\/\*\*[^\n]*/gm), ([text]) => text)
]

const files = fs
  .globSync("{src,test,tools}/**/*.{ts,tsx,cts,mts}", { cwd: root, exclude: ["test/fixtures/**"] })
  .filter((file) => !file.includes("/generated/"))

const sourceOf = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

describe("a comment of whole lines", () => {
  it("is a sentence, in every file", () => {
    expect(files.length).toBeGreaterThan(1000)
    const faults = files.flatMap((file) =>
      faultsOf(sourceOf(file), file.endsWith("x")).map((fault) => `${file}:${fault}`)
    )
    expect(faults).toStrictEqual([])
  })

  it("is noticed when it is none", () => {
    expect(
      faultsOf(
        [
          "// Good.",
          "",
          "// low, with an end.",
          "",
          "// No end",
          "const a = 1 // at the end of a line",
          "// Two lines",
          "// are one.",
          "// oxlint-disable-next-line no-console",
          "// npm's own words.",
          "",
          "// `code` begins it.",
          "",
          "// useUser() may begin it.",
          "",
          "// const old = 1;",
          "const program = `",
          "// of a program",
          "`"
        ].join("\n")
      )
    ).toStrictEqual(["3: low, with an end.", "5: No end"])
  })
})

describe("a docblock", () => {
  it("is complete by itself, and belongs to a declaration", () => {
    const faults = files
      .filter((file) => file.startsWith("src/"))
      .flatMap((file) => fragmentsOf(sourceOf(file)).map((text) => `${file}: ${text}`))
    expect(faults).toStrictEqual([])
  })

  it("is noticed when it is a fragment, or belongs to nothing", () => {
    const faults = [
      "/** For tests. */\nconst a = 1",
      "/**\n * With a.\n */\nconst a = 1",
      "/** One. */\n/** Two. */\nconst a = 1"
    ]
    expect(faults.flatMap(fragmentsOf)).toHaveLength(3)
    expect(fragmentsOf("/** Formats a. */\nconst a = 1\n\n/** Two. */\nconst b = 1")).toStrictEqual([])
  })
})

describe("the comment of a file", () => {
  it("stands at its head: every file says first what it is for", () => {
    expect(files.filter((file) => !saysWhatFor(sourceOf(file)))).toStrictEqual([])
  })

  it("is noticed when it is missing", () => {
    const without = [`import { a } from "a"\n`, `"use client"\nimport { a } from "a"\n/** What a is. */\n`, "// No.\n"]
    expect(without.filter(saysWhatFor)).toStrictEqual([])
    const comment = "/** What the file is for. */\n"
    const first = [comment, `"use client"\n${comment}`, `// @vitest-environment happy-dom\n${comment}`]
    expect(first.filter(saysWhatFor)).toStrictEqual(first)
  })

  it("stands before all imports, also after a formatter has moved the import that it was attached to", () => {
    expect(files.filter((file) => hasMovedHeader(sourceOf(file)))).toStrictEqual([])
  })

  it("is noticed between imports", () => {
    expect(hasMovedHeader(`import { a } from "a"\n/** What the file is for. */\nimport { b } from "b"\n`)).toBe(true)
    expect(hasMovedHeader(`/** What the file is for. */\nimport { a } from "a"\n`)).toBe(false)
  })
})
