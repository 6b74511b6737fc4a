/**
 * The emulator as one function from a request to a response: the steps of every request, in order. Over a socket,
 * `serve/Socket.ts` comes first, which checks the host and reads the body.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as AccountServices from "./accounts/Services.ts"
import type { Control } from "./control/Control.ts"
import type { Journal } from "./control/Journal.ts"
import type { Replays } from "./control/Replays.ts"
import type { BrokenConnection } from "./faults/BrokenConnection.ts"
import type { Faults } from "./faults/Faults.ts"
import type { AccessCheck } from "./http/AccessCheck.ts"
import type { ControlToken } from "./http/ControlToken.ts"
import type { Origins } from "./http/Origins.ts"
import type { RateLimiter } from "./http/RateLimiter.ts"
import * as IdentityProvider from "./idp/IdentityProvider.ts"
import type * as MailServices from "./mail/Services.ts"
import type { Smtp } from "./mail/Smtp.ts"
import type * as OAuthServices from "./oauth/Services.ts"
import * as CheckoutPage from "./payments/CheckoutPage.ts"
import type { Payments } from "./payments/Payments.ts"
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
import type { Answered, Connection, Incoming, Received } from "./pipeline/Request.ts"
import * as RequestRecord from "./pipeline/RequestRecord.ts"
import * as RequestTrace from "./pipeline/RequestTrace.ts"
import * as ServiceMessages from "./pipeline/ServiceMessages.ts"
import * as StateTurn from "./pipeline/StateTurn.ts"
import type * as ProjectServices from "./projects/Services.ts"
import type { Background } from "./runtime/Background.ts"
import type { Generation } from "./runtime/Generation.ts"
import type { Settings } from "./runtime/Settings.ts"
import type { Traffic } from "./state/Traffic.ts"
import type * as StorageServices from "./storage/Services.ts"
import type * as TeamServices from "./teams/Services.ts"
import type { Webhooks } from "./webhooks/Webhooks.ts"

/** The whole emulator. */
export class App extends Context.Service<
  App,
  {
    /** Answers a request. If a fault breaks the connection, it fails with what `fetch` rejects with. */
    readonly handle: (request: Request, connection?: Connection) => Effect.Effect<Response, BrokenConnection>
  }
>()("gatefold/emulator/App") {}

const isApi = ({ pathname }: URL): boolean =>
  pathname === "/api" || pathname.startsWith("/api/") || pathname.startsWith("//")

const make = Effect.gen(function* () {
  const endpoints = yield* Endpoints.make
  const record = yield* RequestRecord.make
  const limits = yield* AddressLimits.make
  const call = yield* EndpointCall.make

  const api = Pipeline.begin<Received, Answered>()
    .find(yield* CrossOrigin.makeOriginAccess(endpoints))
    .step(CrossOrigin.preflights)
    .find(yield* Envelope.make)
    .step(FaultAnswers.replace)
    .step(record.everyRequest)
    .step(failures)
    .step(yield* CrossOrigin.makeRefusals)
    .step(FaultAnswers.skip)
    .find(Endpoints.matching(endpoints))
    .find(yield* Endpoints.makeAccess)
    .step(limits)
    .end(call)

  const outside = Pipeline.begin<Received, Answered>()
    .step(CrossOrigin.forEveryPage)
    .step(FaultAnswers.replace)
    .step(record.hitRequests)
    .step(FaultAnswers.skip)
    .find(Endpoints.matchingOutside(endpoints))
    .step(limits)
    .end(call)

  const toService = yield* ServiceMessages.make

  const everyRequest = Pipeline.begin<Incoming, Response>()
    .find(yield* ControlPaths.make)
    .find(yield* InjectedFaults.make)
    .step(yield* StateTurn.make)
    .step(OwnPages.make(IdentityProvider.prefix, (yield* IdentityProvider.IdentityProvider).handle))
    .step(OwnPages.make(CheckoutPage.prefix, yield* CheckoutPage.make))
    .step(yield* RequestTrace.make)
    .end(toService((received) => (isApi(received.url) ? api : outside)(received)))

  return App.of({
    handle: (request, connection = {}) => everyRequest({ request, url: new URL(request.url), connection })
  })
})

/** The services of the features, and those that only single steps use. */
type Requirements =
  | AccessCheck
  | AccountServices.Services
  | Background
  | Control
  | ControlToken
  | Faults
  | Generation
  | Journal
  | MailServices.Services
  | OAuthServices.Services
  | Origins
  | Payments
  | ProjectServices.Services
  | RateLimiter
  | Replays
  | Settings
  | Smtp
  | StorageServices.Services
  | TeamServices.Services
  | Traffic
  | Webhooks

/** The steps over their services. */
export const layer: Layer.Layer<App, never, Requirements> = Layer.effect(App, make)
