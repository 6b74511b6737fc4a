/**
 * Users without any credential, for those who try before they sign up.
 */
import { span } from "../operation/Operation.ts"
import * as SignIn from "./internal/SignIn.ts"

/** Creates an anonymous user and signs in as it. The project must allow it. */
export const signUp = SignIn.anonymously(false).pipe(span("Anonymous.signUp"))
