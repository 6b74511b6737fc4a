/** A tag that does not exist: `types.test.ts` reads what the compiler says. */
import { Effect } from "effect"
import { Password } from "gatefold"

export const signIn = Password.signIn({ email: "ann@example.org", password: "correct horse" }).pipe(
  Effect.catchTag("EmailPasswordMissmatch", () => Effect.void)
)
