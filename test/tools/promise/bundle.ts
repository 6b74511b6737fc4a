/**
 * Puts the promise entries into files that hold what they use of Effect, so that they load without it: in Node, and
 * in a page without a bundler (decision 0048).
 */
import { isBuiltin } from "node:module"
import * as path from "node:path"
import { rolldown } from "rolldown"
import { noticesOf } from "../command.ts"

/** The modules of the entries, by the names of their files. */
const entries = {
  client: "promise/plain/client.js",
  server: "promise/plain/server.js",
  admin: "promise/plain/admin.js",
  backend: "promise/plain/backend.js"
}

/**
 * Bundles the entries of a built `dist`: the text of each file by its name, such as `client.js` and `chunks/….js`.
 * The files import each other and builtins of Node; throws if they import anything else.
 */
export const bundlePromise = async (dist: string): Promise<ReadonlyMap<string, string>> => {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(dist, file)])),
    platform: "neutral",
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    external: (specifier) => isBuiltin(specifier)
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name].js",
      comments: false,
      // Names of functions and classes stay, because the stack traces of bug reports have them.
      minify: { mangle: { keepNames: true }, compress: true, codegen: true }
    })
    const chunks = output.filter((file) => file.type === "chunk")
    const own = new Set(chunks.map(({ fileName }) => fileName))
    const foreign = chunks.flatMap(({ dynamicImports, imports }) =>
      [...imports, ...dynamicImports].filter((file) => !own.has(file) && !isBuiltin(file))
    )
    if (foreign.length > 0) throw new Error(`The promise entries lack ${[...new Set(foreign)].join(", ")}`)
    return new Map([
      ...chunks.map(({ code, fileName }) => [fileName, code] as const),
      [
        "THIRD-PARTY.txt",
        noticesOf(
          "The promise API",
          chunks.flatMap(({ moduleIds }) => moduleIds)
        )
      ]
    ])
  } finally {
    await bundle.close()
  }
}
