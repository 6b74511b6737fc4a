/**
 * Requests that both real services answered otherwise than the emulator, with what became of each. A row of the fixture
 * is what was measured in November 2026, and a verdict:
 *
 * - `repaired`: the emulator answers as the service did.
 * - `deliberate`: it answers as before, for a reason that a decision names.
 * - `state`: it answers as before, because the service was asked in another state; `why` says which.
 * - `same`: the two differed in random texts only.
 */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { generations } from "../../src/domain/Generation.ts"
import type { Generation } from "../../src/emulator/index.ts"
import { takeSample } from "../support/seeds.ts"
import { emulator, listLabels, findReplay } from "./differences/replays.ts"

interface Outcome {
  readonly status: number
  readonly known?: string
}

interface Row {
  readonly generation: Generation
  /** A label. */
  readonly request: string
  readonly real: Outcome
  /** The answer of the emulator then. */
  readonly gatefold: Outcome
  /** What was at a path of either body: `$.items[].id: string | $.items[].id: undefined`. */
  readonly shape?: ReadonlyArray<string>
  readonly verdict: "repaired" | "deliberate" | "state" | "same"
  /** The row of the list of corrections that it belongs to. */
  readonly row?: string
  /** Paths of `shape` that are deliberately as they were. */
  readonly kept?: ReadonlyArray<string>
  readonly decision?: string
  /** Words of that decision. */
  readonly says?: string
  readonly why?: string
}

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8")

const rows: ReadonlyArray<Row> = readText("../fixtures/differences-2026-11.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line))

const getKind = (value: unknown) => (value === null ? "null" : Array.isArray(value) ? "array" : typeof value)

/** What is at a path, in every member of the lists on the way. */
const kindsAt = (body: unknown, path: string): ReadonlyArray<string> => {
  let values: ReadonlyArray<unknown> = [body]
  for (const name of path.match(/\[\]|[^.[\]]+/g)?.slice(1) ?? []) {
    values = values.flatMap((value) =>
      name === "[]"
        ? Array.isArray(value)
          ? value
          : []
        : Object.hasOwn(Object(value), name)
          ? [Reflect.get(Object(value), name)]
          : []
    )
  }
  return [...new Set(values.map(getKind))]
}

/** The configuration is a text within the answer. */
const readContent = (body: any) => (typeof body?.config_string === "string" ? JSON.parse(body.config_string) : body)

describe("what differed from the real services", () => {
  it("has a verdict for each request, and a reason for each that still differs", () => {
    expect(rows).toHaveLength(290)
    const hasReason = ({ decision, kept, says, verdict, why }: Row) =>
      verdict === "deliberate" || kept !== undefined
        ? readText(`../../docs/decisions/${decision}`).includes(says!)
        : verdict === "repaired" || why?.endsWith(".")
    expect(rows.filter((row) => !hasReason(row))).toStrictEqual([])
    expect(rows.filter(({ row }) => row !== undefined && !/^[BC]\d+$/.test(row))).toStrictEqual([])
  })

  it("has a request for each label, and no other", () => {
    const isMeasured = (generation: Generation, label: string) =>
      rows.some((row) => row.generation === generation && row.request === label)
    const unused = generations.flatMap((generation) =>
      listLabels(generation).filter((label) => !isMeasured(generation, label))
    )
    expect(unused).toStrictEqual([])
    expect(rows.filter(({ generation, request }) => findReplay(generation, request) === undefined)).toStrictEqual([])
  })

  it.effect.each(takeSample(rows.map((row, index) => ({ ...row, number: index + 1 }))))(
    "$number $generation $request: $verdict",
    (row) =>
      Effect.gen(function* () {
        const { generation, kept = [], real, request, shape = [], verdict } = row
        const isAsReal = verdict === "repaired" || verdict === "same"
        const expected = isAsReal ? real : row.gatefold
        const { body, knownError, status } = yield* findReplay(generation, request)!.pipe(
          Effect.provide(emulator(generation))
        )
        expect({ status, known: knownError }).toStrictEqual({ status: expected.status, known: expected.known })
        for (const line of shape) {
          const [, path = "", ofReal = "", ofGatefold = ""] = /^(\S+): (\S+) \| \S+: (\S+)$/.exec(line) ?? []
          const allowed = (isAsReal && !kept.includes(path) ? ofReal : ofGatefold).split("|")
          const kinds = kindsAt(readContent(body), path)
          expect(kinds.length === 0, line).toBe(allowed.includes("undefined"))
          expect(allowed, line).toStrictEqual(expect.arrayContaining([...kinds]))
        }
      })
  )
})
