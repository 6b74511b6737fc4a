/** Programs of TypeScript over the sources, whose types tools ask about. */
import * as path from "node:path"
import * as ts from "typescript-6"

const root = path.resolve(import.meta.dirname, "../..")

/** The program of files, which are named from the root, with the options of one of the configurations there. */
export const createProgram = (files: ReadonlyArray<string>, configuration: string): ts.Program => {
  const { config } = ts.readConfigFile(path.join(root, configuration), ts.sys.readFile)
  // Only the options count: its own files need not be looked for.
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
  return ts.createProgram(
    files.map((file) => path.join(root, file)),
    { ...options, incremental: false, noEmit: true }
  )
}
