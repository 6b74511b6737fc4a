/** A thread whose sources have a fault: they are changed while they are loaded. */
import { registerHooks } from "node:module"
import { parentPort, workerData } from "node:worker_threads"
import type { Found, Plant } from "./planted.ts"

const { plant, seeds } = workerData as { readonly plant: Plant; readonly seeds: number }

const source = new URL("../../../../src/", import.meta.url).href
const missing = new Set(plant.changes)

registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context)
    for (const change of plant.changes) {
      const [file, text, instead] = change
      if (url !== source + file) continue
      const parts = String(loaded.source).split(text)
      if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${text}`)
      loaded.source = parts.join(instead)
      missing.delete(change)
    }
    return loaded
  }
})

const { topologies } = await import("../topologies/index.ts")
const { explore } = await import("../../../support/explore/Topology.ts")

if (missing.size > 0) throw new Error(`not loaded: ${Array.from(missing, ([file]) => file).join(", ")}`)
const topology = topologies.find(({ name }) => name === plant.topology)!
let found: Found | undefined
for (let seed = 1; seed <= seeds && found === undefined; seed++) {
  const { violation } = await explore(topology, { seed })
  if (violation !== undefined) found = { seed, invariant: violation.invariant }
}
parentPort!.postMessage(found)
