/**
 * `tokens.ts <users> <tokens>`: what it costs to authenticate requests of so many users with so many tokens in all: CPU
 * for a token that is new and for one seen before, and the heap that verified tokens fill.
 */
import { median } from "../../../support/median.ts"
import { type Token, makeTokenIssuer } from "../tokens.ts"
import { copied, heapBytes, microsEach } from "./measure.ts"
import { openAuth, startKeyService } from "./service.ts"

/** The costs of one number of users. */
export interface TokenCosts {
  readonly users: number
  readonly tokens: number
  /** Microseconds of CPU for a token that is new to the process. */
  readonly newMicros: number
  /** The same for one of the tokens again, at random. */
  readonly seenMicros: number
  /** The same when the cache has room for all of them. */
  readonly seenInLargeCacheMicros: number
  /** Bytes that the heap grew by, with the default cache and with the large one. */
  readonly heap: number
  readonly heapOfLargeCache: number
  /** Requests for the public keys, for one process. */
  readonly fetches: number
  readonly wrong: number
}

/** With few tokens the measurement is repeated, each time as a new backend, until it has seen about so many. */
const least = 2000

const { fetches, minter, url } = await startKeyService()
const issuer = makeTokenIssuer(minter)
let wrong = 0

const measureCost = async (tokens: ReadonlyArray<Token>, cacheSize?: number) => {
  const { auth, authenticate } = openAuth(url, cacheSize)
  const ask = async ({ text, userId }: Token) => {
    if ((await authenticate({ authorization: `Bearer ${copied(text)}` })) !== userId) wrong++
  }
  await auth.ready()
  const before = await heapBytes()
  const newMicros = await microsEach(tokens, ask)
  const heap = (await heapBytes()) - before
  const again = Array.from({ length: Math.max(least, tokens.length / 4) }, () => {
    return tokens[Math.floor(Math.random() * tokens.length)]!
  })
  const seenMicros = await microsEach(again, ask)
  await auth.dispose()
  return { newMicros, seenMicros, heap }
}

/** Each as one piece of memory, or the first request would change what it takes. */
const mint = async (users: number, tokens: number): Promise<ReadonlyArray<Token>> =>
  (await issuer.mint(users, tokens)).map(({ text, userId }) => ({ text: copied(text), userId: copied(userId) }))

const warmUp = async () => {
  const tokens = await mint(least, least)
  await measureCost(tokens, 0)
  await measureCost(tokens.slice(0, 50))
}

const [users = 0, count = 0] = process.argv.slice(2).map(Number)
await warmUp()
const tokens = await mint(users, count)
const rounds = Math.ceil(least / count)
const fetchesBefore = fetches()
const usual: Array<Awaited<ReturnType<typeof measureCost>>> = []
for (let round = 0; round < rounds; round++) usual.push(await measureCost(tokens))
const fetched = (fetches() - fetchesBefore) / rounds
const large = await measureCost(tokens, count)
const costs: TokenCosts = {
  users,
  tokens: count,
  newMicros: median(usual.map(({ newMicros }) => newMicros)),
  seenMicros: median(usual.map(({ seenMicros }) => seenMicros)),
  seenInLargeCacheMicros: large.seenMicros,
  heap: median(usual.map(({ heap }) => heap)),
  heapOfLargeCache: large.heap,
  fetches: fetched,
  wrong
}
console.log(JSON.stringify(costs))
