/** The services of an emulator, put together: those of each folder, and what they need. */
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as ControlToken from "../access/ControlToken.ts"
import * as Origins from "../access/Origins.ts"
import * as RequiredLevel from "../access/RequiredLevel.ts"
import * as AccountServices from "../accounts/Services.ts"
import * as Background from "../background/Background.ts"
import * as Control from "../control/Control.ts"
import * as Events from "../control/Events.ts"
import * as Journal from "../control/Journal.ts"
import * as MovableClock from "../control/MovableClock.ts"
import * as RecordedRequests from "../control/RecordedRequests.ts"
import * as Randomness from "../crypto/Randomness.ts"
import * as Faults from "../faults/Faults.ts"
import * as RateLimiter from "../http/RateLimiter.ts"
import * as RateLimitRules from "../http/RateLimitRules.ts"
import type { IdentityProvider } from "../idp/IdentityProvider.ts"
import { ada } from "../idp/SignInAnswer.ts"
import * as Mailbox from "../mail/Mailbox.ts"
import * as OutboxSender from "../mail/OutboxSender.ts"
import type * as Smtp from "../mail/Smtp.ts"
import * as OAuthServices from "../oauth/Services.ts"
import type { Options, StartError } from "../Options.ts"
import * as Seeds from "../seeds/Seeds.ts"
import * as Generation from "../settings/Generation.ts"
import { defaultPort, Settings } from "../settings/Settings.ts"
import * as EmulatorState from "../state/EmulatorState.ts"
import * as Snapshots from "../state/Snapshots.ts"
import * as Traffic from "../state/Traffic.ts"
import * as Database from "../storage/Database.ts"
import * as Sqlite from "../storage/Sqlite.ts"
import * as StateParts from "../storage/StateParts.ts"
import * as Webhooks from "../webhooks/Webhooks.ts"
import * as RequestHandler from "./RequestHandler.ts"

const defaultUrl = `http://127.0.0.1:${defaultPort}`

/** The services that differ between Node and browsers. */
export type Capabilities = Sqlite.Sqlite | Smtp.Smtp

/** The services that a running emulator shows. */
export type Services =
  | Capabilities
  | ControlToken.ControlToken
  | EmulatorState.EmulatorState
  | Events.Events
  | Faults.Faults
  | Generation.Generation
  | IdentityProvider
  | Journal.Journal
  | Mailbox.Mailbox
  | MovableClock.MovableClock
  | RecordedRequests.RecordedRequests
  | RequestHandler.RequestHandler
  | Settings
  | Webhooks.Webhooks

/** All services of an emulator, over the capabilities of a platform. */
export const layer = (
  options: Options,
  capabilities: Layer.Layer<Capabilities>,
  { forked, stored }: Pick<EmulatorState.InitialState, "forked" | "stored">
): Layer.Layer<Services, StartError> => {
  const publicUrl = (options.publicUrl ?? defaultUrl).replace(/\/$/, "")
  const settings = Layer.succeed(Settings, {
    publicUrl,
    accessTokenLifetimeMillis: Duration.toMillis(options.accessTokenLifetime ?? "10 minutes"),
    passwordCost: options.passwordCost ?? "standard",
    anonymousSignUp: options.anonymousSignUp ?? options.service !== "2025-06",
    rejectsSignUp: options.rejectsSignUp ?? (() => false),
    requiresBotChallenge: options.requiresBotChallenge ?? false
  })
  const basics = Layer.mergeAll(
    settings,
    Generation.layer(options.service),
    ControlToken.layer,
    Origins.layer(publicUrl, options),
    RateLimiter.layer(RateLimitRules.toRates(options.rateLimits ?? {})),
    Faults.layer(options.faults ?? []),
    Randomness.layer(options.randomSeed),
    Database.layer({ filename: options.data ?? Sqlite.memory })
  )
  const observed = Layer.mergeAll(
    RecordedRequests.layer,
    Events.layerWatched.pipe(Layer.provide(Journal.layer)),
    Events.layerMailbox.pipe(Layer.provide(Mailbox.layer))
  )
  const oauth = OAuthServices.layer({
    identityProviders: options.identityProviders ?? {},
    autoApprove: options.autoApprove === true ? ada : options.autoApprove || undefined
  })
  const { internalKeys, project, seedData } = options
  const state = EmulatorState.layer({ internalKeys, project, seedData, forked, stored }).pipe(
    Layer.provide(Seeds.layer),
    Layer.provideMerge(Snapshots.layer.pipe(Layer.provideMerge(Traffic.layer)))
  )
  // Each line needs only those below it.
  return Layer.mergeAll(RequestHandler.layer.pipe(Layer.provide(Control.layer)), Events.layerWebhooks).pipe(
    Layer.provideMerge(state),
    Layer.provideMerge(Layer.mergeAll(Webhooks.layer(options.webhooks ?? []), oauth)),
    Layer.provideMerge(Layer.mergeAll(RequiredLevel.layer, OutboxSender.layer)),
    Layer.provideMerge(AccountServices.layer),
    // Background work ends before the database is closed.
    Layer.provideMerge(Background.layer),
    Layer.provideMerge(observed),
    Layer.provideMerge(basics),
    Layer.provideMerge(Layer.mergeAll(capabilities, Events.layer)),
    Layer.provideMerge(MovableClock.layer),
    Layer.provideMerge(StateParts.layer),
    // Storage creates no spans.
    Layer.provideMerge(Layer.succeed(References.TracerEnabled, false))
  )
}
