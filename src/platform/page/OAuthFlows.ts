/**
 * The sign-ins with a provider that this user agent has started and not yet finished. An answer that fits none of them
 * is ignored (docs/protocol/oauth.md#started-flows; RFC 9700 §4.7).
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Base64Url from "effect/encoding/Base64Url"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import * as Json from "../../domain/text/Json.ts"
import { isAbsoluteUrl } from "../../domain/url/AbsoluteUrl.ts"
import * as CookieJar from "../request/CookieJar.ts"

/** How long after its start a flow can be finished, in milliseconds (docs/protocol/oauth.md#started-flows). */
export const lifetimeMillis = 3_600_000

/** How many flows are kept; the oldest ones are removed (docs/protocol/threats.md#flow-cookies-without-end). */
export const maxPending = 8

/** The largest total length of flow cookies, because servers refuse long headers. */
const maxCookieLength = 3_800

/** The data of a started flow; an answer must fit all of it. */
export interface OAuthFlow {
  readonly verifier: Redacted.Redacted
  readonly provider: string
  readonly redirectUri: string
  readonly projectId: string
  readonly apiUrl: string
  readonly type: "authenticate" | "link" | "handoff"
  readonly startedAtMillis: number
}

/** Flows cannot be kept, so none can be started. */
export class OAuthFlowsUnavailable extends TaggedError("OAuthFlowsUnavailable")<{ readonly problem: string }> {
  override get message() {
    return `A sign-in with a provider cannot be started: ${this.problem}`
  }
}

/** Keeps the flows of one user agent by their state. */
export interface OAuthFlowsService {
  readonly add: (state: string, flow: OAuthFlow) => Effect.Effect<void, OAuthFlowsUnavailable>
  /** Removes a flow and returns it, to one caller only. If `isExpected` is false, keeps it and returns undefined. */
  readonly take: (state: string, isExpected: (flow: OAuthFlow) => boolean) => Effect.Effect<OAuthFlow | undefined>
  /** Whether such a flow exists, for answers that do not say which. Keeps the flow. */
  readonly has: (isExpected: (flow: OAuthFlow) => boolean) => Effect.Effect<boolean>
}

const cookiePrefix = "stack-oauth-outer-"

/** The prefix keeps other hosts of the domain from planting a flow (docs/protocol/threats.md#planted-cookies). */
const secureCookiePrefix = `__Host-${cookiePrefix}`

/** A tuple, to be short: up to eight flows are sent with every request to the app. */
type Stored = readonly [
  verifier: string,
  provider: string,
  redirectUri: string,
  projectId: string,
  apiUrl: string,
  type: OAuthFlow["type"],
  startedAtMillis: number
]

/** A flow as text, without characters that a cookie would have to encode. */
export const encode = (flow: OAuthFlow): string =>
  Base64Url.encode(
    JSON.stringify([
      Redacted.value(flow.verifier),
      flow.provider,
      flow.redirectUri,
      flow.projectId,
      flow.apiUrl,
      flow.type,
      flow.startedAtMillis
    ] satisfies Stored)
  )

const isStored = (value: unknown): value is Stored => {
  if (!Array.isArray(value) || value.length !== 7) return false
  const [verifier, provider, redirectUri, projectId, apiUrl, type, startedAtMillis]: ReadonlyArray<unknown> = value
  return (
    [verifier, provider, redirectUri, projectId, apiUrl].every((text) => typeof text === "string") &&
    isAbsoluteUrl(String(redirectUri)) &&
    (type === "authenticate" || type === "link" || type === "handoff") &&
    Number.isSafeInteger(startedAtMillis)
  )
}

/** Never throws: anything that is not such a record counts as absent. */
export const decode = (cookie: string | undefined): OAuthFlow | undefined => {
  const text = cookie === undefined ? undefined : Result.getOrUndefined(Base64Url.decodeString(cookie))
  const stored = text === undefined ? undefined : Json.parse(text)
  if (!isStored(stored)) return undefined
  const [verifier, provider, redirectUri, projectId, apiUrl, type, startedAtMillis] = stored
  return { verifier: Redacted.make(verifier), provider, redirectUri, projectId, apiUrl, type, startedAtMillis }
}

