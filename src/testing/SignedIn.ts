/**
 * A signed-in user, or none, without a service, tokens or a network: for tests of handlers behind the middleware of
 * `gatefold/backend`.
 *
 * @example
 * ```ts
 * it.effect("lists orders", () =>
 *   Effect.gen(function* () {
 *     const client = yield* HttpApiTest.groups(Api, ["orders"])
 *     expect(yield* client.orders.list()).toEqual([])
 *   }).pipe(Effect.provide([OrdersLive.pipe(Layer.provideMerge(signedIn({ permissions: ["orders:read"] }))), …]))
 * )
 * ```
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import type { Team } from "../api/schema/Team.ts"
import type * as User from "../api/schema/User.ts"
import { Forbidden, Unauthorized } from "../backend/AuthErrors.ts"
import { CurrentUser } from "../backend/middleware/AuthMiddleware.ts"
import * as AuthMiddlewareLayer from "../backend/middleware/AuthMiddlewareLayer.ts"
import { noHeaders, type RequestSession, RequestSessions } from "../backend/middleware/RequestSessions.ts"
import * as VerifiedClaims from "../backend/verify/VerifiedClaims.ts"
import { TeamMembershipNotFound } from "../domain/errors/Teams.ts"
import { type AllowedKinds, getKind, isRefused } from "../domain/TokenKind.ts"
import * as HandlerUrls from "../domain/url/HandlerUrls.ts"
import { defaultMillis } from "../http/CallTimeout.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { defaultApiUrl } from "../http/ServiceConfig.ts"
import { Session } from "../session/Session.ts"
import * as MemoryTokenStore from "../token/MemoryTokenStore.ts"
import type * as Endpoint from "../wire/Endpoint.ts"
import * as PermissionsWire from "../wire/generated/Permissions.ts"
import * as TeamsWire from "../wire/generated/Teams.ts"
import * as UsersWire from "../wire/generated/Users.ts"
import * as TokenMinter from "./TokenMinter.ts"

/** The signed-in user; everything is optional. */
export interface SignedInOptions {
  /** `isAnonymous` makes a guest, `restrictedReason` a restricted user. */
  readonly user?: Partial<Omit<User.CurrentUser, "id">> & { readonly id?: string | undefined }
  /** The teams that the user is a member of. A team without an id gets its name in lower case, with hyphens. */
  readonly teams?: ReadonlyArray<{
    readonly id?: string | undefined
    readonly displayName: string
    /** The user's permissions in the team. */
    readonly permissions?: ReadonlyArray<string> | undefined
  }>
  /** The user's permissions in the project. */
  readonly permissions?: ReadonlyArray<string> | undefined
  /** Kinds of users that the server accepts besides ordinary ones, as in `Backend.layer`. Default: none. */
  readonly allow?: AllowedKinds | undefined
}

/** The services that the layers provide. */
export type TestMiddleware = Layer.Success<typeof AuthMiddlewareLayer.layer> | RequestSessions

const projectId = "00000000-0000-4000-8000-000000000000"

/** Each of the three implies the others, unless they are given. */
const toRestriction = ({
  isAnonymous = false,
  restrictedReason,
  isRestricted = isAnonymous || (restrictedReason ?? null) !== null
}: NonNullable<SignedInOptions["user"]>) => ({
  isRestricted,
  restrictedReason: isAnonymous ? "anonymous" : isRestricted ? (restrictedReason ?? "email_not_verified") : null
})

const makeUser = ({
  id = TokenMinter.defaultUserId,
  ...user
}: NonNullable<SignedInOptions["user"]>): User.CurrentUser => ({
  displayName: "Test User",
  primaryEmail: "test@example.com",
  primaryEmailVerified: true,
  profileImageUrl: null,
  signedUpAt: new Date(0),
  clientMetadata: null,
  clientReadOnlyMetadata: null,
  hasPassword: true,
  emailAuthEnabled: true,
  otpAuthEnabled: false,
  passkeyAuthEnabled: false,
  oauthProviders: [],
  isMultiFactorRequired: false,
  isAnonymous: false,
  selectedTeamId: null,
  selectedTeam: null,
  ...user,
  ...toRestriction(user),
  id
})

interface TestTeam {
  readonly team: Team
  readonly permissions: ReadonlyArray<string>
}

const toSlug = (text: string) => text.toLowerCase().replace(/[^a-z0-9]+/g, "-")

const makeTeams = (teams: NonNullable<SignedInOptions["teams"]>): ReadonlyArray<TestTeam> =>
  teams.map(({ displayName, id = toSlug(displayName), permissions = [] }) => ({
    team: {
      id,
      displayName,
      profileImageUrl: null,
      clientMetadata: null,
      clientReadOnlyMetadata: null
    },
    permissions
  }))

