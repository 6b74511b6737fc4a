/** `USER_EMAIL_ALREADY_EXISTS`, with the details of the generation. */
import * as Effect from "effect/Effect"
import { UserWithEmailAlreadyExists } from "../../domain/errors/Users.ts"
import { Generation } from "../Generation.ts"

/** Another user signs in with the address; the current service tells whether it would work with a verified address. */
export const emailTaken = Effect.fnUntraced(function* (email: string, wouldWorkIfEmailWasVerified = false) {
  const { has } = yield* Generation
  return new UserWithEmailAlreadyExists({ details: { email, ...(has("current") && { wouldWorkIfEmailWasVerified }) } })
})
