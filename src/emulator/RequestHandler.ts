/**
 * The emulator as one function from a request to a response: the steps of every request, in order. Over a socket,
 * `transport/Socket.ts` comes first, which checks the host and reads the body.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BrokenConnection } from "./faults/BrokenConnection.ts"
import * as IdentityProvider from "./idp/IdentityProvider.ts"
import * as CheckoutPage from "./payments/CheckoutPage.ts"
import * as AddressLimits from "./pipeline/AddressLimits.ts"
import * as ControlPaths from "./pipeline/ControlPaths.ts"
import * as CrossOrigin from "./pipeline/CrossOrigin.ts"
import * as EndpointCall from "./pipeline/EndpointCall.ts"
import * as Endpoints from "./pipeline/Endpoints.ts"
import * as Envelope from "./pipeline/Envelope.ts"
import { failures } from "./pipeline/Failures.ts"
import * as FaultAnswers from "./pipeline/FaultAnswers.ts"
import * as InjectedFaults from "./pipeline/InjectedFaults.ts"
import * as OwnPages from "./pipeline/OwnPages.ts"
import * as Pipeline from "./pipeline/Pipeline.ts"
import type { Connection, IncomingRequest, ServiceAnswer, ServiceRequest } from "./pipeline/Request.ts"
import * as RequestRecord from "./pipeline/RequestRecord.ts"
import * as RequestTrace from "./pipeline/RequestTrace.ts"
import * as ServiceMessages from "./pipeline/ServiceMessages.ts"
import * as StateTurn from "./pipeline/StateTurn.ts"

/** The whole emulator. */
export class RequestHandler extends Context.Service<
  RequestHandler,
  {
    /** Answers a request. If a fault breaks the connection, it fails with what `fetch` rejects with. */
    readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response, BrokenConnection>
  }
>()("gatefold/emulator/RequestHandler") {}

const isApi = ({ pathname }: URL): boolean =>
  pathname === "/api" || pathname.startsWith("/api/") || pathname.startsWith("//")

const make = Effect.gen(function* () {
  const endpoints = yield* Endpoints.make
  const record = yield* RequestRecord.make
  const limits = yield* AddressLimits.make
  const call = yield* EndpointCall.make

  const api = Pipeline.begin<ServiceRequest, ServiceAnswer>()
    .stepWith(yield* CrossOrigin.makeOriginAccess(endpoints))
    .step(CrossOrigin.preflights)
    .stepWith(yield* Envelope.make)
    .step(FaultAnswers.replace)
    .step(record.everyRequest)
    .step(failures)
    .step(yield* CrossOrigin.makeRefusals)
    .step(FaultAnswers.skip)
    .stepWith(Endpoints.matching(endpoints))
    .stepWith(yield* Endpoints.makeAccess)
    .step(limits)
    .end(call)

  const outside = Pipeline.begin<ServiceRequest, ServiceAnswer>()
    .step(CrossOrigin.forEveryPage)
    .step(FaultAnswers.replace)
    .step(record.hitRequests)
    .step(FaultAnswers.skip)
    .stepWith(Endpoints.matchingOutside(endpoints))
    .step(limits)
    .end(call)

  const toService = yield* ServiceMessages.make

  const everyRequest = Pipeline.begin<IncomingRequest, Response>()
    .stepWith(yield* ControlPaths.make)
    .stepWith(yield* InjectedFaults.make)
    .step(yield* StateTurn.make)
    .step(OwnPages.make(IdentityProvider.prefix, (yield* IdentityProvider.IdentityProvider).handle))
    .step(OwnPages.make(CheckoutPage.prefix, yield* CheckoutPage.make))
    .step(yield* RequestTrace.make)
    .end(toService((request) => (isApi(request.url) ? api : outside)(request)))

  return RequestHandler.of({
    handle: (request, connection = {}) => everyRequest({ request, url: new URL(request.url), connection })
  })
})

/** The steps over their services. */
export const layer: Layer.Layer<RequestHandler, never, Effect.Services<typeof make>> = Layer.effect(
  RequestHandler,
  make
)
