/**
 * A token store over any cookie jar. An access token that is too large for a cookie stays in memory; if the refresh
 * cookie is refused, signing in fails.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Listeners from "../../concurrency/Listeners.ts"
import { CookieJar, type Cookies } from "../../platform/request/CookieJar.ts"
import { isTokenText, toTokenText } from "../../platform/request/TokenText.ts"
import * as Overlay from "../Overlay.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { toComparableText } from "../TokensJson.ts"
import { isSameSession, type Tokens, TokenStore, TokenStoreUnavailable } from "../TokenStore.ts"
import * as IntentCookie from "./IntentCookie.ts"

export interface CookieOptions {
  /** The project that the cookies belong to; the options of `ClientApp` will do. */
  readonly projectId: string
  /** Whether to keep tokens in memory, until the page is left, if cookies are refused. Default: signing in fails. */
  readonly memoryFallback?: boolean | undefined
}

/** The tokens in cookies, and in memory those that the cookies refuse. Each function is part of one step of the jar. */
const makeTokens = ({ memoryFallback = false, projectId }: CookieOptions, clock: Clock.Clock) => {
  const listeners = Listeners.make()
  /** The last tokens: the access token may be too large for a cookie, or replaced by that of another project. */
  let last: Tokens | undefined
  /** The tokens that count while the cookies refuse to be written. */
  const unwritten = Overlay.make()
  /** The content of the cookies that the listeners know. */
  let notified = ""

  const read = (cookies: Cookies) => SessionCookies.readOwn(cookies.all(), projectId, cookies.isSecure)

  const readContent = (cookies: Cookies) => toComparableText(read(cookies))

  const notify = (cookies: Cookies) => {
    notified = readContent(cookies)
    listeners.notify()
  }

  const readTokens = (cookies: Cookies): Tokens | undefined => {
    const stored = read(cookies)
    if (unwritten.covers(stored)) return unwritten.apply(stored)
    // These have ended: they do not count again if the cookies return to what they were.
    unwritten.clear()
    const isIncomplete = stored !== undefined && stored.accessToken === undefined
    last = isIncomplete && isSameSession(stored, last) ? last : stored
    return last
  }

  /** Replaces the tokens, by default on behalf of the user; false if the cookies refuse. */
  const replace = (cookies: Cookies, next: Tokens | undefined, byUser = true): boolean => {
    if (next === undefined && byUser) SessionCookies.remove(cookies, projectId)
    if (next === undefined && !byUser) SessionCookies.removeEnded(cookies, projectId, read(cookies))
    const isWritten =
      next === undefined
        ? read(cookies) === undefined
        : SessionCookies.write(cookies, projectId, next, clock.currentTimeMillisUnsafe())
    if (!isWritten && next !== undefined && !memoryFallback) return false
    if (isWritten) unwritten.clear()
    else unwritten.replace(read(cookies), next)
    last = next
    notify(cookies)
    return true
  }

  /** Moves cookies of a former format or of http to the names that are read. */
  const takeOver = (cookies: Cookies, isShared: boolean) => {
    const allCookies = cookies.all()
    const written = SessionCookies.makeCookieNames(projectId, cookies.isSecure)
    const { count, names, tokens } = SessionCookies.findAny(allCookies, projectId, cookies.isSecure)
    if (tokens === undefined) return
    if (names.refresh !== written.refresh || count > 0) {
      // Tokens that cannot be moved count until the page is left.
      if (!replace(cookies, tokens)) unwritten.replace(undefined, tokens)
    } else if (isShared && cookies.isSecure && !allCookies.has(SessionCookies.isHttpsName)) {
      cookies.set(SessionCookies.isHttpsName, "true")
    }
  }

  const listen = (cookies: Cookies, listener: () => void) => {
    if (listeners.isEmpty()) notified = readContent(cookies)
    return listeners.listen(listener)
  }

  /** Notifies the listeners of a change by another tab. */
  const notifyOfChange = (cookies: Cookies) => {
    if (readContent(cookies) !== notified) notify(cookies)
  }

  return { current: readTokens, replace, takeOver, listen, notifyOfChange }
}

