/** The sign-up rules of the current service, which a project has for who may sign up by whatever method. */
import * as Effect from "effect/Effect"
import { SignUpRejected } from "../../domain/errors/Users.ts"
import { Generation } from "../Generation.ts"
import { Settings } from "../Settings.ts"

/** `SIGN_UP_REJECTED` for addresses of the emulator's rule. */
export const requireAdmitted = Effect.fnUntraced(function* (
  email: string
): Effect.fn.Return<void, SignUpRejected, Generation | Settings> {
  const { rejectsSignUp } = yield* Settings
  if ((yield* Generation).isOnly("2025-06") || !rejectsSignUp(email)) return
  return yield* new SignUpRejected({ details: { message: "A rule of the project rejects this sign-up." } })
})
