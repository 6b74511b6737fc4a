/** The processes of the app behind a balancer, which asks one after the other. */
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { Pool } from "undici"
import { type ServerProcess, startServer } from "../../support/ServerProcess.ts"
import type { Settings } from "./backend.ts"

/** A request to the app. */
export interface Ask {
  readonly method: "GET" | "POST"
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | undefined
}

export interface Answer {
  /** 502 if the connection broke and the request could not be sent again. */
  readonly status: number
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  readonly text: string
  /** Which of the processes answered. */
  readonly place: number
}

export interface Backends {
  readonly ask: (request: Ask) => Promise<Answer>
  /** How many requests the balancer sent to a second process, because the connection to the first one broke. */
  readonly repeated: () => number
  /** Sends a signal to a process. */
  readonly signal: (place: number, signal: NodeJS.Signals) => void
  /** Replaces a process: ends the old one, then starts another, which gets requests when it is ready. */
  readonly replace: (place: number, signal: NodeJS.Signals) => Promise<void>
  /** What the processes have logged, also those that have ended. */
  readonly logs: () => ReadonlyArray<string>
  readonly close: () => Promise<void>
}

interface Member {
  readonly process: ServerProcess
  readonly pool: Pool
}

/** Nothing of the request can have been received. */
const isUnsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ECONNREFUSED" || error.code === "UND_ERR_CLOSED")

const requestTo = async ({ pool }: Member, place: number, request: Ask): Promise<Answer> => {
  const { body, headers, method, path } = request
  const options = { method, path, headers, headersTimeout: 60_000, bodyTimeout: 60_000 } as const
  const answer = await pool.request(body === undefined ? options : { ...options, body })
  return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text(), place }
}

/** A process that accepts connections may have no public keys yet. */
const becomesReady = async (member: Member, place: number): Promise<void> => {
  const until = performance.now() + 30_000
  while (performance.now() < until) {
    const { status } = await requestTo(member, place, { method: "GET", path: "/ready", headers: {} })
    if (status === 200) return
    await setTimeout(100)
  }
}

export const startBackends = async (
  count: number,
  settings: Settings,
  options: { readonly env: NodeJS.ProcessEnv; readonly node?: ReadonlyArray<string> | undefined }
): Promise<Backends> => {
  const logs: Array<() => string> = []
  const startOne = async (): Promise<Member> => {
    const process = await startServer(path.join(import.meta.dirname, "backend.ts"), settings, options)
    logs.push(process.log)
    return { process, pool: new Pool(process.url, { connections: 32, keepAliveMaxTimeout: 30_000 }) }
  }
  const members = new Map<number, Member>()
  for (let place = 0; place < count; place++) {
    const member = await startOne()
    await becomesReady(member, place)
    members.set(place, member)
  }
  let turn = 0
  let repeated = 0

  const ask = async (request: Ask, tries = 1): Promise<Answer> => {
    const places = Array.from(members.keys())
    const place = places[turn++ % places.length]!
    try {
      return await requestTo(members.get(place)!, place, request)
    } catch (error) {
      // Like any balancer, it sends nothing again that may have changed something.
      if (tries > count || !(request.method === "GET" || isUnsent(error))) {
        return { status: 502, headers: {}, text: String(error), place }
      }
      repeated++
      return ask(request, tries + 1)
    }
  }

  return {
    ask,
    repeated: () => repeated,
    signal: (place, signal) => void members.get(place)!.process.child.kill(signal),
    replace: async (place, signal) => {
      const old = members.get(place)!
      members.delete(place)
      // A balancer closes its idle connections to a process that is to end.
      await Promise.all([old.pool.close(), old.process.end(signal)])
      const member = await startOne()
      await becomesReady(member, place)
      members.set(place, member)
    },
    logs: () => logs.map((log) => log()),
    close: async () => {
      for (const { pool, process } of members.values()) {
        await pool.destroy()
        await process.end("SIGKILL")
      }
    }
  }
}
