/**
 * The emulator as one function from a request to a response: the steps of every request, in order. Over a socket,
 * `transport/Socket.ts` comes first, which checks the host and reads the body.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { BrokenConnection } from "../faults/BrokenConnection.ts"
import * as IdentityProvider from "../idp/IdentityProvider.ts"
import * as CheckoutPage from "../payments/CheckoutPage.ts"
import * as AddressLimits from "../pipeline/AddressLimits.ts"
import * as CrossOrigin from "../pipeline/CrossOrigin.ts"
import * as EndpointCall from "../pipeline/EndpointCall.ts"
import * as Endpoints from "../pipeline/Endpoints.ts"
import * as Envelope from "../pipeline/Envelope.ts"
import * as EveryRequest from "../pipeline/EveryRequest.ts"
import * as FaultSteps from "../pipeline/FaultSteps.ts"
import * as Pipeline from "../pipeline/Pipeline.ts"
import type { Connection, IncomingRequest, ServiceAnswer, ServiceRequest } from "../pipeline/Request.ts"
import * as RequestRecord from "../pipeline/RequestRecord.ts"

export class RequestHandler extends Context.Service<
  RequestHandler,
  {
    /** Answers a request. If a fault breaks the connection, it fails with what `fetch` rejects with. */
    readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response, BrokenConnection>
  }
>()("gatefold/emulator/internal/RequestHandler") {}

const isApi = ({ pathname }: URL): boolean =>
  pathname === "/api" || pathname.startsWith("/api/") || pathname.startsWith("//")

const make = Effect.gen(function* () {
  const endpoints = yield* Endpoints.make
  const originAccess = yield* CrossOrigin.makeOriginAccess(endpoints)
  const envelope = yield* Envelope.make
  const record = yield* RequestRecord.make
  const refusals = yield* CrossOrigin.makeRefusals
  const access = yield* Endpoints.makeAccess
  const limits = yield* AddressLimits.make
  const call = yield* EndpointCall.make

  const api = Pipeline.begin<ServiceRequest, ServiceAnswer>()
    .stepWith(originAccess)
    .step(CrossOrigin.answerPreflights)
    .stepWith(envelope)
    .step(FaultSteps.replace)
    .step(record.everyRequest)
    .step(Envelope.answerFailures)
    .step(refusals)
    .step(FaultSteps.skip)
    .stepWith(Endpoints.matchInApi(endpoints))
    .stepWith(access)
    .step(limits)
    .end(call)

  const outside = Pipeline.begin<ServiceRequest, ServiceAnswer>()
    .step(CrossOrigin.allowEveryPage)
    .step(FaultSteps.replace)
    .step(record.hitRequests)
    .step(FaultSteps.skip)
    .stepWith(Endpoints.matchOutside(endpoints))
    .step(limits)
    .end(call)

  const controlPaths = yield* EveryRequest.makeControlPaths
  const faults = yield* FaultSteps.makeInjection
  const stateTurn = yield* EveryRequest.makeStateTurn
  const identityProvider = yield* IdentityProvider.IdentityProvider
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof CheckoutPage.handle>>>()
  const checkoutPage = (request: Request) => Effect.provideContext(CheckoutPage.handle(request), services)
  const trace = yield* EveryRequest.makeTrace
  const toService = yield* EveryRequest.makeServiceMessages

  const everyRequest = Pipeline.begin<IncomingRequest, Response>()
    .stepWith(controlPaths)
    .stepWith(faults)
    .step(stateTurn)
    .step(EveryRequest.serveOwnPages(IdentityProvider.prefix, identityProvider.handle))
    .step(EveryRequest.serveOwnPages(CheckoutPage.prefix, checkoutPage))
    .step(trace)
    .end(toService((request) => (isApi(request.url) ? api : outside)(request)))

  return RequestHandler.of({
    handle: (request, connection = {}) => everyRequest({ request, url: new URL(request.url), connection })
  })
})

/** The steps over their services. */
export const layer = Layer.effect(RequestHandler, make)
