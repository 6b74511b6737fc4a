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
import { CookieJar, type Cookies } from "../../platform/CookieJar.ts"
import { isTokenText, tokenText } from "../../platform/TokenText.ts"
import * as Overlay from "../Overlay.ts"
import * as SessionCookies from "../SessionCookies.ts"
import { comparable } from "../TokensJson.ts"
import { isSameSession, type Tokens, TokenStore, TokenStoreUnavailable } from "../TokenStore.ts"

/** Options of a token store in cookies. */
export interface CookieOptions {
  /** The project that the cookies belong to; the options of `ClientApp` will do. */
  readonly projectId: string
  /** Whether to keep tokens in memory, until the page is left, if cookies are refused. Default: signing in fails. */
  readonly memoryFallback?: boolean | undefined
}

/** The tokens in cookies, and in memory those that the cookies refuse. Each method is part of one step of the jar. */
class CookieTokens {
  readonly #listeners = Listeners.make()
  readonly #projectId: string
  readonly #memoryFallback: boolean
  readonly #clock: Clock.Clock
  /** The last tokens: the access token may be too large for a cookie, or replaced by that of another project. */
  #last: Tokens | undefined
  /** The tokens that count while the cookies refuse to be written. */
  readonly #unwritten = Overlay.make()
  /** The sign-ins under way, if no cookie names them. */
  #unnamed: ReadonlyArray<string> | undefined
  /** The content of the cookies that the listeners know. */
  #notified = ""

  constructor({ memoryFallback = false, projectId }: CookieOptions, clock: Clock.Clock) {
    this.#projectId = projectId
    this.#memoryFallback = memoryFallback
    this.#clock = clock
  }

