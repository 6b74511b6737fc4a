/** The services of an emulator, put together. */
import * as Duration from "effect/Duration"
import * as Layer from "effect/Layer"
import * as References from "effect/References"
import * as AccessCheck from "./http/AccessCheck.ts"
import * as AccessTokens from "./accounts/AccessTokens.ts"
import * as Accounts from "./accounts/Accounts.ts"
import * as AgentLogins from "./accounts/AgentLogins.ts"
import * as ApiKeys from "./accounts/ApiKeys.ts"
import * as App from "./App.ts"
import * as Background from "./runtime/Background.ts"
import * as CliLogins from "./accounts/CliLogins.ts"
import * as Composer from "./mail/Composer.ts"
import * as ContactChannels from "./accounts/ContactChannels.ts"
import * as Control from "./control/Control.ts"
import * as ControlToken from "./http/ControlToken.ts"
import * as Database from "./storage/Database.ts"
import * as DataVault from "./projects/DataVault.ts"
import * as Delivery from "./mail/Delivery.ts"
import * as EmailDrafts from "./mail/EmailDrafts.ts"
import * as EmailTemplates from "./mail/EmailTemplates.ts"
import * as EmailThemes from "./mail/EmailThemes.ts"
import * as Randomness from "./storage/Randomness.ts"
import * as Events from "./control/Events.ts"
import * as Faults from "./faults/Faults.ts"
import * as Generation from "./runtime/Generation.ts"
import { ada } from "./idp/SignInAnswer.ts"
import * as Journal from "./control/Journal.ts"
import * as Mailbox from "./mail/Mailbox.ts"
import * as Mailer from "./mail/Mailer.ts"
import * as Metrics from "./projects/Metrics.ts"
import * as MovableClock from "./control/MovableClock.ts"
import * as Notifications from "./mail/Notifications.ts"
import * as OAuthServices from "./oauth/OAuthServices.ts"
import * as Origins from "./http/Origins.ts"
import * as Outbox from "./mail/Outbox.ts"
import * as OutboxSender from "./mail/OutboxSender.ts"
import * as Passkeys from "./accounts/Passkeys.ts"
import * as Passwords from "./accounts/Passwords.ts"
import * as Payments from "./payments/Payments.ts"
import * as PermissionDefinitions from "./teams/PermissionDefinitions.ts"
import * as Permissions from "./teams/Permissions.ts"
import * as ProjectKeys from "./projects/ProjectKeys.ts"
import * as Projects from "./projects/Projects.ts"
import * as ProviderAccounts from "./accounts/ProviderAccounts.ts"
import * as Replays from "./control/Replays.ts"
import * as RateLimiter from "./http/RateLimiter.ts"
import * as RateLimitRules from "./http/RateLimitRules.ts"
import * as Recipients from "./mail/Recipients.ts"
import * as EmulatorState from "./seeds/EmulatorState.ts"
import * as Seeds from "./seeds/Seeds.ts"
import * as SentEmails from "./mail/SentEmails.ts"
import * as Sessions from "./accounts/Sessions.ts"
import * as Snapshots from "./state/Snapshots.ts"
import * as StateParts from "./storage/StateParts.ts"
import { defaultPort, Settings } from "./runtime/Settings.ts"
import * as SigningKeys from "./accounts/SigningKeys.ts"
import type * as Smtp from "./mail/Smtp.ts"
import { type Sqlite } from "./storage/Sqlite.ts"
import * as TeamInvitations from "./teams/TeamInvitations.ts"
import * as Teams from "./teams/Teams.ts"
import * as Totp from "./accounts/Totp.ts"
import * as Traffic from "./state/Traffic.ts"
import * as TsxEmailTemplates from "./mail/TsxEmailTemplates.ts"
import * as Users from "./accounts/Users.ts"
import * as VerificationCodes from "./storage/VerificationCodes.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"
import type { Options } from "./Options.ts"

const defaultUrl = `http://127.0.0.1:${defaultPort}`

/** The services that differ between Node and browsers. */
export type Capabilities = Sqlite | Smtp.Smtp

