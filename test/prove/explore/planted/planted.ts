/** Runs the exploration with a fault in the sources, to see that it is found. */
import { Worker } from "node:worker_threads"
import type { Invariant } from "../../../support/explore/invariants.ts"

/** A fault: in each file below `src` the text is replaced by another one. */
export interface Plant {
  readonly topology: string
  readonly changes: ReadonlyArray<readonly [file: string, text: string, instead: string]>
}

/** The first history that shows it, and where. */
export interface Found {
  readonly seed: number
  readonly invariant: Invariant
}

/** Looks for a violation in so many seeds; undefined when there is none. */
export const find = (plant: Plant, seeds: number): Promise<Found | undefined> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      workerData: { plant, seeds },
      execArgv: ["--conditions=gatefold-source"]
    })
    worker.once("message", (found: Found | undefined) => {
      resolve(found)
      void worker.terminate()
    })
    worker.once("error", reject)
  })
