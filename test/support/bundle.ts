/** Pages for browsers that import Gatefold by its name, built from the sources. */
import * as path from "node:path"
import { build, defaultClientConditions } from "vite"

const source = path.resolve(import.meta.dirname, "../../src")

/** The files of the built page, by their paths. Its scripts and styles have the names of their entries. */
export const bundle = async (
  root: string,
  input: Readonly<Record<string, string>>
): Promise<ReadonlyMap<string, string>> => {
  const output = await build({
    configFile: false,
    logLevel: "silent",
    root,
    resolve: {
      conditions: ["gatefold-source", ...defaultClientConditions],
      alias: [
        { find: /^gatefold$/, replacement: path.join(source, "index.ts") },
        { find: /^gatefold\/react$/, replacement: path.join(source, "react/index.ts") }
      ]
    },
    build: {
      write: false,
      rollupOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, path.join(root, file)])),
        output: { entryFileNames: "[name].js", chunkFileNames: "[name].js", assetFileNames: "[name][extname]" }
      }
    }
  })
  const files = [output].flat().flatMap((result) => ("output" in result ? result.output : []))
  return new Map(
    files.map((file) => [`/${file.fileName}`, file.type === "chunk" ? file.code : String(file.source)] as const)
  )
}