/** Answers the requests that middleware and handlers send most often. */
const makeReplies = (user: User.CurrentUser, teams: ReadonlyArray<TestTeam>, permissions: ReadonlyArray<string>) => {
  const withUserId = (ids: ReadonlyArray<string>) => ids.map((id) => ({ id, userId: user.id }))
  return new Map<Endpoint.Any, (input: AnyInput) => Effect.Effect<unknown, TeamMembershipNotFound>>([
    [UsersWire.getMe, () => Effect.succeed(user)],
    [PermissionsWire.listProjectPermissions, () => Effect.succeed(withUserId(permissions))],
    [
      PermissionsWire.listTeamPermissions,
      ({ query }) =>
        Effect.succeed(
          teams
            .filter(({ team }) => query?.teamId === undefined || query.teamId === team.id)
            .flatMap((held) =>
              withUserId(held.permissions).map((permission) => ({ ...permission, teamId: held.team.id }))
            )
        )
    ],
    [
      TeamsWire.getTeam,
      ({ params }) => {
        const membership = teams.find(({ team }) => team.id === params?.teamId)
        return membership === undefined
          ? Effect.fail(new TeamMembershipNotFound({ details: { teamId: params?.teamId ?? "", userId: user.id } }))
          : Effect.succeed(membership.team)
      }
    ],
    [TeamsWire.listTeams, () => Effect.succeed({ items: teams.map(({ team }) => team), nextCursor: null })]
  ])
}

type Replies = ReturnType<typeof makeReplies>

interface AnyInput {
  readonly params?: { readonly teamId?: string }
  readonly query?: { readonly teamId?: string }
}

const makeApp = (replies: Replies) => {
  const call = (endpoint: Endpoint.Any, input: AnyInput) =>
    replies.get(endpoint)?.(input) ??
    Effect.die(new Error(`${endpoint.method} ${endpoint.path} is more than signedIn knows; use EmulatedApp for it`))
  return ClientApp.of({
    project: { projectId, apiUrl: defaultApiUrl, extraRequestHeaders: {}, timeoutMillis: defaultMillis },
    // The answers have the types of their endpoints.
    call: call as ClientApp["Service"]["call"],
    http: ({ method, url }) =>
      Effect.die(new Error(`${method} ${url}: signedIn has no network; use EmulatedApp for it`)),
    oauthClientSecret: Redacted.make("pck_test"),
    appUrl: undefined,
    urls: HandlerUrls.resolve(undefined),
    hostedOrigin: undefined,
    oauthScopesOnSignIn: {}
  })
}

const credentials = { accessToken: Redacted.make("test"), refreshToken: Redacted.make("test") }

const makeSession = (replies: Replies | undefined) => {
  const store = MemoryTokenStore.make(replies === undefined ? undefined : credentials)
  const current = Effect.map(store.get, (tokens) => (tokens === undefined ? undefined : credentials))
  return Session.of({
    app: makeApp(replies ?? new Map()),
    store,
    credentials: current,
    credentialsFor: () => current,
    renew: () => current,
    reject: () => Effect.void,
    signIn: Effect.tap(store.set),
    detached: (effect) => effect,
    signOut: Effect.asVoid(store.clear)
  })
}

/** The middleware, and a session for the test itself. Without replies nobody is signed in. */
const layerMiddleware = (
  replies: Replies | undefined,
  findUser: (allow: AllowedKinds | undefined) => RequestSession["user"]
): Layer.Layer<TestMiddleware | Session> =>
  AuthMiddlewareLayer.layer.pipe(
    Layer.provideMerge(
      Layer.succeed(RequestSessions, {
        // Each request gets its own session, as on a server.
        open: (_, { allow } = {}) =>
          Effect.sync(() => ({
            session: makeSession(replies),
            isFromHeader: replies !== undefined,
            user: findUser(allow),
            headers: noHeaders
          }))
      })
    ),
    Layer.merge(Layer.fresh(Layer.sync(Session, () => makeSession(replies))))
  )

/** A user is signed in for every request, and in the context of the test itself. */
export const signedIn = ({
  allow: allowed = [],
  permissions = [],
  teams = [],
  user = {}
}: SignedInOptions = {}): Layer.Layer<TestMiddleware | CurrentUser | Session> => {
  const currentUser = makeUser(user)
  const replies = makeReplies(currentUser, makeTeams(teams), permissions)
  const kind = getKind(currentUser)
  const claims = VerifiedClaims.vouch({
    userId: currentUser.id,
    sessionId: TokenMinter.defaultSessionId,
    projectId,
    branchId: "main",
    role: "authenticated",
    kind,
    restrictedReason: currentUser.restrictedReason,
    issuedAtMillis: 0,
    expiresAtMillis: 600_000
  })
  const current = CurrentUser.of({ id: currentUser.id, claims, get: Effect.succeed(currentUser) })
  return layerMiddleware(replies, (allow = allowed) =>
    isRefused(kind, allow) ? Effect.fail(new Forbidden({ reason: kind })) : Effect.succeed(current)
  ).pipe(Layer.merge(Layer.succeed(CurrentUser, current)))
}

/** The middleware for tests of signed-out visitors: no request has a user. */
export const signedOut: Layer.Layer<TestMiddleware | Session> = layerMiddleware(undefined, () =>
  Effect.fail(new Unauthorized({ reason: "missing" }))
)
