/**
 * Users without any credential, for those who try before they sign up.
 */
import * as Effect from "effect/Effect"
import * as Api from "../api/Anonymous.ts"
import { span } from "../platform/Operation.ts"
import { Session } from "../session/Session.ts"
import * as SignIn from "./SignIn.ts"

/** Creates an anonymous user and signs in as it. The project must allow it. */
export const signUp = Effect.gen(function* () {
  const { app } = yield* Session
  yield* SignIn.complete(app.call(Api.signUpAnonymously, {}), { noRedirect: true })
}).pipe(span("Anonymous.signUp"))
