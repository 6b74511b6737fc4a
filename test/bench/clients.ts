/** The ways to read the current user that are compared. */
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as ClientApp from "../../src/http/ClientApp.ts"
import * as Http from "../../src/http/Http.ts"
import { createClientApp } from "../../src/promise/index.ts"
import * as Session from "../../src/session/Session.ts"
import * as ExplicitTokenStore from "../../src/token/ExplicitTokenStore.ts"
import * as UndiciHttp from "../../src/undici/UndiciHttp.ts"
import { callHeaders, projectId, publishableClientKey, refreshToken } from "./wire.ts"

/** Reads the current user once. */
export type Read = () => Promise<unknown>

/** Makes a reader for the service at a URL, starting with an access token. */
export type Client = (apiUrl: string, accessToken: string, oneRequestPerCall: boolean) => Promise<Read>

const overLayer =
  (http: Layer.Layer<never>): Client =>
  async (apiUrl, accessToken) => {
    const runtime = ManagedRuntime.make(
      Session.layer.pipe(
        Layer.provideMerge(ExplicitTokenStore.layer({ accessToken, refreshToken })),
        Layer.provideMerge(ClientApp.layer({ projectId, publishableClientKey, apiUrl }).pipe(Layer.provide(http)))
      )
    )
    await runtime.context()
    return () => runtime.runPromise(CurrentUser.getOrFail)
  }

const plainFetch =
  (init: () => RequestInit): Client =>
  async (apiUrl, accessToken) => {
    const headers = callHeaders(accessToken)
    return async () => {
      const response = await fetch(`${apiUrl}/api/v1/users/me`, { headers, ...init() })
      return JSON.parse(await response.text())
    }
  }

const findFolder = (peer: string): string | undefined => process.env[`BENCH_${peer}`]

/** Every subject by name; those that cannot be had answer undefined. */
export const clients: Readonly<Record<string, () => Promise<Client | undefined>>> = {
  fetch: async () => plainFetch(() => ({})),

  /** What any client pays that can stop a request, on a user's word or after a time. */
  "fetch, abortable": async () => plainFetch(() => ({ signal: new AbortController().signal })),

  /** The port alone, run as an effect: below that no operation over it can be. */
  "Http.layerFetch": async () => async (apiUrl, accessToken) => {
    const execute = await Effect.runPromise(Effect.provide(Http.Http, Http.layerFetch()))
    const request = {
      method: "GET",
      url: `${apiUrl}/api/v1/users/me`,
      headers: callHeaders(accessToken),
      body: undefined,
      maxResponseBytes: 1_000_000,
      timeoutMillis: 30_000
    } as const
    return async () => JSON.parse((await Effect.runPromise(execute(request))).text)
  },

  gatefold: async () => overLayer(Http.layerFetch()),

  "gatefold/promise": async () => async (apiUrl, accessToken) => {
    const app = createClientApp({
      projectId,
      publishableClientKey,
      apiUrl,
      tokenStore: { accessToken, refreshToken }
    })
    return () => app.currentUser.get({ or: "throw" })
  },

  "gatefold/undici": async () => overLayer(UndiciHttp.layer()),

  "@stackframe/js": async () => {
    const folder = findFolder("stackframe")
    if (folder === undefined) return undefined
    // Resolved as an importer inside that folder would.
    const entry = createRequire(path.join(folder, "package.json")).resolve("@stackframe/js")
    const { StackClientApp } = await import(pathToFileURL(entry).href)
    return async (apiUrl, accessToken, oneRequestPerCall) => {
      const tokens = { accessToken, refreshToken }
      const options = { projectId, publishableClientKey, baseUrl: apiUrl, noAutomaticPrefetch: true }
      if (oneRequestPerCall) {
        // Its other token stores answer calls within 300 ms from a cache, after a wait; given tokens do not.
        const app = new StackClientApp({ ...options, tokenStore: tokens })
        return () => app.getUser()
      }
      const app = new StackClientApp({ ...options, tokenStore: "memory" })
      // What its own sign-in does with the tokens of the answer.
      await app._signInToAccountWithTokens(tokens)
      return () => app.getUser()
    }
  }
}
