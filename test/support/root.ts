/** The folder of the package. */
import * as path from "node:path"

export const root: string = path.resolve(import.meta.dirname, "../..")
