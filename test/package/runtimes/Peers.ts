/** Servers that are none, and what calls to them come to; what they do is a part of `npm run prove -- faults`. */
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import * as FaultyServer from "../../prove/faults/FaultyServer.ts"
import { tcpFaults } from "../../prove/faults/tcpFaults.ts"

/** What calls must come to. */
interface Expected {
  /** The reason of the `TransportError`. */
  readonly reason: string
  /** Whether a change may have been made. */
  readonly outcomeUnknown: boolean
  /** Whether a read is tried again. A change is sent once. */
  readonly isRepeated: boolean
  /** How long a call may take. Default: what apps have. */
  readonly timeout?: number | undefined
}

const broken: Expected = { reason: "Network", outcomeUnknown: true, isRepeated: true }

/** The faults, by their names there. */
const expectations: Readonly<Record<string, Expected>> = {
  "reset after the request": broken,
  "half of the body": broken,
  "not HTTP": broken,
  // One attempt takes all of this time.
  "no byte": { reason: "Timeout", outcomeUnknown: true, isRepeated: false, timeout: 4000 },
  "an endless body": { reason: "ResponseTooLarge", outcomeUnknown: true, isRepeated: false },
  "a redirect to another origin (302)": { reason: "UnexpectedRedirect", outcomeUnknown: false, isRepeated: false }
}

/** A server for reads, and one for changes. */
export interface Peer {
  readonly name: string
  readonly expects: Expected
  readonly read: FaultyServer.FaultyServer
  readonly change: FaultyServer.FaultyServer
}

/** The user whom reads ask for. */
export const userId = "00000000-0000-4000-8000-000000000000"

/** All peers, in front of a service. */
export const start = (
  service: (request: Request) => Promise<Response>
): Effect.Effect<ReadonlyArray<Peer>, never, Scope.Scope> =>
  Effect.forEach(Object.entries(expectations), ([name, expects]) =>
    Effect.gen(function* () {
      const fault = tcpFaults.find((fault) => fault.name === name)
      if (fault === undefined) return yield* Effect.die(`There is no fault ${name}`)
      const [read, change] = [yield* FaultyServer.make(fault, service), yield* FaultyServer.make(fault, service)]
      yield* Effect.promise(() => read.arm("GET", `/api/v1/users/${userId}`))
      yield* Effect.promise(() => change.arm("POST", "/api/v1/users"))
      return { name, expects, read, change }
    })
  )
