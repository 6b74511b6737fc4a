/** Prints tables for people and one JSON value per line for programs. Removes control characters from foreign text. */
import { styleText } from "node:util"
import * as CliOutput from "effect/cli/CliOutput"
import * as TerminalCapabilities from "effect/cli/TerminalCapabilities"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Terminal from "effect/Terminal"
import * as SafeConsole from "./SafeConsole.ts"
import { toJsonLine, stripControls, toPlainJson, toPlainLine } from "./TerminalText.ts"

export const LastLine = Context.Reference<{
  /** Erases the bar. It runs before anything is printed. */
  erase: () => void
}>("gatefold/cli/output/Output/LastLine", { defaultValue: () => ({ erase: () => {} }) })

/** Prints above the progress bar, which is drawn again below. */
const printAboveProgress = (print: Effect.Effect<void>): Effect.Effect<void> =>
  Effect.flatMap(LastLine, (line) => {
    line.erase()
    return print
  })

/** Prints a JSON value in one line, with escaped control characters. Prints secrets as `<redacted>`. */
export const printJson = (value: unknown) => printAboveProgress(Console.log(toJsonLine(value)))

export const printJsonText = (text: string) => printAboveProgress(Console.log(toPlainJson(text)))

export const print = (lines: string) => printAboveProgress(Console.log(stripControls(lines)))

/** Prints text for programs unchanged. On a terminal, removes control characters. */
export const printRaw = (text: string) =>
  printAboveProgress(Console.log(process.stdout.isTTY ? stripControls(text) : text))

/** Prints what a command did: a JSON value for programs, or lines for people. */
export const printResult = (input: { readonly json: boolean }, value: unknown, lines: string) =>
  input.json ? printJson(value) : print(lines)

/** Prints a message to standard error, so that standard output stays readable for programs. */
export const note = (message: string) => printAboveProgress(Console.error(toPlainLine(message)))

export interface Column<A> {
  readonly title: string
  readonly value: (row: A) => string
  /** Whether to cut the end of a long value. IDs are always complete. */
  readonly mayBeCut?: boolean
}

const width = CliOutput.displayWidth

const letters = new Intl.Segmenter(undefined, { granularity: "grapheme" })

/** The beginning of a text that fits. Reads each letter once, because a long name can have zero width. */
const cutTo = (text: string, columns: number): string => {
  if (width(text) <= columns) return text
  let used = 0
  for (const { index, segment } of letters.segment(text)) {
    used += width(segment)
    if (used >= columns) return `${text.slice(0, index)}…`
  }
  return text
}

const gap = "  "
const leastColumns = 8

/** The largest padding of a column where nothing is cut, so that one very long name does not add blanks to each row. */
const mostPadding = 200

/** Narrows the widest columns that may be cut until the table fits. */
const fit = (
  natural: ReadonlyArray<number>,
  mayBeCut: ReadonlyArray<boolean>,
  available: number
): ReadonlyArray<number> => {
  const widths = natural.map((size, at) => (mayBeCut[at] === true ? Math.min(size, available) : size))
  const measureTotal = () => widths.reduce((sum, size) => sum + size, gap.length * (widths.length - 1))
  while (measureTotal() > available) {
    const widest = Math.max(...widths.filter((_, at) => mayBeCut[at]))
    if (!(widest > leastColumns)) break
    widths[widths.findIndex((size, at) => mayBeCut[at] === true && size === widest)] = widest - 1
  }
  return widths
}

/** Prints rows as a table that fits the terminal. Cuts nothing in a file or pipe. */
export const printTable = Effect.fnUntraced(function* <A>(
  rows: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  options: { readonly hasTitles: boolean } = { hasTitles: true }
) {
  const available = yield* Effect.flatMap(Terminal.Terminal, (terminal) => terminal.columns)
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const cells = rows.map((row) => columns.map(({ value }) => toPlainLine(value(row))))
  const natural = columns.map(({ title }, at) => Math.max(width(title), ...cells.map((row) => width(row[at]!))))
  const widths = fit(
    natural,
    columns.map(({ mayBeCut }) => mayBeCut === true),
    available > 0 ? available : Infinity
  )
  const formatRow = (row: ReadonlyArray<string>): string =>
    row
      .map((cell, at) => cutTo(cell, widths[at]!))
      .map((cell, at) => cell + " ".repeat(Math.max(0, Math.min(widths[at]!, mostPadding) - width(cell))))
      .join(gap)
      .trimEnd()
  const titles = formatRow(columns.map(({ title }) => title))
  const styled = canColor ? styleText("bold", titles, { validateStream: false }) : titles
  const lines = [...(options.hasTitles ? [styled] : []), ...cells.map(formatRow)].join("\n")
  yield* printAboveProgress(SafeConsole.withColors(Console.log(lines)))
})

/** The color of a line that {@link printColored} prints. */
export type Color = "cyan" | "green" | "red" | "yellow"

/** Prints lines for people, in color where the terminal has colors. */
export const printColored = Effect.fnUntraced(function* (lines: ReadonlyArray<readonly [Color, string]>) {
  if (lines.length === 0) return
  const { canColor } = yield* TerminalCapabilities.TerminalCapabilities
  const styled = lines.map(([color, line]) => {
    const clean = toPlainLine(line)
    return canColor ? styleText(color, clean, { validateStream: false }) : clean
  })
  yield* printAboveProgress(SafeConsole.withColors(Console.log(styled.join("\n"))))
})

/** Prints fields, one per line, without empty ones. */
export const printFields = (entries: ReadonlyArray<readonly [name: string, value: unknown]>) => {
  const present = entries.filter(([, value]) => value !== undefined && value !== null && value !== "")
  const longest = Math.max(...present.map(([name]) => name.length))
  const lines = present.map(
    ([name, value]) => `${name.padEnd(longest)}  ${toPlainLine(typeof value === "string" ? value : formatValue(value))}`
  )
  return printAboveProgress(Console.log(lines.join("\n")))
}

const formatValue = (value: unknown): string => (value instanceof Date ? value.toISOString() : JSON.stringify(value))

export const printRows = <A>(
  items: ReadonlyArray<A>,
  columns: ReadonlyArray<Column<A>>,
  asJson: boolean,
  none: string
) => {
  if (asJson) return Effect.forEach(items, printJson, { discard: true })
  return items.length === 0 ? note(none) : printTable(items, columns)
}

export const formatDay = (time: Date | undefined): string => time?.toISOString().slice(0, 10) ?? ""

export const formatCount = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`
