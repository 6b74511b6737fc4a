/** Reads user files: CSV (RFC 4180) with a header line, a JSON list, or one JSON object per line. */
import * as fs from "node:fs"
import * as path from "node:path"
import { createInterface } from "node:readline"
import { Readable } from "node:stream"
import { type CsvError, parse } from "csv-parse"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import * as Json from "../../domain/text/Json.ts"
import { toSnakeCase } from "../../domain/text/SnakeCase.ts"
import type { RowValues } from "../bulk/Columns.ts"
import { type CommandError, refused } from "../CommandError.ts"
import * as InputFile from "../input/InputFile.ts"

export const formats = ["csv", "json", "ndjson"] as const

export type Format = (typeof formats)[number]

const endings: Readonly<Record<string, Format>> = {
  ".csv": "csv",
  ".json": "json",
  ".ndjson": "ndjson",
  ".jsonl": "ndjson"
}

export const resolveFormat = (file: string, requested: Option.Option<Format>): Effect.Effect<Format, CommandError> => {
  const format = Option.getOrElse(requested, () => endings[path.extname(file).toLowerCase()])
  return format === undefined
    ? Effect.fail(
        refused(
          `The extension of ${JSON.stringify(file)} does not name a format. Pass --format csv, --format json or --format ndjson.`
        )
      )
    : Effect.succeed(format)
}

/** One entry of a file: the values of a user, or a problem. */
export interface Entry {
  readonly line: number
  readonly values: RowValues | undefined
  readonly problem: string | undefined
}

const toReadError = (file: string, cause: unknown): CommandError => {
  if (cause instanceof Error && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
    return refused(`${file} is not in UTF-8. Save it as "CSV UTF-8", or convert it: iconv -f WINDOWS-1252 -t UTF-8`)
  }
  return InputFile.toReadError(file)(cause)
}

/** Decodes a file without its byte order mark. Bytes that are not UTF-8 are an error, not replacement characters. */
async function* decode(file: string): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  for await (const chunk of fs.createReadStream(file)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

const decodeFile = (file: string): Readable => Readable.from(decode(file))

const toEntry = (line: number, value: unknown): Entry =>
  Json.isRecord(value)
    ? { line, values: value, problem: undefined }
    : { line, values: undefined, problem: "expected a JSON object" }

async function* readCsv(file: string, delimiter: string): AsyncGenerator<Entry> {
  const broken: Array<Entry> = []
  const parser = parse({
    delimiter,
    columns: (titles: ReadonlyArray<string>) => titles.map(toSnakeCase),
    info: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error: CsvError | undefined) => {
      const line = error !== undefined && "lines" in error ? Number(error["lines"]) : 0
      broken.push({ line, values: undefined, problem: error?.message ?? "the line is not valid CSV" })
      return undefined
    }
  })
  const text = decodeFile(file)
  text.on("error", (error) => parser.destroy(error))
  try {
    for await (const { info, record } of text.pipe(parser)) {
      // The parser reads ahead of this loop.
      while (broken[0] !== undefined && broken[0].line < info.lines) yield* broken.splice(0, 1)
      yield { line: info.lines, values: record, problem: undefined }
    }
    yield* broken
  } finally {
    text.destroy()
  }
}

async function* readNdjson(file: string): AsyncGenerator<Entry> {
  const input = decodeFile(file)
  const lines = createInterface({ input, crlfDelay: Infinity })
  let failure: Error | undefined
  input.on("error", (error) => {
    failure = error
    lines.close()
  })
  let line = 0
  try {
    for await (const text of lines) {
      line++
      if (text.trim() === "") continue
      const value = Json.parse(text)
      yield value === undefined ? { line, values: undefined, problem: "invalid JSON" } : toEntry(line, value)
    }
    if (failure !== undefined) throw failure
  } finally {
    input.destroy()
  }
}

async function* readJson(file: string): AsyncGenerator<Entry> {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(await fs.promises.readFile(file))
  const parsed: unknown = JSON.parse(text)
  if (!Array.isArray(parsed)) throw new Error("expected a list of users, such as [{ … }, { … }]")
  // Counts users, because a JSON list has no meaningful lines.
  for (const [at, value] of parsed.entries()) yield toEntry(at + 1, value)
}

const readers = { csv: readCsv, json: readJson, ndjson: readNdjson }

/** Streams the users of a file. A JSON list is in memory as a whole. */
export const read = (file: string, format: Format, delimiter: string): Stream.Stream<Entry, CommandError> =>
  Stream.suspend(() => Stream.fromAsyncIterable(readers[format](file, delimiter), (cause) => toReadError(file, cause)))
