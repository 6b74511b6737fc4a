/**
 * Compares the attacks with the tests that play them: before a run, whether they exist; after it, what came of them.
 */
import { parse } from "@babel/parser"
import type { Attacks } from "./attacks.ts"

/** A line of an attack, read: a file below `test`, and a part of a title if not all of the file is meant. */
export interface Reference {
  readonly file: string
  readonly title: string | undefined
}

/** Reads a line of an attack. */
export const reference = (line: string): Reference => {
  const at = line.indexOf(" > ")
  return at === -1 ? { file: line, title: undefined } : { file: line.slice(0, at), title: line.slice(at + 3) }
}

/** The titles that are written in a test file: first arguments of calls, with `${}` for what is filled in. */
export const listTitles = (file: string, source: string): ReadonlyArray<string> => {
  const titles: Array<string> = []
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    if (Array.isArray(node)) return node.forEach(visit)
    const { type, arguments: args } = node as { type?: string; arguments?: ReadonlyArray<unknown> }
    if (type === "CallExpression") {
      const first = args?.[0] as
        | { type: string; value?: string; quasis?: ReadonlyArray<{ value: { cooked?: string } }> }
        | undefined
      if (first?.type === "StringLiteral") titles.push(first.value!)
      if (first?.type === "TemplateLiteral") titles.push(first.quasis!.map(({ value }) => value.cooked).join("${}"))
    }
    for (const [key, child] of Object.entries(node)) if (key !== "loc") visit(child)
  }
  visit(
    parse(source, { sourceType: "module", plugins: file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"] })
      .program
  )
  return titles
}

/** The headings of a page that are attacks. */
export const listHeadings = (page: string): ReadonlyArray<string> =>
  Array.from(page.matchAll(/^### (.+)$/gm), ([, heading]) => heading!)

/** How the names of attacks differ from the headings of their page. */
export const differences = (headings: ReadonlyArray<string>, attacks: Attacks): ReadonlyArray<string> => [
  ...headings.filter((heading) => !Object.hasOwn(attacks, heading)).map((heading) => `${heading}: no tests are named`),
  ...Object.keys(attacks)
    .filter((name) => !headings.includes(name))
    .map((name) => `${name}: the page has no such heading`)
]

/** The lines of attacks that lead to no test. `read` returns the source of a file below `test`, if it exists. */
export const missing = (attacks: Attacks, read: (file: string) => string | undefined): ReadonlyArray<string> => {
  const known = new Map<string, ReadonlyArray<string> | undefined>()
  const titles = (file: string) => {
    if (!known.has(file)) {
      const source = read(file)
      known.set(file, source === undefined ? undefined : listTitles(file, source))
    }
    return known.get(file)
  }
  return Object.entries(attacks).flatMap(([name, lines]) =>
    lines.length === 0
      ? [`${name}: no tests are named`]
      : lines.flatMap((line) => {
          const { file, title } = reference(line)
          const found = titles(file)
          if (found === undefined) return [`${name}: there is no test/${file}`]
          if (title !== undefined && !found.some((other) => other.includes(title))) {
            return [`${name}: test/${file} has no title with "${title}"`]
          }
          return []
        })
  )
}

const escaped = (title: string): string => title.replaceAll(/[^\w\s]/g, "\\$&")

/** What to run of a file: all of it, or the tests that one of the patterns finds. */
export const selection = (lists: ReadonlyArray<Attacks>): ReadonlyMap<string, RegExp | undefined> => {
  const titles = new Map<string, Set<string> | undefined>()
  for (const line of lists.flatMap((attacks) => Object.values(attacks).flat())) {
    const { file, title } = reference(line)
    if (title === undefined) titles.set(file, undefined)
    else if (!titles.has(file)) titles.set(file, new Set([title]))
    else titles.get(file)?.add(title)
  }
  return new Map(
    Array.from(titles, ([file, some]) => [
      file,
      some === undefined ? undefined : new RegExp(Array.from(some, escaped).join("|"))
    ])
  )
}

/** A test that was run. */
export interface Ran {
  readonly file: string
  /** The titles of its groups and its own. */
  readonly name: string
  readonly state: "passed" | "failed" | "skipped"
  /** Why it was skipped, if it says so. */
  readonly reason?: string | undefined
}

/** What came of one attack. */
export interface Outcome {
  readonly name: string
  readonly files: number
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  /** Why the attack doesn't count as withstood. */
  readonly problems: ReadonlyArray<string>
}

/** Judges each attack by the tests that ran: each line needs one, none may fail, and a skipped one needs a reason. */
export const judge = (attacks: Attacks, ran: ReadonlyArray<Ran>): ReadonlyArray<Outcome> =>
  Object.entries(attacks).map(([name, lines]) => {
    const tests = new Set<Ran>()
    const problems: Array<string> = lines.length === 0 ? ["no tests are named"] : []
    for (const line of lines) {
      const { file, title } = reference(line)
      const found = ran.filter((test) => test.file === file && (title === undefined || test.name.includes(title)))
      if (found.length === 0) problems.push(`no test ran for ${line}`)
      for (const test of found) tests.add(test)
    }
    for (const test of tests) {
      const where = `${test.file} > ${test.name}`
      if (test.state === "failed") problems.push(`failed: ${where}`)
      if (test.state === "skipped" && test.reason === undefined) problems.push(`skipped without a reason: ${where}`)
    }
    const count = (state: Ran["state"]) => Array.from(tests).filter((test) => test.state === state).length
    return {
      name,
      files: new Set(lines.map((line) => reference(line).file)).size,
      passed: count("passed"),
      failed: count("failed"),
      skipped: count("skipped"),
      problems
    }
  })
