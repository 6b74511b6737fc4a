/**
 * What a run promises of what it has measured: cost that does not grow, memory within the bounds of the caches, few
 * requests and no wrong answer. No promise is about a speed.
 */
import * as Arr from "effect/Array"
import { holdsIf, type Verdict } from "../../support/verdicts.ts"
import type { Costs } from "./costs.ts"
import type { Cell, Load } from "./load.ts"

/** The default of both caches: verified tokens, and checks of API keys. */
const cacheSize = 1000
/** Refreshes that a process keeps for requests that come with the same cookies. */
const keptRefreshes = 1000

/** How much dearer something may get before it counts as growing. */
const limit = 3

/** What the load shows of Gatefold. */
export const judgeLoad = ({ asked, cells, missing }: Load): ReadonlyArray<Verdict> => {
  const own = cells.filter(({ subject }) => subject === "gatefold")
  const groups = Object.entries(Arr.groupBy(own, ({ processes }) => String(processes)))
  const ratios = (kind: Cell["tokens"]) =>
    groups.map(([processes, all]) => {
      const fresh = all.filter(({ tokens }) => tokens === "new")
      const dearest = all.filter(({ tokens }) => tokens === kind).at(-1)!.cpuMicros
      return { processes, ratio: dearest / fresh[0]!.cpuMicros }
    })
  const show = (all: ReturnType<typeof ratios>) =>
    all.map(({ processes, ratio }) => `${ratio.toFixed(2)} with ${processes}`).join(", ")
  const [fresh, seen] = [ratios("new"), ratios("seen")]
  const users = [...new Set(own.map(({ users }) => users))]
  const [fewest, most] = [users[0]!.toLocaleString("en"), users.at(-1)!.toLocaleString("en")]
  const fetches = asked.filter(({ subject }) => subject === "gatefold")
  const wrong = fetches.reduce((sum, { wrong }) => sum + wrong, 0)
  const ofOthers = asked.reduce((sum, { wrong }) => sum + wrong, -wrong)
  return [
    holdsIf(
      "every answer is right, and forged tokens are refused",
      wrong === 0,
      `${wrong} wrong answers, and ${ofOthers} of the others`
    ),
    holdsIf(
      `a request with a new token costs at most ${limit} times as much with ${most} users as with ${fewest}`,
      fresh.every(({ ratio }) => ratio <= limit),
      show(fresh)
    ),
    holdsIf(
      `with a token seen before and ${most} users, at most ${limit} times as much as with a new one and ${fewest}`,
      seen.every(({ ratio }) => ratio <= limit),
      show(seen)
    ),
    holdsIf(
      "each process fetches the public keys once",
      fetches.every(({ processes, requests }) => requests === processes),
      fetches.map(({ processes, requests }) => `${requests} by ${processes}`).join(", ")
    ),
    ...missing
  ]
}

/** By how much a heap changes on its own, by garbage and compiled code. Ten thousand entries more take 14 MB. */
const noise = 8 * 2 ** 20

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

/** What the costs show. */
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
