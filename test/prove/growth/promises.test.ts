/** Each promise breaks when what was measured breaks it. */
import { describe, expect, it } from "@effect/vitest"
import type { Verdict } from "../../support/verdicts.ts"
import type { Costs } from "./costs.ts"
import type { Cell, Load } from "./load.ts"
import { judgeCosts, judgeLoad } from "./promises.ts"

const cell = (users: number, tokens: Cell["tokens"], cpuMicros: number): Cell => ({
  subject: "gatefold",
  processes: 1,
  users,
  tokens,
  cpuMicros,
  perSecond: 1000,
  p50: 1,
  p99: 2,
  driverMicros: 20,
  rss: 2 ** 27,
  heap: 2 ** 24
})

const load = ({ dear = 200, requests = 1, seen = 100, wrong = 0 } = {}): Load => ({
  cells: [cell(100, "new", 200), cell(10_000, "new", dear), cell(100, "seen", 100), cell(10_000, "seen", seen)],
  asked: [
    { subject: "gatefold", processes: 1, requests, wrong },
    // Those of others are shown, and no promise.
    { subject: "jose", processes: 1, requests: 40, wrong: 7 }
  ],
  missing: []
})

const megabyte = 2 ** 20
const none = { reads: 0, writes: 0, counts: 0 }

const tokenCosts = (users: number): Costs["tokens"][number] => ({
  users,
  tokens: users,
  newMicros: 200,
  seenMicros: 200,
  seenInLargeCacheMicros: 20,
  heap: megabyte,
  heapOfLargeCache: megabyte,
  fetches: 1,
  wrong: 0
})

const costs = (changed: Partial<Costs> = {}): Costs => ({
  tokens: [100, 1000, 10_000].map(tokenCosts),
  keys: [1, 64].map((keys) => ({ keys, usable: keys, bytes: 100, loadMicros: 1000, newMicros: 200 })),
  apiKeys: [1000, 10_000].map((keys) => ({ keys, newMicros: 500, seenMicros: 20, heap: megabyte, wrong: 0 })),
  refreshes: [1000, 10_000].map((sessions) => ({ sessions, micros: 500, heap: megabyte, wrong: 0 })),
  operations: {
    signIn: 1,
    refresh: 1,
    readUser: 1,
    walks: [{ users: 250, requests: 3, microsPerUser: 100, heap: 0 }],
    teams: [1, 10].map((teams) => ({
      teams,
      tokenLength: 900,
      listRequests: 1,
      listBytes: 100 * teams,
      checkRequests: 1,
      checkBytes: 100
    }))
  },
  fleet: {
    processes: 4,
    first: none,
    other: none,
    token: none,
    apiKey: none,
    apiKeyOfOther: none,
    apiKeySeen: none,
    limited: none,
    keyFetches: 1,
    keyChecks: 1
  },
  processBytes: 100 * megabyte,
  ...changed
})

const broken = (verdicts: ReadonlyArray<Verdict>) =>
  verdicts.filter(({ outcome }) => outcome === "broken").map(({ name }) => name)

const last = <A>(all: ReadonlyArray<A>, changed: Partial<A>): ReadonlyArray<A> =>
  all.map((value, index) => (index === all.length - 1 ? { ...value, ...changed } : value))

describe("the promises about growth", () => {
  it("hold for cost that does not grow", () => {
    expect(broken(judgeLoad(load()))).toStrictEqual([])
    expect(broken(judgeCosts(costs()))).toStrictEqual([])
  })

  it.each([
    ["a request that costs more with more users", load({ dear: 601 }), /new token costs at most 3 times/],
    ["a token seen before that costs more than a new one", load({ seen: 601 }), /seen before and 10,000 users/],
    ["a wrong answer", load({ wrong: 1 }), /every answer is right/],
    ["keys that are fetched twice", load({ requests: 2 }), /fetches the public keys once/]
  ])("under load: %s", (_, measured, name) => {
    expect(broken(judgeLoad(measured))).toStrictEqual([expect.stringMatching(name)])
  })

  const { apiKeys, fleet, keys, operations, refreshes, tokens } = costs()

  it.each<readonly [string, Partial<Costs>, RegExp]>([
    ["a new token", { tokens: last(tokens, { newMicros: 601 }) }, /^a new token .* 10,000 users$/],
    ["a cached token", { tokens: last(tokens, { seenInLargeCacheMicros: 61 }) }, /token in the cache/],
    ["a dropped token", { tokens: last(tokens, { seenMicros: 601 }) }, /cache has dropped/],
    ["a large key set", { keys: last(keys, { newMicros: 601 }) }, /64 keys in the key set/],
    ["a cache of tokens without a bound", { tokens: last(tokens, { heap: 14 * megabyte }) }, /verified tokens/],
    ["a cache of API keys without one", { apiKeys: last(apiKeys, { heap: 14 * megabyte }) }, /checked API keys/],
    ["refreshes without one", { refreshes: last(refreshes, { heap: 14 * megabyte }) }, /renewed sessions/],
    ["a wrong answer", { refreshes: last(refreshes, { wrong: 1 }) }, /every answer is right/],
    ["keys that are fetched twice", { tokens: last(tokens, { fetches: 2 }) }, /a process fetches/],
    ["a fleet that fetches twice", { fleet: { ...fleet, keyFetches: 2 } }, /a fleet fetches/],
    ["a fleet that asks twice", { fleet: { ...fleet, keyChecks: 2 } }, /a fleet fetches/],
    [
      "teams in tokens",
      { operations: { ...operations, teams: last(operations.teams, { tokenLength: 1000 }) } },
      /does not grow with the teams/
    ],
    [
      "a check that reads all teams",
      { operations: { ...operations, teams: last(operations.teams, { checkRequests: 2 }) } },
      /check of a permission/
    ],
    [
      "a walk with a request too many",
      { operations: { ...operations, walks: last(operations.walks, { requests: 4 }) } },
      /walk through all users/
    ]
  ])("are kept by the costs of %s", (_, changed, name) => {
    expect(broken(judgeCosts(costs(changed)))).toStrictEqual([expect.stringMatching(name)])
  })
})
