/** A receiver of webhooks. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import * as Effect from "effect/Effect"
import { serve } from "./listen.ts"
import { eventually } from "./turns.ts"

export interface Delivery {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An endpoint on this machine that answers with the given statuses, then with 200. */
export const webhookReceiver = Effect.fnUntraced(function* (...statuses: Array<number>) {
  const deliveries: Array<Delivery> = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => (body += chunk.toString()))
    request.on("end", () => {
      response.writeHead(statuses.shift() ?? 200, { location: "http://127.0.0.1:1/" }).end()
      deliveries.push({ headers: request.headers, body })
    })
  })
  const { url } = yield* serve(server)
  /** Waits until there have been that many deliveries. */
  const received = (count: number): Effect.Effect<ReadonlyArray<Delivery>> =>
    eventually(
      Effect.sync(() => deliveries),
      ({ length }) => length >= count
    )
  return { deliveries: deliveries as ReadonlyArray<Delivery>, received, url: `${url}/hook?key=private` }
})
