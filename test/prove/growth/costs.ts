/** How the costs of Gatefold itself grow, each measured in a process of its own. */
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import type { ApiKeyCosts } from "./costs/apiKeys.ts"
import type { FleetCosts } from "./costs/fleet.ts"
import type { KeyCosts } from "./costs/keys.ts"
import type { OperationCosts } from "./costs/operations.ts"
import type { RefreshCosts } from "./costs/refreshes.ts"
import type { TokenCosts } from "./costs/tokens.ts"
import { callOf, drive } from "./Driver.ts"
import type { Measured } from "./model.ts"
import { runCost, startBackend } from "./Processes.ts"
import { servicePrefix, startStub } from "./Stub.ts"

/** What was measured. */
export interface Costs {
  readonly tokens: ReadonlyArray<TokenCosts>
  readonly keys: ReadonlyArray<KeyCosts>
  /** With the requests to the service. */
  readonly apiKeys: ReadonlyArray<ApiKeyCosts>
  readonly refreshes: ReadonlyArray<RefreshCosts>
  readonly operations: OperationCosts
  readonly fleet: FleetCosts & { readonly keyFetches: number; readonly keyChecks: number }
  /** Bytes of a process of a backend that has answered a thousand requests, with an empty cache. */
  readonly processBytes: number
}

/** The sizes that are measured. */
export interface CostOptions {
  readonly users: ReadonlyArray<number>
  readonly keys: ReadonlyArray<number>
  readonly teams: ReadonlyArray<number>
}

/** The default of both caches: verified tokens, and checks of API keys. */
const cacheSize = 1000
/** Refreshes that a process keeps for requests that come with the same cookies. */
const keptRefreshes = 1000

export const measureCosts = async (options: CostOptions, note: (text: string) => void): Promise<Costs> => {
  const stub = await startStub()
  const sizes = options.users.filter((users) => users <= 10_000)
  const list = (numbers: ReadonlyArray<number>) => numbers.join(",")

  note("costs: tokens")
  const tokens: Array<TokenCosts> = []
  for (const users of options.users) tokens.push(await runCost("tokens", String(users), String(users)))
  // Many sessions of few users.
  tokens.push(await runCost("tokens", String(sizes[0]), String(sizes.at(-1))))

  note("costs: keys, refreshes, fleet")
  const keys = await runCost<ReadonlyArray<KeyCosts>>("keys", list(options.keys))
  const apiKeys = await runCost<ReadonlyArray<ApiKeyCosts>>("apiKeys", stub.url, list(sizes))
  const warmUp = 1000
  const renewed = await stub.es256.mint(
    1000,
    sizes.reduce((sum, size) => sum + size, warmUp)
  )
  stub.refreshTo(renewed)
  const refreshes = await runCost<ReadonlyArray<RefreshCosts>>("refreshes", stub.url, list(sizes))
  const [checksPath, keysPath] = [`${servicePrefix}user-api-keys/check`, `${servicePrefix}projects/`]
  const [checks, fetches] = [stub.requestsOf(checksPath), stub.requestsOf(keysPath)]
  const fleet = await runCost<FleetCosts>("fleet", stub.url, renewed[0]!.text, "4")
  const [keyChecks, keyFetches] = [stub.requestsOf(checksPath) - checks, stub.requestsOf(keysPath) - fetches]

  note("costs: a process")
  const backend = await startBackend({ subject: "gatefold", url: stub.url })
  const again = Array.from({ length: 1000 }, () => callOf(renewed[0]!))
  await drive({ ports: [backend.port], calls: again, connections: 16 })
  const { rss } = await backend.usage()
  await backend.end()

  note("costs: operations")
  const operations = await runCost<OperationCosts>("operations", list(sizes), list(options.teams))
  await stub.close()
  return {
    tokens,
    keys,
    apiKeys,
    refreshes,
    operations,
    fleet: { ...fleet, keyChecks, keyFetches },
    processBytes: rss
  }
}

/** The most tokens of as many users. */
const largest = ({ tokens }: Costs): TokenCosts => tokens.filter(({ tokens, users }) => tokens === users).at(-1)!

/** What the model needs of it. */
export const measuredOf = (costs: Costs): Measured => {
  const { fleet, operations, processBytes } = costs
  const { heapOfLargeCache, newMicros, seenInLargeCacheMicros, tokens } = largest(costs)
  const sum = ({ counts, reads, writes }: FleetCosts["first"]) => reads + writes + counts
  return {
    newMicros,
    seenMicros: seenInLargeCacheMicros,
    processBytes,
    entryBytes: heapOfLargeCache / tokens,
    requestsOfRefresh: operations.refresh,
    requestsOfSignIn: operations.signIn,
    requestsOfRead: operations.readUser,
    requestsOfApiKey: fleet.keyChecks,
    storeOfApiKey: { byFirst: sum(fleet.apiKey), byOther: sum(fleet.apiKeyOfOther) },
    requestsOfKeys: fleet.keyFetches,
    storeOfKeys: { byFirst: sum(fleet.first), byOther: sum(fleet.other) },
    storeOfLimited: sum(fleet.limited)
  }
}

