/**
 * What an API says of authentication: middleware to declare on endpoints and
 * procedures, and the errors that they bring. It holds no implementation, so
 * that browsers can import an API that uses it; the implementation is
 * `Backend.layer` of `gatefold/backend`.
 *
 * Middleware that was added later runs first: `SignedIn` comes last.
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
import type { UserId } from "../../api/schema/Ids.ts"
import type { AllowedKinds } from "../../domain/TokenKind.ts"
import type { Team } from "../../api/schema/Team.ts"
import type * as User from "../../api/schema/User.ts"
import type { Session } from "../../session/Session.ts"
import type { VerifiedClaims } from "../verify/VerifiedClaims.ts"

/** Ids, for the parameters and answers of an API. */
export { ApiKeyId, PermissionId, SessionId, TeamId, UserId } from "../../api/schema/Ids.ts"

export type { AllowedKinds, TokenKind } from "../../domain/TokenKind.ts"

/* ------------------------------------------------------------------- errors */

/** Nobody is known to send the request (401): it has no credentials, or they are not valid any more, or never were. */
export class Unauthorized extends Schema.TaggedError<Unauthorized>()(
  "Unauthorized",
  { reason: Schema.Literals(["missing", "malformed", "expired", "invalid"]) },
  { httpApiStatus: 401 }
) {
  override get message() {
    return `The credentials of the request are ${this.reason}.`
  }
}

/**
 * Who sends the request is known, but may not do this (403). The reason `origin`: it came with the user's cookies, and
 * from a page that the app does not trust. The reasons `restricted` and `anonymous`: the user has to do something
 * first, such as to verify an e-mail address, or is a guest, and the endpoint does not {@link Allow} such users.
 */
export class Forbidden extends Schema.TaggedError<Forbidden>()(
  "Forbidden",
  {
    reason: Schema.Literals(["permission", "team", "origin", "restricted", "anonymous"]),
    /** The permission that is missing. */
    permission: Schema.optionalKey(Schema.String)
  },
  { httpApiStatus: 403 }
) {
  override get message() {
    return this.reason === "permission"
      ? `This needs the permission ${this.permission ?? "that nobody has"}.`
      : forbidden[this.reason]
  }
}

const forbidden = {
  team: "This is for members of the team only.",
  origin:
    "Pages of other origins may not do this with the user's cookies: send the tokens in a header, or have the server trust the origin (trustedOrigins).",
  restricted: 'Restricted users may not do this, unless the server lets them in (allow: ["restricted"]).',
  anonymous: 'Guests may not do this, unless the server lets them in (allow: ["anonymous"]).'
}

/** The authentication service would have to be asked, and cannot be (503). The server's log says why. */
export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {}, { httpApiStatus: 503 }) {
  override get message() {
    return "Authentication is not available at the moment."
  }
}

/* ----------------------------------------------------------------- services */

/** The user who sends the request. */
export class CurrentUser extends Context.Service<
  CurrentUser,
  {
    readonly id: UserId
    /** What the access token says; it was verified. */
    readonly claims: VerifiedClaims
    /** The whole user, asked of the service once a request. */
    readonly get: Effect.Effect<User.CurrentUser, Unauthorized | Forbidden | Unavailable>
  }
>()("gatefold/backend/CurrentUser") {}

/** The user who sends the request to an endpoint that also answers to nobody; null then. */
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
 * Annotates an endpoint or procedure with the kinds of users that {@link SignedIn} and {@link MaybeSignedIn} let in
 * beside ordinary ones, in place of those of the server (`allow` of `Backend.layer`).
 *
 * @example
 * ```ts
 * HttpApiEndpoint.post("addToCart", "/cart").annotate(Allow, ["restricted", "anonymous"]).middleware(SignedIn)
 * ```
 */
export class Allow extends Context.Service<Allow, AllowedKinds>()("gatefold/backend/Allow") {}

/* --------------------------------------------------------------- middleware */

