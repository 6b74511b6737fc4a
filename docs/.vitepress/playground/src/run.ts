/** Runs a program of the editor: strips its types, resolves its imports to the modules of this page. */
import * as effect from "effect"
import * as gatefold from "gatefold"
import * as promise from "gatefold/promise"
import * as promiseAdmin from "gatefold/promise/admin"
import * as promiseServer from "gatefold/promise/server"
import * as server from "gatefold/server"
import { transform } from "sucrase"

const modules: Readonly<Record<string, unknown>> = {
  effect,
  gatefold,
  "gatefold/promise": promise,
  "gatefold/promise/admin": promiseAdmin,
  "gatefold/promise/server": promiseServer,
  "gatefold/server": server
}

const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor

/** Runs a program, and calls `log` for each `console.log`. Rejects as the program does. */
export const run = async (
  source: string,
  playground: object,
  log: (...values: ReadonlyArray<unknown>) => void
): Promise<void> => {
  const { code } = transform(source, { transforms: ["typescript", "imports"], preserveDynamicImport: true })
  const require = (name: string): unknown => {
    const found = name === "playground" ? playground : modules[name]
    if (found !== undefined) return found
    throw new Error(`The playground has no module "${name}". Import ${Object.keys(modules).join(", ")} or playground.`)
  }
  const console = { ...globalThis.console, log, error: log, info: log, warn: log }
  await new AsyncFunction("require", "exports", "console", code)(require, {}, console)
}
