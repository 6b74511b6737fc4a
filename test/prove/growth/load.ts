/**
 * Load on backends of one, two and four processes, by users and tokens: Gatefold beside its peers. In each cell of the
 * tables the subjects take turns, round after round, so that whatever else the machine does falls on all of them.
 */
import { install } from "../../bench/peers.ts"
import { median } from "../../support/median.ts"
import { skipped, type Verdict } from "../../support/verdicts.ts"
import { makeCall, drive, type Outcome } from "./driver.ts"
import { type Backend, startBackend } from "./processes.ts"
import { startStub, type Stub } from "./Stub.ts"
import { type Subject, subjects } from "./subjects.ts"
import { forged, type Token } from "./tokens.ts"

/** What one round has measured. */
interface Taken extends Omit<Outcome, "seconds" | "requests" | "wrong"> {
  readonly perSecond: number
  /** Microseconds of CPU of all processes of the backend for a request. */
  readonly cpuMicros: number
  /** Bytes of a process, on average. */
  readonly rss: number
  readonly heap: number
}

/** The medians of the rounds. */
export interface Cell extends Taken {
  readonly subject: string
  readonly processes: number
  readonly users: number
  readonly tokens: "new" | "seen"
}

/** What a subject asked of its service for one number of processes, from the start to the end. */
export interface Asked {
  readonly subject: string
  readonly processes: number
  readonly requests: number
  /** Forged tokens that it accepted, and answers with another user or status than expected. */
  readonly wrong: number
}

/** What the load has measured. */
export interface Load {
  readonly cells: ReadonlyArray<Cell>
  readonly asked: ReadonlyArray<Asked>
  readonly missing: ReadonlyArray<Verdict>
}

export interface LoadOptions {
  readonly users: ReadonlyArray<number>
  readonly processes: ReadonlyArray<number>
  /** Requests for a value of the tables; with new tokens of more users, one of each. */
  readonly requests: number
  readonly connections: number
  readonly withPeers: boolean
}

/** The tokens of one row of the tables: many of each user, if there are fewer users than requests. */
interface Row {
  readonly users: number
  readonly tokens: ReadonlyArray<Token>
}

/** A subject, and where its package is unless it is Gatefold's own. */
interface Available {
  readonly subject: Subject
  readonly folder: string | undefined
}

interface Running {
  readonly subject: Subject
  readonly backends: ReadonlyArray<Backend>
  wrong: number
}

/** The requests of a cell are sent in so many parts. */
const rounds = 3
const forgeries = 40
/** Tokens that each process has seen before a measurement: more than a cache keeps by default. */
const mostKnown = 2000
const warmUpRequests = 1000

const isOpen = ({ name }: Subject): boolean => name === "bare"

const mean = (values: ReadonlyArray<number>): number => values.reduce((sum, value) => sum + value, 0) / values.length

const pick = <A>(all: ReadonlyArray<A>, count: number): ReadonlyArray<A> =>
  Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!)

/** The part of a round. */
const takePart = <A>(all: ReadonlyArray<A>, round: number): ReadonlyArray<A> =>
  all.slice(Math.floor((all.length * round) / rounds), Math.floor((all.length * (round + 1)) / rounds))

const findMedians = (taken: ReadonlyArray<Taken>): Taken => {
  const of = (name: keyof Taken) => median(taken.map((values) => values[name]))
  return {
    perSecond: of("perSecond"),
    p50: of("p50"),
    p99: of("p99"),
    driverMicros: of("driverMicros"),
    cpuMicros: of("cpuMicros"),
    rss: of("rss"),
    heap: of("heap")
  }
}

const makeRows = async (stub: Stub, keys: Subject["keys"], { requests, users }: LoadOptions) => {
  const issuer = keys === "ES256" ? stub.es256 : stub.rs256
  const rows: Array<Row> = []
  for (const count of users) rows.push({ users: count, tokens: await issuer.mint(count, Math.max(requests, count)) })
  return { rows, warmUp: await issuer.mint(100, warmUpRequests) }
}

