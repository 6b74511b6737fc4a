/** The second factor of a sign-in (docs/protocol/sign-in.md#second-factor). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { InvalidTotpCode, type MultiFactorAuthenticationRequired } from "../domain/errors/Mfa.ts"
import { MfaPrompt } from "../platform/MfaPrompt.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/Mfa.ts"

/** How many codes the service accepts for one first factor. */
const maxAttempts = 20

/** Prompts for the second factor, if there is a prompt; again after wrong digits, because the first factor is spent. */
export const prompt = Effect.fnUntraced(function* (required: MultiFactorAuthenticationRequired) {
  const ask = yield* MfaPrompt
  if (ask === undefined) return yield* required
  const { app } = yield* Session
  const attempt = Effect.fnUntraced(function* (again: boolean) {
    const totp = (yield* ask(again))?.trim() ?? ""
    if (totp === "") return yield* new InvalidTotpCode()
    const answer = app.call(Wire.signInWithTotp, {
      payload: { code: required.details.attemptCode, type: "totp", totp: Redacted.make(totp) }
    })
    return yield* Effect.catchTag(answer, "InvalidTotpCode", () => Effect.undefined)
  })
  for (let attempts = 0; attempts < maxAttempts; attempts++) {
    const answer = yield* attempt(attempts > 0)
    if (answer !== undefined) return answer
  }
  return yield* new InvalidTotpCode()
})
