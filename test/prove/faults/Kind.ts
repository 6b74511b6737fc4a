/** The kinds of calls, each with the request that a fault hits. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { AccessTokenVerifier } from "../../../src/backend/verify/AccessTokenVerifier.ts"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as Teams from "../../../src/client/Teams.ts"
import type { TeamId, UserId } from "../../../src/domain/Ids.ts"
import type { ClientApp } from "../../../src/http/ClientApp.ts"
import type { ServerApp } from "../../../src/server/ServerApp.ts"
import * as ServerTeams from "../../../src/server/Teams.ts"
import * as ServerUsers from "../../../src/server/UsersWithStream.ts"
import type { Session } from "../../../src/session/Session.ts"
import type { TokenStore } from "../../../src/token/TokenStore.ts"

/** What a call needs. */
export type App = ClientApp | ServerApp | Session | TokenStore | AccessTokenVerifier

/** What there was before the call. */
export interface Before {
  readonly userId: UserId
  readonly teamId: TeamId
  readonly projectId: string
  readonly accessToken: string
}

export interface Kind {
  readonly name: string
  /** What is called. */
  readonly call: string
  readonly method: string
  /** The path of the request below `/api/v1`. */
  readonly path: (before: Before) => string
  /**
   * What may be done again: a request that changes nothing when it comes twice, one that does, one whose failure the
   * caller never sees, and one that the next question asks again.
   */
  readonly repeats: "any time" | "never" | "for nobody" | "with the next"
  /** Whether the request has the access token of the user. */
  readonly isOfUser?: true | undefined
  /** What the store holds before. Default: both tokens. */
  readonly tokens?: "none" | "refresh token" | undefined
  /** What it holds after a success. Default: the same. */
  readonly becomes?: "signed in" | "refreshed" | "signed out" | undefined
  /** The longest time that it may take, in milliseconds. */
  readonly limitMillis: number
  /** Makes the call, and arms the fault in time. */
  readonly run: (before: Before, arm: Effect.Effect<unknown>) => Effect.Effect<unknown, unknown, App>
  /** How often the service has done what the call is for. */
  readonly done?: (before: Before) => Effect.Effect<number, unknown, App>
}

export const account = { email: "ann@example.org", password: "correct horse battery" }

const user = { limitMillis: 30_000 }

export const kinds: ReadonlyArray<Kind> = [
  {
    ...user,
    name: "read",
    isOfUser: true,
    call: "CurrentUser.get",
    method: "GET",
    path: () => "/users/me",
    repeats: "any time",
    run: (_, arm) => Effect.andThen(arm, CurrentUser.getOrFail)
  },
  {
    ...user,
    name: "delete",
    isOfUser: true,
    call: "Teams.delete",
    method: "DELETE",
    path: ({ teamId }) => `/teams/${teamId}`,
    repeats: "any time",
    run: ({ teamId }, arm) => Effect.andThen(arm, Teams.delete(teamId))
  },
  {
    ...user,
    name: "create",
    isOfUser: true,
    call: "Teams.create",
    method: "POST",
    path: () => "/teams",
    repeats: "never",
    run: (_, arm) => Effect.andThen(arm, Teams.create({ displayName: "Second" })),
    done: () => Effect.map(ServerTeams.list(), ({ length }) => length - 1)
  },
  {
    ...user,
    name: "upload",
    isOfUser: true,
    call: "CurrentUser.update (700 kB)",
    method: "PATCH",
    path: () => "/users/me",
    repeats: "never",
    run: (_, arm) => Effect.andThen(arm, CurrentUser.update({ clientMetadata: { text: "x".repeat(700_000) } }))
  },
  {
    ...user,
    name: "sign-in",
    call: "Password.signIn",
    method: "POST",
    path: () => "/auth/password/sign-in",
    repeats: "never",
    tokens: "none",
    becomes: "signed in",
    run: (_, arm) => Effect.andThen(arm, Password.signIn(account))
  },
  {
    ...user,
    name: "refresh",
    call: "CurrentUser.get, with an expired token",
    method: "POST",
    path: () => "/auth/oauth/token",
    repeats: "any time",
    tokens: "refresh token",
    becomes: "refreshed",
    run: (_, arm) => Effect.andThen(arm, CurrentUser.getOrFail)
  },
  {
    name: "sign-out",
    isOfUser: true,
    call: "Sessions.signOut",
    method: "DELETE",
    path: () => "/auth/sessions/current",
    repeats: "for nobody",
    becomes: "signed out",
    limitMillis: 5000,
    run: (_, arm) => Effect.andThen(arm, Sessions.signOut)
  },
  {
    ...user,
    name: "server",
    call: "Users.get, with the secret key",
    method: "GET",
    path: ({ userId }) => `/users/${userId}`,
    repeats: "any time",
    run: ({ userId }, arm) => Effect.andThen(arm, ServerUsers.get(userId))
  },
  {
    ...user,
    name: "pages",
    call: "Users.stream, its second page",
    method: "GET",
    path: () => "/users",
    repeats: "any time",
    run: (_, arm) => Stream.runDrain(Stream.tap(ServerUsers.stream({ pageSize: 1 }), () => arm))
  },
  {
    name: "keys",
    call: "AccessTokenVerifier.verify",
    method: "GET",
    path: ({ projectId }) => `/projects/${projectId}/.well-known/jwks.json`,
    repeats: "with the next",
    limitMillis: 5000,
    run: ({ accessToken }, arm) =>
      Effect.andThen(
        arm,
        Effect.flatMap(AccessTokenVerifier, ({ verify }) => verify(Redacted.make(accessToken)))
      )
  }
]