const readUsage = async (backends: ReadonlyArray<Backend>) => {
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
  const available = subjects.flatMap((subject): ReadonlyArray<Available> => {
    // The keys of Clerk are of another kind.
    if (!options.withPeers && (subject.peer !== undefined || subject.keys === "RS256")) return []
    if (subject.peer === undefined) return [{ subject, folder: undefined }]
    const installed = install(subject.peer)
    if ("folder" in installed) return [{ subject, folder: installed.folder }]
    missing.push(skipped(`load on ${subject.name}`, installed.problem))
    return []
  })
  const tokens = new Map<Subject["keys"], Awaited<ReturnType<typeof makeRows>>>()
  for (const { subject } of available) {
    if (!tokens.has(subject.keys)) tokens.set(subject.keys, await makeRows(stub, subject.keys, options))
  }
  const of = (keys: Subject["keys"]) => tokens.get(keys)!
  const cells: Array<Cell> = []
  const asked: Array<Asked> = []

  const measure = async (running: Running, sent: ReadonlyArray<Token>): Promise<Taken> => {
    const { backends, subject } = running
    const before = await readUsage(backends)
    const ports = backends.map(({ port }) => port)
    const { requests, seconds, wrong, ...outcome } = await drive({
      ports,
      calls: sent.map(makeCall),
      connections: options.connections,
      isOpen: isOpen(subject)
    })
    const after = await readUsage(backends)
    running.wrong += wrong
    return {
      perSecond: requests / seconds,
      cpuMicros: (after.cpu - before.cpuAfterwards) / requests,
      rss: after.rss,
      heap: after.heap,
      ...outcome
    }
  }

  /** Sends calls to each process, which is no measurement. */
  const toEach = async (running: Running, sent: ReadonlyArray<Token>) => {
    const { backends, subject } = running
    for (const { port } of backends) {
      const calls = sent.map(makeCall)
      const { wrong } = await drive({
        ports: [port],
        calls,
        connections: options.connections,
        isOpen: isOpen(subject)
      })
      running.wrong += wrong
    }
  }

  const forge = async (running: Running, { tokens }: Row) => {
    if (isOpen(running.subject)) return
    const calls = pick(tokens, forgeries).map((token, index) => {
      const other = tokens[index]!
      return { token: forged([token, other === token ? tokens[forgeries]! : other]), userId: undefined }
    })
    const ports = running.backends.map(({ port }) => port)
    running.wrong += (await drive({ ports, calls, connections: 8 })).wrong
  }

  for (const processes of options.processes) {
    note(`load: ${processes} processes`)
    const before = new Map(
      available.map(({ subject }) => [subject, stub.countRequests(subject.requests(subject.name))])
    )
    const running: Array<Running> = []
    for (const { folder, subject } of available) {
      const settings = { subject: subject.name, url: stub.url, folder }
      const backends = await Promise.all(Array.from({ length: processes }, () => startBackend(settings)))
      running.push({ subject, backends, wrong: 0 })
      // Everybody at once, before the processes have any key; then again, as code that is compiled by now.
      for (let round = 0; round < 2; round++) await toEach(running.at(-1)!, of(subject.keys).warmUp)
    }
    for (const [row, users] of options.users.entries()) {
      for (const kind of ["new", "seen"] as const) {
        const taken = running.map((): Array<Taken> => [])
        for (let round = 0; round < rounds; round++) {
          for (let turn = 0; turn < running.length; turn++) {
            const index = (row + round + turn) % running.length
            const current = running[index]!
            const { tokens } = of(current.subject.keys).rows[row]!
            // The last ones are each of another user, and the most recent.
            const known = tokens.slice(-users)
            if (kind === "seen" && round === 0 && processes > 1) await toEach(current, known.slice(-mostKnown))
            const sent = kind === "new" ? takePart(tokens, round) : pick(known, options.requests / rounds)
            taken[index]!.push(await measure(current, sent))
          }
        }
        for (const [index, current] of running.entries()) {
          cells.push({ subject: current.subject.name, processes, users, tokens: kind, ...findMedians(taken[index]!) })
          await forge(current, of(current.subject.keys).rows[row]!)
        }
      }
    }
    for (const { backends, subject, wrong } of running) {
      const requests = stub.countRequests(subject.requests(subject.name)) - before.get(subject)!
      asked.push({ subject: subject.name, processes, requests, wrong })
      await Promise.all(backends.map(({ end }) => end()))
    }
  }
  await stub.close()
  return { cells, asked, missing }
}
