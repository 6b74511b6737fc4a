/** What the types of the contract promise. Nothing here runs; `tsc` reads it. */
import type * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import type * as Redacted from "effect/Redacted"
import type { ClientAccess, ServerAccess } from "../../src/api/Access.ts"
import type { AdminApi, ClientApi, ServerApi } from "../../src/api/Api.ts"
import type * as Password from "../../src/api/Password.ts"
import type { ServerUser } from "../../src/api/schema/User.ts"
import type * as Sessions from "../../src/api/Sessions.ts"
import type * as Teams from "../../src/api/Teams.ts"
import type * as Users from "../../src/api/Users.ts"
import type { EmailPasswordMismatch, UserNotFound } from "../../src/domain/errors/Users.ts"
import type {
  catchVerificationCodeError,
  VerificationCodeError,
  VerificationCodeExpired
} from "../../src/domain/errors/VerificationCode.ts"
import type { TeamId, UserId } from "../../src/domain/Ids.ts"

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const expectTrue = <_ extends true>() => {}
const expectFalse = <_ extends false>() => {}

/** The identifiers of the endpoints of an api. */
type Identifiers<Api> =
  Api extends HttpApi.HttpApi<infer _Id, infer Groups>
    ? HttpApiGroup.Endpoints<Groups> extends infer Endpoint
      ? HttpApiEndpoint.Identifier<Endpoint>
      : never
    : never

type Has<Api, Identifier extends string> = Identifier extends Identifiers<Api> ? true : false

// A server-only endpoint is not in the client api, an admin-only one not in the server api.
expectTrue<Has<typeof ClientApi, "signIn">>()
expectTrue<Has<typeof ClientApi, "getMe">>()
expectFalse<Has<typeof ClientApi, "serverGetMe">>()
expectFalse<Has<typeof ClientApi, "listUsers">>()
expectFalse<Has<typeof ClientApi, "createSession">>()
expectFalse<Has<typeof ClientApi, "createInternalApiKey">>()
expectTrue<Has<typeof ServerApi, "listUsers">>()
expectFalse<Has<typeof ServerApi, "getMe">>()
expectFalse<Has<typeof ServerApi, "createInternalApiKey">>()
expectTrue<Has<typeof AdminApi, "createInternalApiKey">>()
expectTrue<Has<typeof AdminApi, "listUsers">>()

// The level is in the type of the endpoint.
expectTrue<Same<HttpApiEndpoint.Middleware<typeof Users.getMe>, ClientAccess>>()
expectTrue<Same<HttpApiEndpoint.Middleware<typeof Users.getUser>, ServerAccess>>()

// Errors are exact: those of the endpoint and those of its level.
type SignInTags = HttpApiEndpoint.Errors<typeof Password.signIn>["_tag"]
expectTrue<"EmailPasswordMismatch" extends SignInTags ? true : false>()
expectTrue<"AccessTokenExpired" extends SignInTags ? true : false>()
expectFalse<"UserNotFound" extends SignInTags ? true : false>()
expectTrue<Same<HttpApiEndpoint.Error<typeof Users.getUser>["Type"], UserNotFound>>()

// Ids of different things do not mix; secrets are not text.
type Payload<Endpoint> = HttpApiEndpoint.Payload<Endpoint> extends { readonly Type: infer Type } ? Type : never
type Query<Endpoint> = HttpApiEndpoint.Query<Endpoint> extends { readonly Type: infer Type } ? Type : never
declare const userId: UserId
declare const teamId: TeamId
declare const password: Redacted.Redacted<string>
export const signIn: Payload<typeof Password.signIn> = { email: "ann@example.org", password }
// @ts-expect-error a password is redacted
export const plainPassword: Payload<typeof Password.signIn> = { email: "ann@example.org", password: "hunter2" }
export const ownSessions: Query<typeof Sessions.listSessions> = { userId: "me" }
export const someSessions: Query<typeof Sessions.listSessions> = { userId }
// @ts-expect-error a team is not a user
export const wrongSessions: Query<typeof Sessions.listSessions> = { userId: teamId }
// An id may be any text, such as one from a URL.
export const textSessions: Query<typeof Sessions.listSessions> = { userId: "someone" }

// Requests may say undefined for what stays; enumerations in requests are closed.
export const update: Payload<typeof Users.updateMe> = { displayName: undefined, selectedTeamId: null }
// @ts-expect-error clients cannot write server metadata
export const clientUpdate: Payload<typeof Teams.updateTeam> = { serverMetadata: 1 }
// @ts-expect-error a passkey is not added this way
export const passkey: Payload<typeof Users.updateMe> = { passkeyAuthEnabled: true }

// Answers are plain values with camelCase fields.
declare const user: ServerUser
export const signedUp: Date = user.signedUpAt
export const team: string | undefined = user.selectedTeam?.displayName
// @ts-expect-error there is no snake_case
export const snake = user.signed_up_at_millis
// @ts-expect-error values are read-only
user.displayName = "changed"

// Catching a family takes its members out of the error channel.
declare const failing: Effect.Effect<1, VerificationCodeExpired | EmailPasswordMismatch>
declare const caught: ReturnType<ReturnType<typeof catchVerificationCodeError<2, never, never>>>
export const rest = (
  run: <A, E, R>(self: Effect.Effect<A, E, R>) => Effect.Effect<A | 2, Exclude<E, VerificationCodeError>, R>
) => run(failing) satisfies Effect.Effect<1 | 2, EmailPasswordMismatch>
export type Caught = typeof caught
