/** `USER_EMAIL_ALREADY_EXISTS`, as the generation says it. */
import * as Effect from "effect/Effect"
import { UserWithEmailAlreadyExists } from "../../domain/errors/Users.ts"
import { Generation } from "../Generation.ts"

/** Somebody else signs in with an address; the current service tells whether it would do if it were verified there. */
export const emailTaken = Effect.fnUntraced(function* (email: string, wouldWorkIfEmailWasVerified = false) {
  const { has } = yield* Generation
  return new UserWithEmailAlreadyExists({ details: { email, ...(has("current") && { wouldWorkIfEmailWasVerified }) } })
})
