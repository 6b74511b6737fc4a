/** One call, met by one fault, over one HTTP layer: what comes of it, and whether that is as expected. */
import * as Cause from "effect/Cause"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import { inspect } from "node:util"
import { AccessTokenVerifier, layerProject } from "../../src/backend/verify/AccessTokenVerifier.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Password from "../../src/client/Password.ts"
import * as Project from "../../src/client/Project.ts"
import * as Teams from "../../src/client/Teams.ts"
import * as Emulator from "../../src/emulator/index.ts"
import * as Http from "../../src/http/Http.ts"
import { TransportError } from "../../src/http/TransportError.ts"
import { Notifier } from "../../src/platform/Notifier.ts"
import * as ServerApp from "../../src/server/ServerApp.ts"
import * as ServerUsers from "../../src/server/Users.ts"
import * as Session from "../../src/session/Session.ts"
import * as MemoryTokenStore from "../../src/token/MemoryTokenStore.ts"
import { type Tokens, TokenStore } from "../../src/token/TokenStore.ts"
import { expectedOf, isUncounted, tokensAfter } from "./Expectations.ts"
import { type Fault, type HttpFault, isTcp, type TcpFault } from "./Fault.ts"
import * as FaultyServer from "./FaultyServer.ts"
import { account, type App, type Before, type Kind } from "./Kind.ts"
import { layers } from "./Layers.ts"
import * as Memory from "./Memory.ts"

export interface Cell {
  readonly kind: Kind
  readonly fault: Fault
  readonly layer: string
}

export const nameOf = ({ fault, kind, layer }: Cell): string => `${kind.name}/${fault.name}/${layer}`

/** What came of a cell. */
export interface Result {
  readonly cell: Cell
  readonly outcome: string
  readonly millis: number
  /** By how much the memory of the process grew at most, in bytes; only where it is measured. */
  readonly memory: number | undefined
  /** Whatever is not as expected. */
  readonly problems: ReadonlyArray<string>
}

/** How much longer than its limit a call may seem to take on a busy machine, in milliseconds. */
const toleranceMillis = 5000
/** How long a client may keep a connection that it could use again, in milliseconds. */
const keptMillis = 10_000
/** How much memory an answer may take: of the 10 MiB that are read there are bytes, a text, and what is parsed of it. */
const maxMemory = 300 * 1024 * 1024

/** A service with a fault. */
interface Faulty {
  readonly url: string
  readonly emulator: Emulator.Running<Emulator.Credentials>
  readonly arm: Effect.Effect<void>
  readonly disarm: Effect.Effect<void>
  /** How many requests came that the fault is for. */
  readonly requests: Effect.Effect<number>
  /** What is wrong with what came. */
  readonly problems: () => ReadonlyArray<string>
  /** What is wrong after all has ended. */
  readonly left: Effect.Effect<ReadonlyArray<string>>
}

const options = {
  passwordCost: "insecure-fast",
  rateLimits: false,
  project: { config: { clientTeamCreationEnabled: true } }
} as const

const atTcp = Effect.fnUntraced(function* (kind: Kind, fault: TcpFault, before: () => Before) {
  let service: (request: Request) => Promise<Response> = () => Promise.reject(new Error("there is no service yet"))
  const isFor = (method: string, path: string) =>
    method === kind.method && path.replace(/\?.*/, "") === `/api/v1${kind.path(before())}`
  const server = yield* FaultyServer.make(isFor, fault, (request) => service(request))
  const url = `${fault.isTls ? "https" : "http"}://127.0.0.1:${server.port}`
  const context = yield* Layer.build(Emulator.layer({ ...options, publicUrl: url }))
  const emulator = Context.get(context, Emulator.WithProject)
  service = emulator.fetch
  const nonces = () => server.requests().filter((nonce) => nonce !== null)
  return {
    url,
    emulator,
    arm: Effect.promise(server.arm),
    disarm: Effect.promise(server.disarm),
    requests: Effect.sync(() => server.requests().length),
    problems: () => [
      ...(server.strays() > 0 ? ["a redirect was followed"] : []),
      ...(new Set(nonces()).size < nonces().length ? ["a nonce was sent twice"] : [])
    ],
    left: Effect.promise(async () => ((await server.closes(keptMillis)) ? [] : ["a connection is left open"]))
  }
})

