/** `current-user.ts <subject> <api url> <concurrency> <calls>`: CPU and wall time per call, in microseconds. */
import { clients } from "../clients.ts"
import { accessToken } from "../wire.ts"

const [subject = "", apiUrl = "", concurrency = "1", calls = "1000"] = process.argv.slice(2)

const client = await clients[subject]!()
if (client === undefined) {
  console.log(JSON.stringify({ skipped: true }))
  process.exit(0)
}

const read = await client(apiUrl, accessToken(Math.floor(Date.now() / 1000), 3600), true)

const repeat = async (count: number): Promise<void> => {
  let left = count
  const worker = async () => {
    while (left-- > 0) await read()
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, worker))
}

await repeat(Number(calls))
const cpuBefore = process.cpuUsage()
const start = performance.now()
await repeat(Number(calls))
const wall = performance.now() - start
const cpu = process.cpuUsage(cpuBefore)
console.log(JSON.stringify({ cpu: (cpu.user + cpu.system) / Number(calls), wall: (wall * 1000) / Number(calls) }))
process.exit(0)