/**
 * Lets signed-in users pass, by `Authorization: Bearer`, `x-stack-auth` or the
 * session cookies; the first of them that is there counts, alone (SECURITY A3.13).
 * Restricted users and guests pass where they are allowed (see {@link Allow}).
 * With cookies, requests that change something must come from pages that the app trusts.
 */
// @effect-diagnostics-next-line leakingRequirements:off
export class SignedIn extends HttpApiMiddleware.Service<SignedIn, { provides: CurrentUser | Session }>()(
  "gatefold/backend/SignedIn",
  {
    error: [Unauthorized, Forbidden, Unavailable],
    security: {
      bearer: HttpApiSecurity.bearer,
      stackAuth: HttpApiSecurity.apiKey({ key: "x-stack-auth" }),
      cookie: HttpApiSecurity.apiKey({ key: "__Host-stack-access", in: "cookie" })
    }
  }
) {}

/**
 * Lets signed-in users pass, and nobody as well: who sends no credentials, or
 * cookies that are not good any more, and users of a kind that is not allowed
 * (see {@link Allow}). Credentials in a header that are not valid
 * are refused, so that their sender learns of it, and so is everybody whose
 * credentials cannot be checked: a failure never looks like a sign-out.
 */
export class MaybeSignedIn extends HttpApiMiddleware.Service<MaybeSignedIn, { provides: MaybeCurrentUser | Session }>()(
  "gatefold/backend/MaybeSignedIn",
  { error: [Unauthorized, Forbidden, Unavailable] }
) {}

/** Lets members of a team pass: that of the path parameter `teamId`, else the one that the user has selected. */
export class TeamMember extends HttpApiMiddleware.Service<
  TeamMember,
  { provides: CurrentTeam; requires: CurrentUser | Session }
>()("gatefold/backend/TeamMember", { error: [Unauthorized, Forbidden, Unavailable] }) {}

/** Lets those pass who have the {@link Permission} of the endpoint in the project; nobody when it has none. */
export class RequirePermission extends HttpApiMiddleware.Service<RequirePermission, { requires: Session }>()(
  "gatefold/backend/RequirePermission",
  { error: [Unauthorized, Forbidden, Unavailable] }
) {}

/** Lets those pass who have the {@link Permission} of the endpoint in the current team. */
export class RequireTeamPermission extends HttpApiMiddleware.Service<
  RequireTeamPermission,
  { requires: Session | CurrentTeam }
>()("gatefold/backend/RequireTeamPermission", { error: [Unauthorized, Forbidden, Unavailable] }) {}

/** Lets those pass who have an API key of a user or of a team, in the header `x-api-key`. */
export class ApiKeyAuth extends HttpApiMiddleware.Service<ApiKeyAuth, { provides: CurrentApiKey }>()(
  "gatefold/backend/ApiKeyAuth",
  { error: [Unauthorized, Unavailable], security: { apiKey: HttpApiSecurity.apiKey({ key: "x-api-key" }) } }
) {}

/** {@link SignedIn} for procedures. Tokens that change are not sent back, for a call has no response of its own. */
export class SignedInRpc extends RpcMiddleware.Service<SignedInRpc, { provides: CurrentUser | Session }>()(
  "gatefold/backend/SignedInRpc",
  { error: Schema.Union([Unauthorized, Forbidden, Unavailable]) }
) {}

/** {@link MaybeSignedIn} for procedures. */
export class MaybeSignedInRpc extends RpcMiddleware.Service<
  MaybeSignedInRpc,
  { provides: MaybeCurrentUser | Session }
>()("gatefold/backend/MaybeSignedInRpc", { error: Schema.Union([Unauthorized, Forbidden, Unavailable]) }) {}

/** {@link RequirePermission} for procedures. */
export class RequirePermissionRpc extends RpcMiddleware.Service<RequirePermissionRpc, { requires: Session }>()(
  "gatefold/backend/RequirePermissionRpc",
  { error: Schema.Union([Unauthorized, Forbidden, Unavailable]) }
) {}

export {
  LimitPerAddress,
  LimitPerApiKey,
  LimitPerUser,
  RateLimit,
  type Rule,
  type Rules,
  TooManyRequests
} from "./RateLimitContract.ts"
