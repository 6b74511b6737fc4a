/**
 * A token store over any cookie jar. An access token that is too large for a cookie stays in memory; if the refresh
 * cookie is refused, signing in fails.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import type * as Redacted from "effect/Redacted"
import * as Listeners from "../../concurrency/Listeners.ts"
import { CookieJar, type Cookies } from "../../platform/CookieJar.ts"
import { isTokenText, tokenText } from "../../platform/TokenText.ts"
import * as Overlay from "../Overlay.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { isSameSession, type Tokens, TokenStore, TokenStoreUnavailable } from "../TokenStore.ts"

/** Options of a token store in cookies. */
export interface CookieOptions {
  /** The project that the cookies belong to; the options of `ClientApp` will do. */
  readonly projectId: string
  /** Whether to keep tokens in memory, until the page is left, if cookies are refused. Default: signing in fails. */
  readonly memoryFallback?: boolean | undefined
}

/**
 * Makes a store over a jar. It takes over cookies of a former format or of http now, and does not read them later. A
 * cookie that another host set cannot be removed, and must not sign anyone in after the sign-out.
 */
export const make = Effect.fnUntraced(function* (
  jar: CookieJar["Service"],
  { memoryFallback = false, projectId }: CookieOptions
): Effect.fn.Return<TokenStore["Service"]> {
  const clock = yield* Clock.Clock
  const listeners = Listeners.make()

  /** The last tokens: the access token may be too large for a cookie, or replaced by that of another project. */
  let last: Tokens | undefined
  /** The tokens that count while the cookies refuse to be written. */
  const unwritten = Overlay.make()
  /** The sign-ins under way, if no cookie names them. */
  let unnamed: ReadonlyArray<string> | undefined
  /** The snapshot that the listeners know. */
  let seen = ""

  const inCookies = (cookies: Cookies) => SessionCookies.read(cookies.all(), projectId, cookies.isSecure)

  const current = (cookies: Cookies): Tokens | undefined => {
    const found = inCookies(cookies)
    if (unwritten.covers(found)) return unwritten.effective(found)
    // These have ended: they do not count again if the cookies return to what they were.
    unwritten.clear()
    const known = found !== undefined && found.accessToken === undefined && isSameSession(found, last) ? last : found
    last = known
    return known
  }

  const notify = (cookies: Cookies) => {
    seen = snapshot(cookies)
    listeners.notify()
  }

  /** Replaces the tokens, by default on behalf of the user; false if the cookies refuse. */
  const replace = (cookies: Cookies, next: Tokens | undefined, { byUser = true } = {}): boolean => {
    if (next === undefined && byUser) SessionCookies.remove(cookies, projectId)
    if (next === undefined && !byUser) SessionCookies.removeEnded(cookies, projectId, inCookies(cookies))
    const written =
      next === undefined
        ? inCookies(cookies) === undefined
        : SessionCookies.write(cookies, projectId, next, clock.currentTimeMillisUnsafe())
    if (!written && next !== undefined && !memoryFallback) return false
    if (written) unwritten.clear()
    else unwritten.replace(inCookies(cookies), next)
    last = next
    notify(cookies)
    return true
  }

  const snapshot = (cookies: Cookies) => {
    const tokens = inCookies(cookies)
    return `${tokenText(tokens?.refreshToken)} ${tokenText(tokens?.accessToken)}`
  }

  /** Moves cookies of a former format or of http to the names that are read. */
  const takeOver = (cookies: Cookies) => {
    const all = cookies.all()
    const written = SessionCookies.namesOf(projectId, cookies.isSecure)
    const { count, names, tokens } = SessionCookies.find(all, projectId, cookies.isSecure)
    if (tokens === undefined) return
    if (names.refresh !== written.refresh || count > 0) {
      // Tokens that cannot be moved count until the page is left.
      if (!replace(cookies, tokens)) unwritten.replace(undefined, tokens)
    } else if (jar.isShared && cookies.isSecure && !all.has(SessionCookies.isHttpsName)) {
      cookies.set(SessionCookies.isHttpsName, "true")
    }
  }
  yield* jar.use(takeOver)

  /** The sign-ins under way, in the order in which they have begun. */
  const intentsIn = (cookies: Cookies): ReadonlyArray<string> =>
    unnamed ?? SessionCookies.readIntents(cookies, projectId)

  const setIntents = (cookies: Cookies, intents: ReadonlyArray<string>) => {
    unnamed = SessionCookies.writeIntents(cookies, projectId, intents) ? undefined : intents
  }

  /** Replaces the tokens if the cookies are as expected, and returns whether they were. */
  const put = <Next extends Tokens | undefined>(
    isExpected: (cookies: Cookies) => boolean,
    next: Next,
    write: (cookies: Cookies, next: Next) => boolean
  ) =>
    requireTokens(
      next,
      Effect.flatMap(
        jar.use((cookies) => isExpected(cookies) && (write(cookies, next) || notWritten)),
        (outcome) => (typeof outcome === "boolean" ? Effect.succeed(outcome) : Effect.fail(outcome))
      )
    )

  /** Signs in on behalf of the user, which ends every other sign-in under way. */
  const sign = (cookies: Cookies, tokens: Tokens): boolean => {
    if (!replace(cookies, tokens)) return false
    setIntents(cookies, [])
    return true
  }

  return {
    get: jar.use(current),
    set: (tokens) => Effect.asVoid(put(() => true, tokens, sign)),
    begin: Effect.flatMap(Random.next, (random) =>
      jar.use((cookies) => {
        const mine = random.toString(36).slice(2)
        setIntents(cookies, [...intentsIn(cookies), mine])
        return {
          set: (tokens) => put((cookies) => intentsIn(cookies).at(-1) === mine, tokens, sign),
          drop: jar.use((cookies) => {
            const intents = intentsIn(cookies)
            if (intents.includes(mine)) {
              setIntents(
                cookies,
                intents.filter((other) => other !== mine)
              )
            }
          })
        }
      })
    ),
    compareAndSet: (expected, next, { byUser = false } = {}) =>
      put(
        (cookies) => isSameSession(current(cookies), expected),
        next,
        (cookies, next) => replace(cookies, next, { byUser })
      ),
    clear: jar.use((cookies) => {
      const tokens = current(cookies)
      replace(cookies, undefined)
      setIntents(cookies, [])
      return tokens
    }),
    changes: (listener) =>
      Effect.andThen(
        Effect.flatten(
          jar.use((cookies) => {
            if (listeners.isEmpty()) seen = snapshot(cookies)
            return listeners.listen(listener)
          })
        ),
        jar.changes((cookies) => {
          if (snapshot(cookies) !== seen) notify(cookies)
        })
      ),
    lockName: jar.isShared ? `gatefold/session/${projectId}` : undefined
  }
})

/** Why a session cannot be put into cookies. */
export const notWritten = new TokenStoreUnavailable({ problem: "the cookies cannot be written" })

const malformed = new TokenStoreUnavailable({ problem: "they are not valid tokens" })

const isWritable = (token: Redacted.Redacted | undefined): boolean =>
  token === undefined || isTokenText(tokenText(token))

/** Fails for texts that cannot be tokens. */
export const requireTokens = <A>(
  next: Tokens | undefined,
  effect: Effect.Effect<A, TokenStoreUnavailable>
): Effect.Effect<A, TokenStoreUnavailable> =>
  next === undefined || (isWritable(next.accessToken) && isWritable(next.refreshToken))
    ? effect
    : Effect.fail(malformed)

/** A store in the cookies of the jar in context. Each build makes another one. */
export const layer = (options: CookieOptions): Layer.Layer<TokenStore, never, CookieJar> =>
  Layer.fresh(
    Layer.effect(
      TokenStore,
      Effect.flatMap(CookieJar, (jar) => make(jar, options))
    )
  )
