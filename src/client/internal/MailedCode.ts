/**
 * The codes of mailed links, as they come back from an address bar or a form.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { codeLength } from "../../domain/SecretText.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import { fromInput, type SecretInput } from "../../domain/SecretInput.ts"

/**
 * The code as requests need it. One that was cut off or mistyped is none that
 * the service has: it says so like the service would, and is not sent
 * (docs/protocol/sign-in.md#mailed-codes).
 */
export const check = (input: SecretInput): Effect.Effect<Redacted.Redacted, VerificationCodeNotFound> =>
  Effect.suspend(() => {
    const code = Redacted.value(fromInput(input)).trim()
    return code.length === codeLength
      ? Effect.succeed(Redacted.make(code))
      : Effect.fail(new VerificationCodeNotFound())
  })
