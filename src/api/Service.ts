/** The service itself: greeting, health, versions, public keys (docs/protocol/resources.md#the-service-itself). */
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { commonErrors } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { Empty, Query, QueryBoolean } from "./Input.ts"
import { ProjectId } from "./schema/Ids.ts"

/** Returns a text with the access level, project and user of the request; with any or no credentials. */
export const greet = Endpoint.open.get("greet", "/", {
  summary: "Greet, and tell who is calling",
  query: Empty,
  success: Schema.String.pipe(HttpApiSchema.asText()),
  error: commonErrors
})

/** Whether the service runs. Not below `/api/v1`. */
export const getHealth = Endpoint.open.get("getHealth", "/health", {
  summary: "Tell whether the service runs",
  success: Schema.Struct({ status: Schema.Literal("ok") })
})

/** The key that access tokens of a project are signed with. */
export class JsonWebKey extends Schema.Opaque<JsonWebKey>()(
  Schema.Struct({
    kty: Schema.Literal("EC"),
    alg: Schema.Literal("ES256"),
    crv: Schema.Literal("P-256"),
    x: Schema.String,
    y: Schema.String,
    kid: Schema.String
  })
) {}

/** The keys of a project. */
export class JsonWebKeySet extends Schema.Opaque<JsonWebKeySet>()(Schema.Struct({ keys: Schema.Array(JsonWebKey) })) {}

/** The keys to include besides those for ordinary users. The keys for guests include those for restricted users. */
export const KeySetQuery = Query({
  includeRestricted: Schema.optional(QueryBoolean),
  includeAnonymous: Schema.optional(QueryBoolean)
})

/** The keys that access tokens of a project are signed with; needs no credentials. */
export const getJsonWebKeys = Endpoint.open.get("getJsonWebKeys", "/projects/:projectId/.well-known/jwks.json", {
  summary: "Read the public keys of a project",
  params: { projectId: ProjectId },
  query: KeySetQuery,
  success: JsonWebKeySet
})

/** Whether a client version is recent enough; needs no credentials. */
export const checkVersion = Endpoint.open.post("checkVersion", "/check-version", {
  summary: "Check a client version",
  payload: Schema.Struct({ clientVersion: Schema.String }),
  success: Schema.Union([
    Schema.Struct({ upToDate: Schema.Literal(true) }),
    Schema.Struct({ upToDate: Schema.Literal(false), error: Schema.String, severe: Schema.Boolean })
  ])
})

/** Returns a text that a feature is not supported; with any body. */
export const checkFeatureSupport = Endpoint.open
  .post("checkFeatureSupport", "/check-feature-support", {
    summary: "Tell that a feature is not supported",
    payload: Schema.Struct({ feature_name: Schema.optional(Schema.String) }),
    success: Schema.String.pipe(HttpApiSchema.asText())
  })
  .annotate(HttpApi.PayloadParseOptions, {})

/** The service itself, without credentials. */
export class ServiceGroup extends HttpApiGroup.make("service")
  .add(greet, getJsonWebKeys, checkVersion, checkFeatureSupport)
  .prefix(Endpoint.root) {}

/** Health; the only group that is not below `/api/v1`. */
export class HealthGroup extends HttpApiGroup.make("health").add(getHealth) {}
