/**
 * A process of a backend that returns the user of each request: `backend.ts <settings as JSON>`. Tells its parent its
 * port, and what it uses when it gets a message; ends with its parent. Run it with `--expose-gc`.
 */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { type Settings, subjects } from "./subjects.ts"

/** What a process uses. */
export interface Usage {
  /** Microseconds of CPU since its start, without the collection of garbage for this and after it. */
  readonly cpu: number
  readonly cpuAfterwards: number
  /** Bytes of the heap after a collection of garbage, and of the process. */
  readonly heap: number
  readonly rss: number
}

const settings: Settings = JSON.parse(process.argv[2]!)
const subject = subjects.find(({ name }) => name === settings.subject)
if (subject === undefined) throw new Error(`There is no subject ${settings.subject}`)
const verify = await subject.make(settings)

const server = createServer({ keepAliveTimeout: 60_000 }, async (request, response) => {
  const userId = await verify(request)
  const body = userId === undefined ? '"nobody"' : JSON.stringify(userId)
  response.writeHead(userId === undefined ? 401 : 200, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body)
  })
  response.end(body)
})

const cpu = (): number => {
  const { system, user } = process.cpuUsage()
  return system + user
}

const usage = (): Usage => {
  const before = cpu()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  return { cpu: before, heap: heapUsed, rss, cpuAfterwards: cpu() }
}

process.on("message", () => process.send?.(usage()))
process.once("disconnect", () => process.exit())
server.listen(0, "127.0.0.1", 4096)
await once(server, "listening")
process.send?.((server.address() as AddressInfo).port)
