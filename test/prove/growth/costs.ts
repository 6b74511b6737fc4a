/** How the costs of Gatefold itself grow, each measured in a process of its own. */
import type { ApiKeyCosts } from "./costs/apiKeys.ts"
import type { FleetCosts } from "./costs/fleet.ts"
import type { KeyCosts } from "./costs/keys.ts"
import type { OperationCosts } from "./costs/operations.ts"
import type { RefreshCosts } from "./costs/refreshes.ts"
import type { TokenCosts } from "./costs/tokens.ts"
import { makeCall, drive } from "./driver.ts"
import type { Measured } from "./model.ts"
import { runCost, startBackend } from "./processes.ts"
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
  const [checks, fetches] = [stub.countRequests(checksPath), stub.countRequests(keysPath)]
  const fleet = await runCost<FleetCosts>("fleet", stub.url, renewed[0]!.text, "4")
  const [keyChecks, keyFetches] = [stub.countRequests(checksPath) - checks, stub.countRequests(keysPath) - fetches]

  note("costs: a process")
  const backend = await startBackend({ subject: "gatefold", url: stub.url })
  const again = Array.from({ length: 1000 }, () => makeCall(renewed[0]!))
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
export const summarize = (costs: Costs): Measured => {
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
