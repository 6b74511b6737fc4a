/**
 * Anonymous users (guests), who have no credentials.
 */
import * as AnonymousWire from "../wire/generated/Anonymous.ts"
import * as SignIn from "./internal/SignIn.ts"
import { asClient } from "./internal/AsClient.ts"

/** Creates an anonymous user and signs in as it. The project must allow it. */
export const signUp = asClient.write(
  "Anonymous.signUp",
  [AnonymousWire.signUpAnonymously],
  { changes: [] },
  SignIn.anonymously(false)
)
