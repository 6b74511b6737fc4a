/**
 * For an app's own server: who sends a request, and what that user may do. It
 * does not load in a browser; what an API declares does, as
 * `gatefold/backend/contract`.
 */
import * as AccessTokenVerifier from "./AccessTokenVerifier.ts"
import * as ApiKeyChecks from "./ApiKeyChecks.ts"
import * as Backend from "./Backend.ts"
import * as Fleet from "./Fleet.ts"
import * as Guards from "./Guards.ts"
import * as Middleware from "./Middleware.ts"
import * as RateLimits from "./RateLimits.ts"
import * as Replays from "./Replays.ts"
import * as RequestSessions from "./RequestSessions.ts"
import * as Telemetry from "./Telemetry.ts"
import * as VerifiedClaims from "./VerifiedClaims.ts"
import * as Webhooks from "./Webhooks.ts"

export {
  AccessTokenVerifier,
  ApiKeyChecks,
  Backend,
  Fleet,
  Guards,
  Middleware,
  RateLimits,
  Replays,
  RequestSessions,
  Telemetry,
  VerifiedClaims,
  Webhooks
}
export {
  Allow,
  type AllowedKinds,
  ApiKeyAuth,
  CurrentApiKey,
  CurrentTeam,
  CurrentUser,
  Forbidden,
  MaybeCurrentUser,
  MaybeSignedIn,
  MaybeSignedInRpc,
  Permission,
  RequirePermission,
  RequirePermissionRpc,
  RequireTeamPermission,
  SignedIn,
  SignedInRpc,
  TeamMember,
  type TokenKind,
  Unauthorized,
  Unavailable
} from "./Contract.ts"
export { LimitPerAddress, LimitPerApiKey, LimitPerUser, RateLimit, TooManyRequests } from "./RateLimitContract.ts"
export { KeysUnavailable } from "./KeySet.ts"
export { Patience } from "./Patience.ts"
export {
  createRequestAuth,
  fromNode,
  refusal,
  type RequestAuth,
  type RequestAuthOptions,
  type Stranger,
  type Visit,
  type Visitor
} from "./RequestAuth.ts"
/** The session of a request: with it in context, every operation of `gatefold` acts as the user who sent it. */
export { Session as CurrentSession } from "../session/Session.ts"
