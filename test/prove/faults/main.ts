/**
 * What comes of every kind of call under every fault, over every HTTP layer:
 *
 *     npm run prove -- faults [--cell kind/fault/layer] [--concurrency N] [--write | --check] [--json]
 *
 * Prints a table, and exits with 1 when a cell is not as `Expectations.ts` says. A part of `--cell` may be `*`.
 * `--write` puts the table into docs/faults.md, and `--check` fails when that page says something else.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { parseArgs } from "node:util"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { wholeNumber } from "../../support/wholeNumber.ts"
import * as Cell from "./Cell.ts"
import { chosen } from "./matrix.ts"
import { printFigures, lasting, printOutcomes, printPage } from "./report.ts"

const { values } = parseArgs({
  options: {
    cell: { type: "string" },
    concurrency: { type: "string", default: "120" },
    write: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    json: { type: "boolean", default: false }
  }
})

const page = path.resolve(import.meta.dirname, "../../../docs/faults.md")
const concurrency = wholeNumber("concurrency", values.concurrency)
const cells = chosen(values.cell ?? "*")

const refuse = (problem: string) => {
  console.error(problem)
  process.exit(2)
}
if (cells.length === 0) refuse(`No cell is called ${values.cell}; write kind/fault/layer, as in docs/faults.md`)
if ((values.write || values.check) && values.cell !== undefined) refuse("--write and --check need all cells")

/** A cell and what it leaves behind, which is waited for in the background. */
const begin = (cell: Cell.Cell) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const { left } = yield* Cell.run(cell).pipe(
      Scope.provide(scope),
      Effect.catchCause((cause) => {
        const oddities = [`the cell itself is broken: ${Cause.pretty(cause)}`]
        const result: Cell.Result = { cell, outcome: "–", millis: 0, memory: undefined, oddities, harms: [] }
        return Effect.succeed({ left: Effect.succeed(result) })
      })
    )
    return yield* Effect.forkDetach(Effect.onExit(left, (exit) => Scope.close(scope, exit)))
  })

/** Measures a cell again, alone, for a busy machine may have held it up. What must never be is no excuse. */
const again = (result: Cell.Result) =>
  result.oddities.length === 0 || result.harms.length > 0
    ? Effect.succeed(result)
    : Effect.flatMap(begin(result.cell), Fiber.join)

/** More cells than these are not held up by accident. */
const mostAgain = 20

const isLarge = ({ fault }: Cell.Cell) => fault.isLarge === true

const failed = (results: ReadonlyArray<Cell.Result>) => results.filter((result) => Cell.listProblems(result).length > 0)

const began = performance.now()
const running = Effect.runFork(
  Effect.gen(function* () {
    // Memory can be measured where nothing else goes on.
    const large = yield* Effect.forEach(cells.filter(isLarge), begin)
    const others = yield* Effect.forEach(
      cells.filter((cell) => !isLarge(cell)),
      begin,
      { concurrency }
    )
    const results = yield* Effect.forEach([...large, ...others], Fiber.join)
    results.sort((a, b) => cells.indexOf(a.cell) - cells.indexOf(b.cell))
    const odd = failed(results).length
    if (odd === 0 || odd > mostAgain) return results
    const final = yield* Effect.forEach(results, again)
    console.error(`${odd} cells were not as expected; ${failed(final).length} after another try`)
    return final
  })
)
process.once("SIGINT", () => running.interruptUnsafe())

const exit = await Effect.runPromise(Fiber.await(running))
if (exit._tag === "Failure") process.exit(130)
const results = exit.value
const took = performance.now() - began
const wrong = failed(results)

if (values.json) {
  const toJson = ({ cell, ...result }: Cell.Result) => ({ cell: Cell.makeName(cell), ...result })
  console.log(JSON.stringify(results.map(toJson), undefined, 1))
} else {
  console.log(`${printOutcomes(results)}\n\n${printFigures(results)}\n\nin ${Math.round(took / 1000)} s`)
  for (const result of wrong) {
    console.log(`not as expected: ${Cell.makeName(result.cell)}: ${Cell.listProblems(result).join("; ")}`)
  }
}
if (wrong.length > 0) process.exitCode = 1

const made = printPage(results, new Date().toISOString().slice(0, 10), took)
if (values.write) fs.writeFileSync(page, made)
if (values.check && lasting(fs.readFileSync(page, "utf8")) !== lasting(made)) {
  console.error("docs/faults.md says something else; npm run prove -- faults --write renews it")
  process.exitCode = 1
}

// The process ends by itself, for nothing is left; a timer without a reference only looks at what keeps it.
setTimeout(() => {
  console.error(`something is left: ${process.getActiveResourcesInfo().join(", ")}`)
  process.exit(1)
}, 15_000).unref()