/** The sign-ins under way, in the order in which they have begun: in a cookie or, if it is refused, in memory. */
const makeIntents = (projectId: string) => {
  let unwritten: ReadonlyArray<string> | undefined
  return {
    all: (cookies: Cookies) => unwritten ?? IntentCookie.read(cookies, projectId),
    set: (cookies: Cookies, intents: ReadonlyArray<string>) => {
      unwritten = IntentCookie.write(cookies, projectId, intents) ? undefined : intents
    }
  }
}

/**
 * Makes a store over a jar. It takes over cookies of a former format or of http now, and does not read them later. A
 * cookie that another host set cannot be removed, and must not sign anyone in after the sign-out.
 */
export const make = Effect.fnUntraced(function* (
  jar: CookieJar["Service"],
  options: CookieOptions
): Effect.fn.Return<TokenStore["Service"]> {
  const tokens = makeTokens(options, yield* Clock.Clock)
  const intents = makeIntents(options.projectId)
  yield* jar.use((cookies) => tokens.takeOver(cookies, jar.isShared))

  /** Replaces the tokens if the cookies are as expected, and returns whether they were. */
  const put = (
    isExpected: (cookies: Cookies) => boolean,
    next: Tokens | undefined,
    write: (cookies: Cookies) => boolean
  ) =>
    requireTokens(
      next,
      Effect.flatMap(
        jar.use((cookies) => {
          if (!isExpected(cookies)) return Result.succeed(false)
          return write(cookies) ? Result.succeed(true) : Result.fail(makeNotWrittenError())
        }),
        Effect.fromResult
      )
    )

  /** Signs in on behalf of the user, which ends every other sign-in under way. */
  const signIn = (isExpected: (cookies: Cookies) => boolean, next: Tokens) =>
    put(isExpected, next, (cookies) => {
      const isWritten = tokens.replace(cookies, next)
      if (isWritten) intents.set(cookies, [])
      return isWritten
    })

  return {
    get: jar.use(tokens.current),
    set: (next) => Effect.asVoid(signIn(() => true, next)),
    begin: Effect.flatMap(Random.next, (random) =>
      jar.use((cookies) => {
        const intent = random.toString(36).slice(2)
        intents.set(cookies, [...intents.all(cookies), intent])
        return {
          set: (next) => signIn((current) => intents.all(current).at(-1) === intent, next),
          drop: jar.use((current) => {
            const allIntents = intents.all(current)
            if (allIntents.includes(intent)) {
              intents.set(
                current,
                allIntents.filter((candidate) => candidate !== intent)
              )
            }
          })
        }
      })
    ),
    compareAndSet: (expected, next, { byUser = false } = {}) =>
      put(
        (cookies) => isSameSession(tokens.current(cookies), expected),
        next,
        (cookies) => tokens.replace(cookies, next, byUser)
      ),
    clear: jar.use((cookies) => {
      const former = tokens.current(cookies)
      tokens.replace(cookies, undefined)
      intents.set(cookies, [])
      return former
    }),
    changes: (listener) =>
      Effect.andThen(
        Effect.flatten(jar.use((cookies) => tokens.listen(cookies, listener))),
        jar.changes(tokens.notifyOfChange)
      ),
    lockName: jar.isShared ? `gatefold/session/${options.projectId}` : undefined
  }
})

/** Why a session cannot be put into cookies. */
export const makeNotWrittenError = () => new TokenStoreUnavailable({ problem: "the cookies cannot be written" })

const makeMalformedError = () => new TokenStoreUnavailable({ problem: "they are not valid tokens" })

const isWritable = (token: Redacted.Redacted | undefined): boolean =>
  token === undefined || isTokenText(toTokenText(token))

/** Fails for texts that cannot be tokens. */
export const requireTokens = <A>(
  next: Tokens | undefined,
  effect: Effect.Effect<A, TokenStoreUnavailable>
): Effect.Effect<A, TokenStoreUnavailable> =>
  next === undefined || (isWritable(next.accessToken) && isWritable(next.refreshToken))
    ? effect
    : Effect.fail(makeMalformedError())

/** A store in the cookies of the jar in context. Each build makes another one. */
export const layer = (options: CookieOptions): Layer.Layer<TokenStore, never, CookieJar> =>
  Layer.fresh(
    Layer.effect(
      TokenStore,
      Effect.flatMap(CookieJar, (jar) => make(jar, options))
    )
  )
