/**
 * A token store over the cookies of one request on the app's server.
 *
 * A response may end late, when another user or nobody is signed in in the browser. Therefore it changes as little as
 * possible. Signing in and out replace the cookies. The result of a refresh is written so that it counts only beside
 * the refresh cookie that was read. If the service has ended the session, this request is signed out and the cookies
 * stay: the page finds out by itself.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Listeners from "../concurrency/Listeners.ts"
import { CookieJar, type Cookies } from "../platform/request/CookieJar.ts"
import { toTokenText } from "../platform/request/TokenText.ts"
import { type CookieOptions, makeNotWrittenError, requireTokens } from "./internal/CookieTokenStore.ts"
import * as IntentCookie from "./internal/IntentCookie.ts"
import * as Intents from "./internal/Intents.ts"
import * as Overlay from "./Overlay.ts"
import * as SessionCookies from "./SessionCookies.ts"
import { isSameSession, type Tokens, TokenStore } from "./TokenStore.ts"

/** Makes a store over the jar of a request. Cookies of a former form are read, and left for the page to take over. */
export const make = (
  jar: CookieJar["Service"],
  { memoryFallback = false, projectId }: CookieOptions
): TokenStore["Service"] => {
  const listeners = Listeners.make()
  /** Tokens that count for this request in place of those in its cookies. */
  const override = Overlay.make()

  const find = (cookies: Cookies) => SessionCookies.findAny(cookies.all(), projectId, cookies.isSecure)

  const readTokens = (cookies: Cookies): Tokens | undefined => override.apply(find(cookies).tokens)

  /** Makes these the tokens of the request, even if the cookies refuse them. */
  const overrideTokens = (cookies: Cookies, next: Tokens | undefined) => {
    const { tokens } = find(cookies)
    if (isSame(tokens, next)) override.clear()
    else override.replace(tokens, next)
    listeners.notify()
  }

  /** The sign-ins that this request has begun. */
  const intents = Intents.make()

  /** The user signs in or out: sign-ins under way, here or in the browser, do not count any more. */
  const endIntents = (cookies: Cookies) => {
    intents.end()
    IntentCookie.remove(cookies, projectId)
  }

  const remove = (cookies: Cookies) => {
    SessionCookies.remove(cookies, projectId)
    overrideTokens(cookies, undefined)
    endIntents(cookies)
  }

  /** Signs in if this is expected, and returns whether it was. */
  const signInIf = (isExpected: (cookies: Cookies) => boolean, next: Tokens, { byUser = true } = {}) =>
    requireTokens(
      next,
      Effect.flatMap(
        Effect.clockWith((clock) =>
          jar.use((cookies) => {
            if (!isExpected(cookies)) return Result.succeed(false)
            const nowMillis = clock.currentTimeMillisUnsafe()
            if (!SessionCookies.write(cookies, projectId, next, nowMillis) && !memoryFallback) {
              return Result.fail(makeNotWrittenError())
            }
            overrideTokens(cookies, next)
            if (byUser) endIntents(cookies)
            return Result.succeed(true)
          })
        ),
        Effect.fromResult
      )
    )

  return {
    get: jar.use(readTokens),
    set: (next) => Effect.asVoid(signInIf(() => true, next)),
    begin: intents.begin(signInIf),
    compareAndSet: (expected, next, { byUser = false } = {}) => {
      if (expected === undefined && next !== undefined) {
        return signInIf((cookies) => readTokens(cookies) === undefined, next, { byUser })
      }
      return requireTokens(
        next,
        jar.use((cookies) => {
          if (!isSameSession(readTokens(cookies), expected)) return false
          if (next === undefined && byUser) {
            remove(cookies)
            return true
          }
          const present = find(cookies)
          if (next !== undefined && isSameSession(present.tokens, expected)) {
            SessionCookies.writeRefreshed(cookies, present, next)
          }
          overrideTokens(cookies, next)
          return true
        })
      )
    },
    clear: jar.use((cookies) => {
      const tokens = readTokens(cookies)
      remove(cookies)
      return tokens
    }),
    changes: listeners.listen
  }
}

const isSame = (a: Tokens | undefined, b: Tokens | undefined): boolean =>
  isSameSession(a, b) && toTokenText(a?.accessToken) === toTokenText(b?.accessToken)

/** A store in the cookies of the request whose jar is in context. Each build makes another one. */
export const layer = (options: CookieOptions): Layer.Layer<TokenStore, never, CookieJar> =>
  Layer.fresh(
    Layer.effect(
      TokenStore,
      CookieJar.useSync((jar) => make(jar, options))
    )
  )
