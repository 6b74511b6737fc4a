/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { CreateInternalApiKey, UpdateInternalApiKey } from "../../api/InternalApiKeys.ts"
import type { InternalApiKeyId } from "../../api/schema/Ids.ts"
import type { InternalApiKey, NewInternalApiKey } from "../../api/schema/InternalApiKey.ts"
import type { ApiKeyNotFound } from "../../domain/errors/ApiKeys.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeToItems } from "./Envelope.ts"
import { apiKeyNotFound } from "./errors/ApiKeys.ts"
import { pathSegment } from "./schema/Ids.ts"
import { decodeInternalApiKey, decodeNewInternalApiKey } from "./schema/InternalApiKey.ts"

export const encodeCreateInternalApiKey = R.struct((o) => ({
  description: R.string(o.description, "description"),
  expires_at_millis: R.toMillis(o.expiresAt, "expiresAt"),
  has_publishable_client_key: R.boolean(o.hasPublishableClientKey, "hasPublishableClientKey"),
  has_secret_server_key: R.boolean(o.hasSecretServerKey, "hasSecretServerKey"),
  has_super_secret_admin_key: R.boolean(o.hasSuperSecretAdminKey, "hasSuperSecretAdminKey")
}))

/** Create a key set. */
export const createInternalApiKey: Endpoint<
  { readonly payload: CreateInternalApiKey },
  NewInternalApiKey,
  never,
  "admin"
> = {
  name: "createInternalApiKey",
  method: "POST",
  path: "/internal/api-keys",
  level: "admin",
  levelErrors: commonErrors,
  payload: encodeCreateInternalApiKey,
  success: decodeNewInternalApiKey
}

const listInternalApiKeysSuccess = decodeToItems(R.list(decodeInternalApiKey))

/** List key sets. */
export const listInternalApiKeys: Endpoint<{}, ReadonlyArray<InternalApiKey>, never, "admin"> = {
  name: "listInternalApiKeys",
  method: "GET",
  path: "/internal/api-keys",
  level: "admin",
  levelErrors: commonErrors,
  success: listInternalApiKeysSuccess
}

const internalApiKeyIdParams = R.struct((o) => ({
  internalApiKeyId: pathSegment<InternalApiKeyId>(o.internalApiKeyId, "internalApiKeyId")
}))

/** Read a key set. */
export const getInternalApiKey: Endpoint<
  { readonly params: { readonly internalApiKeyId: InternalApiKeyId } },
  InternalApiKey,
  ApiKeyNotFound,
  "admin"
> = {
  name: "getInternalApiKey",
  method: "GET",
  path: "/internal/api-keys/:internalApiKeyId",
  level: "admin",
  levelErrors: commonErrors,
  params: internalApiKeyIdParams,
  success: decodeInternalApiKey,
  errors: [apiKeyNotFound]
}

export const encodeUpdateInternalApiKey = R.struct((o) => ({
  description: R.optional(o.description, "description", R.string),
  revoked: o.revoked === undefined ? undefined : R.literal(o.revoked, "revoked", true)
}))

/** Change or revoke a key set. */
export const updateInternalApiKey: Endpoint<
  { readonly params: { readonly internalApiKeyId: InternalApiKeyId }; readonly payload: UpdateInternalApiKey },
  InternalApiKey,
  ApiKeyNotFound,
  "admin"
> = {
  name: "updateInternalApiKey",
  method: "PATCH",
  path: "/internal/api-keys/:internalApiKeyId",
  level: "admin",
  levelErrors: commonErrors,
  params: internalApiKeyIdParams,
  payload: encodeUpdateInternalApiKey,
  success: decodeInternalApiKey,
  errors: [apiKeyNotFound]
}
