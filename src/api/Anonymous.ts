/** Accounts without any credential (docs/protocol/sign-in.md#guests). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Endpoint from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled } from "./errors/Users.ts"
import { SignIn } from "./schema/Tokens.ts"

/** Creates an anonymous user and signs in. */
export const signUpAnonymously = Endpoint.client.post("signUpAnonymously", "/auth/anonymous/sign-up", {
  summary: "Sign up anonymously",
  success: SignIn,
  error: AnonymousAccountsNotEnabled
})

/** Accounts without credentials. */
export class AnonymousGroup extends HttpApiGroup.make("anonymous").add(signUpAnonymously).prefix(Endpoint.root) {}
