/** The arithmetic of the model, by numbers that one can check by hand. */
import { describe, expect, it } from "@effect/vitest"
import { type Assumptions, estimate, type Measured } from "./model.ts"

/** 8,640 active users, so that one request of each a day is a tenth of a request a second. */
const assumptions: Assumptions = {
  users: 86_400,
  active: 0.1,
  requests: 100,
  minutes: 100,
  signIns: 2,
  peak: 2,
  lifetime: 600,
  reads: 0.5,
  limited: 0.25,
  apiKeys: 120,
  processes: 3,
  cacheSize: 300
}

const measured: Measured = {
  newMicros: 100,
  seenMicros: 10,
  processBytes: 50 * 2 ** 20,
  entryBytes: 2 ** 20,
  requestsOfRefresh: 1,
  requestsOfSignIn: 2,
  requestsOfRead: 1,
  requestsOfApiKey: 1,
  storeOfApiKey: { byFirst: 2, byOther: 1 },
  requestsOfKeys: 1,
  storeOfKeys: { byFirst: 3, byOther: 1 },
  storeOfLimited: 1
}

const times = { keysFresh: 500, apiKeyFresh: 60 }

const listValues = (changed: Partial<Assumptions> = {}) =>
  Object.fromEntries(
    estimate({ ...assumptions, ...changed }, measured, times).map(({ name, value }) => [name, value] as const)
  )

describe("the model of growth", () => {
  it("follows from its assumptions and what was measured", () => {
    const about = (value: number) => expect.closeTo(value, 6)
    expect(listValues()).toMatchObject({
      "active users": 8640,
      online: 1200,
      requests: 20,
      refreshes: 2,
      "sign-ins": about(0.4),
      "tokens new to a process": about(7.2),
      "share of other tokens in the cache": 0.25,
      // That is 20 − 12.8 × 0.25.
      "signatures verified": about(16.8),
      "CPU of authentication, all processes": about((16.8 * 100 + 3.2 * 10) / 1e6),
      "memory of a process": about(350),
      "requests to the service": about(2 + 0.8 + 10 + 2 + 0.002),
      // There are 120 keys with 4 operations a minute, 5 operations in 500 seconds, and a quarter of the requests.
      "operations of the fleet's store": about(8 + 0.01 + 5)
    })
  })

  it("fetches public keys as often, however many users there are", () => {
    // The cache of each keeps the same share of those who are online.
    const [few, many] = [listValues(), listValues({ users: 864_000, cacheSize: 3000, apiKeys: 1200 })]
    expect(many["requests to the service: public keys"]).toBe(few["requests to the service: public keys"])
  })

  it.each(["requests", "refreshes", "signatures verified", "CPU of authentication, all processes"])(
    "has the same cost for each request, however many users there are: $0",
    (name) => {
      // The cache of each keeps the same share of those who are online.
      const [few, many] = [listValues(), listValues({ users: 864_000, cacheSize: 3000, apiKeys: 1200 })]
      expect(many[name]! / few[name]!).toBeCloseTo(10)
    }
  )

  it("verifies each token once in each process if the cache keeps all, and never more than there are requests", () => {
    const roomy = listValues({ cacheSize: 100_000 })
    expect(roomy["signatures verified"]).toBeCloseTo(roomy["tokens new to a process"]!)
    expect(roomy["memory of a process"]).toBeCloseTo(50 + 1200)
    const spread = listValues({ processes: 1000 })
    expect(spread["tokens new to a process"]).toBe(spread["requests"])
    expect(spread["signatures verified"]).toBe(spread["requests"])
  })

  it("never has more users online than are active, and divides by none", () => {
    expect(listValues({ minutes: 1440 })["online"]).toBe(8640)
    const none = listValues({ active: 0 })
    expect(Object.keys(none).filter((name) => Number.isNaN(none[name]))).toStrictEqual([])
    expect(none).toMatchObject({ requests: 0, "CPU of authentication, all processes": 0 })
  })
})
