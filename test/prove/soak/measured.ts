/** Loaded before a program: at each SIGUSR2 it writes what the process holds to the file of `SOAK_USAGE`. */
import * as fs from "node:fs"
import { usage } from "./Usage.ts"

const file = process.env["SOAK_USAGE"]!

process.on("SIGUSR2", () => {
  void usage().then((now) => {
    fs.writeFileSync(`${file}.new`, JSON.stringify(now))
    fs.renameSync(`${file}.new`, file)
  })
})
