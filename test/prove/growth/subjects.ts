/** What verifies the tokens of a backend: Gatefold, its peers, `jose` alone, and nothing. */
import type { IncomingMessage } from "node:http"
import { createRequire } from "node:module"
import * as path from "node:path"
import { pathToFileURL } from "node:url"
import { createRequestAuth, fromNode } from "gatefold/promise/backend"
import { createRemoteJWKSet, jwtVerify, type JWTVerifyOptions } from "jose"
import type { Peer } from "../../bench/peers.ts"
import { clerkIssuer, projectId } from "./tokens.ts"

/** The user of a request; undefined if it is refused. */
export type Verify = (request: IncomingMessage) => Promise<string | undefined>

/** What a backend needs to know. */
export interface Settings {
  readonly subject: string
  /** Where the services are. */
  readonly url: string
  /** Where the package of the subject is installed, if it is not Gatefold's own. */
  readonly folder?: string | undefined
}

/** What is measured. */
export interface Subject {
  readonly name: string
  readonly keys: "ES256" | "RS256"
  readonly peer?: Peer
  /** Below this path are its requests to the services. */
  readonly requests: (name: string) => string
  readonly make: (settings: Settings) => Promise<Verify> | Verify
}

const load = (folder: string | undefined, name: string) => {
  if (folder === undefined) throw new Error(`${name} is not installed`)
  return import(pathToFileURL(createRequire(path.join(folder, "package.json")).resolve(name)).href)
}

const bearer = ({ headers }: IncomingMessage): string => headers.authorization?.slice("Bearer ".length) ?? ""

/** The subject of claims that `verify` returns; a rejection refuses the request. */
const orRefuse =
  (verify: (token: string) => Promise<{ readonly sub?: string | undefined } | undefined>): Verify =>
  async (request) => {
    try {
      return (await verify(bearer(request)))?.sub
    } catch {
      return undefined
    }
  }

const own = (url: string, name: string) => `${url}/${encodeURIComponent(name)}`

const makeIssuer = (url: string) => `${url}/api/v1/projects/${projectId}`

const joseVerify = (keySetUrl: string, options: JWTVerifyOptions): Verify => {
  const keySet = createRemoteJWKSet(new URL(keySetUrl))
  return orRefuse(async (token) => (await jwtVerify(token, keySet, options)).payload)
}

const clerkOptions = (settings: Settings) => ({
  secretKey: "sk_test_growth",
  apiUrl: own(settings.url, settings.subject)
})

/** A request of Node as one of the Fetch API, which Clerk reads. */
const asRequest = ({ headers: { authorization = "" } }: IncomingMessage): Request =>
  new Request("http://127.0.0.1/me", { headers: { authorization } })

const below = (name: string) => `/${encodeURIComponent(name)}/`

export const subjects: ReadonlyArray<Subject> = [
  { name: "bare", keys: "ES256", requests: below, make: () => () => Promise.resolve("") },
  {
    name: "jose",
    keys: "ES256",
    requests: below,
    make: ({ subject, url }) =>
      joseVerify(`${own(url, subject)}/es256/jwks.json`, {
        algorithms: ["ES256"],
        issuer: makeIssuer(url),
        audience: projectId
      })
  },
  {
    name: "gatefold",
    keys: "ES256",
    requests: () => "/api/v1/",
    make: ({ url }) => {
      const auth = createRequestAuth({ projectId, publishableClientKey: "pck_growth", apiUrl: url })
      return async (request) => {
        await using result = await auth.authenticate(fromNode(request))
        return result.signedIn ? result.userId : undefined
      }
    }
  },
  {
    name: "@supabase/auth-js",
    keys: "ES256",
    peer: "@supabase/auth-js",
    requests: below,
    make: async ({ folder, subject, url }) => {
      const { GoTrueClient } = await load(folder, "@supabase/auth-js")
      const auth = new GoTrueClient({
        url: `${own(url, subject)}/auth/v1`,
        autoRefreshToken: false,
        persistSession: false
      })
      return orRefuse(async (token) => {
        const { data, error } = await auth.getClaims(token)
        return error === null ? data?.claims : undefined
      })
    }
  },
  {
    name: "better-auth",
    keys: "ES256",
    peer: "better-auth",
    requests: below,
    make: async ({ folder, subject, url }) => {
      const { verifyAccessToken } = await load(folder, "better-auth/oauth2")
      const options = {
        jwksUrl: `${own(url, subject)}/es256/jwks.json`,
        verifyOptions: { issuer: makeIssuer(url), audience: projectId }
      }
      return orRefuse((token) => verifyAccessToken(token, options))
    }
  },
  {
    name: "jose, RS256",
    keys: "RS256",
    requests: below,
    make: ({ subject, url }) =>
      joseVerify(`${own(url, subject)}/rs256/jwks.json`, { algorithms: ["RS256"], issuer: clerkIssuer })
  },
  {
    name: "@clerk/backend, verifyToken",
    keys: "RS256",
    peer: "@clerk/backend",
    requests: below,
    make: async (settings) => {
      const { verifyToken } = await load(settings.folder, "@clerk/backend")
      return orRefuse((token) => verifyToken(token, clerkOptions(settings)))
    }
  },
  {
    name: "@clerk/backend, authenticateRequest",
    keys: "RS256",
    peer: "@clerk/backend",
    requests: below,
    make: async (settings) => {
      const { createClerkClient } = await load(settings.folder, "@clerk/backend")
      const host = Buffer.from("clerk.shop.example.com$").toString("base64")
      const clerk = createClerkClient({ ...clerkOptions(settings), publishableKey: `pk_test_${host}` })
      return async (request) => {
        const state = await clerk.authenticateRequest(asRequest(request))
        return state.isAuthenticated ? state.toAuth().userId : undefined
      }
    }
  }
]
