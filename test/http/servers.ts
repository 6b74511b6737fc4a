/** Servers for one test, and requests to them. */
import * as http from "node:http"
import * as Effect from "effect/Effect"
import * as Http from "../../src/http/Http.ts"
import * as listen from "../support/listen.ts"

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

/** A server on loopback for the length of a test. Returns its URL. */
export const serve = (handler: http.RequestListener) =>
  Effect.map(listen.serve(http.createServer(handler)), ({ url }) => url)
