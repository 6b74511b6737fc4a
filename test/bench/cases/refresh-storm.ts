/**
 * `refresh-storm.ts <subject> <api url> <calls>`: wall milliseconds of that many calls at once whose access token has
 * expired, and how many refreshes the service saw.
 */
import { clients } from "../clients.ts"
import { accessToken } from "../wire.ts"

const [subject = "", apiUrl = "", calls = "1000"] = process.argv.slice(2)

const client = await clients[subject]!()
if (client === undefined) {
  console.log(JSON.stringify({ skipped: true }))
  process.exit(0)
}

const now = Math.floor(Date.now() / 1000)

// Warms up code and connections with a session of its own, whose token has not expired.
const warm = await client(apiUrl, accessToken(now, 3600), false)
for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: Number(calls) }, warm))
await (await fetch(`${apiUrl}/count`)).text()

const read = await client(apiUrl, accessToken(now - 7200, 3600), false)
const start = performance.now()
await Promise.all(Array.from({ length: Number(calls) }, read))
const wall = performance.now() - start
const { refreshes } = (await (await fetch(`${apiUrl}/count`)).json()) as { readonly refreshes: number }
console.log(JSON.stringify({ wall, refreshes }))
process.exit(0)
