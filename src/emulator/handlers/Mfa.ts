/** The second factor of a sign-in (docs/protocol/sign-in.md#second-factor). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Mfa.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as Totp from "../accounts/Totp.ts"
import * as Users from "../accounts/Users.ts"
import * as VerificationCodes from "../crypto/VerificationCodes.ts"
import { handle } from "./Route.ts"

export const routes = [
  handle(Api.signInWithTotp, function* ({ payload, project }) {
    const { isNewUser, user } = yield* VerificationCodes.useIf(
      project.id,
      "mfa_attempt",
      Redacted.value(payload.code),
      Effect.fnUntraced(function* (data) {
        const found = yield* Users.find(project.id, String(data.userId))
        if (found === undefined) return yield* new VerificationCodeNotFound()
        yield* Totp.accept(found, Redacted.value(payload.totp))
        return { user: found, isNewUser: data.isNewUser === true }
      })
    )
    return { ...(yield* Accounts.startSession(project, user)), isNewUser }
  })
]