const atHttp = Effect.fnUntraced(function* (kind: Kind, { rule }: HttpFault, before: () => Before) {
  const emulator = yield* Emulator.serve({ ...options, port: 0, drainTimeout: 0 })
  let requests = 0
  const count = Effect.map(emulator.faults.list, ([active]) => {
    requests = active?.matched ?? requests
    return requests
  })
  return {
    url: emulator.baseUrl,
    emulator,
    arm: Effect.suspend(() => emulator.faults.add({ method: kind.method, path: kind.path(before()), ...rule })).pipe(
      Effect.orDie
    ),
    disarm: Effect.andThen(count, emulator.faults.clear),
    requests: count,
    problems: () => [],
    left: Effect.succeed([])
  }
})

/** All apps of a project over an HTTP layer. */
const appOver = (http: Layer.Layer<never>, url: string, project: Emulator.Credentials, tokens: Tokens | undefined) => {
  const options = { ...project, apiUrl: url, appUrl: "http://localhost:3000" }
  return Session.layer.pipe(
    Layer.provideMerge(Layer.sync(TokenStore, () => MemoryTokenStore.make(tokens))),
    Layer.provideMerge(Layer.merge(ServerApp.layer(options), layerProject(options))),
    Layer.provide(http),
    Layer.provideMerge(Layer.succeed(Notifier, () => Effect.void)),
    Layer.orDie
  )
}

/** What there is before the call, made past the fault. */
const prepare = Effect.gen(function* () {
  yield* Password.signUp(account)
  const team = yield* Teams.create({ displayName: "First" })
  const { id } = yield* CurrentUser.get({ or: "throw" })
  yield* ServerUsers.create({ primaryEmail: "ben@example.org" })
  const tokens = yield* Effect.flatMap(TokenStore, (store) => store.get)
  return { userId: id, teamId: team.id, tokens: tokens! }
})

const textOf = (token: Redacted.Redacted | undefined) => (token === undefined ? undefined : Redacted.value(token))

const tokensOf = (kind: Kind, tokens: Tokens): Tokens | undefined =>
  kind.tokens === "none" ? undefined : kind.tokens === undefined ? tokens : { refreshToken: tokens.refreshToken! }

/** How tokens have changed. */
const changeOf = (before: Tokens | undefined, after: Tokens | undefined): ReturnType<typeof tokensAfter> => {
  const [access, refresh] = [textOf(after?.accessToken), textOf(after?.refreshToken)]
  if (access === textOf(before?.accessToken) && refresh === textOf(before?.refreshToken)) return "the same"
  if (after === undefined) return "none"
  return refresh === textOf(before?.refreshToken) ? "refreshed" : "signed in"
}

/** Whether a failure says that the request may have been carried out, or a success that it was. */
const mayBeDone = (exit: Exit.Exit<unknown, unknown>) =>
  Exit.isSuccess(exit) || exit.cause.reasons.some((reason) => Cause.isFailReason(reason) && isUnknown(reason.error))

const isUnknown = (error: unknown) => error instanceof TransportError && error.outcomeUnknown

/** The name of what came of a call, and how many requests the caller knows of. */
const described = (exit: Exit.Exit<unknown, unknown>): { readonly name: string; readonly attempts?: number } => {
  if (Exit.isSuccess(exit)) return { name: "ok" }
  const failure = exit.cause.reasons.find(Cause.isFailReason)
  if (failure === undefined || exit.cause.reasons.length > 1) return { name: `a defect: ${Cause.pretty(exit.cause)}` }
  const { error } = failure
  if (!(error instanceof TransportError)) return { name: String((error as { readonly _tag?: unknown })._tag) }
  return { name: error.reason._tag + (error.outcomeUnknown ? "?" : ""), attempts: error.attempts }
}

/** Asks again, as the next caller would. */
const askAgain = (kind: Kind, accessToken: string): Effect.Effect<unknown, unknown, App> =>
  kind.repeats === "with the next"
    ? Effect.retry(
        Effect.flatMap(AccessTokenVerifier, ({ verify }) => verify(Redacted.make(accessToken))),
        { schedule: Schedule.spaced("500 millis"), times: 10 }
      )
    : Project.get

