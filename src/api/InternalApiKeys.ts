/** Key sets of the current project (docs/protocol/resources.md#key-sets). */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import * as Endpoint from "./Endpoint.ts"
import { List } from "./Envelope.ts"
import { ApiKeyNotFound } from "./errors/ApiKeys.ts"
import { InternalApiKeyId } from "./schema/Ids.ts"
import { InternalApiKey, NewInternalApiKey } from "./schema/InternalApiKey.ts"
import { WireClass } from "./schema/WireStruct.ts"

/** A new key set and which keys it has. */
export class CreateInternalApiKey extends WireClass<CreateInternalApiKey>()(
  {
    description: Schema.String,
    expiresAt: Schema.DateFromMillis,
    hasPublishableClientKey: Schema.Boolean,
    hasSecretServerKey: Schema.Boolean,
    hasSuperSecretAdminKey: Schema.Boolean
  },
  { expiresAt: "expires_at_millis" }
) {}

/** A change of a key set; revoking cannot be undone. */
export class UpdateInternalApiKey extends WireClass<UpdateInternalApiKey>()({
  description: Schema.optional(Schema.String),
  revoked: Schema.optional(Schema.Literal(true))
}) {}

const params = { internalApiKeyId: InternalApiKeyId }

/** Creates a key set; the answer is the only one with the whole keys. */
export const createInternalApiKey = Endpoint.admin.post("createInternalApiKey", "/internal/api-keys", {
  summary: "Create a key set",
  payload: CreateInternalApiKey,
  success: NewInternalApiKey
})

/** Lists the key sets, newest first. */
export const listInternalApiKeys = Endpoint.admin.get("listInternalApiKeys", "/internal/api-keys", {
  summary: "List key sets",
  success: List(InternalApiKey)
})

/** Reads a key set. */
export const getInternalApiKey = Endpoint.admin.get("getInternalApiKey", "/internal/api-keys/:internalApiKeyId", {
  summary: "Read a key set",
  params,
  success: InternalApiKey,
  error: ApiKeyNotFound
})

/** Changes or revokes a key set. */
export const updateInternalApiKey = Endpoint.admin.patch(
  "updateInternalApiKey",
  "/internal/api-keys/:internalApiKeyId",
  {
    summary: "Change or revoke a key set",
    params,
    payload: UpdateInternalApiKey,
    success: InternalApiKey,
    error: ApiKeyNotFound
  }
)

/** Key sets, for admins. */
export class InternalApiKeysGroup extends HttpApiGroup.make("internalApiKeys")
  .add(createInternalApiKey, listInternalApiKeys, getInternalApiKey, updateInternalApiKey)
  .prefix(Endpoint.root) {}
