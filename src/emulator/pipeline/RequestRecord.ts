/** Records a request and its answer, for the journal and to send it again. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { accessLevels } from "../../domain/AccessLevel.ts"
import { readAccessType, readProjectId } from "../access/AccessHeaders.ts"
import { ControlToken, tokenHeader } from "../access/ControlToken.ts"
import { Trace } from "../background/Trace.ts"
import { type Entry, Journal } from "../control/Journal.ts"
import { type RecordedAnswer, RecordedRequests } from "../control/RecordedRequests.ts"
import { Randomness } from "../crypto/Randomness.ts"
import * as RequestBody from "../http/RequestBody.ts"
import type { Step } from "./Pipeline.ts"
import type { ServiceAnswer, ServiceRequest, WithId } from "./Request.ts"

/** An answer as the console shows it; without a body that is a stream, because the client reads that. */
const toRecorded = ({ body, headers }: HttpServerResponse): RecordedAnswer => {
  const empty = body._tag === "Empty" ? new Uint8Array() : undefined
  return { headers: { ...headers }, body: body._tag === "Uint8Array" ? body.body : empty }
}

/**
 * Two steps, which never answer themselves. `everyRequest` records all requests of apps. `hitRequests`, for requests
 * outside the API, which have no id, records only those that a fault rule matched.
 */
export const make = Effect.gen(function* () {
  const controlToken = yield* ControlToken
  const { base32 } = yield* Randomness
  const journal = yield* Journal
  const recordedRequests = yield* RecordedRequests

  const append = Effect.fnUntraced(function* (
    { hit, request, requestId, startedAt, url }: ServiceRequest & WithId,
    { caller, response }: ServiceAnswer,
    trace: Trace | undefined
  ) {
    // If the endpoint did not run, nothing has verified what the request says about its caller.
    const isVerified = hit === undefined || hit.isCarriedOut
    const { headers } = HttpServerRequest.fromWeb(request)
    const entry: Entry = {
      at: yield* Clock.currentTimeMillis,
      method: request.method,
      path: url.pathname,
      accessType: isVerified ? caller?.level : accessLevels.find((level) => level === readAccessType(headers)),
      projectId: isVerified ? (caller?.project.id ?? trace?.projectId) : readProjectId(headers),
      userId: caller?.user?.id,
      session: trace?.session,
      status: isVerified || hit.replacement !== undefined ? response.status : 0,
      knownError: response.headers["x-stack-known-error"],
      requestId,
      durationMillis: Number((yield* Clock.monotonicTimeNanos) - startedAt) / 1e6 + (hit?.delayMillis ?? 0),
      faults: hit?.rules ?? []
    }
    recordedRequests.record(requestId, {
      method: request.method,
      url: request.url,
      headers: request.headers,
      body: RequestBody.getBytes(request),
      answered: entry.status === 0 ? undefined : toRecorded(hit?.replacement?.response ?? response)
    })
    journal.append(entry)
  })

  /** The journal lists only requests of apps: those of the console would fill the list that it shows. */
  const isOfConsole = (request: Request): boolean => controlToken.is(request.headers.get(tokenHeader))

  const recordEveryRequest: Step<ServiceRequest & WithId, ServiceAnswer> = (received, rest) =>
    isOfConsole(received.request)
      ? rest
      : Effect.flatMap(Trace, (trace) => {
          if (trace !== undefined) trace.requestId = received.requestId
          return Effect.tap(rest, (answer) => append(received, answer, trace))
        })

  const recordHitRequests: Step<ServiceRequest, ServiceAnswer> = (received, rest) =>
    received.hit === undefined
      ? rest
      : Effect.suspend(() => recordEveryRequest({ ...received, requestId: base32(16) }, rest))

  return { everyRequest: recordEveryRequest, hitRequests: recordHitRequests }
})
