/** The answers that the identity provider gives without its page: scripted ones first, then one for every sign-in. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ProviderId } from "../../../domain/Ids.ts"
import { StateParts } from "../../storage/StateParts.ts"
import { type SignInAnswer, type Identity, isOutcome, type Outcome } from "../SignInAnswer.ts"

const IdentitySchema = Schema.Struct({
  accountId: Schema.optional(Schema.String),
  email: Schema.optional(Schema.NullOr(Schema.String)),
  emailVerified: Schema.optional(Schema.Boolean),
  displayName: Schema.optional(Schema.String),
  profileImageUrl: Schema.optional(Schema.String)
})

const AnswerSchema = Schema.Struct({
  provider: Schema.optional(Schema.String),
  outcome: Schema.optional(
    Schema.String.check(Schema.makeFilter((text) => isOutcome(text) || "Expected an outcome of a sign-in"))
  ),
  identity: Schema.optional(IdentitySchema)
})

export interface AnswersWithoutPage {
  /** Takes the first scripted answer for a provider, or does so only if it has this outcome. */
  readonly next: (providerId: ProviderId, outcome?: Outcome) => SignInAnswer | undefined
  readonly script: (answers: ReadonlyArray<SignInAnswer>) => void
  readonly scriptOnly: (answers: ReadonlyArray<SignInAnswer>) => void
  readonly approve: (identity: Identity | undefined) => void
  readonly all: () => { readonly autoApprove: Identity | undefined; readonly script: ReadonlyArray<SignInAnswer> }
}

/** No script yet, and the identity of the options. */
export const make = (initial: Identity | undefined): Effect.Effect<AnswersWithoutPage, never, StateParts> =>
  Effect.map(StateParts, (parts) => {
    let script: ReadonlyArray<SignInAnswer> = []
    let autoApprove = initial
    parts.add<{ readonly script: ReadonlyArray<SignInAnswer>; readonly autoApprove: Identity | null }>({
      name: "identityProvider",
      schema: Schema.Struct({ script: Schema.Array(AnswerSchema), autoApprove: Schema.NullOr(IdentitySchema) }),
      capture: () => ({ script, autoApprove: autoApprove ?? null }),
      restore: (captured) => {
        script = captured.script
        autoApprove = captured.autoApprove ?? undefined
      }
    })
    return {
      next: (providerId, outcome) => {
        const index = script.findIndex(({ provider = providerId }) => provider === providerId)
        const answer = script[index]
        if (answer === undefined || (outcome !== undefined && answer.outcome !== outcome)) return undefined
        script = script.toSpliced(index, 1)
        return answer
      },
      script: (answers) => void (script = [...script, ...answers]),
      scriptOnly: (answers) => void (script = answers),
      approve: (identity) => void (autoApprove = identity),
      all: () => ({ autoApprove, script })
    }
  })
