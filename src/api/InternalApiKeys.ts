/** Key sets of the current project (docs/protocol/resources.md#key-sets). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { AdminAccess } from "./Access.ts"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { ApiKeyNotFound } from "./errors/ApiKeys.ts"
import { InternalApiKeyId } from "./schema/Ids.ts"
import { InternalApiKey, NewInternalApiKey } from "./schema/InternalApiKey.ts"
import { WireStruct } from "./schema/WireStruct.ts"

/** A new key set and which keys it has. */
export class CreateInternalApiKey extends Schema.Opaque<CreateInternalApiKey>()(
  WireStruct(
    {
      description: Schema.String,
      expiresAt: Schema.DateFromMillis,
      hasPublishableClientKey: Schema.Boolean,
      hasSecretServerKey: Schema.Boolean,
      hasSuperSecretAdminKey: Schema.Boolean
    },
    { expiresAt: "expires_at_millis" }
  )
) {}

/** A change of a key set; revoking cannot be undone. */
export class UpdateInternalApiKey extends Schema.Opaque<UpdateInternalApiKey>()(
  WireStruct({
    description: Schema.optional(Schema.String),
    revoked: Schema.optional(Schema.Literal(true))
  })
) {}

const params = { internalApiKeyId: InternalApiKeyId }

/** Creates a key set; the answer is the only one with the whole keys. */
export const createInternalApiKey = Endpoint.post("createInternalApiKey", "/internal/api-keys", {
  payload: CreateInternalApiKey,
  success: NewInternalApiKey
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Create a key set")

/** Lists the key sets, newest first. */
export const listInternalApiKeys = Endpoint.get("listInternalApiKeys", "/internal/api-keys", {
  success: List(InternalApiKey)
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "List key sets")

/** Reads a key set. */
export const getInternalApiKey = Endpoint.get("getInternalApiKey", "/internal/api-keys/:internalApiKeyId", {
  params,
  success: InternalApiKey,
  error: ApiKeyNotFound
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Read a key set")

/** Changes or revokes a key set. */
export const updateInternalApiKey = Endpoint.patch("updateInternalApiKey", "/internal/api-keys/:internalApiKeyId", {
  params,
  payload: UpdateInternalApiKey,
  success: InternalApiKey,
  error: ApiKeyNotFound
})
  .middleware(AdminAccess)
  .annotate(OpenApi.Summary, "Change or revoke a key set")

/** Key sets, for admins. */
export class InternalApiKeysGroup extends HttpApiGroup.make("internalApiKeys")
  .add(createInternalApiKey, listInternalApiKeys, getInternalApiKey, updateInternalApiKey)
  .prefix(Endpoint.root) {}
