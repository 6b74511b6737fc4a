/**
 * Comments that fill a line begin with a capital letter, end with a full stop and fit in 120 columns, every file has
 * one at its head that says what it is for, and all texts have American spelling.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parse } from "@babel/parser"
import { describe, expect, it } from "vitest"
import { root } from "./support/root.ts"

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
const listFaults = (source: string, isJsx = false): ReadonlyArray<string> => {
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
const listFragments = (source: string): ReadonlyArray<string> => [
  ...Array.from(
    source.matchAll(
      /^\/\*\*\s+(?:\* )?((?:Its|With|Without|As|For|Like|Of|By|To|Also|Those|See|From|In place of)\b[^\n]*)/gm
    ),
    ([, text]) => text!
  ),
  ...Array.from(source.matchAll(/^( *)\/\*\*[^\n]*\*\/\n\1\/\*\*[^\n]*/gm), ([text]) => text)
]

/** The numbers of the lines of comments that are wider than the code. */
const wideLines = (source: string): ReadonlyArray<number> =>
  source
    .split("\n")
    .flatMap((line, index) => (line.length > 120 && /^\s*(?:\/\/|\/?\*+) /.test(line) ? [index + 1] : []))

/** The files that comments name: modules in backticks, and others by their path in the repository. */
const filesNamedIn = (source: string): ReadonlyArray<string> =>
  source
    .split("\n")
    .filter((line) => /^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) =>
      Array.from(
        line.matchAll(/`((?:[\w-]+\/)*[A-Z]\w*\.tsx?)`|\b((?:docs|test|tools)\/[\w./-]*\.(?:md|mjs|tsx?))\b/g),
        ([, module, file]) => module ?? file!
      )
    )

/** Those that do not exist: beside the module, in its folder of `src`, in `src`, or in the repository. */
const missingIn = (file: string, source: string): ReadonlyArray<string> =>
  filesNamedIn(source).filter((name) => {
    const folders = [path.dirname(file), file.split("/").slice(0, 2).join("/"), "src", "."]
    return !folders.some((folder) => fs.existsSync(path.join(root, folder, name)))
  })

const british = new RegExp(
  [
    String.raw`\b\w*(?:behavi|fav|flav|hon|neighb)our\w*`,
    String.raw`\b\w*(?:catalogu|licenc|judgemen|artefac)\w*`,
    String.raw`\bcolour\w*`,
    String.raw`\b\w*(?:author|custom|initial|normal|optim|organ|random|recogn|serial|summar|synchron)is(?:e[ds]?|ing|ation)\b`
  ].join("|"),
  "gi"
)

const britishWords = (text: string): ReadonlyArray<string> => text.match(british) ?? []

const files = fs
  .globSync("{src,test,tools}/**/*.{ts,tsx,cts,mts}", { cwd: root, exclude: ["test/fixtures/**", "**/node_modules"] })
  .filter((file) => !file.includes("/generated/"))

const readSource = (file: string) => fs.readFileSync(path.join(root, file), "utf8")

