/** The program of the `gatefold` command, which `main.cts` runs. */
import { gatefold } from "./GatefoldCommand.ts"
import { run } from "./Run.ts"

run(gatefold)