  current(cookies: Cookies): Tokens | undefined {
    const stored = this.#read(cookies)
    if (this.#unwritten.covers(stored)) return this.#unwritten.effective(stored)
    // These have ended: they do not count again if the cookies return to what they were.
    this.#unwritten.clear()
    const isIncomplete = stored !== undefined && stored.accessToken === undefined
    this.#last = isIncomplete && isSameSession(stored, this.#last) ? this.#last : stored
    return this.#last
  }

  /** Replaces the tokens, by default on behalf of the user; false if the cookies refuse. */
  replace(cookies: Cookies, next: Tokens | undefined, { byUser = true } = {}): boolean {
    if (next === undefined && byUser) SessionCookies.remove(cookies, this.#projectId)
    if (next === undefined && !byUser) SessionCookies.removeEnded(cookies, this.#projectId, this.#read(cookies))
    const isWritten =
      next === undefined
        ? this.#read(cookies) === undefined
        : SessionCookies.write(cookies, this.#projectId, next, this.#clock.currentTimeMillisUnsafe())
    if (!isWritten && next !== undefined && !this.#memoryFallback) return false
    if (isWritten) this.#unwritten.clear()
    else this.#unwritten.replace(this.#read(cookies), next)
    this.#last = next
    this.#notify(cookies)
    return true
  }

  /** Signs in on behalf of the user, which ends every other sign-in under way. */
  signIn(cookies: Cookies, tokens: Tokens): boolean {
    if (!this.replace(cookies, tokens)) return false
    this.setIntents(cookies, [])
    return true
  }

  clear(cookies: Cookies): Tokens | undefined {
    const tokens = this.current(cookies)
    this.replace(cookies, undefined)
    this.setIntents(cookies, [])
    return tokens
  }

  /** Moves cookies of a former format or of http to the names that are read. */
  takeOver(cookies: Cookies, isShared: boolean): void {
    const all = cookies.all()
    const written = SessionCookies.namesOf(this.#projectId, cookies.isSecure)
    const { count, names, tokens } = SessionCookies.findAny(all, this.#projectId, cookies.isSecure)
    if (tokens === undefined) return
    if (names.refresh !== written.refresh || count > 0) {
      // Tokens that cannot be moved count until the page is left.
      if (!this.replace(cookies, tokens)) this.#unwritten.replace(undefined, tokens)
    } else if (isShared && cookies.isSecure && !all.has(SessionCookies.isHttpsName)) {
      cookies.set(SessionCookies.isHttpsName, "true")
    }
  }

  /** The sign-ins under way, in the order in which they have begun. */
  intents(cookies: Cookies): ReadonlyArray<string> {
    return this.#unnamed ?? SessionCookies.readIntents(cookies, this.#projectId)
  }

  setIntents(cookies: Cookies, intents: ReadonlyArray<string>): void {
    this.#unnamed = SessionCookies.writeIntents(cookies, this.#projectId, intents) ? undefined : intents
  }

  listen(cookies: Cookies, listener: () => void) {
    if (this.#listeners.isEmpty()) this.#notified = this.#content(cookies)
    return this.#listeners.listen(listener)
  }

  /** Notifies the listeners of a change by another tab. */
  notifyOfChange(cookies: Cookies): void {
    if (this.#content(cookies) !== this.#notified) this.#notify(cookies)
  }

  #read(cookies: Cookies): Tokens | undefined {
    return SessionCookies.readOwn(cookies.all(), this.#projectId, cookies.isSecure)
  }

  #content(cookies: Cookies): string {
    return comparable(this.#read(cookies))
  }

  #notify(cookies: Cookies): void {
    this.#notified = this.#content(cookies)
    this.#listeners.notify()
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
  const tokens = new CookieTokens(options, yield* Clock.Clock)
  yield* jar.use((cookies) => tokens.takeOver(cookies, jar.isShared))

  /** Replaces the tokens if the cookies are as expected, and returns whether they were. */
  const put = <Next extends Tokens | undefined>(
    isExpected: (cookies: Cookies) => boolean,
    next: Next,
    write: (cookies: Cookies, next: Next) => boolean
  ) =>
    requireTokens(
      next,
      Effect.flatMap(
        jar.use((cookies) => {
          if (!isExpected(cookies)) return Result.succeed(false)
          return write(cookies, next) ? Result.succeed(true) : Result.fail(notWritten())
        }),
        Effect.fromResult
      )
    )

  const signIn = (isExpected: (cookies: Cookies) => boolean, next: Tokens) =>
    put(isExpected, next, (cookies, next) => tokens.signIn(cookies, next))

  return {
    get: jar.use((cookies) => tokens.current(cookies)),
    set: (next) => Effect.asVoid(signIn(() => true, next)),
    begin: Effect.flatMap(Random.next, (random) =>
      jar.use((cookies) => {
        const intent = random.toString(36).slice(2)
        tokens.setIntents(cookies, [...tokens.intents(cookies), intent])
        return {
          set: (next) => signIn((cookies) => tokens.intents(cookies).at(-1) === intent, next),
          drop: jar.use((cookies) => {
            const intents = tokens.intents(cookies)
            const others = intents.filter((other) => other !== intent)
            if (others.length < intents.length) tokens.setIntents(cookies, others)
          })
        }
      })
    ),
    compareAndSet: (expected, next, { byUser = false } = {}) =>
      put(
        (cookies) => isSameSession(tokens.current(cookies), expected),
        next,
        (cookies, next) => tokens.replace(cookies, next, { byUser })
      ),
    clear: jar.use((cookies) => tokens.clear(cookies)),
    changes: (listener) =>
      Effect.andThen(
        Effect.flatten(jar.use((cookies) => tokens.listen(cookies, listener))),
        jar.changes((cookies) => tokens.notifyOfChange(cookies))
      ),
    lockName: jar.isShared ? `gatefold/session/${options.projectId}` : undefined
  }
})

/** Why a session cannot be put into cookies. */
export const notWritten = () => new TokenStoreUnavailable({ problem: "the cookies cannot be written" })

const malformed = () => new TokenStoreUnavailable({ problem: "they are not valid tokens" })

const isWritable = (token: Redacted.Redacted | undefined): boolean =>
  token === undefined || isTokenText(tokenText(token))

/** Fails for texts that cannot be tokens. */
export const requireTokens = <A>(
  next: Tokens | undefined,
  effect: Effect.Effect<A, TokenStoreUnavailable>
): Effect.Effect<A, TokenStoreUnavailable> =>
  next === undefined || (isWritable(next.accessToken) && isWritable(next.refreshToken))
    ? effect
    : Effect.fail(malformed())

/** A store in the cookies of the jar in context. Each build makes another one. */
export const layer = (options: CookieOptions): Layer.Layer<TokenStore, never, CookieJar> =>
  Layer.fresh(
    Layer.effect(
      TokenStore,
      Effect.flatMap(CookieJar, (jar) => make(jar, options))
    )
  )
