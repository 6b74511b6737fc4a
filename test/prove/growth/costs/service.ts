/** A service in this process that only publishes its keys, and processes of a backend that ask it. */
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { createRequestAuth } from "gatefold/promise/backend"
import type { TokenMinter } from "../../../../src/testing/TokenMinter.ts"
import { makeMinter, projectId } from "../tokens.ts"

/** The service. */
export interface KeyService {
  readonly url: string
  readonly minter: TokenMinter["Service"]
  /** How often it was asked. */
  readonly fetches: () => number
}

export const startKeyService = async (): Promise<KeyService> => {
  let handle: TokenMinter["Service"]["handle"] = () => new Response(null, { status: 503 })
  let fetches = 0
  const server = createServer(async (request, response) => {
    fetches++
    const answer = handle(new Request(`${url}${request.url}`))
    response.writeHead(answer.status, { "content-type": "application/json" })
    response.end(await answer.text())
  }).unref()
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const minter = await makeMinter(url)
  handle = minter.handle
  return { url, minter, fetches: () => fetches }
}

/** What `createRequestAuth` makes, and a request with a token. */
export const openAuth = (apiUrl: string, cacheSize?: number) => {
  const auth = createRequestAuth({ projectId, publishableClientKey: "pck_growth", apiUrl, cacheSize })
  const authenticate = async (headers: Readonly<Record<string, string>>) => {
    await using result = await auth.authenticate({
      method: "GET",
      headers: { get: (name) => headers[name.toLowerCase()] }
    })
    return result.signedIn ? result.userId : undefined
  }
  return { auth, authenticate }
}
