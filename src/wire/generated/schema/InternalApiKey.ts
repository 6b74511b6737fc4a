/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { InternalApiKeyId } from "../../../api/schema/Ids.ts"
import type { InternalApiKey, NewInternalApiKey } from "../../../api/schema/InternalApiKey.ts"
import * as R from "../../Runtime.ts"
import { decodeLastFour } from "./ApiKey.ts"
import { pathSegment } from "./Ids.ts"
import { decodeAccessToken } from "./Secrets.ts"

const idToExpiresAt = (o: R.Properties) => ({
  id: pathSegment<InternalApiKeyId>(o.id, "id"),
  description: R.string(o.description, "description"),
  createdAt: R.dateOfMillis(o.created_at_millis, "created_at_millis"),
  expiresAt: R.dateOfMillis(o.expires_at_millis, "expires_at_millis")
})

export const decodeNewInternalApiKey = R.struct((o): NewInternalApiKey => {
  const a: R.Mutable<NewInternalApiKey> = { ...idToExpiresAt(o) }
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  if (o.publishable_client_key !== undefined)
    a.publishableClientKey = decodeAccessToken(o.publishable_client_key, "publishable_client_key")
  if (o.secret_server_key !== undefined) a.secretServerKey = decodeAccessToken(o.secret_server_key, "secret_server_key")
  if (o.super_secret_admin_key !== undefined)
    a.superSecretAdminKey = decodeAccessToken(o.super_secret_admin_key, "super_secret_admin_key")
  return a
})

export const decodeInternalApiKey = R.struct((o): InternalApiKey => {
  const a: R.Mutable<InternalApiKey> = { ...idToExpiresAt(o) }
  if (o.manually_revoked_at_millis !== undefined)
    a.manuallyRevokedAt = R.dateOfMillis(o.manually_revoked_at_millis, "manually_revoked_at_millis")
  if (o.publishable_client_key !== undefined)
    a.publishableClientKey = decodeLastFour(o.publishable_client_key, "publishable_client_key")
  if (o.secret_server_key !== undefined) a.secretServerKey = decodeLastFour(o.secret_server_key, "secret_server_key")
  if (o.super_secret_admin_key !== undefined)
    a.superSecretAdminKey = decodeLastFour(o.super_secret_admin_key, "super_secret_admin_key")
  return a
})
