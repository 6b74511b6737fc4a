/** The exports that the entry points for Node and browsers share. */
export type { Connection } from "../pipeline/Request.ts"
export { DatabaseError, type Reason as DatabaseErrorReason } from "../storage/DatabaseError.ts"
export {
  type ProjectCredentials,
  Emulator,
  layerFaults,
  layerFork,
  layerForkWithProject,
  type Instance,
  type StartError,
  WithProject
} from "../Emulator.ts"
export type { Handler } from "../FetchHandler.ts"
export type { Fault } from "../faults/Fault.ts"
export { type FaultRule, FaultRuleError } from "../faults/FaultRule.ts"
export type { ActiveFault } from "../faults/Faults.ts"
export type { Generation } from "../../domain/Generation.ts"
export type { Outcome as SignInOutcome } from "../idp/Outcome.ts"
export type { Identity as TestIdentity, IdTokenRequest, SignInAnswer } from "../idp/SignInAnswer.ts"
export type { Event } from "../control/Events.ts"
export type { Entry as JournalEntry } from "../control/Journal.ts"
export { mailServer } from "../mail/Smtp.ts"
export { type Attachment as MailAttachment, type MailFilter, type Mail, NoMail } from "../mail/Mailbox.ts"
export type { Endpoints as IdentityProviderEndpoints } from "../oauth/OpenIdProvider.ts"
export type { Limit as RateLimit, Options as RateLimitOptions } from "../http/RateLimitRules.ts"
export { defineSeed, parse as parseSeed, type Seed, SeedError, type SeedTeam, type SeedUser } from "../seeds/Seed.ts"
export { SnapshotError } from "../state/SnapshotError.ts"
export type { Snapshot } from "../state/Snapshots.ts"
export type { EventType as WebhookEventType } from "../webhooks/Changes.ts"
export type { Attempt as WebhookAttempt } from "../webhooks/Attempts.ts"
export type { WebhookEndpoint, WebhookEndpointOptions } from "../webhooks/WebhookEndpoint.ts"
