/** The caller of the current request, with records that handlers need. */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import type { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import { CannotGetOwnUserWithoutUser, UserAuthenticationRequired } from "../../domain/errors/Session.ts"
import type { SessionId } from "../../domain/Ids.ts"
import type { Restrictions, UserRow } from "../accounts/UserRow.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import type { Project } from "../projects/Projects.ts"
import { Generation } from "../settings/Generation.ts"

/** The caller of the current request, which the middleware of each access level provides. */
export class Caller extends Context.Service<
  Caller,
  {
    readonly level: AccessLevel
    readonly project: Project
    /** The user of the access token; undefined without a token, or if the user was deleted. */
    readonly user: UserRow | undefined
    /** The session of the access token, which may have ended. */
    readonly sessionId: SessionId | undefined
  }
>()("gatefold/emulator/access/Caller") {}

/** The caller of the current request at any endpoint: `undefined` for a request without an access type. */
export const RequestCaller: Context.Reference<Caller["Service"] | undefined> = Context.Reference<
  Caller["Service"] | undefined
>("gatefold/emulator/access/Caller/RequestCaller", { defaultValue: () => undefined })

/** The restrictions of the project; `undefined` for the service of 2025-06. */
export const restrictions: Effect.Effect<Restrictions | undefined, never, Caller | Generation> = Effect.flatMap(
  Generation,
  ({ has }) => (has("current") ? Effect.map(Caller, ({ project }) => project.config) : Effect.undefined)
)

/** The signed-in user, or `CANNOT_GET_OWN_USER_WITHOUT_USER`. */
export const currentUser: Effect.Effect<UserRow, CannotGetOwnUserWithoutUser, Caller> = Effect.flatMap(
  Caller,
  ({ user }) => (user === undefined ? Effect.fail(new CannotGetOwnUserWithoutUser()) : Effect.succeed(user))
)

/** The signed-in user, or `USER_AUTHENTICATION_REQUIRED`. */
export const requireUser: Effect.Effect<UserRow, UserAuthenticationRequired, Caller> = Effect.flatMap(
  Caller,
  ({ user }) => (user === undefined ? Effect.fail(new UserAuthenticationRequired()) : Effect.succeed(user))
)

/** The guest who signs up with this request and keeps the id, in the current service. */
export const anonymousUser: Effect.Effect<UserRow | undefined, never, Caller | Generation> = Effect.flatMap(
  Generation,
  ({ has }) =>
    has("current") ? Effect.map(Caller, ({ user }) => (user?.is_anonymous === 1 ? user : undefined)) : Effect.undefined
)

/** The service's other way to say `me`, a fixed UUID (docs/protocol/headers.md#ids). */
const me = "cad564fd-f81b-43f4-b390-98abf3fcc17e"

export const isMe = (id: unknown): boolean => id === "me" || id === me

export const resolveMe = (id: string): Effect.Effect<string, CannotGetOwnUserWithoutUser, Caller> =>
  isMe(id) ? Effect.map(currentUser, (user) => user.id) : Effect.succeed(id)

export const requireSessionOfClient: Effect.Effect<void, CannotGetOwnUserWithoutUser, Caller> = Effect.flatMap(
  Caller,
  ({ level }) => (level === "client" ? Effect.asVoid(currentUser) : Effect.void)
)

/** A user id of a request, with `me` resolved. A client without a session cannot name any. */
export const resolveUserId = (id: string): Effect.Effect<string, CannotGetOwnUserWithoutUser, Caller> =>
  Effect.andThen(requireSessionOfClient, resolveMe(id))

/** The signed-in user; some endpoints answer `SCHEMA_ERROR` without one (docs/protocol/headers.md#ids). */
export const userOrSchemaError: Effect.Effect<UserRow, SchemaError, Caller | HttpServerRequest> = Effect.flatMap(
  Caller,
  ({ user }) => (user === undefined ? RequestValidation.failSchema("auth.user must be defined") : Effect.succeed(user))
)
