/** The options with which an emulator starts. */
import type * as Duration from "effect/Duration"
import type { Generation } from "../domain/Generation.ts"
import type * as Origins from "./access/Origins.ts"
import type { FaultRule, FaultRuleError } from "./faults/FaultRule.ts"
import type * as RateLimitRules from "./http/RateLimitRules.ts"
import { type Identity } from "./idp/SignInAnswer.ts"
import type { Endpoints } from "./oauth/OpenIdProvider.ts"
import type * as FirstProjects from "./projects/FirstProjects.ts"
import type { Seed, SeedError } from "./seeds/Seed.ts"
import { type PasswordCost } from "./settings/Settings.ts"
import type { DatabaseError } from "./storage/DatabaseError.ts"
import type { WebhookEndpointOptions } from "./webhooks/WebhookEndpoint.ts"

/** The options of an emulator; everything is optional. */
export interface Options extends Origins.Options {
  /**
   * The generation of the service to emulate exactly: `2025-06`, which anyone may host, or `current`, the hosted one.
   * Default: both, which accepts the requests and returns the answers of either.
   */
  readonly service?: Generation | undefined
  /** The URL for clients, which is part of the issuer of tokens. Default: `http://127.0.0.1:8102`. */
  readonly publicUrl?: string | undefined
  /**
   * The file for the data, for one emulator at a time, readable only by its owner. An unusable file fails with a
   * `DatabaseError`. Default: in memory.
   */
  readonly data?: string | undefined
  /** The users, teams and other data to start with, as of `defineSeed`. Data from an earlier start stays unchanged. */
  readonly seedData?: Seed | undefined
  /**
   * Any text, from which the emulator generates the same ids, tokens and codes on every run. They are predictable, so
   * use it only in tests. It adds no data: see `seedData`.
   */
  readonly randomSeed?: string | undefined
  /** The lifetime of access tokens. Default: 10 minutes. */
  readonly accessTokenLifetime?: Duration.Input | undefined
  /** The cost of password hashes. `insecure-fast` saves tests half a second per password. Default: `standard`. */
  readonly passwordCost?: PasswordCost | undefined
  /**
   * Whether anonymous users may sign up. Default: true, but false with `service: "2025-06"`, which allows it only for a
   * few projects.
   */
  readonly anonymousSignUp?: boolean | undefined
  /**
   * A sign-up rule of the current service: addresses that cannot sign up, with a password, a mailed link or a provider
   * (`SIGN_UP_REJECTED`). Default: none. The service of 2025-06 has no such rules.
   */
  readonly rejectsSignUp?: ((email: string) => boolean) | undefined
  /**
   * Whether every sign-up requires the visible bot challenge (`BOT_CHALLENGE_REQUIRED` before, and
   * `BOT_CHALLENGE_FAILED` for a wrong solution). Default: false, which requires it only after a missing or wrong token
   * for the invisible challenge, and never from apps without support for challenges. Every token is valid, except
   * `mock-turnstile-invalid`, `mock-turnstile-error`, and `mock-turnstile-ok:` with an action other than the request's.
   */
  readonly requiresBotChallenge?: boolean | undefined
  /**
   * The keys of the `internal` project. Default: the vendor's well-known keys for development. `random` generates new
   * ones at every start, and revokes those of earlier starts on the same data.
   */
  readonly internalKeys?: FirstProjects.InternalKeys | undefined
  /** A project to create at the start, with given or generated keys. */
  readonly project?: FirstProjects.ProjectOptions | undefined
  /**
   * Real identity providers by provider id, such as `{ google: { issuer: "https://accounts.google.com" } }`, for
   * projects with their own client keys. All other providers are simulated by the built-in identity provider.
   */
  readonly identityProviders?: Readonly<Record<string, Endpoints>> | undefined
  /**
   * Makes the built-in identity provider approve every sign-in without its page, as a default test identity or this
   * one.
   */
  readonly autoApprove?: boolean | Identity | undefined
  /** The endpoints of webhooks, which are signed like those of Svix. */
  readonly webhooks?: ReadonlyArray<WebhookEndpointOptions> | undefined
  /** Rate limits; `false` for none. The defaults do not affect tests. */
  readonly rateLimits?: RateLimitRules.Options | false | undefined
  /** The initial fault rules, such as `{ path: "/users/me", status: 503 }`. An invalid one is a `FaultRuleError`. */
  readonly faults?: ReadonlyArray<FaultRule> | undefined
}

/** Options of an emulator without a file, a seed and faults, which cannot fail. */
export type InMemory = Options & {
  readonly data?: undefined
  readonly seedData?: undefined
  readonly faults?: undefined
}

/** Why an emulator with these options does not start. */
export type StartError<O = Options> =
  | DatabaseError
  | ("seedData" extends keyof O ? IfGiven<O["seedData"], SeedError> : never)
  | ("faults" extends keyof O ? IfGiven<O["faults"], FaultRuleError> : never)

type IfGiven<Option, Failure> = [Exclude<Option, undefined>] extends [never] ? never : Failure

/** Options with a project. */
export interface WithProjectOptions extends Options {
  readonly project: FirstProjects.ProjectOptions
}
