/**
 * Declarations of authentication and rate limits for an app's own API: middleware, services and errors. Browsers can
 * load it; implementations are in `gatefold/backend`.
 */
export { ApiKeyId, PermissionId, SessionId, TeamId, UserId } from "../../api/schema/Ids.ts"
export type { AllowedKinds, TokenKind } from "../../domain/TokenKind.ts"
export { Forbidden, Unauthorized, Unavailable } from "../AuthErrors.ts"
export {
  Allow,
  ApiKeyMiddleware,
  CurrentApiKey,
  CurrentTeam,
  CurrentUser,
  MaybeCurrentUser,
  MaybeSignedIn,
  MaybeSignedInRpc,
  Permission,
  RequirePermission,
  RequirePermissionRpc,
  RequireTeamPermission,
  SignedIn,
  SignedInRpc,
  TeamMember
} from "./AuthMiddleware.ts"
export {
  LimitPerAddress,
  LimitPerApiKey,
  LimitPerUser,
  RateLimit,
  type Rule,
  type Rules,
  TooManyRequests
} from "./RateLimitMiddleware.ts"
