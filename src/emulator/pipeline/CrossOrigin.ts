/**
 * Keeps web pages of other origins from more than client access
 * (docs/protocol/threats.md#pages-that-call-the-emulator).
 */
import * as Effect from "effect/Effect"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { claimsPrivilege, readProjectId, secrets } from "../access/AccessHeaders.ts"
import { Origins, describeOrigin, type ForeignOrigin } from "../access/Origins.ts"
import { forbidden } from "../errors/TextAnswer.ts"
import * as Answer from "../http/Answer.ts"
import { isPrivileged } from "../http/RouteIndex.ts"
import * as Projects from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"
import type { Endpoints } from "./Endpoints.ts"
import * as CorsHeaders from "./internal/CorsHeaders.ts"
import type { Step, StepWith } from "./Pipeline.ts"
import type { ServiceAnswer, ServiceRequest } from "./Request.ts"

/** The access that a request may have, by its origin; `Refused` for none. */
export type OriginAccess =
  | { readonly _tag: "Trusted" | "Any" }
  | { readonly _tag: "Refused"; readonly foreign: ForeignOrigin }

export interface WithOriginAccess {
  readonly originAccess: OriginAccess
}

/** Whether a request of a foreign page asks for more than client access. */
const isOffLimits = (request: Request, foreign: ForeignOrigin): boolean => {
  const { headers } = HttpServerRequest.fromWeb(request)
  // A preflight names the headers of the request, without their values.
  const announced = headers["access-control-request-headers"]?.toLowerCase().split(/[\s,]+/) ?? []
  return (
    claimsPrivilege(headers) ||
    secrets.some((name) => announced.includes(name)) ||
    // Developer accounts: an app on this machine may sign them in, but no other page.
    (readProjectId(headers) === Projects.internalProjectId && !foreign.isLocalPage)
  )
}

/** Finds out what the origin of a request allows, and sends that to the browser. */
export const makeOriginAccess = Effect.fnUntraced(function* (endpoints: Endpoints) {
  const origins = yield* Origins
  const cors = CorsHeaders.make((yield* Generation).has("current"))

  const checkAccess = ({ path, request }: ServiceRequest): OriginAccess => {
    const foreign = origins.findForeignOrigin(request)
    if (foreign === undefined) return { _tag: "Trusted" }
    const method = request.method === "OPTIONS" ? request.headers.get("access-control-request-method") : request.method
    const match = endpoints.inApi(method ?? "GET", path)
    const isForServers = match._tag === "Found" && isPrivileged(match.findRoute("client").endpoint)
    return isForServers || isOffLimits(request, foreign) ? { _tag: "Refused", foreign } : { _tag: "Any" }
  }

  const step: StepWith<ServiceRequest, ServiceAnswer, WithOriginAccess> = (request, rest) => {
    const originAccess = checkAccess(request)
    const answered = rest({ originAccess })
    return originAccess._tag === "Refused"
      ? answered
      : Effect.map(answered, (answer) => ({
          ...answer,
          response: HttpServerResponse.setHeaders(answer.response, cors[originAccess._tag])
        }))
  }
  return step
})

/** Answers what browsers ask before they send a request. */
export const answerPreflights: Step<ServiceRequest, ServiceAnswer> = ({ hit, request }, rest) =>
  request.method === "OPTIONS" && hit === undefined
    ? Effect.succeed({ response: HttpServerResponse.empty({ status: 200 }) })
    : rest

const maxMessages = 20

/** Refuses requests without access. The page sees only a failed request, so each refused origin is logged once. */
export const makeRefusals = Effect.sync((): Step<WithOriginAccess, ServiceAnswer> => {
  const messages = new Set<string>()
  const refuse = Effect.fnUntraced(function* (foreign: ForeignOrigin) {
    const text = describeOrigin(foreign)
    if (!messages.has(text) && messages.size < maxMessages) {
      messages.add(text)
      yield* Effect.logWarning(text)
    }
    return { response: Answer.textAnswer(forbidden(text)) }
  })
  return ({ originAccess }, rest) => (originAccess._tag === "Refused" ? refuse(originAccess.foreign) : rest)
})

/** Lets every page read the answer. */
export const allowEveryPage: Step<ServiceRequest, ServiceAnswer> = (_, rest) =>
  Effect.map(rest, (answer) => ({
    ...answer,
    response: HttpServerResponse.setHeader(answer.response, "access-control-allow-origin", "*")
  }))