/** Keeps each flow in its own cookie, named by its state (docs/protocol/oauth.md#started-flows). */
export const make = (jar: CookieJar.CookieJar["Service"]): OAuthFlowsService => {
  const makeCookieName = (cookies: CookieJar.Cookies, state: string) =>
    (cookies.isSecure ? secureCookiePrefix : cookiePrefix) + state

  /** Removes the oldest flows, until there is room for one more of this length. */
  const makeRoom = (cookies: CookieJar.Cookies, length: number) => {
    const pending = Array.from(cookies.all(), ([name, cookie]) => ({
      name,
      length: name.length + cookie.length,
      startedAtMillis: decode(cookie)?.startedAtMillis ?? 0
    })).filter(({ name }) => name.startsWith(cookiePrefix) || name.startsWith(secureCookiePrefix))
    // Flows of the same millisecond are in the order of the jar.
    const newestFirst = pending.reverse().sort((a, b) => b.startedAtMillis - a.startedAtMillis)
    let total = length
    for (const [index, flow] of newestFirst.entries()) {
      total += flow.length
      if (index >= maxPending - 1 || total > maxCookieLength) cookies.remove(flow.name)
    }
  }

  return {
    add: (state, flow) =>
      Effect.flatMap(
        jar.use((cookies) => {
          const name = makeCookieName(cookies, state)
          const cookie = encode(flow)
          const length = name.length + cookie.length
          if (length > maxCookieLength) return "the redirect URL is too long"
          makeRoom(cookies, length)
          return cookies.set(name, cookie, lifetimeMillis / 1000)
            ? undefined
            : "the browser does not keep cookies for this page"
        }),
        (problem) => (problem === undefined ? Effect.void : Effect.fail(new OAuthFlowsUnavailable({ problem })))
      ),
    take: (state, isExpected) =>
      jar.use((cookies) => {
        const name = makeCookieName(cookies, state)
        const flow = decode(cookies.all().get(name))
        if (flow === undefined || !isExpected(flow)) return undefined
        cookies.remove(name)
        return flow
      }),
    has: (isExpected) =>
      jar.use((cookies) => {
        const prefix = makeCookieName(cookies, "")
        return Array.from(cookies.all()).some(([name, cookie]) => {
          const flow = name.startsWith(prefix) ? decode(cookie) : undefined
          return flow !== undefined && isExpected(flow)
        })
      })
  }
}

const unavailable: OAuthFlowsService = {
  add: () =>
    Effect.fail(
      new OAuthFlowsUnavailable({ problem: "this is no browser; provide OAuthFlows.layerMemory for a single user" })
    ),
  take: () => Effect.undefined,
  has: () => Effect.succeed(false)
}

/**
 * Where started flows are kept. Default: in the browser's cookies. A server has no default: with shared memory one user
 * could finish the flow of another.
 */
export const OAuthFlows = Context.Reference<OAuthFlowsService>("gatefold/platform/page/OAuthFlows", {
  defaultValue: () => (globalThis.document === undefined ? unavailable : make(CookieJar.browser))
})

/** Keeps flows in memory, for a script, a native app or a test: one user, one process. Each build has its own flows. */
export const layerMemory: Layer.Layer<never> = Layer.fresh(Layer.sync(OAuthFlows, () => make(CookieJar.makeMemory())))

/**
 * Keeps flows in the cookies of the jar in context, such as those of one request on a server. An outer jar is not used.
 */
export const layerCookies: Layer.Layer<never, never, CookieJar.CookieJar> = Layer.fresh(
  Layer.effect(OAuthFlows, Effect.map(CookieJar.CookieJar, make))
)
