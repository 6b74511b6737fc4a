/**
 * Which of our source files a piece of work runs through: every file of which it calls a function, in the order of
 * their first calls. For this, modules are compiled with a call at the beginning of each function.
 */
import { readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import * as path from "node:path"
import { fileURLToPath } from "node:url"
import { parseAst } from "rolldown/parseAst"
import { transformSync } from "rolldown/utils"
import { listChildren, isNode, type Node } from "../../../tools/catalog/syntax.ts"
import { root } from "../../support/root.ts"

const sources = path.join(root, "src") + path.sep

const called = new Set<string>()

/** The nodes of a syntax tree that are functions. */
const listFunctions = function* (node: Node): Generator<Node & { readonly body: Node }> {
  if (/Function/.test(node.type) && isNode(node["body"])) yield { ...node, body: node["body"] }
  for (const child of listChildren(node)) yield* listFunctions(child)
}

const instrument = (file: string, code: string): string => {
  const call = `__gatefoldCalled(${JSON.stringify(file)})`
  const insertions = [...listFunctions(parseAst(code) as unknown as Node)].flatMap(({ body }) =>
    body.type === "BlockStatement" || body.type === "FunctionBody"
      ? [{ at: body.start + 1, text: `${call};` }]
      : [
          { at: body.start, text: `(${call},` },
          { at: body.end, text: ")" }
        ]
  )
  let result = code
  for (const { at, text } of insertions.toSorted((a, b) => b.at - a.at)) {
    result = result.slice(0, at) + text + result.slice(at)
  }
  return result
}

/** Compiles the modules that are imported from here on. */
export const install = (): void => {
  Object.assign(globalThis, { __gatefoldCalled: (file: string) => void called.add(file) })
  registerHooks({
    load: (url, context, next) => {
      const file = url.startsWith("file:") ? fileURLToPath(url) : ""
      const isSource = file.startsWith(sources)
      if (!/\.tsx?$/.test(file) || !(isSource || file.endsWith("x"))) return next(url, context)
      const { code, errors } = transformSync(file, readFileSync(file, "utf8"), { jsx: { runtime: "automatic" } })
      if (errors.length > 0) throw errors[0]
      const source = isSource ? instrument(path.relative(root, file).replaceAll(path.sep, "/"), code) : code
      return { format: "module", source, shortCircuit: true }
    }
  })
}

/** Runs work, and returns the files of `src` that it runs through. */
export const trace = async (work: () => Promise<unknown>): Promise<ReadonlyArray<string>> => {
  called.clear()
  await work()
  return [...called].map((file) => file.slice("src/".length))
}
