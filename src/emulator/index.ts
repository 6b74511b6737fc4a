/**
 * The service, embedded: in this process, as a fetch handler, or over HTTP.
 *
 * @example
 * ```ts
 * import * as Emulator from "gatefold/emulator"
 *
 * const emulator = yield* Emulator.serve({ port: 0, project: { displayName: "Demo" } })
 * ```
 */
export type { Connection } from "./App.ts"
export { DatabaseError, type Reason as DatabaseErrorReason } from "./storage/DatabaseError.ts"
export {
  type Credentials,
  Emulator,
  type Handler,
  type InMemory,
  layer,
  type Options,
  type Running,
  toFetchHandler,
  WithProject,
  type WithProjectOptions
} from "./Emulator.ts"
export type { Service } from "./Generation.ts"
export type {
  Answer as SignInAnswer,
  Identity as TestIdentity,
  IdTokenRequest,
  Outcome as SignInOutcome
} from "./idp/SignInAnswer.ts"
export type { Entry as JournalEntry } from "./control/Journal.ts"
export { mailServer } from "./mail/Smtp.ts"
export type { Filter as MailFilter, Mail } from "./mail/Mailbox.ts"
export type { Endpoints as IdentityProviderEndpoints } from "./oauth/OpenIdProvider.ts"
export type { Limit as RateLimit, Options as RateLimitOptions } from "./http/RateLimitRules.ts"
export {
  layer as layerServe,
  serve,
  ServeError,
  type Options as ServeOptions,
  type WithProjectOptions as ServeWithProjectOptions
} from "./Serve.ts"
export type { EventType as WebhookEventType } from "./webhooks/Changes.ts"
export type {
  Attempt as WebhookAttempt,
  Endpoint as WebhookEndpoint,
  EndpointOptions as WebhookEndpointOptions
} from "./webhooks/Webhooks.ts"
