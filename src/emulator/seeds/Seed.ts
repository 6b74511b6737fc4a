/** Seeds: the written form of an emulator's content. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { findFirstProblem } from "../errors/FirstProblem.ts"
import { WebhookEndpointOptions } from "../webhooks/WebhookEndpoint.ts"
import type { teams, users } from "./internal/OwnerParts.ts"
import { toSchemas } from "./internal/Part.ts"
import * as Parts from "./internal/Parts.ts"

/** A seed is invalid. The emulator stays unchanged. */
export class SeedError extends TaggedError("SeedError")<{
  /** The path in the seed, such as `users[2].email`; empty for the whole seed. */
  readonly path: string
  /** The problem with the value. */
  readonly problem: string
}> {
  override get message() {
    return this.path === "" ? this.problem : `${this.path}: ${this.problem}`
  }
}

const Seed = Schema.Struct({
  ...Struct.omit(Parts.projects.item.fields, ["id"]),
  /** Other projects. Generates an omitted `id`. For an existing project, adds the content to it. */
  projects: Parts.projects.schema,
  ...toSchemas(Parts.outside),
  /** Webhook endpoints, in addition to those of the options. */
  webhooks: Schema.optional(Schema.Array(WebhookEndpointOptions))
})
/**
 * The content of an emulator. Top-level fields apply to the emulator's own project, that of its options. Everything is
 * optional, and the emulator generates omitted ids, keys, tokens and times.
 */
export type Seed = typeof Seed.Type

/** A user of a seed. */
export type SeedUser = typeof users.item.Type

/** A team of a seed. */
export type SeedTeam = typeof teams.item.Type

/**
 * A seed with its types, for completion and errors while you write it.
 *
 * @example
 * ```ts
 * export default defineSeed({
 *   users: [{ email: "ann@example.org", password: "correct horse battery staple" }]
 * })
 * ```
 */
export const defineSeed = (seed: Seed): Seed => seed

const decode = Schema.decodeUnknownEffect(Seed, { onExcessProperty: "error" })

/** Validates a value from outside, such as a file. */
export const parse = (value: unknown): Effect.Effect<Seed, SeedError> =>
  Effect.mapError(decode(value), ({ issue }) => new SeedError(findFirstProblem(issue)))
