/** The services of users and their sessions: what they keep outside of the tables. */
import * as Layer from "effect/Layer"
import * as AccessTokens from "./AccessTokens.ts"
import * as UserCursors from "./internal/UserCursors.ts"
import * as Passwords from "./Passwords.ts"
import * as SigningKeys from "./SigningKeys.ts"

export const layer = Layer.mergeAll(
  UserCursors.layer,
  Passwords.layer,
  AccessTokens.layer.pipe(Layer.provideMerge(SigningKeys.layer))
)
