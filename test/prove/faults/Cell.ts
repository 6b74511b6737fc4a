/** One call, met by one fault, over one HTTP layer: what comes of it, and whether that is as expected. */
import { inspect } from "node:util"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Schedule from "effect/Schedule"
import type * as Scope from "effect/Scope"
import * as Semaphore from "effect/Semaphore"
import { AccessTokenVerifier, layerProject } from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Project from "../../../src/client/Project.ts"
import * as Teams from "../../../src/client/Teams.ts"
import { TransportError } from "../../../src/domain/errors/TransportError.ts"
import type * as Emulator from "../../../src/emulator/index.ts"
import * as Http from "../../../src/http/Http.ts"
import { Notifier } from "../../../src/platform/Notifier.ts"
import { toTokenText } from "../../../src/platform/request/TokenText.ts"
import * as ServerApp from "../../../src/server/ServerApp.ts"
import * as ServerUsers from "../../../src/server/Users.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"
import { type Tokens, TokenStore } from "../../../src/token/TokenStore.ts"
import { getAtLeastMillis, makeExpected, isUncounted, tokensAfter } from "./expectations.ts"
import { type Fault, isTcp } from "./Fault.ts"
import * as FaultyService from "./FaultyService.ts"
import { account, type App, type Kind } from "./Kind.ts"
import { layers } from "./layers.ts"
import * as Memory from "./Memory.ts"

export interface Cell {
  readonly kind: Kind
  readonly fault: Fault
  readonly layer: string
}

export const makeName = ({ fault, kind, layer }: Cell): string => `${kind.name}/${fault.name}/${layer}`

/** What came of a cell. */
export interface Result {
  readonly cell: Cell
  readonly outcome: string
  readonly millis: number
  /** By how much the memory of the process grew at most, in bytes; only where it is measured. */
  readonly memory: number | undefined
  /** What is not as expected, and may be because the machine is busy. */
  readonly oddities: ReadonlyArray<string>
  /** What must never be. */
  readonly harms: ReadonlyArray<string>
}

/** Whatever is not as it should be. */
export const listProblems = ({ harms, oddities }: Result): ReadonlyArray<string> => [...harms, ...oddities]

/** How much longer than its limit a call may seem to take on a busy machine, in milliseconds. */
const toleranceMillis = 5000
/**
 * How much memory an answer may take: of the 10 MiB that are read there are bytes, a text, and what is parsed of it.
 */
const maxMemory = 300 * 1024 * 1024

/** All apps of a project over an HTTP layer. */
const appOver = (
  http: Layer.Layer<never>,
  url: string,
  project: Emulator.ProjectCredentials,
  tokens: Tokens | undefined
) => {
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
  const { id } = yield* CurrentUser.getOrFail
  yield* ServerUsers.create({ primaryEmail: "ben@example.org" })
  const tokens = yield* Effect.flatMap(TokenStore, (store) => store.get)
  return { userId: id, teamId: team.id, tokens: tokens! }
})

const chooseTokens = (kind: Kind, tokens: Tokens): Tokens | undefined =>
  kind.tokens === "none" ? undefined : kind.tokens === undefined ? tokens : { refreshToken: tokens.refreshToken! }

/** How tokens have changed. */
const describeChange = (before: Tokens | undefined, after: Tokens | undefined): ReturnType<typeof tokensAfter> => {
  const [access, refresh] = [toTokenText(after?.accessToken), toTokenText(after?.refreshToken)]
  if (access === toTokenText(before?.accessToken) && refresh === toTokenText(before?.refreshToken)) return "the same"
  if (after === undefined) return "none"
  return refresh === toTokenText(before?.refreshToken) ? "refreshed" : "signed in"
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
  const { attempts, outcomeUnknown, reason } = error
  const name = reason._tag + (outcomeUnknown ? "?" : "")
  // The call itself was not sent.
  return reason._tag === "Timeout" && reason.waitedFor === "session" ? { name } : { name, attempts }
}

/** Asks again, as the next caller would. */
const askAgain = (kind: Kind, accessToken: string): Effect.Effect<unknown, unknown, App> =>
  kind.repeats === "with the next"
    ? Effect.retry(
        Effect.flatMap(AccessTokenVerifier, ({ verify }) => verify(Redacted.make(accessToken))),
        { schedule: Schedule.spaced("500 millis"), times: 10 }
      )
    : Project.get

/** One at a time, so that others need not wait for the processor where time counts. */
const settingUp = Semaphore.makeUnsafe(1)