/** How much dearer something may get before it counts as growing. */
const limit = 3

/** What garbage and compiled code may add to a heap. */
const noise = 2 * 2 ** 20

/** Heaps of at least so many entries stay within the bound of the cache. */
const isBounded = (
  name: string,
  sizes: ReadonlyArray<{ readonly size: number; readonly heap: number }>,
  capacity: number
): Verdict => {
  const full = sizes.filter(({ size }) => size >= capacity)
  const bound = 2 * (full[0]?.heap ?? 0) + noise
  return holdsIf(
    name,
    full.length > 1 && full.every(({ heap }) => heap <= bound),
    full.map(({ heap, size }) => `${(heap / 2 ** 20).toFixed(1)} MB after ${size.toLocaleString("en")}`).join(", ")
  )
}

/** The promises. */
export const judgeCosts = (costs: Costs): ReadonlyArray<Verdict> => {
  const { apiKeys, fleet, keys, operations, refreshes, tokens } = costs
  const byUsers = tokens.filter(({ tokens, users }) => tokens === users)
  const [first, last] = [byUsers[0]!, byUsers.at(-1)!]
  const wrong = [...tokens, ...apiKeys, ...refreshes].reduce((sum, { wrong }) => sum + wrong, 0)
  const flat = (name: string, [before, after]: readonly [number, number]) =>
    holdsIf(name, after <= limit * before, `${before.toFixed(1)} and ${after.toFixed(1)} µs`)
  const most = last.users.toLocaleString("en")
  const lengths = operations.teams.map(({ tokenLength }) => tokenLength)
  return [
    holdsIf("every answer is right", wrong === 0, `${wrong} wrong answers`),
    flat(`a new token costs at most ${limit} times as much with ${most} users`, [first.newMicros, last.newMicros]),
    flat(`so does a token in the cache`, [first.seenInLargeCacheMicros, last.seenInLargeCacheMicros]),
    flat(`a token that the cache has dropped costs at most ${limit} times as much as a new one`, [
      last.newMicros,
      last.seenMicros
    ]),
    flat(`a new token costs at most ${limit} times as much with ${keys.at(-1)!.keys} keys in the key set`, [
      keys[0]!.newMicros,
      keys.at(-1)!.newMicros
    ]),
    isBounded(
      `the memory of verified tokens is that of ${cacheSize.toLocaleString("en")}`,
      byUsers.map(({ heap, tokens }) => ({ size: tokens, heap })),
      cacheSize
    ),
    isBounded(
      `the memory of checked API keys is that of ${cacheSize.toLocaleString("en")}`,
      apiKeys.map(({ heap, keys }) => ({ size: keys, heap })),
      cacheSize
    ),
    isBounded(
      `the memory of renewed sessions is that of ${keptRefreshes.toLocaleString("en")}, and of their tokens`,
      refreshes.map(({ heap, sessions }) => ({ size: sessions, heap })),
      keptRefreshes
    ),
    holdsIf(
      "a process fetches the public keys once, however many users there are",
      tokens.every(({ fetches }) => fetches === 1),
      tokens.map(({ fetches }) => fetches).join(", ")
    ),
    holdsIf(
      "a fleet fetches the public keys once, and asks about an API key once",
      fleet.keyFetches === 1 && fleet.keyChecks === 1,
      `${fleet.keyFetches} and ${fleet.keyChecks} requests of ${fleet.processes} processes`
    ),
    holdsIf(
      "a token does not grow with the teams of its user",
      Math.max(...lengths) - Math.min(...lengths) <= 64,
      `${lengths.join(", ")} characters`
    ),
    holdsIf(
      "a check of a permission is one request, however many teams the user has",
      operations.teams.every(({ checkRequests }) => checkRequests === 1),
      operations.teams.map(({ checkRequests, teams }) => `${checkRequests} with ${teams}`).join(", ")
    ),
    holdsIf(
      "a walk through all users is a request for each hundred",
      operations.walks.every(({ requests, users }) => requests === Math.ceil(users / 100)),
      operations.walks.map(({ requests, users }) => `${requests} for ${users.toLocaleString("en")}`).join(", ")
    )
  ]
}
