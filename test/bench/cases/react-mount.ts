/**
 * `react-mount.ts <rounds>`: what it costs to mount 1, 100 and 1,000 components that show the user, in a real Chromium.
 *
 * Each value is of a fresh page, after mounts that do not count: how long a mount takes until all components show the
 * user (median), and what a mount and unmount take of the CPU on the page's main thread (mean). The subjects take
 * turns. With `BENCH_stackframe_react` and `BENCH_better_auth`, the folders of those packages, these are subjects too.
 */
import { launch } from "../../browser/Chromium.ts"
import { ensureBuilt } from "../built.ts"
import { bundleSubject, type Module } from "../mount/bundle.ts"
import { peerSubjects } from "../mount/peers.ts"
import { serve } from "../mount/Server.ts"
import type { MountValue } from "../mount/Subject.ts"

const [rounds = "1"] = process.argv.slice(2)

/** How many mounts count; at first as many do not. */
const sizes = [
  { count: 1, times: 40 },
  { count: 100, times: 40 },
  { count: 1000, times: 10 }
]

/** Where React shows a fallback it waits 300 ms before it shows more, so that fewer mounts must do. */
const suspenseTimes = 6

/** For the same reason they get fewer rounds; values without Suspense are small, and swing more. */
const suspenseRounds = 3

/** Each mount of 1,000 leaves hundreds of MB behind in pages of `@stackframe/react`, until they crash. */
const leakingTimes = 2

interface Subject {
  readonly name: string
  readonly query: string
  readonly module: Module
  readonly suspends: boolean
}

const subjects: ReadonlyArray<Subject> = [
  { name: "by hand", query: "subject=floor", module: { file: "floor.ts" }, suspends: false },
  { name: "gatefold", query: "subject=gatefold", module: { file: "gatefold.ts" }, suspends: false },
  { name: "by hand", query: "subject=floor-suspense", module: { file: "floor-suspense.ts" }, suspends: true },
  { name: "gatefold", query: "subject=gatefold&suspense", module: { file: "gatefold.ts" }, suspends: true },
  ...peerSubjects.flatMap(({ name, peer, suspends, text }) => {
    const folder = process.env[`BENCH_${peer.replaceAll(/\W+/g, "_").replace(/^_/, "")}`]
    return folder === undefined ? [] : [{ name, query: `subject=${name}`, module: { text, folder }, suspends }]
  })
]

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

declare const mount: (count: number, times: number) => Promise<ReadonlyArray<number>>

await ensureBuilt()
const scripts = new Map<string, string>()
for (const { module, query } of subjects) {
  scripts.set(new URLSearchParams(query).get("subject")!, await bundleSubject(module))
}
const server = await serve(scripts)
const browser = await launch()
try {
  const taken: Array<ReadonlyArray<MountValue>> = []
  for (let round = 0; round < Number(rounds); round++) {
    const values: Array<MountValue> = []
    for (const { count, times: most } of sizes) {
      for (const { name: subject, query, suspends } of subjects) {
        if (suspends && round >= suspenseRounds) continue
        const isLeaking = subject === "@stackframe/react" && count === 1000
        const times = isLeaking ? leakingTimes : suspends ? suspenseTimes : most
        const context = await browser.newContext()
        try {
          const page = await context.newPage()
          const devtools = await context.newCDPSession(page)
          await devtools.send("Performance.enable", { timeDomain: "threadTicks" })
          const cpuMillis = async () => {
            const { metrics } = await devtools.send("Performance.getMetrics")
            return metrics.find(({ name }) => name === "TaskDuration")!.value * 1000
          }
          await page.goto(server.makePageUrl(query))
          await page.waitForFunction(() => "mount" in globalThis)
          const run = (times: number) => page.evaluate(([count, times]) => mount(count!, times!), [count, times])
          await run(times)
          const requestsBefore = server.requests()
          const before = await cpuMillis()
          const settle = median(await run(times))
          const cpu = ((await cpuMillis()) - before) / times
          const requests = (server.requests() - requestsBefore) / times
          values.push({ subject, suspends, count, settle, cpu, requests })
        } catch (error) {
          console.error(`${subject} with ${count} components: ${String(error).split("\n")[0]}`)
        } finally {
          await context.close().catch(() => {})
        }
      }
    }
    taken.push(values)
  }
  console.log(JSON.stringify(taken))
} finally {
  await browser.close()
  server.close()
}