const setUp = Effect.fnUntraced(function* ({ fault, kind }: Cell) {
  const service = yield* FaultyService.make(kind.method, fault)
  const { emulator, url } = service
  const direct = appOver(Http.layerHandler(emulator.fetch), url, emulator.project, undefined)
  const { tokens, ...known } = yield* Effect.provide(prepare, direct)
  const accessToken = toTokenText(tokens.accessToken)!
  const before = { ...known, accessToken, projectId: emulator.project.projectId }
  return {
    service,
    direct,
    before,
    arm: yield* Effect.cached(service.arm(kind.path(before))),
    held: chooseTokens(kind, tokens),
    secrets: [accessToken, toTokenText(tokens.refreshToken)!, account.password, emulator.project.secretServerKey]
  }
}, settingUp.withPermit)

/** What was seen of a call. */
interface Seen {
  readonly exit: Exit.Exit<unknown, unknown>
  readonly millis: number
  readonly memory: number | undefined
  readonly requests: number
  readonly tokensBefore: Tokens | undefined
  readonly tokensAfter: Tokens | undefined
  /** How often the service has done what the call is for, if that can be told. */
  readonly done: number | undefined
  readonly again: Exit.Exit<unknown, unknown>
  readonly secrets: ReadonlyArray<string>
}

const judge = (cell: Cell, seen: Seen): Result => {
  const { fault, kind, layer } = cell
  const { done, exit, memory, millis, requests } = seen
  const { attempts, name } = described(exit)
  const isCounted = !isUncounted(fault)
  const number = attempts ?? (isCounted ? requests : undefined)
  const outcome = number === undefined ? name : `${name} ${number}`
  const expected = makeExpected(kind, fault, layer)
  const change = describeChange(seen.tokensBefore, seen.tokensAfter)
  const expectedChange = tokensAfter(kind, fault, layer, Exit.isSuccess(exit))
  const shown = Exit.isFailure(exit) ? inspect(exit.cause, { depth: 12 }) + Cause.pretty(exit.cause) : ""
  const whereTrue = (texts: Readonly<Record<string, boolean>>) => Object.keys(texts).filter((text) => texts[text])
  const oddities = whereTrue({
    [`${outcome} in place of ${expected}`]: outcome !== expected,
    [`it took ${Math.round(millis)} ms`]:
      millis > kind.limitMillis + toleranceMillis || millis < getAtLeastMillis(kind, fault, outcome),
    "the next question has no answer": Exit.isFailure(seen.again),
    [`memory grew by ${Math.round((memory ?? 0) / 1e6)} MB`]: (memory ?? 0) > maxMemory
  })
  const afterwards = whereTrue({
    [`the error says ${attempts} requests, and ${requests} came`]:
      isCounted && attempts !== undefined && requests > attempts,
    [`the tokens are ${change} in place of ${expectedChange}`]: change !== expectedChange
  })
  const harms = whereTrue({
    [`it was done ${done} times`]: done !== undefined && (done > 1 || (Exit.isSuccess(exit) && done !== 1)),
    "it was done, and the caller does not know": done === 1 && !mayBeDone(exit),
    "the failure holds a secret": seen.secrets.some((secret) => shown.includes(secret))
  })
  // A refresh continues when the call that waited for it gives up, which happens on a busy machine.
  if (kind.name === "refresh") oddities.push(...afterwards)
  else harms.push(...afterwards)
  return { cell, outcome, millis, memory, oddities, harms }
}

/**
 * Runs a cell. Its resources end with the scope, and `left` adds what they leave behind to the result; both may take
 * their time beside other cells.
 */
export const run = Effect.fnUntraced(function* (
  cell: Cell
): Effect.fn.Return<{ readonly result: Result; readonly left: Effect.Effect<Result> }, unknown, Scope.Scope> {
  const { fault, kind, layer } = cell
  const { arm, before, direct, held, secrets, service } = yield* setUp(cell)
  const call = Effect.gen(function* () {
    if (isTcp(fault) && fault.isKept) yield* Project.get
    if (isUncounted(fault)) yield* arm
    const measured = yield* fault.isLarge ? Memory.peak : Memory.none
    const began = performance.now()
    const exit = yield* Effect.exit(kind.run(before, arm))
    const millis = performance.now() - began
    const memory = measured()
    const requests = yield* service.requests
    const tokensAfter = yield* Effect.flatMap(TokenStore, (store) => store.get)
    yield* service.disarm
    const isReachable = !(isTcp(fault) && fault.isTls)
    const again = yield* isReachable ? Effect.exit(askAgain(kind, before.accessToken)) : Effect.succeed(Exit.void)
    return { exit, millis, memory, requests, tokensBefore: held, tokensAfter, again, secrets }
  })
  const seen = yield* Effect.provide(call, appOver(layers[layer]!(), service.url, service.emulator.project, held))
  const done = kind.done === undefined ? undefined : yield* Effect.provide(kind.done(before), direct)
  const result = judge(cell, { ...seen, done })
  const harms = () => [...result.harms, ...service.problems()]
  return {
    result: { ...result, harms: harms() },
    left: Effect.map(service.left, (left) => ({
      ...result,
      harms: harms(),
      oddities: [...result.oddities, ...left]
    }))
  }
})
