/** Codes of emailed links, from a URL or a form. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import { fromInput, type SecretInput } from "../../domain/SecretInput.ts"
import { codeLength } from "../../domain/text/SecretText.ts"

/**
 * Checks the form of a code. One of another form fails with `VerificationCodeNotFound`, like at the service, and is not
 * sent (docs/protocol/sign-in.md#mailed-codes).
 */
export const check = (input: SecretInput): Effect.Effect<Redacted.Redacted, VerificationCodeNotFound> =>
  Effect.suspend(() => {
    const code = Redacted.value(fromInput(input)).trim()
    return code.length === codeLength
      ? Effect.succeed(Redacted.make(code))
      : Effect.fail(new VerificationCodeNotFound())
  })
