/** Servers for one test, and requests to them. */
import * as http from "node:http"
import type * as net from "node:net"
import * as Effect from "effect/Effect"
import * as Http from "../../src/http/Http.ts"

export const request = (url: string, overrides: Partial<Http.HttpRequest> = {}): Http.HttpRequest => ({
  method: "GET",
  url,
  headers: { "x-stack-access-token": "CANARY" },
  body: undefined,
  maxResponseBytes: 1024 * 1024,
  timeoutMillis: 10_000,
  ...overrides
})

export const send = (made: Http.HttpRequest) => Effect.flatMap(Http.Http, (execute) => execute(made))

/** A server on loopback for the length of a test. */
export const serve = (handler: http.RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<http.Server>((resume) => {
      const server = http.createServer(handler).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  ).pipe(Effect.map((server) => `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`))
