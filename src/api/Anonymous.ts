/** Accounts without any credential (docs/protocol/sign-in.md#guests). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { ClientAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { AnonymousAccountsNotEnabled } from "./errors/Users.ts"
import { SignIn } from "./schema/Tokens.ts"

/** Creates an anonymous user and signs in. */
export const signUpAnonymously = Endpoint.post("signUpAnonymously", "/auth/anonymous/sign-up", {
  success: SignIn,
  error: AnonymousAccountsNotEnabled
})
  .middleware(ClientAccess)
  .annotate(OpenApi.Summary, "Sign up anonymously")

/** Accounts without credentials. */
export class AnonymousGroup extends HttpApiGroup.make("anonymous").add(signUpAnonymously).prefix(Endpoint.root) {}
