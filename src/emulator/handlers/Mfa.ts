/** The second factor of a sign-in (docs/protocol/sign-in.md#second-factor). */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/Mfa.ts"
import { VerificationCodeNotFound } from "../../domain/errors/VerificationCode.ts"
import { Accounts } from "../accounts/Accounts.ts"
import { Totp } from "../accounts/Totp.ts"
import { Users } from "../accounts/Users.ts"
import { VerificationCodes } from "../crypto/VerificationCodes.ts"
import { handle } from "./Route.ts"

export const routes = [
  handle(Api.signInWithTotp, function* ({ payload, project }) {
    const users = yield* Users
    const totp = yield* Totp
    const codes = yield* VerificationCodes
    const { isNewUser, user } = yield* codes.useIf(
      project.id,
      "mfa_attempt",
      Redacted.value(payload.code),
      Effect.fnUntraced(function* (data) {
        const found = yield* users.find(project.id, String(data.userId))
        if (found === undefined) return yield* new VerificationCodeNotFound()
        yield* totp.accept(found, Redacted.value(payload.totp))
        return { user: found, isNewUser: data.isNewUser === true }
      })
    )
    return { ...(yield* Accounts.use(({ startSession }) => startSession(project, user))), isNewUser }
  })
]
