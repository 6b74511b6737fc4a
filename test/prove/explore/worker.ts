/** One of the threads of `npm run prove -- explore`. */
import { threadCpuUsage } from "node:process"
import { parentPort } from "node:worker_threads"
import { exploreSeeds, type Met } from "./seeds.ts"
import { topologies } from "./topologies/index.ts"

/** Seeds of a topology. */
export interface Chunk {
  readonly topology: string
  readonly first: number
  readonly count: number
}

/** What became of them. */
export interface Found {
  /** Digests of the traces. */
  readonly traces: ReadonlyArray<string>
  readonly failed: ReadonlyArray<number>
  readonly met: Met
  /** Of the processor. */
  readonly millis: number
}

parentPort!.on("message", async ({ count, first, topology }: Chunk) => {
  const before = threadCpuUsage()
  const found = await exploreSeeds(
    topologies.find(({ name }) => name === topology)!,
    first,
    count
  )
  const { system, user } = threadCpuUsage(before)
  const answer: Found = { ...found, millis: (user + system) / 1000 }
  parentPort!.postMessage(answer)
})
