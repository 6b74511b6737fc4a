/** The answers that the identity provider gives without its page: scripted ones first, then one for every sign-in. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ProviderId } from "../../../domain/Ids.ts"
import { StateParts } from "../../storage/StateParts.ts"
import type { Outcome } from "../Outcome.ts"
import { Identity, SignInAnswer } from "../SignInAnswer.ts"

export interface AnswersWithoutPage extends Effect.Success<ReturnType<typeof make>> {}

/** No script yet, and the identity of the options. */
export const make = (initial: Identity | undefined) =>
  Effect.map(StateParts, (parts) => {
    let script: ReadonlyArray<SignInAnswer> = []
    let autoApprove = initial
    parts.add({
      name: "identityProvider",
      schema: Schema.Struct({ script: Schema.Array(SignInAnswer), autoApprove: Schema.NullOr(Identity) }),
      capture: () => ({ script, autoApprove: autoApprove ?? null }),
      restore: (captured) => {
        script = captured.script
        autoApprove = captured.autoApprove ?? undefined
      }
    })
    return {
      /** Takes the first scripted answer for a provider, or does so only if it has this outcome. */
      takeNext: (providerId: ProviderId, outcome?: Outcome): SignInAnswer | undefined => {
        const index = script.findIndex(({ provider = providerId }) => provider === providerId)
        const answer = script[index]
        if (answer === undefined || (outcome !== undefined && answer.outcome !== outcome)) return undefined
        script = script.toSpliced(index, 1)
        return answer
      },
      script: (answers: ReadonlyArray<SignInAnswer>) => void (script = [...script, ...answers]),
      scriptOnly: (answers: ReadonlyArray<SignInAnswer>) => void (script = answers),
      approve: (identity: Identity | undefined) => void (autoApprove = identity),
      all: () => ({ autoApprove, script })
    }
  })
