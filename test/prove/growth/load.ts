/**
 * Load on backends of one, two and four processes, by users and tokens: Gatefold beside its peers. In each cell of the
 * tables the subjects take turns, so that whatever else the machine does falls on all of them.
 */
import { install } from "../../bench/peers.ts"
import { holdsIf, skipped, type Verdict } from "../../support/verdicts.ts"
import { callOf, drive, type Outcome } from "./Driver.ts"
import { type Backend, startBackend } from "./Processes.ts"
import { startStub, type Stub } from "./Stub.ts"
import { type Subject, subjects } from "./subjects.ts"
import { forged, type Token } from "./Tokens.ts"

/** One measurement. */
export interface Cell extends Omit<Outcome, "seconds" | "requests"> {
  readonly subject: string
  readonly processes: number
  readonly users: number
  readonly tokens: "new" | "seen"
  readonly perSecond: number
  /** Microseconds of CPU of all processes of the backend for a request. */
  readonly cpuMicros: number
  /** Bytes of a process, on average. */
  readonly rss: number
  readonly heap: number
}

/** What a subject asked of its service for one number of processes, from the start to the end. */
export interface Asked {
  readonly subject: string
  readonly processes: number
  readonly requests: number
}

/** What the load has measured. */
export interface Load {
  readonly cells: ReadonlyArray<Cell>
  readonly asked: ReadonlyArray<Asked>
  /** Forged tokens that were accepted, or answers that named somebody else. */
  readonly wrong: number
  readonly missing: ReadonlyArray<Verdict>
}

export interface LoadOptions {
  readonly users: ReadonlyArray<number>
  readonly processes: ReadonlyArray<number>
  /** Requests in a cell; with more users, one of each. */
  readonly requests: number
  readonly connections: number
  readonly withPeers: boolean
}

/** The tokens of one row of the tables: many of each user, if there are fewer users than requests. */
interface Row {
  readonly users: number
  readonly tokens: ReadonlyArray<Token>
}

interface Running {
  readonly subject: Subject
  readonly backends: ReadonlyArray<Backend>
}

const forgeries = 40
const warmUpRequests = 1000

const isOpen = ({ name }: Subject): boolean => name === "bare"

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const pick = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!)

const rowsOf = async (stub: Stub, keys: Subject["keys"], { requests, users }: LoadOptions) => {
  const issuer = keys === "ES256" ? stub.es256 : stub.rs256
  const rows: Array<Row> = []
  for (const count of users) rows.push({ users: count, tokens: await issuer.mint(count, Math.max(requests, count)) })
  return { rows, warmUp: await issuer.mint(100, warmUpRequests) }
}

const usageOf = async (backends: ReadonlyArray<Backend>) => {
  const all = await Promise.all(backends.map(({ usage }) => usage()))
  return {
    cpu: all.reduce((sum, { cpu }) => sum + cpu, 0),
    cpuAfterwards: all.reduce((sum, { cpuAfterwards }) => sum + cpuAfterwards, 0),
    heap: mean(all.map(({ heap }) => heap)),
    rss: mean(all.map(({ rss }) => rss))
  }
}

export const load = async (options: LoadOptions, note: (text: string) => void): Promise<Load> => {
  const stub = await startStub()
  const missing: Array<Verdict> = []
  const available = subjects.flatMap((subject) => {
    if (subject.peer === undefined) return [{ subject, folder: undefined }]
    if (!options.withPeers) return []
    const installed = install(subject.peer)
    if ("folder" in installed) return [{ subject, folder: installed.folder }]
    missing.push(skipped(`load on ${subject.name}`, installed.problem))
    return []
  })
  const tokens = {
    ES256: await rowsOf(stub, "ES256", options),
    RS256: options.withPeers ? await rowsOf(stub, "RS256", options) : undefined
  }
  const of = (keys: Subject["keys"]) => tokens[keys] ?? tokens.ES256
  const cells: Array<Cell> = []
  const asked: Array<Asked> = []
  let wrong = 0

  const measure = async (
    { backends, subject }: Running,
    { users }: Row,
    kind: Cell["tokens"],
    sent: ReadonlyArray<Token>
  ) => {
    const before = await usageOf(backends)
    const ports = backends.map(({ port }) => port)
    const { requests, seconds, ...outcome } = await drive({
      ports,
      calls: sent.map(callOf),
      connections: options.connections,
      isOpen: isOpen(subject)
    })
    const after = await usageOf(backends)
    wrong += outcome.wrong
    cells.push({
      subject: subject.name,
      processes: backends.length,
      users,
      tokens: kind,
      perSecond: requests / seconds,
      cpuMicros: (after.cpu - before.cpuAfterwards) / requests,
      rss: after.rss,
      heap: after.heap,
      ...outcome
    })
  }

  /** Sends calls to each process, which is no measurement. */
  const toEach = async ({ backends, subject }: Running, sent: ReadonlyArray<Token>) => {
    for (const { port } of backends) {
      const calls = sent.map(callOf)
      wrong += (await drive({ ports: [port], calls, connections: options.connections, isOpen: isOpen(subject) })).wrong
    }
  }

  const forge = async ({ backends, subject }: Running, { tokens }: Row) => {
    if (isOpen(subject)) return
    const calls = pick(tokens, forgeries).map((token, index) => {
      const other = tokens[index]!
      return { token: forged([token, other === token ? tokens[forgeries]! : other]), userId: undefined }
    })
    wrong += (await drive({ ports: backends.map(({ port }) => port), calls, connections: 8 })).wrong
  }

  for (const processes of options.processes) {
    note(`load: ${processes} processes`)
    const before = new Map(available.map(({ subject }) => [subject, stub.requestsOf(subject.requests(subject.name))]))
    const running: Array<Running> = []
    for (const { folder, subject } of available) {
      const settings = { subject: subject.name, url: stub.url, folder }
      const backends = await Promise.all(Array.from({ length: processes }, () => startBackend(settings)))
      running.push({ subject, backends })
      // Everybody at once, before the processes have any key; then again, as code that is compiled by now.
      for (let round = 0; round < 2; round++) await toEach(running.at(-1)!, of(subject.keys).warmUp)
    }
    for (const [row, users] of options.users.entries()) {
      for (const kind of ["new", "seen"] as const) {
        for (let turn = 0; turn < running.length; turn++) {
          const current = running[(row + turn) % running.length]!
          const here = of(current.subject.keys).rows[row]!
          // The last ones are each of another user, and the most recent.
          const known = here.tokens.slice(-users)
          if (kind === "new") await measure(current, here, kind, here.tokens)
          else {
            if (processes > 1) await toEach(current, known)
            await measure(current, here, kind, pick(known, options.requests))
            await forge(current, here)
          }
        }
      }
    }
    for (const { backends, subject } of running) {
      const requests = stub.requestsOf(subject.requests(subject.name)) - before.get(subject)!
      asked.push({ subject: subject.name, processes, requests })
      await Promise.all(backends.map(({ end }) => end()))
    }
  }
  await stub.close()
  return { cells, asked, wrong, missing }
}

/** How much dearer something may get before it counts as growing. */
const limit = 3

/** The promises about Gatefold. */
export const judgeLoad = ({ asked, cells, missing, wrong }: Load): ReadonlyArray<Verdict> => {
  const own = cells.filter(({ subject }) => subject === "gatefold")
  const groups = [...Map.groupBy(own, ({ processes }) => processes)]
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
  return [
    holdsIf("every answer is right, and forged tokens are refused", wrong === 0, `${wrong} wrong answers`),
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
