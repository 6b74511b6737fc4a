/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { SignIn } from "../../api/schema/Tokens.ts"
import type { AnonymousAccountsNotEnabled } from "../../domain/errors/Users.ts"
import type { Endpoint } from "../Endpoint.ts"
import { clientErrors } from "./Access.ts"
import { anonymousAccountsNotEnabled } from "./errors/Users.ts"
import { decodeSignIn } from "./schema/Tokens.ts"

/** Sign up anonymously. */
export const signUpAnonymously: Endpoint<{}, SignIn, AnonymousAccountsNotEnabled, "client"> = {
  name: "signUpAnonymously",
  method: "POST",
  path: "/auth/anonymous/sign-up",
  level: "client",
  levelErrors: clientErrors,
  success: decodeSignIn,
  errors: [anonymousAccountsNotEnabled]
}
