/**
 * Handing the session of the signed-in user on to a page of another origin (docs/protocol/oauth.md#other-domains): the
 * page that the user is on acts as the authorization endpoint.
 */
import * as Effect from "effect/Effect"
import * as AccessTokenClaims from "../domain/AccessTokenClaims.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import type { SessionCredentials } from "../session/Session.ts"
import * as Wire from "../wire/generated/OAuth.ts"

/** The current session cannot be handed on. The user can sign in again. */
export class SessionNotTransferable extends TaggedError("SessionNotTransferable")<{ readonly problem: string }> {
  override get message() {
    return `The session cannot be handed on: ${this.problem}`
  }
}

/** The URL does not ask for a session in a way that could be answered, so the user is not sent back. */
export class InvalidCrossDomainRequest extends TaggedError("InvalidCrossDomainRequest")<{ readonly problem: string }> {
  override get message() {
    return `The link from the other page cannot be followed: ${this.problem}`
  }
}

/** The request of a page of another origin. */
export interface HandoffRequest {
  readonly redirectUri: string
  readonly state: string
  readonly codeChallenge: string
  readonly codeChallengeMethod: "S256"
  readonly afterCallbackRedirectUrl: string | undefined
}

export const toOriginAndPath = ({ origin, pathname }: URL): string => origin + pathname

export const readProof = Effect.fnUntraced(function* ({ searchParams }: URL) {
  const state = searchParams.get("state") ?? ""
  const codeChallenge = searchParams.get("code_challenge") ?? ""
  const invalid = (problem: string) => new InvalidCrossDomainRequest({ problem })
  if (state === "" || state.length > 512) return yield* invalid("it has no state, or was followed before")
  if (searchParams.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(codeChallenge)) {
    return yield* invalid("it has no S256 challenge")
  }
  return { state, codeChallenge, codeChallengeMethod: "S256" } as const
})

/** Why credentials cannot be handed on: the refresh token goes along, and names the session. */
export const explainNotTransferable = ({
  accessToken,
  isTakenOver,
  refreshToken
}: SessionCredentials): string | undefined => {
  if (refreshToken === undefined) return "it has no refresh token"
  const isPlanted = isTakenOver === true && AccessTokenClaims.decodeOnce(accessToken)?.isAnonymous === true
  return isPlanted ? "another host may have planted this guest" : undefined
}

/**
 * Asks the service for a code that only the asking page can redeem. Returns the URL to go back to with it, which
 * contains the code. `sessionId` is the session that is asked for, if only that one may be handed on.
 */
export const requestHandoff = Effect.fnUntraced(function* (payload: HandoffRequest, sessionId?: string) {
  const requireTransferable = (credentials: SessionCredentials) => {
    const isAsked =
      sessionId === undefined || AccessTokenClaims.decodeOnce(credentials.accessToken)?.sessionId === sessionId
    const problem = isAsked ? explainNotTransferable(credentials) : "another session is signed in here"
    return problem === undefined ? Effect.void : Effect.fail(new SessionNotTransferable({ problem }))
  }
  const { redirectUrl } = yield* AuthorizedTransport.sendAsUser((credentials, session) =>
    requireTransferable(credentials).pipe(
      Effect.andThen(session.app.call(Wire.authorizeCrossDomain, { payload }, credentials)),
      // The session may have ended elsewhere, while its access token lives on.
      Effect.catchTag("SessionMismatch", (mismatch) =>
        Effect.flatMap(session.renew(credentials), (renewed) =>
          Effect.fail(renewed === undefined ? new UserAuthenticationRequired() : mismatch)
        )
      )
    )
  )
  if (toOriginAndPath(new URL(redirectUrl)) !== toOriginAndPath(new URL(payload.redirectUri))) {
    return yield* new InvalidCrossDomainRequest({ problem: "the service leads elsewhere" })
  }
  return redirectUrl
})
