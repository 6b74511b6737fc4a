/** Handing a session on to another domain of the project (docs/protocol/oauth.md#other-domains). */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import { authorizeCrossDomain as Api } from "../../api/OAuth.ts"
import { UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import { Caller } from "../access/Caller.ts"
import * as Sessions from "../accounts/Sessions.ts"
import * as CodeChallenge from "../crypto/CodeChallenge.ts"
import { badRequest, TextAnswer } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Codes from "../oauth/Codes.ts"
import { requireTrusted } from "../projects/TrustedUrl.ts"
import { handle } from "./Route.ts"

const missingToken = badRequest("Cross-domain auth handoff requires the refresh token of the session.")

const otherSession = new TextAnswer({
  status: 401,
  text: "Cross-domain auth handoff refresh token does not match the authenticated session."
})

/** The refresh token of the caller's session, which must be alive: an access token alone outlives its session. */
const requireRefreshToken = Effect.gen(function* () {
  const { project, sessionId } = yield* Caller
  const { headers } = yield* HttpServerRequest
  const refreshToken = headers["x-stack-refresh-token"]
  if (refreshToken === undefined) return yield* missingToken
  const session = yield* Sessions.findByRefreshToken(project.id, refreshToken)
  return session === undefined || session.id !== sessionId ? yield* otherSession : refreshToken
})

const invalidChallenge = RequestValidation.failSchema("body.code_challenge must be 43 characters of base64url")

export const authorizeCrossDomain = handle(Api, function* ({ payload, project, user }) {
  if (user === undefined) return yield* new UserAuthenticationRequired()
  const { afterCallbackRedirectUrl = null, codeChallenge, state } = payload
  if (!CodeChallenge.isChallenge(codeChallenge)) return yield* invalidChallenge
  yield* requireTrusted(project, payload.redirectUri)
  if (afterCallbackRedirectUrl !== null) yield* requireTrusted(project, afterCallbackRedirectUrl)
  const refreshToken = yield* requireRefreshToken
  const redirectUrl = new URL(payload.redirectUri)
  redirectUrl.hash = ""
  const code = yield* Codes.issue({
    projectId: project.id,
    userId: user.id,
    redirectUri: redirectUrl.href,
    codeChallenge,
    isNewUser: false,
    afterCallbackRedirectUrl,
    sharedRefreshToken: refreshToken
  })
  redirectUrl.searchParams.set("code", code)
  redirectUrl.searchParams.set("state", state)
  return { redirectUrl: redirectUrl.href }
})
