/** The second factor of a sign-in (docs/protocol/sign-in.md#second-factor). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { InvalidTotpCode, type MultiFactorAuthenticationRequired } from "../../domain/errors/Mfa.ts"
import { MfaPrompt } from "../../platform/page/MfaPrompt.ts"
import * as Wire from "../../wire/generated/Mfa.ts"
import { Session } from "../Session.ts"

/** How many codes the service accepts for one first factor. */
const maxAttempts = 20

/** Prompts for the second factor, if there is a prompt; again after wrong digits, because the first factor is spent. */
export const prompt = Effect.fnUntraced(function* (required: MultiFactorAuthenticationRequired) {
  const ask = yield* MfaPrompt
  if (ask === undefined) return yield* required
  const { app } = yield* Session
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const totp = (yield* ask(attempts > 0))?.trim() ?? ""
    if (totp === "") break
    const answer = yield* app
      .call(Wire.signInWithTotp, {
        payload: { code: required.details.attemptCode, type: "totp", totp: Redacted.make(totp) }
      })
      .pipe(Effect.catchTag("InvalidTotpCode", () => Effect.undefined))
    if (answer !== undefined) return answer
  }
  return yield* new InvalidTotpCode()
})

/** Why there is no second factor. */
export type PromptError = Effect.Error<ReturnType<typeof prompt>>
