/** The second factor of a sign-in (docs/protocol/sign-in.md#second-factor). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { InvalidTotpCode } from "./errors/Mfa.ts"
import { VerificationCodeError } from "./errors/VerificationCode.ts"
import { Code } from "./Input.ts"
import { TotpCode } from "./schema/Secrets.ts"
import { SignInOrUp } from "./schema/Tokens.ts"
import { WireStruct } from "./schema/WireStruct.ts"

/**
 * Finishes a sign-in with the attempt code of the first factor and six digits; wrong digits do not spend the attempt
 * code.
 */
export const signInWithTotp = Endpoint.client.post("signInWithTotp", "/auth/mfa/sign-in", {
  summary: "Finish a sign-in with a second factor",
  payload: WireStruct({ code: Code, type: Schema.Literal("totp"), totp: TotpCode }),
  success: SignInOrUp,
  error: [...VerificationCodeError, InvalidTotpCode]
})

/** The second factor. */
export class MfaGroup extends HttpApiGroup.make("mfa").add(signInWithTotp).prefix(Endpoint.root) {}
