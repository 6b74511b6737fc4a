/**
 * Other hosts of the hosted service, for when the usual one cannot be reached
 * (docs/protocol/retries.md#fallback-hosts).
 *
 * A request that certainly never left goes to the next host at once. Another failure only moves later requests there,
 * so that a change that may have arrived is never sent twice. An answer of any kind keeps the host.
 */
import * as Effect from "effect/Effect"
import { Deadline } from "./CallTimeout.ts"
import type { Execute, HttpFailure, HttpResponse } from "./Http.ts"
import { defaultApiUrl } from "./ServiceConfig.ts"

/** The names of the hosted service. Every other URL is the only one of its service. */
export const hostedApiUrls: ReadonlyArray<string> = [defaultApiUrl, "https://api.hexclave.com"]

/** The URLs of a service, in the order in which they are tried. */
export const listHosts = (apiUrl: string): ReadonlyArray<string> =>
  hostedApiUrls.includes(apiUrl)
    ? [apiUrl, ...["api1.", "api2."].map((name) => apiUrl.replace("api.", () => name))]
    : [apiUrl]

/** Whether another host may answer. An open circuit belongs to one host. */
const mayMove = ({ reason }: HttpFailure): boolean =>
  reason === "Network" || reason === "Timeout" || reason === "CircuitOpen"

/** Sends requests to a host of the service that answers. A failure counts only if `online` succeeds with true. */
export const make = (apiUrl: string, execute: Execute, online: Effect.Effect<boolean>): Execute => {
  const hosts = listHosts(apiUrl)
  if (hosts.length === 1) return execute
  let current = 0
  /** Moves to the next host, once for all requests that failed at the same one. */
  const move = (from: number, to: number) => {
    if (current === from) current = to % hosts.length
  }
  return (request) =>
    Effect.clockWith((clock) => {
      const deadline = new Deadline(request.timeoutMillis, clock)
      const first = current
      const send = (hop: number): Effect.Effect<HttpResponse, HttpFailure> => {
        const timeoutMillis = deadline.remainingMillis()
        const url = hosts[(first + hop) % hosts.length]! + request.url.slice(apiUrl.length)
        return Effect.matchEffect(execute({ ...request, url, timeoutMillis }), {
          onSuccess: (response) => {
            if (hop > 0) move(first, first + hop)
            return Effect.succeed(response)
          },
          onFailure: (failure) => {
            if (!mayMove(failure)) return Effect.fail(failure)
            const isLast = hop === hosts.length - 1 || deadline.remainingMillis() === 0
            if (!failure.sent) return isLast ? Effect.fail(failure) : send(hop + 1)
            return Effect.flatMap(online, (isOnline) => {
              if (isOnline) move(first, first + hop + 1)
              return Effect.fail(failure)
            })
          }
        })
      }
      return send(0)
    })
}
