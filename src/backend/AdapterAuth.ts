/** What the middleware of every server framework is made of: the authentication of users and of API keys. */
import { type ApiKeyAuth, type ApiKeyAuthOptions, createApiKeyAuth } from "./ApiKeyAuth.ts"
import { createPromiseRequestAuth, type PromiseRequestAuth, type RequestAuthOptions } from "./RequestAuth.ts"
import type { ApiKeyOptions } from "./verify/ApiKeyChecks.ts"

/** Options of `createRequestAuth`, and those for API keys. */
export interface AdapterAuthOptions extends RequestAuthOptions {
  /** The project's secret server key (`ssk_…`). Only `apiKey()` needs it. */
  readonly secretServerKey?: ApiKeyAuthOptions["secretServerKey"] | undefined
  /** The API keys to accept, and how long answers about them are cached. */
  readonly apiKeys?: ApiKeyOptions | undefined
}

/** Users to accept besides ordinary ones: `restricted` and `anonymous` users. Default: those of the app's options. */
export interface GuardOptions {
  readonly allow?: ReadonlyArray<"restricted" | "anonymous"> | undefined
}

/** The parts of middleware that do not depend on a framework. */
export interface AdapterAuth {
  /** Authenticates users. */
  readonly auth: PromiseRequestAuth
  /** Authenticates programs by their API keys. Throws without a secret server key. */
  readonly keys: () => ApiKeyAuth
  /** The team that a parameter of the path names. Throws if the path has no such parameter. */
  readonly teamOf: (param: string, value: unknown) => string
  /** Ends work in the background. */
  readonly dispose: () => Promise<void>
}

/** Makes the parts of middleware; `maker` is the function that an app calls, for its errors. */
export const createAdapterAuth = (maker: string, options: AdapterAuthOptions): AdapterAuth => {
  const auth = createPromiseRequestAuth(options)
  const { apiKeys, secretServerKey } = options
  const keys = secretServerKey ? createApiKeyAuth({ ...options, ...apiKeys, secretServerKey }) : undefined
  return {
    auth,
    keys: () => {
      if (keys === undefined) throw new Error(`apiKey() needs secretServerKey in the options of ${maker}`)
      return keys
    },
    teamOf: (param, value) => {
      if (typeof value === "string") return value
      throw new Error(`teamPermission needs the parameter :${param} in the path of its route`)
    },
    dispose: async () => {
      await Promise.all([auth.dispose(), keys?.dispose()])
    }
  }
}
