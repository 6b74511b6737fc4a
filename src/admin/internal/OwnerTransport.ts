/**
 * Calls endpoints of a project with an owner's access token of the project `internal` in place of a key
 * (docs/protocol/session.md#refused-tokens).
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { AccessLevel } from "../../domain/AccessLevel.ts"
import { ApiKeyNotFound } from "../../domain/errors/ApiKeys.ts"
import { AdminAuthenticationRequired, isInvalidAdminAccessToken } from "../../domain/errors/ProjectAccess.ts"
import { isRefusedFor, findKnownError, RequestRefused } from "../../domain/errors/RequestRefused.ts"
import type { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../../domain/errors/Session.ts"
import type { TransportError } from "../../domain/errors/TransportError.ts"
import type { UserCredentials } from "../../http/Credentials.ts"
import type { ServiceConfig } from "../../http/ServiceConfig.ts"
import * as Transport from "../../http/Transport.ts"
import { sendRenewing } from "../../session/AuthorizedTransport.ts"
import type { Session } from "../../session/Session.ts"
import type * as Endpoint from "../../wire/Endpoint.ts"
import { commonErrors } from "../../wire/generated/Access.ts"

/** Any endpoint that names a project. */
export type AdminEndpoint = Endpoint.Any

/** Calls endpoints of a project at the level of an admin, or below. */
export interface AdminTransport {
  readonly project: ServiceConfig
  /** Calls an endpoint; `credentials` are those of the user `me`. */
  readonly call: Transport.CallEndpoint<AdminEndpoint>
}

/**
 * Builds the transport. If the service refuses the owner's token, it is replaced and the call repeated once, because
 * nothing was done before the refusal. At admin level `API_KEY_NOT_FOUND` means such a refusal, too
 * (docs/protocol/session.md#refused-tokens). At server level it is about the API key of a user, which anybody may make
 * up, so there it causes no refresh.
 */
export const make = Effect.fnUntraced(function* (
  session: Session["Service"],
  project: ServiceConfig,
  level: AccessLevel
): Effect.fn.Return<AdminTransport> {
  const context = yield* Effect.context<never>()

  /** One transport for each token, so that its headers are prepared once. */
  let latest: { readonly token: string; readonly transport: Transport.Transport } | undefined
  const makeTransport = (accessToken: Redacted.Redacted) =>
    Effect.suspend(() => {
      const token = Redacted.value(accessToken)
      if (latest?.token === token) return Effect.succeed(latest.transport)
      return Transport.make(project, {
        level,
        keys: [["x-stack-admin-access-token", accessToken]],
        errors: commonErrors
      }).pipe(
        Effect.provideContext(context),
        Effect.tap((transport) => Effect.sync(() => (latest = { token, transport })))
      )
    })

  const call = <E extends AdminEndpoint>(endpoint: E, input: Endpoint.Input<E>, credentials?: UserCredentials) => {
    type Answer = Effect.Effect<
      Endpoint.Success<E>,
      | Endpoint.KnownErrors<E>
      | RequestRefused
      | TransportError
      | AnonymousAuthenticationNotAllowed
      | RestrictedUserNotAllowed
    >
    const sendWith = (owner: UserCredentials | undefined): Answer =>
      owner === undefined
        ? Effect.fail(makeSignedOutError())
        : Effect.flatMap(makeTransport(owner.accessToken), (transport) => transport.call(endpoint, input, credentials))
    return sendRenewing(session, {
      timeoutMillis: project.timeoutMillis,
      current: session.credentials,
      isRefused: (error) => isTokenRefused(error, level),
      send: sendWith
    })
  }

  // The passed credentials decide which of the two forms it is.
  return { project, call: call as AdminTransport["call"] }
})

const makeSignedOutError = () =>
  new RequestRefused({
    reason: new AdminAuthenticationRequired({ error: "The owner of the project is not signed in." })
  })

const isTokenRefused = (error: unknown, level: AccessLevel): boolean =>
  isRefusedFor(isInvalidAdminAccessToken)(error) ||
  (level === "admin" && findKnownError(error)?.code === ApiKeyNotFound.code)
