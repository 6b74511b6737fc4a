/**
 * `verify.ts <subject> <tokens>`: CPU and wall time to verify one access token, in microseconds. "repeated" verifies each of 100 tokens over
 * and over; the others see every token for the first time.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as AccessTokenVerifier from "../../../src/backend/AccessTokenVerifier.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"

const [subject = "", count = "2000"] = process.argv.slice(2)
const project = { projectId: "3f1c9f0e-6f3e-4a53-8c6e-2f1d6b0f9a10", apiUrl: "http://127.0.0.1:8102" }
const issuer = `${project.apiUrl}/api/v1/projects/${project.projectId}`

interface Times {
  readonly cpu: number
  readonly wall: number
}

const subjects: Readonly<Record<string, Effect.Effect<Times, unknown, TokenMinter.TokenMinter>>> = {
  "jose.jwtVerify": Effect.gen(function* () {
    const minter = yield* TokenMinter.TokenMinter
    const keys = jose.createLocalJWKSet(yield* minter.keySet)
    return yield* measure((tokens) =>
      Effect.promise(async () => {
        for (const token of tokens) {
          await jose.jwtVerify(token, keys, { algorithms: ["ES256"], issuer, audience: project.projectId })
        }
      })
    )
  }),
  gatefold: verifier(Number(count)),
  "gatefold, repeated": verifier(100)
}

/** Of so many different tokens. */
function verifier(distinct: number) {
  return Effect.gen(function* () {
    const context = yield* Layer.build(AccessTokenVerifier.layerProject({ ...project, cacheSize: 200 }))
    const { verify } = Context.get(context, AccessTokenVerifier.AccessTokenVerifier)
    return yield* measure((tokens) => Effect.forEach(tokens, verify, { discard: true }), distinct)
  }).pipe(Effect.scoped)
}

/** Of one token, the second time that all this happens. */
function measure<E>(run: (tokens: ReadonlyArray<string>) => Effect.Effect<void, E>, distinct = Number(count)) {
  return Effect.gen(function* () {
    const minter = yield* TokenMinter.TokenMinter
    const make = (round: number) =>
      Effect.map(
        Effect.forEach(Array.from({ length: distinct }), (_, i) => minter.mint({ userId: `user-${round}-${i}` })),
        (tokens) => Array.from({ length: Number(count) }, (_, i) => tokens[i % distinct]!)
      )
    yield* run(yield* make(0))
    const tokens = yield* make(1)
    if (distinct < Number(count)) yield* run(tokens.slice(0, distinct))
    const cpuBefore = process.cpuUsage()
    const start = performance.now()
    yield* run(tokens)
    const wall = performance.now() - start
    const cpu = process.cpuUsage(cpuBefore)
    return { cpu: (cpu.user + cpu.system) / Number(count), wall: (wall * 1000) / Number(count) }
  })
}

const times = await Effect.runPromise(Effect.provide(subjects[subject]!, TokenMinter.layer(project)))
console.log(JSON.stringify(times))
