/**
 * `refreshes.ts <url> <sessions,…>`: what it costs a server to renew sessions from cookies, each of another user, and
 * what stays in its heap.
 */
import { projectId } from "../tokens.ts"
import { heapBytes, microsEach } from "./measure.ts"
import { openAuth } from "./service.ts"

/** The costs of one number of sessions. */
export interface RefreshCosts {
  readonly sessions: number
  /** Microseconds of CPU for a request that renews its session. */
  readonly micros: number
  /** Bytes that the heap grew by. */
  readonly heap: number
  readonly wrong: number
}

const [url = "", sizes = ""] = process.argv.slice(2)
let made = 0

const measure = async (sessions: number): Promise<RefreshCosts> => {
  const { auth, authenticate } = openAuth(url)
  const refreshTokens = Array.from({ length: sessions }, () => `refresh${String(made++).padStart(38, "0")}`)
  let wrong = 0
  await auth.ready()
  const before = await heapBytes()
  const micros = await microsEach(refreshTokens, async (token) => {
    if ((await authenticate({ cookie: `stack-refresh-${projectId}=${token}` })) === undefined) wrong++
  })
  const heap = (await heapBytes()) - before
  await auth.dispose()
  return { sessions, micros, heap, wrong }
}

// The first one is the warm-up.
await measure(1000)
const all: Array<RefreshCosts> = []
for (const sessions of sizes.split(",")) all.push(await measure(Number(sessions)))
console.log(JSON.stringify(all))