describe("a comment of whole lines", () => {
  it("is a sentence, in every file", () => {
    expect(files.length).toBeGreaterThan(1000)
    const faults = files.flatMap((file) =>
      listFaults(readSource(file), file.endsWith("x")).map((fault) => `${file}:${fault}`)
    )
    expect(faults).toStrictEqual([])
  })

  it("is noticed when it is none", () => {
    expect(
      listFaults(
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

describe("a line of a comment", () => {
  it("fits in 120 columns", () => {
    expect(files.flatMap((file) => wideLines(readSource(file)).map((line) => `${file}:${line}`))).toStrictEqual([])
  })

  it("is noticed when it is wider", () => {
    const wide = "a".repeat(118)
    const source = ["/** Short. */", `/** ${wide} */`, ` * ${wide}`, `  // ${wide}`, `const a = "${wide}"`].join("\n")
    expect(wideLines(source)).toStrictEqual([2, 3, 4])
  })
})

describe("a file that a comment names", () => {
  it("exists", () => {
    const sources = files.filter((file) => file.startsWith("src/"))
    expect(
      sources.flatMap((file) => missingIn(file, readSource(file)).map((name) => `${file}: ${name}`))
    ).toStrictEqual([])
  })

  it("is noticed when it is gone", () => {
    const source = [
      "/**",
      " * `Http.ts`, `internal/Call.ts`, `domain/Ids.ts` and docs/architecture.md; not `Gone.ts`, `serve/Socket.ts`,",
      " * docs/gone.md or `app/auth.server.ts` of an app.",
      " */",
      "const a = `Text.ts`"
    ].join("\n")
    expect(missingIn("src/http/Transport.ts", source)).toStrictEqual(["Gone.ts", "serve/Socket.ts", "docs/gone.md"])
  })
})

describe("spelling", () => {
  const texts = fs
    .globSync(["{docs,screens,console,hosted}/**/*.{ts,tsx,md,css}", "*.md"], {
      cwd: root,
      exclude: ["**/node_modules", "**/dist", "screens/text/{ar,de,es,fr,ja,pt,zh}.ts"]
    })
    .concat(files)
    .filter((file) => file !== "test/comments.test.ts")

  it("is American, in code and documents", () => {
    expect(texts.length).toBeGreaterThan(2000)
    // The name of a document of the specification.
    const words = (file: string) => britishWords(readSource(file).replaceAll("sdk-behaviour", ""))
    expect(texts.flatMap((file) => words(file).map((word) => `${file}: ${word}`))).toStrictEqual([])
  })

  it("is noticed when it is British", () => {
    const text =
      "A behaviour and colours of the ErrorCatalogue, customised, normalising a licence; precise promise, wise"
    const found = ["behaviour", "colours", "ErrorCatalogue", "customised", "normalising", "licence"]
    expect(britishWords(text)).toStrictEqual(found)
  })
})

describe("a docblock", () => {
  it("is complete by itself, and belongs to a declaration", () => {
    const faults = files
      .filter((file) => file.startsWith("src/"))
      .flatMap((file) => listFragments(readSource(file)).map((text) => `${file}: ${text}`))
    expect(faults).toStrictEqual([])
  })

  it("is noticed when it is a fragment, or belongs to nothing", () => {
    const faults = [
      "/** For tests. */\nconst a = 1",
      "/**\n * With a.\n */\nconst a = 1",
      "/** One. */\n/** Two. */\nconst a = 1"
    ]
    expect(faults.flatMap(listFragments)).toHaveLength(3)
    expect(listFragments("/** Formats a. */\nconst a = 1\n\n/** Two. */\nconst b = 1")).toStrictEqual([])
  })
})

describe("the comment of a file", () => {
  it("stands at its head: every file says first what it is for", () => {
    expect(files.filter((file) => !saysWhatFor(readSource(file)))).toStrictEqual([])
  })

  it("is noticed when it is missing", () => {
    const without = [`import { a } from "a"\n`, `"use client"\nimport { a } from "a"\n/** What a is. */\n`, "// No.\n"]
    expect(without.filter(saysWhatFor)).toStrictEqual([])
    const comment = "/** What the file is for. */\n"
    const first = [comment, `"use client"\n${comment}`, `// @vitest-environment happy-dom\n${comment}`]
    expect(first.filter(saysWhatFor)).toStrictEqual(first)
  })

  it("stands before all imports, also after a formatter has moved the import that it was attached to", () => {
    expect(files.filter((file) => hasMovedHeader(readSource(file)))).toStrictEqual([])
  })

  it("is noticed between imports", () => {
    expect(hasMovedHeader(`import { a } from "a"\n/** What the file is for. */\nimport { b } from "b"\n`)).toBe(true)
    expect(hasMovedHeader(`/** What the file is for. */\nimport { a } from "a"\n`)).toBe(false)
  })
})
