/** The file in which one process records what it found out about each mutant. */
import * as fs from "node:fs"

/** The environment variable with the file into which the tries in one process are written, one line each. */
export const triesVariable = "GATEFOLD_MUTATION_TRIES"

/**
 * What is known of a mutant: `begun` to be tried with a test, and `passed` or `noticed` by it; `missed`, as the test
 * did not reach it again; `unclear`, as the test did not end soon, or not always the same way; `blocked`, as the
 * process did not go on; `static`, as it is reached outside of tests, too, such as when its module loads.
 */
export interface Try {
  readonly mutant: string
  readonly outcome: "begun" | "blocked" | "missed" | "noticed" | "passed" | "static" | "unclear"
  readonly test: string
}

export const readTries = (file: string): ReadonlyArray<Try> =>
  fs.existsSync(file)
    ? fs
        .readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line))
    : []

export const writeTry = (file: string, entry: Try): void => fs.appendFileSync(file, `${JSON.stringify(entry)}\n`)
