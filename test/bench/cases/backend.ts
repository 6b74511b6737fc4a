/**
 * `backend.ts <rounds>`: CPU time of a request whose bearer token the server has seen before, in microseconds above the
 * bare handler, beside one ES256 verification by jose. The subjects take turns in every round; the result has the
 * minima and the medians of the rounds.
 */
import * as Effect from "effect/Effect"
import * as jose from "jose"
import { createRequestAuth } from "../../../src/backend/request/RequestAuth.ts"
import * as Http from "../../../src/http/Http.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"

const rounds = Number(process.argv[2] ?? 40)
const requests = 500

const project = { projectId: "3f1c9f0e-6f3e-4a53-8c6e-2f1d6b0f9a10", apiUrl: "http://127.0.0.1:8102" }
const issuer = `${project.apiUrl}/api/v1/projects/${project.projectId}`

const { keySet, tokens } = await Effect.runPromise(
  Effect.gen(function* () {
    const minter = yield* TokenMinter.TokenMinter
    const numbers = Array.from({ length: 100 }, (_, i) => i)
    const tokens = yield* Effect.forEach(numbers, (n) => minter.mint({ userId: `user-${n}` }))
    return { keySet: yield* minter.keySet, tokens }
  }).pipe(Effect.provide(TokenMinter.layer(project)))
)

const auth = createRequestAuth({
  ...project,
  publishableClientKey: "pck_benchmark",
  http: Http.layerHandler(() => Promise.resolve(Response.json(keySet)))
})
const answer = () => Promise.resolve(new Response("Hello"))
const guarded = auth.protect(answer)
const jwks = jose.createLocalJWKSet(keySet)

const request = (n: number) =>
  new Request("https://shop.example.com/", { headers: { authorization: `Bearer ${tokens[n % tokens.length]}` } })

const subjects: Readonly<Record<string, (n: number) => Promise<unknown>>> = {
  bare: async (n) => (request(n), answer()),
  gatefold: async (n) => {
    const response = await guarded(request(n))
    if (response.status !== 200) throw new Error(`The request was answered with ${response.status}`)
  },
  jose: (n) =>
    jose.jwtVerify(tokens[n % tokens.length]!, jwks, { algorithms: ["ES256"], issuer, audience: project.projectId })
}

const times = new Map<string, Array<number>>()
for (let round = 0; round < 2 * rounds; round++) {
  if (round === rounds) times.clear() // the first half was the warm-up
  for (const [subject, run] of Object.entries(subjects)) {
    const before = process.cpuUsage()
    for (let n = 0; n < requests; n++) await run(n)
    const { system, user } = process.cpuUsage(before)
    const all = times.get(subject) ?? []
    all.push((user + system) / requests)
    times.set(subject, all)
  }
}
await auth.dispose()

const result = Array.from(times, ([subject, all]) => {
  const sorted = all.toSorted((a, b) => a - b)
  return [subject, { min: sorted[0]!, median: sorted[sorted.length >> 1]! }] as const
})
console.log(JSON.stringify(Object.fromEntries(result)))
