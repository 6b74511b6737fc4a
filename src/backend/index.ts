/**
 * Checks for an app's own server: who sends a request, and what that user may do. It does not load in a browser. The
 * declarations of an API do: `gatefold/backend/middleware`.
 */
import * as BasicCredentials from "../domain/text/BasicCredentials.ts"
import * as CircuitBreaker from "../http/CircuitBreaker.ts"
import * as Fleet from "./fleet/Fleet.ts"
import * as McpAuth from "./mcp/McpAuth.ts"
import * as AuthMiddlewareLayer from "./middleware/AuthMiddlewareLayer.ts"
import * as Guards from "./middleware/Guards.ts"
import * as RateLimits from "./middleware/RateLimits.ts"
import * as RequestSessions from "./middleware/RequestSessions.ts"
import * as Backend from "./request/Backend.ts"
import * as Telemetry from "./telemetry/Telemetry.ts"
import * as AccessTokenVerifier from "./verify/AccessTokenVerifier.ts"
import * as ApiKeyChecks from "./verify/ApiKeyChecks.ts"
import * as VerifiedClaims from "./verify/VerifiedClaims.ts"
import * as Replays from "./webhooks/Replays.ts"
import * as Webhooks from "./webhooks/Webhooks.ts"

export {
  AccessTokenVerifier,
  ApiKeyChecks,
  Backend,
  BasicCredentials,
  CircuitBreaker,
  Fleet,
  Guards,
  McpAuth,
  AuthMiddlewareLayer,
  RateLimits,
  Replays,
  RequestSessions,
  Telemetry,
  VerifiedClaims,
  Webhooks
}
export * from "./middleware/index.ts"
export { KeysUnavailable } from "./verify/KeySet.ts"
export { type AuthError, isAuthError } from "./AuthErrors.ts"
export { protectMcp } from "./mcp/ProtectMcp.ts"
export { AuthTimeout } from "./AuthTimeout.ts"
export { DrainTimeout } from "./Draining.ts"

export { refusal } from "./AuthResponse.ts"
export { fromNode } from "./request/NodeRequest.ts"
export { createRequestAuth, type RequestAuth, type RequestAuthOptions } from "./request/RequestAuth.ts"
export type { AuthFailure, AuthResult, AuthSession } from "./request/AuthResult.ts"
export {
  createWebhooks,
  type WebhookHandler,
  type WebhookReceiver,
  type WebhookReceiverOptions
} from "./webhooks/WebhookReceiver.ts"
/** The session of a request: with it in context, every operation of `gatefold` acts as the user who sent it. */
export { Session as CurrentSession } from "../session/Session.ts"
