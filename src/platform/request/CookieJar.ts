/** The cookies of one user agent, as scripts of the app's own domain see them. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import * as Listeners from "../../concurrency/Listeners.ts"
import * as CookieText from "./internal/CookieText.ts"

export { type Attributes, fits, maxCookieOctets, parse, serialize } from "./internal/CookieText.ts"

/** The cookies during one synchronous step. */
export interface Cookies {
  /** Whether the page is served over https, so that `Secure` and `__Host-` cookies work. */
  readonly isSecure: boolean
  /** All cookies, decoded, by their exact names. */
  readonly all: () => ReadonlyMap<string, string>
  /**
   * Writes a cookie for the host, and returns whether it was kept, because browsers refuse without an error. Without a
   * maximum age it ends with the browser. `Secure` on https, never a `Domain`
   * (docs/protocol/threats.md#readable-cookies).
   */
  readonly set: (name: string, value: string, maxAgeSeconds?: number) => boolean
  /** Removes a cookie of this host, or one that is shared with all hosts of a domain. */
  readonly remove: (name: string, domain?: string) => void
}

/** Reads and writes cookies. */
export class CookieJar extends Context.Service<
  CookieJar,
  {
    /** Whether other pages use the same cookies at the same time. */
    readonly isShared: boolean
    /** Runs one step; two steps never overlap within this page. */
    readonly use: <A>(step: (cookies: Cookies) => A) => Effect.Effect<A>
    /** Calls the listener soon after any change of a cookie, until the scope closes. */
    readonly changes: (listener: (cookies: Cookies) => void) => Effect.Effect<void, never, Scope.Scope>
  }
>()("gatefold/platform/request/CookieJar") {}

/**
 * How often cookies are read, in milliseconds, where no event reports changes
 * (docs/protocol/cookies.md#changes-in-other-tabs).
 */
export const pollMillis = 100

/** The globals of a page that are used. */
export type Page = Partial<
  Pick<typeof globalThis, "BroadcastChannel" | "cookieStore"> & {
    readonly document: Pick<Document, "cookie" | "addEventListener" | "removeEventListener">
    readonly location: Pick<Location, "protocol">
  }
>

/** The channel on which pages announce their writes if the browser has no events for it. */
const channelName = "gatefold/cookies"

/** The cookies of a page; empty without a page. */
export const makeBrowser = (page: Page): CookieJar["Service"] => {
  // Reading throws in a sandboxed frame, writing with some settings of browsers.
  const readText = () => {
    try {
      return page.document?.cookie ?? ""
    } catch {
      return ""
    }
  }
  const write = (line: string) => {
    try {
      if (page.document !== undefined) page.document.cookie = line
    } catch {
      // Treated like a browser that refuses silently.
    }
  }
  const isSecure = page.location?.protocol === "https:"
  let written = false
  const cookies: Cookies = {
    isSecure,
    all: () => CookieText.parse(readText()),
    set: (name, value, maxAgeSeconds) => {
      written = true
      write(CookieText.serialize(name, value, { isSecure, maxAgeSeconds }))
      return CookieText.parse(readText()).get(name) === value
    },
    remove: (name, domain) => {
      written = true
      write(CookieText.serialize(name, "", { isSecure, maxAgeSeconds: 0, domain }))
    }
  }
  const announce = () => {
    written = false
    if (page.cookieStore !== undefined || page.BroadcastChannel === undefined) return
    const channel = new page.BroadcastChannel(channelName)
    channel.postMessage(null)
    channel.close()
  }
  return {
    isShared: true,
    use: (step) =>
      Effect.sync(() => {
        const result = step(cookies)
        if (written) announce()
        return result
      }),
    changes: Effect.fnUntraced(function* (listener) {
      const { BroadcastChannel, cookieStore, document } = page
      if (document === undefined) return
      let previous = readText()
      const check = () => {
        const now = readText()
        if (now === previous) return
        previous = now
        listener(cookies)
      }
      // No event reports changes that happened while the page was hidden or in the back/forward cache.
      yield* listen(document, "visibilitychange", check)
      if (cookieStore !== undefined) return yield* listen(cookieStore, "change", check)
      if (BroadcastChannel === undefined) {
        yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(pollMillis), Effect.sync(check))))
        return
      }
      const channel = new BroadcastChannel(channelName)
      yield* Effect.addFinalizer(() => Effect.sync(() => channel.close()))
      yield* listen(channel, "message", check)
    })
  }
}

const listen = (
  target: Pick<EventTarget, "addEventListener" | "removeEventListener">,
  event: string,
  listener: () => void
) =>
  Effect.suspend(() => {
    target.addEventListener(event, listener)
    return Effect.addFinalizer(() => Effect.sync(() => target.removeEventListener(event, listener)))
  })

/** The cookies of the page that this script runs in. */
export const browser: CookieJar["Service"] = makeBrowser(globalThis)

/** How a jar in memory differs from that of a page served over http. */
export interface MemoryOptions {
  readonly isSecure?: boolean | undefined
  /** Whether a cookie is kept, to test a browser that refuses. Default: whether it is small enough. */
  readonly keeps?: ((name: string, value: string) => boolean) | undefined
}

/** A jar that lives as long as the value. Several pages that share it are tabs of one browser. */
export const makeMemory = ({ isSecure = false, keeps = () => true }: MemoryOptions = {}): CookieJar["Service"] => {
  const jar = new Map<string, { readonly value: string; readonly endsMillis: number }>()
  const listeners = Listeners.make<[Cookies]>()
  return CookieJar.of({
    isShared: true,
    use: (step) =>
      Effect.clockWith((clock) =>
        Effect.sync(() => {
          const now = clock.currentTimeMillisUnsafe()
          let written = false
          const listLiving = () => Array.from(jar).filter(([, { endsMillis }]) => endsMillis > now)
          const cookies: Cookies = {
            isSecure,
            all: () => new Map(listLiving().map(([name, { value }]) => [name, value])),
            set: (name, value, maxAgeSeconds = Infinity) => {
              if (!CookieText.fits(name, value) || !keeps(name, value) || (name.startsWith("__Host-") && !isSecure)) {
                return false
              }
              written = true
              jar.set(name, { value, endsMillis: now + maxAgeSeconds * 1000 })
              return true
            },
            remove: (name) => {
              written = jar.delete(name) || written
            }
          }
          const result = step(cookies)
          if (written) listeners.notify(cookies)
          return result
        })
      ),
    changes: listeners.listen
  })
}

/** A jar that lives as long as its layer. Each build makes another one. */
export const layerMemory = (options?: MemoryOptions): Layer.Layer<CookieJar> =>
  Layer.fresh(Layer.sync(CookieJar, () => makeMemory(options)))