/**
 * Runs a cell. Its resources end with the scope, and `left` looks for what they leave behind; both may go on beside
 * other cells.
 */
export const run = Effect.fnUntraced(function* (
  cell: Cell
): Effect.fn.Return<{ readonly result: Result; readonly left: Effect.Effect<Result> }, unknown, Scope.Scope> {
  const { fault, kind, layer } = cell
  let before: Before
  const faulty: Faulty = yield* isTcp(fault) ? atTcp(kind, fault, () => before) : atHttp(kind, fault, () => before)
  const { emulator, url } = faulty
  const direct = appOver(Http.layerHandler(emulator.fetch), url, emulator.project, undefined)
  const { tokens, ...known } = yield* Effect.provide(prepare, direct)
  const accessToken = textOf(tokens.accessToken)!
  before = { ...known, accessToken, projectId: emulator.project.projectId }
  const held = tokensOf(kind, tokens)
  const secrets = [accessToken, textOf(tokens.refreshToken)!, account.password, emulator.project.secretServerKey]

  const use = Effect.gen(function* () {
    if (isTcp(fault) && fault.isKept) yield* Project.get
    if (isTcp(fault) && fault.at === "never") yield* faulty.arm
    const measured = yield* isTcp(fault) && fault.isLarge ? Memory.peak : Memory.none
    const began = performance.now()
    const exit = yield* Effect.exit(kind.run(before, faulty.arm))
    const millis = performance.now() - began
    const memory = measured()
    const requests = yield* faulty.requests
    const after = yield* Effect.flatMap(TokenStore, (store) => store.get)
    yield* faulty.disarm
    const isReachable = !(isTcp(fault) && fault.isTls)
    const again = yield* isReachable ? Effect.exit(askAgain(kind, accessToken)) : Effect.succeed(Exit.void)
    return { exit, millis, memory, requests, after, again }
  })
  const { after, again, exit, memory, millis, requests } = yield* Effect.provide(
    use,
    appOver(layers[layer]!(), url, emulator.project, held)
  )
  const done = kind.done === undefined ? undefined : yield* Effect.provide(kind.done(before), direct)

  const { attempts, name } = described(exit)
  const isCounted = !isUncounted(fault)
  const number = attempts ?? (isCounted ? requests : undefined)
  const outcome = number === undefined ? name : `${name} ${number}`
  const expected = expectedOf(kind, fault, layer)
  const tokensExpected = tokensAfter(kind, fault, layer, Exit.isSuccess(exit))
  const failureText = Exit.isFailure(exit) ? inspect(exit.cause, { depth: 12 }) + Cause.pretty(exit.cause) : ""
  const problems = Object.entries({
    [`${outcome} in place of ${expected}`]: outcome !== expected,
    [`${requests} requests came`]: isCounted && attempts !== undefined && requests !== attempts,
    [`it took ${Math.round(millis)} ms`]:
      millis > kind.limitMillis + toleranceMillis || millis < (Exit.isSuccess(exit) ? (fault.atLeastMillis ?? 0) : 0),
    [`the tokens are ${changeOf(held, after)} in place of ${tokensExpected}`]: changeOf(held, after) !== tokensExpected,
    [`it was done ${done} times`]: done !== undefined && (done > 1 || (Exit.isSuccess(exit) && done !== 1)),
    "it was done, and the caller does not know": done === 1 && !mayBeDone(exit),
    "the failure holds a secret": secrets.some((secret) => failureText.includes(secret)),
    "the next question has no answer": Exit.isFailure(again),
    [`memory grew by ${Math.round((memory ?? 0) / 1e6)} MB`]: (memory ?? 0) > maxMemory
  }).flatMap(([problem, isThere]) => (isThere ? [problem] : []))

  const result = { cell, outcome, millis, memory, problems: [...problems, ...faulty.problems()] }
  return {
    result,
    left: Effect.map(faulty.left, (left) => ({ ...result, problems: [...result.problems, ...left] }))
  }
})
