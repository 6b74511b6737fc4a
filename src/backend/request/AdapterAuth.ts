/** The parts of the middleware of every server framework: the authentication of users and of API keys. */
import { type AuthError, isAuthError } from "../AuthErrors.ts"
import type { ApiKeyOptions } from "../verify/ApiKeyChecks.ts"
import { type ApiKeyAuth, type ApiKeyAuthOptions, createApiKeyAuth } from "./ApiKeyAuth.ts"
import type { PromiseAuthResult, PromiseAuthSession } from "./AuthResult.ts"
import { createPromiseRequestAuth, type PromiseRequestAuth, type RequestAuthOptions } from "./RequestAuth.ts"

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

/** Middleware that lets in signed-in users, and answers others with 401, 403 or 503. */
export interface AdapterGuards<Middleware> {
  /** Lets in every signed-in user. */
  readonly signedIn: (options?: GuardOptions) => Middleware
  /** Lets in users with a permission in the project. */
  readonly permission: (id: string, options?: GuardOptions) => Middleware
  /** Lets in users with a permission in the team that a parameter of the path names, by default `:teamId`. */
  readonly teamPermission: (id: string, options?: GuardOptions & { readonly param?: string | undefined }) => Middleware
}

/** How a framework runs a check of the session before a handler. */
export interface Adapter<Context, Middleware> {
  /** Middleware that refuses requests for which `refusedBy` returns an error. */
  readonly guard: (
    options: GuardOptions | undefined,
    refusedBy: (result: PromiseAuthResult, context: Context) => Promise<AuthError | undefined>
  ) => Middleware
  /** A parameter of the path of a route. */
  readonly readParam: (context: Context, name: string) => unknown
}

/** The parts of middleware that do not depend on a framework. */
export interface AdapterAuth {
  readonly auth: PromiseRequestAuth
  /** Authenticates programs by their API keys. Throws without a secret server key. */
  readonly keys: () => ApiKeyAuth
  readonly guards: <Context, Middleware>(adapter: Adapter<Context, Middleware>) => AdapterGuards<Middleware>
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
    guards: ({ guard, readParam }) => ({
      signedIn: (guardOptions) => guard(guardOptions, async (result) => (result.signedIn ? undefined : result.error)),
      permission: (id, guardOptions) =>
        guard(
          guardOptions,
          refuseUnless((session) => session.requirePermission(id))
        ),
      teamPermission: (id, { param = "teamId", ...guardOptions } = {}) =>
        guard(
          guardOptions,
          refuseUnless((session, context) => {
            const teamId = readParam(context, param)
            if (typeof teamId === "string") return session.requirePermission(id, { teamId })
            throw new Error(`teamPermission needs the parameter :${param} in the path of its route`)
          })
        )
    }),
    dispose: async () => {
      await Promise.all([auth.dispose(), keys?.dispose()])
    }
  }
}

/** Returns the error of a request that a check of its session refuses. Rejects with any other failure. */
const refuseUnless =
  <Context>(check: (session: PromiseAuthSession, context: Context) => Promise<void>) =>
  async (result: PromiseAuthResult, context: Context): Promise<AuthError | undefined> => {
    if (!result.signedIn) return result.error
    try {
      await check(result, context)
      return undefined
    } catch (error) {
      if (isAuthError(error)) return error
      throw error
    }
  }
