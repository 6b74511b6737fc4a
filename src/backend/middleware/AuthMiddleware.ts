/**
 * Declarations of authentication middleware for endpoints and procedures, and of the services that it provides, so that
 * browsers can import an API with it. The implementation is `Backend.layer` of `gatefold/backend`.
 *
 * Middleware that is added later runs first, so add `SignedIn` last.
 *
 * @example
 * ```ts
 * HttpApiEndpoint.delete("cancel", "/orders/:id", { params: { id: Schema.String } })
 *   .annotate(Permission, "orders:cancel")
 *   .middleware(RequirePermission)
 *   .middleware(SignedIn)
 * ```
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import * as HttpApiSecurity from "effect/http-api/HttpApiSecurity"
import * as RpcMiddleware from "effect/rpc/RpcMiddleware"
import * as Schema from "effect/Schema"
import type { ApiKey } from "../../api/schema/ApiKey.ts"
import type { Team } from "../../api/schema/Team.ts"
import type * as User from "../../api/schema/User.ts"
import type { UserId } from "../../domain/Ids.ts"
import type { AllowedKinds } from "../../domain/TokenKind.ts"
import type { Session } from "../../session/Session.ts"
import { Forbidden, Unauthorized, Unavailable } from "../AuthErrors.ts"
import type { VerifiedClaims } from "../verify/VerifiedClaims.ts"

const errors = [Unauthorized, Forbidden, Unavailable] as const

/** The user who sends the request. */
export class CurrentUser extends Context.Service<
  CurrentUser,
  {
    readonly id: UserId
    /** The verified claims of the access token. */
    readonly claims: VerifiedClaims
    /** The user, read from the service at most once per request. */
    readonly get: Effect.Effect<User.CurrentUser, Unauthorized | Forbidden | Unavailable>
  }
>()("gatefold/backend/CurrentUser") {}

/** The user who sends the request; null if nobody is signed in, on endpoints that allow that. */
export class MaybeCurrentUser extends Context.Service<MaybeCurrentUser, CurrentUser["Service"] | null>()(
  "gatefold/backend/MaybeCurrentUser"
) {}

/** The team that the request is about: the user is a member of it. */
export class CurrentTeam extends Context.Service<CurrentTeam, Team>()("gatefold/backend/CurrentTeam") {}

/** The API key that the request came with. */
export class CurrentApiKey extends Context.Service<CurrentApiKey, ApiKey>()("gatefold/backend/CurrentApiKey") {}

/** Annotates an endpoint or procedure with the permission that it needs. */
export class Permission extends Context.Service<Permission, string>()("gatefold/backend/Permission") {}

/**
 * Annotates an endpoint or procedure with the kinds of users that {@link SignedIn} and {@link MaybeSignedIn} allow
 * besides ordinary ones. Default: `allow` of `Backend.layer`.
 *
 * @example
 * ```ts
 * HttpApiEndpoint.post("addToCart", "/cart").annotate(Allow, ["restricted", "anonymous"]).middleware(SignedIn)
 * ```
 */
export class Allow extends Context.Service<Allow, AllowedKinds>()("gatefold/backend/Allow") {}

/**
 * Requires a signed-in user, by `Authorization: Bearer`, `x-stack-auth` or session cookies: the first of these that is
 * present counts, alone. Restricted users and guests must be allowed (see {@link Allow}). With cookies, requests that
 * change something must come from pages that the app trusts.
 */
// @effect-diagnostics-next-line leakingRequirements:off
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentUser | Session }>()(
  "gatefold/backend/SignedIn",
  {
    error: errors,
    security: {
      bearer: HttpApiSecurity.bearer,
      stackAuth: HttpApiSecurity.apiKey({ key: "x-stack-auth" }),
      cookie: HttpApiSecurity.apiKey({ key: "__Host-stack-access", in: "cookie" })
    }
  }
) {}

/**
 * Accepts signed-in users, and requests without one: without credentials, with expired cookies, or of a kind of user
 * that is not allowed (see {@link Allow}). Invalid credentials in a header are refused, and so are credentials that
 * cannot be checked: a failure is never taken for a sign-out.
 */
export class MaybeSignedIn extends HttpApiMiddleware.Service<MaybeSignedIn, { provides: MaybeCurrentUser | Session }>()(
  "gatefold/backend/MaybeSignedIn",
  { error: errors }
) {}

/** Requires a member of a team: of the path parameter `teamId`, else of the user's selected team. */
export class TeamMember extends HttpApiMiddleware.Service<
  TeamMember,
  { provides: CurrentTeam; requires: CurrentUser | Session }
>()("gatefold/backend/TeamMember", { error: errors }) {}

/** Requires the {@link Permission} of the endpoint in the project. An endpoint without one refuses every request. */
export class RequirePermission extends HttpApiMiddleware.Service<RequirePermission, { requires: Session }>()(
  "gatefold/backend/RequirePermission",
  { error: errors }
) {}

/** Requires the {@link Permission} of the endpoint in the current team. */
export class RequireTeamPermission extends HttpApiMiddleware.Service<
  RequireTeamPermission,
  { requires: Session | CurrentTeam }
>()("gatefold/backend/RequireTeamPermission", {
  error: errors
}) {}

/** Requires an API key of a user or of a team, in the header `x-api-key`. */
export class ApiKeyMiddleware extends HttpApiMiddleware.Service<ApiKeyMiddleware, { provides: CurrentApiKey }>()(
  "gatefold/backend/ApiKeyMiddleware",
  { error: [Unauthorized, Unavailable], security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key" }) } }
) {}

/**
 * {@link SignedIn} for procedures. Refreshed tokens are not sent back, because a call does not have its own HTTP
 * response.
 */
export class SignedInRpc extends RpcMiddleware.Service<SignedInRpc, { provides: CurrentUser | Session }>()(
  "gatefold/backend/SignedInRpc",
  { error: Schema.Union(errors) }
) {}

/** {@link MaybeSignedIn} for procedures. */
export class MaybeSignedInRpc extends RpcMiddleware.Service<
  MaybeSignedInRpc,
  { provides: MaybeCurrentUser | Session }
>()("gatefold/backend/MaybeSignedInRpc", {
  error: Schema.Union(errors)
}) {}

/** {@link RequirePermission} for procedures. */
export class RequirePermissionRpc extends RpcMiddleware.Service<RequirePermissionRpc, { requires: Session }>()(
  "gatefold/backend/RequirePermissionRpc",
  { error: Schema.Union(errors) }
) {}
