/** Anonymous users (guests), who have no credentials. */
import { asClient } from "../app/AsClient.ts"
import * as SignIn from "../session/SignIn.ts"
import * as AnonymousWire from "../wire/generated/Anonymous.ts"

/** Creates an anonymous user and signs in as it. The project must allow it. */
export const signUp = asClient.write("Anonymous.signUp", [AnonymousWire.signUpAnonymously], { changes: [] })(
  SignIn.signInAnonymously({ fallback: false })
)
