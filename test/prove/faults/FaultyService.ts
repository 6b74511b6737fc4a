/** The service with a fault: the emulator behind a server that misbehaves, or with rules for faults. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Emulator from "../../../src/emulator/index.ts"
import { type Fault, type HttpFault, isTcp, type TcpFault } from "./Fault.ts"
import * as FaultyServer from "./FaultyServer.ts"

/** A service with a fault, which does nothing yet. */
export interface FaultyService {
  readonly url: string
  readonly emulator: Emulator.Instance<Emulator.ProjectCredentials>
  /** From now on the fault hits requests to this path below `/api/v1`. */
  readonly arm: (path: string) => Effect.Effect<unknown>
  readonly disarm: Effect.Effect<void>
  /** How many requests came that the fault is for. */
  readonly requests: Effect.Effect<number>
  /** What is wrong with what came. */
  readonly problems: () => ReadonlyArray<string>
  /** What is wrong after all has ended. */
  readonly left: Effect.Effect<ReadonlyArray<string>>
}

/** How long a client may keep a connection that it could use again, in milliseconds. */
const keptMillis = 10_000

const options = {
  passwordCost: "insecure-fast",
  rateLimits: false,
  project: { config: { clientTeamCreationEnabled: true } }
} as const

const atTcp = Effect.fnUntraced(function* (method: string, fault: TcpFault) {
  let service: (request: Request) => Promise<Response> = () => Promise.reject(new Error("there is no service yet"))
  const server = yield* FaultyServer.make(fault, (request) => service(request))
  const url = `${fault.isTls ? "https" : "http"}://127.0.0.1:${server.port}`
  const context = yield* Layer.build(Emulator.layer({ ...options, publicUrl: url }))
  const emulator = Context.get(context, Emulator.WithProject)
  service = emulator.fetch
  const nonces = () => server.requests().filter((nonce) => nonce !== null)
  return {
    url,
    emulator,
    arm: (path: string) => Effect.promise(() => server.arm(method, `/api/v1${path}`)),
    disarm: Effect.promise(server.disarm),
    requests: Effect.sync(() => server.requests().length),
    problems: () => [
      ...(server.strays() > 0 ? ["a redirect was followed"] : []),
      ...(new Set(nonces()).size < nonces().length ? ["a nonce was sent twice"] : [])
    ],
    left: Effect.promise(async () => ((await server.closes(keptMillis)) ? [] : ["a connection is left open"]))
  }
})

const atHttp = Effect.fnUntraced(function* (method: string, { rule }: HttpFault) {
  const emulator = yield* Emulator.serve({ ...options, port: 0, drainTimeout: 0 })
  let requests = 0
  const count = Effect.map(emulator.faults.list, ([active]) => {
    requests = active?.matched ?? requests
    return requests
  })
  return {
    url: emulator.baseUrl,
    emulator,
    arm: (path: string) => Effect.orDie(emulator.faults.add({ method, path, ...rule })),
    disarm: Effect.andThen(count, emulator.faults.clear),
    requests: count,
    problems: () => [],
    left: Effect.succeed([])
  }
})

/** A service for the length of the scope, with a fault of requests with this method. */
export const make = (method: string, fault: Fault): Effect.Effect<FaultyService, unknown, Scope.Scope> =>
  isTcp(fault) ? atTcp(method, fault) : atHttp(method, fault)
