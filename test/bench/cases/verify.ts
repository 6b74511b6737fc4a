/**
 * `verify.ts <tokens>`: CPU and wall time to verify one access token, in microseconds, for each subject. The subjects
 * take turns with the same batches of tokens, and see every token for the first time; "repeated" has verified each of
 * them once before.
 *
 * Clerk's tokens are RS256 and theirs alone: it has its own batches, and a `jose.jwtVerify` of its own beside it.
 */
import { createServer } from "node:http"
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as jose from "jose"
import * as AccessTokenVerifier from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as TokenMinter from "../../../src/testing/TokenMinter.ts"
import { listen } from "../../support/listen.ts"

const batchSize = 100
const batches = Math.ceil(Number(process.argv[2] ?? 2000) / batchSize)
/** "Repeated" is so quick that a batch has to be verified many times to be measured. */
const repetitions = 20

const project = { projectId: "3f1c9f0e-6f3e-4a53-8c6e-2f1d6b0f9a10", apiUrl: "http://127.0.0.1:8102" }
const issuer = `${project.apiUrl}/api/v1/projects/${project.projectId}`

type Run = (tokens: ReadonlyArray<string>) => Promise<void>

const each =
  (verify: (token: string) => Promise<unknown>): Run =>
  async (tokens) => {
    for (const token of tokens) await verify(token)
  }

/** A package that the benchmark has installed. */
const load = async (variable: string, name: string): Promise<any> => {
  const folder = process.env[variable]
  if (folder === undefined) return undefined
  return import(pathToFileURL(createRequire(path.join(folder, "package.json")).resolve(name)).href)
}

/** Answers the key set where Supabase looks for it. */
const serveKeys = async (keySet: jose.JSONWebKeySet): Promise<string> => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify(keySet))
  }).unref()
  return `http://127.0.0.1:${await listen(server)}/auth/v1`
}

const supabase = async (keySet: jose.JSONWebKeySet): Promise<Run | undefined> => {
  const module = await load("BENCH_supabase", "@supabase/auth-js")
  if (module === undefined) return undefined
  const auth = new module.GoTrueClient({
    url: await serveKeys(keySet),
    autoRefreshToken: false,
    persistSession: false
  })
  return each(async (token) => {
    const { error } = await auth.getClaims(token)
    if (error !== null) throw error
  })
}

/** The subjects of tokens that are signed with RS256, and a mint for them. */
const withRsa = async () => {
  const module = await load("BENCH_clerk", "@clerk/backend")
  if (module === undefined) return undefined
  const { privateKey, publicKey } = await jose.generateKeyPair("RS256", { extractable: true })
  const jwtKey = await jose.exportSPKI(publicKey)
  const mint = (n: number) =>
    new jose.SignJWT({ sub: `user_${n}`, sid: "sess_1", azp: "https://shop.example.com" })
      .setProtectedHeader({ alg: "RS256", kid: "ins_1", typ: "JWT" })
      .setIssuer("https://clerk.shop.example.com")
      .setIssuedAt()
      .setNotBefore("0 s")
      .setExpirationTime("1 h")
      .sign(privateKey)
  const jwks = jose.createLocalJWKSet({ keys: [{ ...(await jose.exportJWK(publicKey)), kid: "ins_1", alg: "RS256" }] })
  const options = { algorithms: ["RS256"], issuer: "https://clerk.shop.example.com" }
  const runs: ReadonlyArray<readonly [string, Run]> = [
    ["jose.jwtVerify, RS256", each((token) => jose.jwtVerify(token, jwks, options))],
    ["@clerk/backend, RS256", each((token) => module.verifyToken(token, { jwtKey }))]
  ]
  return { mint, runs }
}

interface Times {
  cpu: number
  wall: number
  tokens: number
}

const program = Effect.gen(function* () {
  const minter = yield* TokenMinter.TokenMinter
  const keySet = yield* minter.keySet
  const context = yield* Layer.build(AccessTokenVerifier.layerProject(project))
  const { verify } = Context.get(context, AccessTokenVerifier.AccessTokenVerifier)
  const gatefold: Run = (tokens) =>
    Effect.runPromise(Effect.forEach(tokens, (token) => verify(token), { discard: true }))
  const jwks = jose.createLocalJWKSet(keySet)
  const options = { algorithms: ["ES256"], issuer, audience: project.projectId }
  const peer = yield* Effect.promise(() => supabase(keySet))
  const rsa = yield* Effect.promise(withRsa)
  const runs: ReadonlyArray<readonly [string, Run]> = [
    ["jose.jwtVerify", each((token) => jose.jwtVerify(token, jwks, options))],
    ["gatefold", gatefold],
    ...(peer === undefined ? [] : ([["@supabase/auth-js", peer]] as const))
  ]
  const repeated: Run = async (tokens) => {
    for (let i = 0; i < repetitions; i++) await gatefold(tokens)
  }

  const times = new Map<string, Times>()
  const measure = (subject: string, run: Run, tokens: ReadonlyArray<string>, verifications = tokens.length) =>
    Effect.promise(async () => {
      const cpuBefore = process.cpuUsage()
      const start = performance.now()
      await run(tokens)
      const wall = performance.now() - start
      const cpu = process.cpuUsage(cpuBefore)
      const sum = times.get(subject) ?? { cpu: 0, wall: 0, tokens: 0 }
      sum.cpu += cpu.user + cpu.system
      sum.wall += wall * 1000
      sum.tokens += verifications
      times.set(subject, sum)
    })

  for (let batch = 0; batch < 2 * batches; batch++) {
    // The first half was the warm-up.
    if (batch === batches) for (const sum of times.values()) Object.assign(sum, { cpu: 0, wall: 0, tokens: 0 })
    const numbers = Array.from({ length: batchSize }, (_, i) => batch * batchSize + i)
    const tokens = yield* Effect.forEach(numbers, (n) => minter.mint({ userId: `user-${n}` }))
    for (let turn = 0; turn < runs.length; turn++) {
      const [subject, run] = runs[(batch + turn) % runs.length]!
      yield* measure(subject, run, tokens)
    }
    yield* measure("gatefold, repeated", repeated, tokens, tokens.length * repetitions)
    if (rsa === undefined) continue
    const theirs = yield* Effect.promise(() => Promise.all(numbers.map(rsa.mint)))
    for (let turn = 0; turn < 2; turn++) {
      const [subject, run] = rsa.runs[(batch + turn) % 2]!
      yield* measure(subject, run, theirs)
    }
  }
  return Object.fromEntries(
    Array.from(times, ([subject, { cpu, tokens, wall }]) => [subject, { cpu: cpu / tokens, wall: wall / tokens }])
  )
})

const result = await Effect.runPromise(program.pipe(Effect.scoped, Effect.provide(TokenMinter.layer(project))))
console.log(JSON.stringify(result))
