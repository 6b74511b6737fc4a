/**
 * Writes docs/supported.md: the support for each endpoint and each error. Nothing in it is claimed by hand. The
 * contract names endpoints, levels and errors, operations name the endpoints that they call, and the emulator names its
 * routes. The conformance scenarios run against each generation of the service, which shows what they try and provoke.
 *
 * `--json` prints the tables as JSON instead; `--check` writes nothing and fails when the page is out of date.
 */
import { readFileSync, writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { generations } from "../../../src/domain/Generation.ts"
import { type OperationData } from "../../../src/operation/OperationData.ts"
import type { Exchange } from "../../../test/conformance/Recording.ts"
import { observe, type Observed } from "./observe.ts"
import { printPage } from "./page.ts"
import { groupEndpoints, listErrorRows, type Supported } from "./rows.ts"
import { listUnprovoked } from "./unprovoked.ts"

/** The requests of an operation. */
export interface Sent {
  readonly operation: OperationData
  readonly exchanges: ReadonlyArray<Exchange>
}

const listSent = (observed: Observed): ReadonlyArray<Sent> => {
  const sent = new Map<string, { readonly operation: OperationData; readonly exchanges: Array<Exchange> }>()
  for (const exchange of generations.flatMap((generation) => observed[generation].exchanges)) {
    for (const operation of exchange.operations ?? []) {
      const known = sent.get(operation.name) ?? { operation, exchanges: [] }
      sent.set(operation.name, known)
      known.exchanges.push(exchange)
    }
  }
  return [...sent.values()]
}

/** The findings. */
export interface Found {
  readonly supported: Supported
  readonly page: string
  /** The requests of the scenarios, by operation. */
  readonly sent: ReadonlyArray<Sent>
  /** The errors that an endpoint declares and no scenario gets from it, as `endpoint: error`. */
  readonly unprovoked: ReadonlyArray<string>
}

/** Finds out what is supported, and writes the text of the page. */
export const generate = async (): Promise<Found> => {
  const observed = {
    "2025-06": await Effect.runPromise(observe("2025-06")),
    current: await Effect.runPromise(observe("current"))
  }
  const groups = groupEndpoints(observed)
  const errors = listErrorRows(observed)
  return {
    supported: { endpoints: groups.flatMap((group) => group.rows), errors },
    page: printPage(groups, errors),
    sent: listSent(observed),
    unprovoked: listUnprovoked(observed)
  }
}

const file = new URL("../../../docs/supported.md", import.meta.url)

/** The page as it is. */
export const readPage = (): string | undefined => {
  try {
    return readFileSync(file, "utf8")
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { page, supported } = await generate()
  if (process.argv.includes("--check")) {
    if (readPage() !== page) {
      console.error("Out of date, run `npm run generate -- supported`: docs/supported.md")
      process.exitCode = 1
    }
  } else if (process.argv.includes("--json")) {
    console.log(JSON.stringify(supported, null, 2))
  } else {
    writeFileSync(file, page)
    console.log("Wrote docs/supported.md")
  }
}
