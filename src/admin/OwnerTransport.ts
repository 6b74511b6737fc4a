/**
 * Calls endpoints of a project with an owner's access token of the project `internal` in place of a key
 * (docs/protocol/session.md#refused-tokens).
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { commonErrors } from "../wire/generated/Access.ts"
import type { AccessLevel } from "../domain/AccessLevel.ts"
import { ApiKeyNotFound } from "../domain/errors/ApiKeys.ts"
import type { InvalidOAuthClientIdOrSecret } from "../domain/errors/OAuth.ts"
import {
  AdminAuthenticationRequired,
  InvalidPublishableClientKey,
  isInvalidAdminAccessToken
} from "../domain/errors/ProjectAccess.ts"
import { isKnownError } from "../domain/KnownError.ts"
import * as CallTimeout from "../http/CallTimeout.ts"
import type * as Endpoint from "../http/Endpoint.ts"
import type { ProjectConfig } from "../http/ProjectConfig.ts"
import * as Transport from "../http/Transport.ts"
import type { CallError } from "../server/ServerApp.ts"
import type { RefreshError, Session } from "../session/Session.ts"

/** Any endpoint that names a project. */
export type AdminEndpoint = Endpoint.Any

/** Calls endpoints of a project at the level of an admin, or below. */
export interface AdminTransport {
  readonly project: ProjectConfig
  /** Calls an endpoint; `credentials` are those of the user `me`. */
  readonly call: <E extends AdminEndpoint>(
    endpoint: E,
    input: Endpoint.Input<E>,
    credentials?: Transport.Credentials
  ) => Effect.Effect<Endpoint.Success<E>, CallError<E>>
}

/**
 * Builds the transport. If the service refuses the owner's token, it is replaced and the call repeated once, because
 * nothing was done before the refusal. At admin level `API_KEY_NOT_FOUND` means such a refusal, too
 * (docs/protocol/session.md#refused-tokens). At server level it is about the API key of a user, which anybody may make
 * up, so there it causes no refresh.
 */
export const make = Effect.fnUntraced(function* (
  session: Session["Service"],
  project: ProjectConfig,
  level: AccessLevel
): Effect.fn.Return<AdminTransport> {
  const context = yield* Effect.context<never>()

  /** One transport for each token, so that its headers are prepared once. */
  let latest: { readonly token: string; readonly transport: Transport.Transport } | undefined
  const transportWith = (accessToken: Redacted.Redacted) =>
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

  const call = <E extends AdminEndpoint>(
    endpoint: E,
    input: Endpoint.Input<E>,
    credentials?: Transport.Credentials
  ): Effect.Effect<Endpoint.Success<E>, CallError<E>> => {
    type Answer = Effect.Effect<Endpoint.Success<E>, CallError<E>>
    const as = (owner: Transport.Credentials | undefined): Answer =>
      owner === undefined
        ? Effect.fail(new AdminAuthenticationRequired({ error: "The owner of the project is not signed in." }))
        : Effect.flatMap(transportWith(owner.accessToken), (transport) => transport.call(endpoint, input, credentials))
    return CallTimeout.share(
      project.timeoutMillis,
      Effect.flatMap(Effect.mapError(session.credentials, toCommonError), (owner) =>
        Effect.catch(as(owner), (error): Answer =>
          owner !== undefined && isRefusal(error, level)
            ? Effect.flatMap(Effect.mapError(session.renew(owner), toCommonError), as)
            : Effect.fail(error)
        )
      )
    )
  }

  return { project, call }
})

const isRefusal = (error: unknown, level: AccessLevel): boolean =>
  isInvalidAdminAccessToken(error) || (level === "admin" && isKnownError(error) && error.code === ApiKeyNotFound.code)

/** A wrong key of the owner's own app is reported as in any other call. */
const toCommonError = (
  error: RefreshError
): Exclude<RefreshError, InvalidOAuthClientIdOrSecret> | InvalidPublishableClientKey =>
  error._tag === "InvalidOAuthClientIdOrSecret"
    ? new InvalidPublishableClientKey({ details: { projectId: "internal" } })
    : error
