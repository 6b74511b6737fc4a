/** The program of the `gatefold` command, which `main.cts` runs. */
import { gatefold } from "./Gatefold.ts"
import { run } from "./Run.ts"

run(gatefold)
