/**
 * What a number of users costs: arithmetic over assumptions about them and measured rates. Each line has its formula,
 * so that a reader can check it and put in other numbers.
 */

/** What is assumed about an app and its users. */
export interface Assumptions {
  readonly users: number
  /** The share of them that uses the app on a day. */
  readonly active: number
  /** Requests of such a user to the backend on that day. */
  readonly requests: number
  /** Minutes for which the app is open for such a user on that day. */
  readonly minutes: number
  /** Sign-ins of such a user on that day. */
  readonly signIns: number
  /** How much busier the busiest hour is than the average one. */
  readonly peak: number
  /** Seconds for which an access token is valid. */
  readonly lifetime: number
  /** The share of requests whose handler reads the user or checks a permission. */
  readonly reads: number
  /** The share of requests that a rate limit counts. */
  readonly limited: number
  /** API keys that are in use in the same minute. */
  readonly apiKeys: number
  /** Processes of the backend, as a fleet. */
  readonly processes: number
  /** Verified tokens that a process keeps. */
  readonly cacheSize: number
}

export const defaults: Assumptions = {
  users: 1_000_000,
  active: 0.1,
  requests: 100,
  minutes: 30,
  signIns: 0.2,
  peak: 3,
  lifetime: 600,
  reads: 0.05,
  limited: 0.05,
  apiKeys: 1000,
  processes: 4,
  cacheSize: 1000
}

/** What was measured. */
export interface Measured {
  /** Microseconds of CPU to authenticate a request whose token is new, or is in the cache. */
  readonly newMicros: number
  readonly seenMicros: number
  /** Bytes of a process that has answered requests, and of one cached token. */
  readonly processBytes: number
  readonly entryBytes: number
  /** Requests to the service of one operation each. */
  readonly requestsOfRefresh: number
  readonly requestsOfSignIn: number
  readonly requestsOfRead: number
  /** Requests of a fleet for an API key, and operations of the store, in a minute. */
  readonly requestsOfApiKey: number
  readonly storeOfApiKey: { readonly byFirst: number; readonly byOther: number }
  /** Requests of a fleet for its public keys, and operations of the store, while they are fresh. */
  readonly requestsOfKeys: number
  readonly storeOfKeys: { readonly byFirst: number; readonly byOther: number }
  /** Operations of the store for a request that a rate limit counts. */
  readonly storeOfLimited: number
}

/** Where Gatefold has these times from. */
export interface Times {
  /** Seconds after which a fleet renews its public keys at the earliest. */
  readonly keysFresh: number
  /** Seconds for which a check of an API key counts. */
  readonly apiKeyFresh: number
}

/** One result. */
export interface Line {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** How it follows from assumptions, measured values and lines above, by their names. */
  readonly formula: string
}

const secondsOfDay = 86_400

/** The results at the busiest hour, in the order in which they follow from each other. */
export const estimate = (a: Assumptions, m: Measured, t: Times): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const add = (name: string, unit: string, value: number, formula: string): number => {
    lines.push({ name, value, unit, formula })
    return value
  }
  const activeUsers = add("active users", "a day", a.users * a.active, "users × active")
  const rate = (each: number) => (activeUsers * each * a.peak) / secondsOfDay
  const online = add(
    "online",
    "users",
    Math.min(activeUsers, rate(a.minutes * 60)),
    "active users × minutes × 60 × peak ÷ 86,400; at most active users"
  )
  const requests = add("requests", "per second", rate(a.requests), "active users × requests × peak ÷ 86,400")
  const refreshes = add("refreshes", "per second", online / a.lifetime, "online ÷ lifetime")
  const signIns = add("sign-ins", "per second", rate(a.signIns), "active users × signIns × peak ÷ 86,400")

  const firstSights = add(
    "tokens new to a process",
    "per second",
    Math.min(requests, (refreshes + signIns) * a.processes),
    "(refreshes + sign-ins) × processes; at most requests"
  )
  const hits = add(
    "share of other tokens in the cache",
    "",
    online === 0 ? 1 : Math.min(1, a.cacheSize / online),
    "cacheSize ÷ online; at most 1"
  )
  const cached = (requests - firstSights) * hits
  const verified = add(
    "signatures verified",
    "per second",
    requests - cached,
    "tokens new to a process + (requests − those) × (1 − share in the cache)"
  )
  add(
    "CPU of authentication, all processes",
    "cores",
    (verified * m.newMicros + cached * m.seenMicros) / 1e6,
    "(signatures verified × newMicros + (requests − those) × seenMicros) ÷ 1,000,000"
  )
  add(
    "memory of a process",
    "MB",
    (m.processBytes + Math.min(a.cacheSize, online) * m.entryBytes) / 2 ** 20,
    "processBytes + min(cacheSize, online) × entryBytes"
  )

  const ofRefreshes = refreshes * m.requestsOfRefresh
  const ofSignIns = signIns * m.requestsOfSignIn
  const ofReads = requests * a.reads * m.requestsOfRead
  const ofApiKeys = (a.apiKeys * m.requestsOfApiKey) / t.apiKeyFresh
  const ofKeys = m.requestsOfKeys / t.keysFresh
  add("requests to the service: refreshes", "per second", ofRefreshes, "refreshes × requestsOfRefresh")
  add("requests to the service: sign-ins", "per second", ofSignIns, "sign-ins × requestsOfSignIn")
  add("requests to the service: reads", "per second", ofReads, "requests × reads × requestsOfRead")
  add("requests to the service: API keys", "per second", ofApiKeys, `apiKeys × requestsOfApiKey ÷ ${t.apiKeyFresh}`)
  add("requests to the service: public keys", "per second", ofKeys, `requestsOfKeys ÷ ${t.keysFresh}`)
  add(
    "requests to the service",
    "per second",
    ofRefreshes + ofSignIns + ofReads + ofApiKeys + ofKeys,
    "the sum of these five"
  )

  const byAll = ({ byFirst, byOther }: Measured["storeOfKeys"]) => byFirst + (a.processes - 1) * byOther
  add(
    "operations of the fleet's store",
    "per second",
    (a.apiKeys * byAll(m.storeOfApiKey)) / t.apiKeyFresh +
      byAll(m.storeOfKeys) / t.keysFresh +
      requests * a.limited * m.storeOfLimited,
    `apiKeys × storeOfApiKey ÷ ${t.apiKeyFresh} + storeOfKeys ÷ ${t.keysFresh} + requests × limited × storeOfLimited, ` +
      "where storeOf… is that of the first process + (processes − 1) × that of another one"
  )
  return lines
}
