/** `apiKeys.ts <url> <keys,…>`: what it costs to check so many API keys, and what the checks fill of the heap. */
import { randomUUID } from "node:crypto"
import { createApiKeyAuth } from "gatefold/promise/backend"
import { projectId } from "../tokens.ts"
import { heapBytes, microsEach } from "./measure.ts"

/** The costs of one number of keys. */
export interface ApiKeyCosts {
  readonly keys: number
  /** Microseconds of CPU for a key that the service is asked about, and for one that was checked before. */
  readonly newMicros: number
  readonly seenMicros: number
  /** Bytes that the heap grew by. */
  readonly heap: number
  readonly wrong: number
}

const [apiUrl = "", sizes = ""] = process.argv.slice(2)

/** As many as the cache has room for. */
const seen = 1000

const measure = async (keys: number): Promise<ApiKeyCosts> => {
  const auth = createApiKeyAuth({
    projectId,
    publishableClientKey: "pck_growth",
    secretServerKey: "ssk_growth",
    apiUrl,
    kinds: ["user"]
  })
  const values = Array.from({ length: keys }, () => `uk_${randomUUID().replaceAll("-", "")}`)
  let wrong = 0
  const check = async (value: string) => {
    if (!(await auth.authenticate({ headers: { get: () => value } })).valid) wrong++
  }
  const before = await heapBytes()
  const newMicros = await microsEach(values, check)
  const heap = (await heapBytes()) - before
  const last = values.slice(-seen)
  const again = Array.from({ length: 4000 }, (_, index) => last[index % last.length]!)
  const seenMicros = await microsEach(again, check)
  await auth.dispose()
  return { keys, newMicros, seenMicros, heap, wrong }
}

// The first one is the warm-up.
await measure(500)
const all: Array<ApiKeyCosts> = []
for (const keys of sizes.split(",")) all.push(await measure(Number(keys)))
console.log(JSON.stringify(all))
