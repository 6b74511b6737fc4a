/** A phone without native code: a secure store, a browser, the app's links, and its way to the background and back. */
import { createHash, randomBytes } from "node:crypto"
import * as Effect from "effect/Effect"
import type * as Emulator from "../../src/emulator/index.ts"
import type { Crypto, ExpoAppOptions, SecureStore } from "../../src/expo/index.ts"
import * as Http from "../../src/http/Http.ts"
import * as Browser from "../support/Browser.ts"

/** Where the app's website is. */
export const appUrl = "http://localhost:3000"

/** Where providers return to. */
export const returnUrl = "stack-auth-mobile-oauth-url://notes/oauth-callback"

/** The hashes and random bytes of Node, not of WebCrypto. */
export const crypto: Crypto = {
  getRandomBytes: (size) => new Uint8Array(randomBytes(size)),
  digest: async (algorithm, data) => new Uint8Array(createHash(algorithm).update(data).digest()).buffer
}

/** A secure store in memory, which refuses values and keys as Expo's does. */
export const makeSecureStore = () => {
  const values = new Map<string, string>()
  /** Every call, by its kind and key. */
  const calls: Array<string> = []
  /** How many calls that change something are carried out. The next one never returns: the app has ended. */
  let remaining = Infinity
  const step = async (call: string) => {
    calls.push(call)
    await Promise.resolve()
    if (!call.startsWith("get") && remaining-- <= 0) await new Promise(() => {})
  }
  const check = (key: string) => {
    if (!/^[\w.-]+$/.test(key)) throw new Error(`Invalid key ${key}`)
  }
  const store: SecureStore = {
    getItemAsync: async (key) => {
      check(key)
      await step(`get ${key}`)
      return values.get(key) ?? null
    },
    setItemAsync: async (key, value) => {
      check(key)
      if (Buffer.byteLength(value) > 2048) throw new Error(`${key} is larger than 2048 bytes`)
      await step(`set ${key}`)
      values.set(key, value)
    },
    deleteItemAsync: async (key) => {
      check(key)
      await step(`delete ${key}`)
      values.delete(key)
    }
  }
  return {
    store,
    values,
    calls,
    endAfter: (changes: number) => {
      remaining = changes
    },
    /** The app starts again over what is stored. */
    restart: () => {
      remaining = Infinity
      calls.length = 0
    }
  }
}

export type Phone = ReturnType<typeof makePhone>

type Visit = (url: string, returnUrl: string) => Promise<{ readonly type: string; readonly url?: string }>

/** A phone with an app whose scheme is `notes`. */
export const makePhone = () => {
  const listeners = new Set<(state: string) => void>()
  const phone = {
    secureStore: makeSecureStore(),
    /** What the user does in the browser. */
    visit: (async () => ({ type: "cancel" })) as Visit,
    /** The pages that were opened. */
    opened: [] as Array<string>,
    dismissed: 0,
    /** How many listeners the app has. */
    listeners,
    /** The app changes its state, through each of these. */
    change: (...states: ReadonlyArray<"active" | "inactive" | "background">) =>
      states.forEach((state) => listeners.forEach((listener) => listener(state)))
  }
  return phone
}

/** The options of an app on a phone. */
export const makeOptions = (
  phone: Phone,
  {
    baseUrl,
    fetch,
    project
  }: Pick<Emulator.Emulator["Service"], "baseUrl" | "project"> & {
    readonly fetch: (request: Request) => Promise<Response>
  }
): ExpoAppOptions => ({
  ...project!,
  apiUrl: baseUrl,
  appUrl,
  http: Http.layerHandler(fetch),
  secureStore: phone.secureStore.store,
  crypto,
  linking: { createURL: (path) => `notes://${path}` },
  webBrowser: {
    openAuthSessionAsync: (url, returnUrl) => {
      phone.opened.push(url)
      return phone.visit(url, returnUrl)
    },
    dismissAuthSession: () => {
      phone.dismissed++
    }
  },
  appState: {
    addEventListener: (_type, listener) => {
      phone.listeners.add(listener)
      return { remove: () => void phone.listeners.delete(listener) }
    }
  }
})

/** The user signs in at the provider of the emulator, in a browser of their own. */
export const visitProvider =
  (
    {
      baseUrl,
      fetch,
      identityProvider
    }: Pick<Emulator.Emulator["Service"], "baseUrl" | "identityProvider"> & {
      readonly fetch: (request: Request) => Promise<Response>
    },
    answer: Emulator.SignInAnswer
  ): Visit =>
  async (url) => {
    await Effect.runPromise(identityProvider.script(answer))
    const end = await Effect.runPromise(Browser.make({ [baseUrl]: fetch }).open(url))
    if (end.status !== 0) throw new Error(`the service answered ${end.status}: ${end.text}`)
    return { type: "success", url: end.url.href }
  }
