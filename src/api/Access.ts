/**
 * The three access levels of the service, as endpoint middleware.
 *
 * An endpoint names the lowest level that may call it. The level adds the errors of all calls of that level, and makes
 * it a type error to call a server-only endpoint from a client. Only a server implements them
 * (docs/protocol/headers.md#access-levels).
 */
import * as Context from "effect/Context"
import type * as HttpApiMiddleware from "effect/http-api/HttpApiMiddleware"
import type * as Schema from "effect/Schema"
import {
  AccessTypeRequired,
  AccessTypeWithoutProjectId,
  AdminAuthenticationRequired,
  AllOverloadsFailed,
  BodyParsingError,
  BranchDoesNotExist,
  ClientAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  CurrentProjectNotFound,
  InsufficientAccessType,
  InvalidAccessType,
  InvalidAdminAccessToken,
  InvalidPublishableClientKey,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ProjectKeyWithoutAccessType,
  ProjectNotFound,
  PublishableClientKeyRequiredForProject,
  SchemaError,
  ServerAuthenticationRequired
} from "./errors/ProjectAccess.ts"
import { AnonymousAuthenticationNotAllowed, InvalidAccessToken, RestrictedUserNotAllowed } from "./errors/Session.ts"
import { httpApiMiddleware } from "./internal/EffectIds.ts"

/** The errors of every call with a publishable client key. */
export const clientErrors = [
  ProjectKeyWithoutAccessType,
  InvalidAccessType,
  AccessTypeWithoutProjectId,
  AccessTypeRequired,
  InsufficientAccessType,
  ClientAuthenticationRequired,
  InvalidPublishableClientKey,
  PublishableClientKeyRequiredForProject,
  ...InvalidAccessToken,
  AnonymousAuthenticationNotAllowed,
  RestrictedUserNotAllowed,
  ProjectNotFound,
  CurrentProjectNotFound,
  BranchDoesNotExist,
  SchemaError,
  BodyParsingError,
  AllOverloadsFailed
] as const

/** Any error of {@link clientErrors}. */
export type ClientError = (typeof clientErrors)[number]["Type"]

/** The errors of every call, with any key or owner's token. */
export const commonErrors = [
  ...clientErrors,
  InvalidSecretServerKey,
  InvalidSuperSecretAdminKey,
  ServerAuthenticationRequired,
  ClientOrServerAuthenticationRequired,
  ClientOrAdminAuthenticationRequired,
  ClientOrServerOrAdminAuthenticationRequired,
  AdminAuthenticationRequired,
  ...InvalidAdminAccessToken
] as const

/** Any error of {@link commonErrors}. */
export type CommonError = (typeof commonErrors)[number]["Type"]

/**
 * An `HttpApiMiddleware` service, without the code of `HttpApiMiddleware.Service` that only security schemes and
 * clients need.
 */
const defineMiddleware =
  <Self>() =>
  <const Id extends string, const Errors extends ReadonlyArray<Schema.Top>>(id: Id, errors: Errors) =>
    Object.assign(Context.Service<Self, object>()(id), {
      [httpApiMiddleware]: httpApiMiddleware,
      error: new Set(errors),
      requiredForClient: false
    }) as unknown as HttpApiMiddleware.ServiceClass<
      Self,
      Id,
      {
        requires: never
        provides: never
        error: Errors
        clientError: never
        requiredForClient: false
        security: never
      }
    >

/**
 * The access of endpoints that clients, servers and admins may call. Errors about server and admin keys are added by
 * the apps that have such keys.
 */
export class ClientAccess extends defineMiddleware<ClientAccess>()("gatefold/api/Access/ClientAccess", clientErrors) {}

/** The access of endpoints that servers and admins may call. */
export class ServerAccess extends defineMiddleware<ServerAccess>()("gatefold/api/Access/ServerAccess", commonErrors) {}

/** The access of endpoints that only admins may call. */
export class AdminAccess extends defineMiddleware<AdminAccess>()("gatefold/api/Access/AdminAccess", commonErrors) {}
