/**
 * The services behind all subjects, in one server on this machine: it answers each with the key set that it looks for,
 * and checks of API keys and refreshes of sessions. It counts what it is asked.
 */
import { randomUUID } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { makeClerkIssuer, makeIssuer, projectId, type Issuer, type Token } from "./tokens.ts"

/** The services, and the tokens that they sign. */
export interface Stub {
  readonly url: string
  readonly es256: Issuer
  readonly rs256: Issuer
  /** How many requests came below a path, which begins with the name of a subject or is the service's own. */
  readonly countRequests: (prefix: string) => number
  /** Has refreshes answered with these tokens, one after the other. */
  readonly refreshTo: (tokens: ReadonlyArray<Token>) => void
  readonly close: () => Promise<void>
}

/** Where Gatefold's service has everything of its API. */
export const servicePrefix = "/api/v1/"

const readBody = async (request: IncomingMessage): Promise<string> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return text
}

const respond = (response: ServerResponse, status: number, body: unknown) => {
  const text = JSON.stringify(body)
  response.writeHead(status, {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(text),
    "x-stack-actual-status": String(status)
  })
  response.end(text)
}

/** An API key as the service describes it. */
const describeKey = (value: string) => ({
  id: randomUUID(),
  type: "user",
  user_id: randomUUID(),
  description: "growth",
  created_at_millis: Date.now(),
  is_public: false,
  value: { last_four: value.slice(-4) }
})

/** Starts the services. */
export const startStub = async (): Promise<Stub> => {
  const counts = new Map<string, number>()
  let renewed: Iterator<Token> = [].values()
  let keySets: (path: string) => unknown = () => undefined
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const path = (request.url ?? "").split("?", 1)[0]!
    counts.set(path, (counts.get(path) ?? 0) + 1)
    const text = await readBody(request)
    const keySet = keySets(path)
    if (keySet !== undefined) return respond(response, 200, keySet)
    if (path === `${servicePrefix}user-api-keys/check`) {
      return respond(response, 200, describeKey(JSON.parse(text).api_key))
    }
    if (path === `${servicePrefix}auth/oauth/token`) {
      const { value } = renewed.next()
      return value === undefined
        ? respond(response, 500, "no token is left")
        : respond(response, 200, { access_token: value.text, token_type: "Bearer", expires_in: 600, scope: "legacy" })
    }
    respond(response, 404, "not found")
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => void answer(request, response))
  server.listen(0, "127.0.0.1", 4096)
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const [es256, rs256] = await Promise.all([makeIssuer(url), makeClerkIssuer()])
  keySets = (path) =>
    path === `${servicePrefix}projects/${projectId}/.well-known/jwks.json` || path.endsWith("/es256/jwks.json")
      ? es256.keySet
      : // Supabase and Clerk have paths of their own.
        path.endsWith("/auth/v1/.well-known/jwks.json")
        ? es256.keySet
        : path.endsWith("/v1/jwks") || path.endsWith("/rs256/jwks.json")
          ? rs256.keySet
          : undefined
  return {
    url,
    es256,
    rs256,
    countRequests: (prefix) =>
      Array.from(counts).reduce((sum, [path, count]) => (path.startsWith(prefix) ? sum + count : sum), 0),
    refreshTo: (tokens) => {
      renewed = tokens.values()
    },
    close: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, "close")
    }
  }
}