/** All services of an emulator, over the capabilities of a platform. */
export const layer = (
  options: Options,
  capabilities: Layer.Layer<Capabilities>,
  { kept, origin }: Pick<EmulatorState.Beginning, "kept" | "origin">
) => {
  const publicUrl = (options.publicUrl ?? defaultUrl).replace(/\/$/, "")
  const settings = Layer.succeed(Settings, {
    publicUrl,
    accessTokenLifetimeMillis: Duration.toMillis(options.accessTokenLifetime ?? "10 minutes"),
    passwordCost: options.passwordCost ?? "standard",
    anonymousSignUp: options.anonymousSignUp ?? options.service !== "2025-06",
    rejectsSignUp: options.rejectsSignUp ?? (() => false),
    requiresBotChallenge: options.requiresBotChallenge ?? false
  })
  const foundation = Layer.mergeAll(
    settings,
    ControlToken.layer,
    Generation.layer(options.service),
    Origins.layer(publicUrl, options),
    Replays.layer,
    Events.watched.pipe(Layer.provide(Journal.layer)),
    Faults.layer(options.faults ?? []),
    RateLimiter.layer(RateLimitRules.ratesOf(options.rateLimits ?? {})),
    Randomness.layer(options.seed),
    Database.layer({ filename: options.data ?? ":memory:" })
  )
  const records = Layer.mergeAll(
    Projects.layer,
    ProjectKeys.layer,
    Users.layer,
    ContactChannels.layer,
    ProviderAccounts.layer,
    PermissionDefinitions.layer,
    Teams.layer.pipe(Layer.provideMerge(Permissions.layer)),
    TeamInvitations.layer.pipe(Layer.provideMerge(VerificationCodes.layer)),
    Totp.layer,
    Passkeys.layer,
    CliLogins.layer,
    AgentLogins.layer,
    ApiKeys.layer,
    EmailDrafts.layer,
    DataVault.layer,
    Payments.layer,
    EmailTemplates.layer,
    TsxEmailTemplates.layer,
    Composer.layer.pipe(Layer.provideMerge(EmailThemes.layer)),
    Recipients.layer.pipe(Layer.provideMerge(Notifications.layer)),
    Delivery.layer.pipe(
      Layer.provideMerge(Layer.mergeAll(Events.mailbox.pipe(Layer.provide(Mailbox.layer)), SentEmails.layer))
    )
  )
  const oauth = OAuthServices.layer({
    identityProviders: options.identityProviders ?? {},
    autoApprove: options.autoApprove === true ? ada : options.autoApprove || undefined
  })
  const tokens = AccessTokens.layer.pipe(Layer.provideMerge(SigningKeys.layer))
  const { internalKeys, project, seedData } = options
  return Layer.mergeAll(App.layer.pipe(Layer.provide(Control.layer)), Events.webhooks).pipe(
    Layer.provideMerge(
      EmulatorState.layer({ internalKeys, project, seedData, origin, kept }).pipe(Layer.provide(Seeds.layer))
    ),
    Layer.provideMerge(Snapshots.layer.pipe(Layer.provideMerge(Traffic.layer))),
    Layer.provideMerge(Webhooks.layer(options.webhooks ?? [])),
    Layer.provideMerge(oauth),
    Layer.provideMerge(Accounts.layer),
    Layer.provideMerge(Layer.mergeAll(AccessCheck.layer, Sessions.layer, Passwords.layer, Mailer.layer, Metrics.layer)),
    Layer.provideMerge(Outbox.layer.pipe(Layer.provide(OutboxSender.layer))),
    // Background work ends before the database is closed.
    Layer.provideMerge(Background.layer),
    Layer.provideMerge(Layer.mergeAll(records, tokens)),
    Layer.provideMerge(foundation),
    Layer.provideMerge(capabilities),
    Layer.provideMerge(Events.layer),
    Layer.provideMerge(MovableClock.layer),
    Layer.provideMerge(StateParts.layer),
    // Storage creates no spans.
    Layer.provideMerge(Layer.succeed(References.TracerEnabled, false))
  )
}
