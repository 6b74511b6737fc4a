/**
 * `sign-ins.ts <sign-ins in flight> <samples>`: how long an emulator takes for `users/me` while it hashes passwords at
 * the standard cost: the median and the 99th percentile, in milliseconds.
 *
 * libuv reads the number of its threads from `UV_THREADPOOL_SIZE` when it starts.
 */
import { setTimeout as wait } from "node:timers/promises"
import * as Emulator from "../../../src/emulator/index.ts"

const [inFlight = 8, samples = 500] = process.argv.slice(2).map(Number)
const account = { email: "ann@example.org", password: "correct horse battery" }

const { emulator, fetch } = Emulator.toFetchHandler({ project: {}, rateLimits: false })
const { baseUrl, project } = await emulator

const send = async (path: string, { body, token }: { readonly body?: object; readonly token?: string }) => {
  const response = await fetch(
    new Request(`${baseUrl}/api/v1${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": project.projectId,
        "x-stack-publishable-client-key": project.publishableClientKey,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...(token !== undefined && { "x-stack-access-token": token })
      },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
  )
  const answer = (await response.json()) as { readonly access_token: string }
  if (response.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`)
  return answer
}

const verification_callback_url = "http://localhost:3000/verify"
const { access_token: token } = await send("/auth/password/sign-up", {
  body: { ...account, verification_callback_url }
})

const measure = async (count: number): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (let i = 0; i < count; i++) {
    const start = performance.now()
    await send("/users/me", { token })
    times.push(performance.now() - start)
    await wait(5)
  }
  return times.toSorted((a, b) => a - b)
}

await measure(100)
const measured = new AbortController()
const signIn = async (): Promise<void> => {
  while (!measured.signal.aborted) await send("/auth/password/sign-in", { body: account })
}
const signingIn = Promise.all(Array.from({ length: inFlight }, signIn))
const times = await measure(samples)
measured.abort()
await signingIn
console.log(JSON.stringify({ p50: times[times.length >> 1], p99: times[Math.floor(times.length * 0.99)] }))
process.exit(0)
