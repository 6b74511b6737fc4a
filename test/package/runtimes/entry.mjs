/** The program, for runtimes with a command: the configuration is the argument, the results are the last line. */
import { run } from "./program.mjs"

console.log(JSON.stringify(await run(JSON.parse(process.argv[2]))))
