/**
 * Puts the promise entries into files that hold the parts of Effect that they use, so that they load without it: in
 * Node, and in a page without a bundler (decision 0048).
 */
import { isBuiltin } from "node:module"
import * as path from "node:path"
import { type OutputChunk, rolldown } from "rolldown"
import { formatNotices } from "../command.ts"

/**
 * The modules of the entries, by the names of their files. Those of a group share files, which
 * hold the parts of Effect that any of them uses. So the backend, which uses more, is not in the client's group.
 */
const groups: ReadonlyArray<Readonly<Record<string, string>>> = [
  {
    client: "promise/standalone/client.js",
    server: "promise/standalone/server.js",
    admin: "promise/standalone/admin.js",
    payments: "payments/PromisePayments.js",
    "payments-server": "payments/PromiseServerPayments.js",
    "payments-admin": "payments/PromiseAdminPayments.js"
  },
  { backend: "promise/standalone/backend.js" }
]

/**
 * Bundles the entries of a built `dist`: the text of each file by its name, such as `client.js` and `chunks/….js`. The
 * files import each other and builtins of Node; throws if they import anything else.
 */
export const bundlePromise = async (dist: string): Promise<ReadonlyMap<string, string>> => {
  const chunks = (await Promise.all(groups.map((group) => bundleGroup(dist, group)))).flat()
  const own = new Set(chunks.map(({ fileName }) => fileName))
  const foreign = chunks.flatMap(({ dynamicImports, imports }) =>
    [...imports, ...dynamicImports].filter((file) => !own.has(file) && !isBuiltin(file))
  )
  if (foreign.length > 0) throw new Error(`The promise entries lack ${[...new Set(foreign)].join(", ")}`)
  if (own.size < chunks.length) throw new Error("Two groups of promise entries write the same file")
  const notices = formatNotices(
    "The promise API",
    chunks.flatMap(({ moduleIds }) => moduleIds)
  )
  return new Map([...chunks.map(({ code, fileName }) => [fileName, code] as const), ["THIRD-PARTY.txt", notices]])
}

const bundleGroup = async (dist: string, group: Readonly<Record<string, string>>): Promise<Array<OutputChunk>> => {
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(group).map(([name, file]) => [name, path.join(dist, file)])),
    platform: "neutral",
    preserveEntrySignatures: "strict",
    treeshake: { moduleSideEffects: false },
    external: (specifier) => isBuiltin(specifier)
  })
  try {
    const { output } = await bundle.generate({
      format: "esm",
      entryFileNames: "[name].js",
      chunkFileNames: "backend" in group ? "chunks/backend/[name].js" : "chunks/[name].js",
      // Annotations of what is pure let bundlers of apps leave out what only servers use.
      comments: { annotation: true, jsdoc: false, legal: false },
      // Names of functions and classes stay, because the stack traces of bug reports have them.
      minify: { mangle: { keepNames: true }, compress: true, codegen: true }
    })
    return output.filter((file) => file.type === "chunk")
  } finally {
    await bundle.close()
  }
}
