/** Fails for an address that another user signs in with. The current service says whether verifying it helps. */
import * as Effect from "effect/Effect"
import { ContactChannelAlreadyUsedForAuthBySomeoneElse, UserWithEmailAlreadyExists } from "../../domain/errors/Users.ts"
import { Generation } from "../settings/Generation.ts"

interface Hint {
  /** Default: false. */
  readonly wouldWorkIfEmailWasVerified?: boolean
}

const toDetails = ({ wouldWorkIfEmailWasVerified = false }: Hint) =>
  Effect.map(Generation, ({ has }) => has("current") && { wouldWorkIfEmailWasVerified })

/** Fails with `USER_EMAIL_ALREADY_EXISTS`, for the address of an account. */
export const failEmailInUse = Effect.fnUntraced(function* (email: string, hint: Hint = {}) {
  return yield* new UserWithEmailAlreadyExists({ details: { email, ...(yield* toDetails(hint)) } })
})

/** Fails with `CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE`, for a channel. */
export const failChannelInUse = Effect.fnUntraced(function* (value: string | null, hint: Hint = {}) {
  return yield* new ContactChannelAlreadyUsedForAuthBySomeoneElse({
    details: { type: "email", contactChannelValue: value, ...(yield* toDetails(hint)) }
  })
})
