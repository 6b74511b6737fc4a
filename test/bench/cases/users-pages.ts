/**
 * `users-pages.ts <users> <calls>`: milliseconds for a page of 100 of that many users, at the start, in the middle and
 * backwards from the end, and the megabytes that the heap grows by while somebody walks through all of them.
 */
import * as Emulator from "../../../src/emulator/index.ts"
import { medianMillis } from "../../support/median.ts"

const [users = "1000", calls = "20"] = process.argv.slice(2)

const limit = 100

const { dispose, emulator, fetch } = Emulator.toFetchHandler({ passwordCost: "insecure-fast", project: {} })
const { baseUrl, project } = await emulator

const headers = {
  "content-type": "application/json",
  "x-stack-access-type": "server",
  "x-stack-project-id": project!.projectId,
  "x-stack-secret-server-key": project!.secretServerKey
}

const request = async (path: string, init: RequestInit = {}): Promise<any> => {
  const response = await fetch(new Request(`${baseUrl}/api/v1${path}`, { ...init, headers }))
  const body = await response.json()
  if (!response.ok) throw new Error(JSON.stringify(body))
  return body
}

const page = async (query: string): Promise<{ readonly ids: ReadonlyArray<string>; readonly next: string | null }> => {
  const { items, pagination } = await request(`/users?limit=${limit}${query}`)
  return { ids: items.map((user: { readonly id: string }) => user.id), next: pagination.next_cursor }
}

for (let made = 0; made < Number(users); made += 50) {
  const size = Math.min(50, Number(users) - made)
  await Promise.all(
    Array.from({ length: size }, (_, i) => {
      const body = JSON.stringify({ display_name: `User ${made + i}`, primary_email: `user${made + i}@example.org` })
      return request("/users", { method: "POST", body })
    })
  )
}

const heap = (): number => {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}

/** Follows the cursors to the end; only counts stay in memory. */
const walk = async (): Promise<{ readonly middle: string; readonly megabytes: number }> => {
  const before = heap()
  let most = before
  let seen = 0
  let middle = ""
  for (let cursor: string | null = ""; cursor !== null;) {
    const { ids, next } = await page(cursor === "" ? "" : `&cursor=${cursor}`)
    seen += ids.length
    if (middle === "" && seen >= Number(users) / 2) middle = next ?? ids[0]!
    if (seen % 5000 === 0) most = Math.max(most, heap())
    cursor = next
  }
  if (seen !== Number(users)) throw new Error(`saw ${seen} of ${users} users`)
  return { middle, megabytes: (Math.max(most, heap()) - before) / 2 ** 20 }
}

await page("")
const { megabytes, middle } = await walk()
const result = {
  first: await medianMillis(Number(calls), () => page("")),
  middle: await medianMillis(Number(calls), () => page(`&cursor=${middle}`)),
  last: await medianMillis(Number(calls), () => page("&desc=true")),
  megabytes
}
await dispose()
console.log(JSON.stringify(result))
