/**
 * How long a way through the source is: the files of which an operation calls a function, in the order of their first
 * calls. `docs/architecture.md` has them in words.
 *
 *     npm run prove -- ways [--json]
 */
import { once } from "node:events"
import { Worker } from "node:worker_threads"
import { Window } from "happy-dom"
import { install } from "./trace.ts"
import type { Service, ways as Ways } from "./ways.tsx"

// Before React looks whether it is in a browser.
const window = new Window({ url: "http://localhost:3000/" })
Object.assign(globalThis, { window, document: window.document })

const worker = new Worker(new URL("service.ts", import.meta.url))
const [service] = (await once(worker, "message")) as [Service]
install()
const { ways } = (await import("./ways.tsx")) as { readonly ways: typeof Ways }
const traced = await ways(service)

if (process.argv.includes("--json")) console.log(JSON.stringify(traced))
else {
  for (const { files, name } of traced) {
    console.log(`${name}: ${files.length} files\n${files.map((file) => `  ${file}`).join("\n")}\n`)
  }
}
process.exit()
