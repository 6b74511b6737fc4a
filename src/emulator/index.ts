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
  layerFaults,
  layerFork,
  layerForkWithProject,
  type Options,
  type Running,
  type StartError,
  toFetchHandler,
  WithProject,
  type WithProjectOptions
} from "./Emulator.ts"
export type { Fault } from "./faults/Fault.ts"
export { type FaultRule, FaultRuleError } from "./faults/FaultRule.ts"
export type { ActiveFault } from "./faults/Faults.ts"
export type { Service } from "./Generation.ts"
export type {
  Answer as SignInAnswer,
  Identity as TestIdentity,
  IdTokenRequest,
  Outcome as SignInOutcome
} from "./idp/SignInAnswer.ts"
export type { Event } from "./control/Events.ts"
export type { Entry as JournalEntry } from "./control/Journal.ts"
export { mailServer } from "./mail/Smtp.ts"
export { type Attachment as MailAttachment, type Filter as MailFilter, type Mail, NoMail } from "./mail/Mailbox.ts"
export type { Endpoints as IdentityProviderEndpoints } from "./oauth/OpenIdProvider.ts"
export type { Limit as RateLimit, Options as RateLimitOptions } from "./http/RateLimitRules.ts"
export { defineSeed, parse as parseSeed, type Seed, SeedError, type SeedTeam, type SeedUser } from "./seeds/Seed.ts"
export type { Snapshot } from "./state/Snapshots.ts"
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
