/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { Empty } from "../../api/Input.ts"
import type { ProjectId } from "../../api/schema/Ids.ts"
import type { JsonWebKey, JsonWebKeySet, KeySetQuery } from "../../api/Service.ts"
import type { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../../domain/errors/Session.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { empty, encodeQueryBoolean } from "./Input.ts"
import { pathSegment } from "./schema/Ids.ts"

/** Greet, and tell who is calling. */
export const greet: Endpoint<
  { readonly query: typeof Empty.Type },
  string,
  AnonymousAuthenticationNotAllowed | RestrictedUserNotAllowed,
  undefined
> = {
  name: "greet",
  method: "GET",
  path: "/",
  level: undefined,
  query: empty,
  success: R.string,
  reads: "text",
  errors: commonErrors
}

const getHealthSuccess = R.struct((o) => ({ status: R.literal(o.status, "status", "ok") }))

/** Tell whether the service runs. */
export const getHealth: Endpoint<{}, { readonly status: "ok" }, never, undefined> = {
  name: "getHealth",
  method: "GET",
  path: "/health",
  level: undefined,
  success: getHealthSuccess
}

export const decodeJsonWebKey = R.struct((o): JsonWebKey => ({
  kty: R.literal(o.kty, "kty", "EC"),
  alg: R.literal(o.alg, "alg", "ES256"),
  crv: R.literal(o.crv, "crv", "P-256"),
  x: R.string(o.x, "x"),
  y: R.string(o.y, "y"),
  kid: R.string(o.kid, "kid")
}))

const decodeJsonWebKeySetKeys = R.list(decodeJsonWebKey)

export const decodeJsonWebKeySet = R.struct((o): JsonWebKeySet => ({ keys: decodeJsonWebKeySetKeys(o.keys, "keys") }))

const projectIdParams = R.struct((o) => ({ projectId: pathSegment<ProjectId>(o.projectId, "projectId") }))

export const encodeKeySetQuery = R.struct((o) => ({
  include_restricted: R.optional(o.includeRestricted, "includeRestricted", encodeQueryBoolean),
  include_anonymous: R.optional(o.includeAnonymous, "includeAnonymous", encodeQueryBoolean)
}))

/** Read the public keys of a project. */
export const getJsonWebKeys: Endpoint<
  { readonly params: { readonly projectId: ProjectId }; readonly query: typeof KeySetQuery.Type },
  JsonWebKeySet,
  never,
  undefined
> = {
  name: "getJsonWebKeys",
  method: "GET",
  path: "/projects/:projectId/.well-known/jwks.json",
  level: undefined,
  params: projectIdParams,
  query: encodeKeySetQuery,
  success: decodeJsonWebKeySet
}

const checkVersionSuccess1 = R.struct((o) => ({ upToDate: R.literal(o.upToDate, "upToDate", true) }))

const checkVersionSuccess2 = R.struct((o) => ({
  upToDate: R.literal(o.upToDate, "upToDate", false),
  error: R.string(o.error, "error"),
  severe: R.boolean(o.severe, "severe")
}))

const checkVersionSuccess = R.either<
  { readonly upToDate: true } | { readonly upToDate: false; readonly error: string; readonly severe: boolean }
>(checkVersionSuccess1, checkVersionSuccess2)

const checkVersionPayload = R.struct((o) => ({ clientVersion: R.string(o.clientVersion, "clientVersion") }))

/** Check a client version. */
export const checkVersion: Endpoint<
  { readonly payload: { readonly clientVersion: string } },
  { readonly upToDate: true } | { readonly upToDate: false; readonly error: string; readonly severe: boolean },
  never,
  undefined
> = {
  name: "checkVersion",
  method: "POST",
  path: "/check-version",
  level: undefined,
  payload: checkVersionPayload,
  success: checkVersionSuccess
}

const checkFeatureSupportPayload = R.struct((o) => ({
  feature_name: R.optional(o.feature_name, "feature_name", R.string)
}))

/** Tell that a feature is not supported. */
export const checkFeatureSupport: Endpoint<
  { readonly payload: { readonly feature_name?: string | undefined } },
  string,
  never,
  undefined
> = {
  name: "checkFeatureSupport",
  method: "POST",
  path: "/check-feature-support",
  level: undefined,
  payload: checkFeatureSupportPayload,
  success: R.string,
  reads: "text"
}
