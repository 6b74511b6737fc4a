/** The program of the `gatefold` command, which `main.cts` runs. */
import { gatefold } from "./GatefoldCommand.ts"
import * as Run from "./Run.ts"

Run.run(gatefold)
