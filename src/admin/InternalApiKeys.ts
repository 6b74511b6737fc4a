/**
 * The key sets of the project, for its client, server and admin apps
 * (docs/protocol/resources.md#key-sets). Whether and why a set no longer works tell
 * `InternalApiKey.isValid` and `InternalApiKey.whyInvalid`.
 */
import * as Api from "../api/InternalApiKeys.ts"
import type { InternalApiKeyId } from "../domain/Ids.ts"
import { operation, span } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** What a new key set is told; it has the keys that are named, and needs at least one to be of use. */
export interface NewKeySet {
  readonly description: string
  readonly expiresAt: Date
  readonly hasPublishableClientKey?: boolean | undefined
  readonly hasSecretServerKey?: boolean | undefined
  readonly hasSuperSecretAdminKey?: boolean | undefined
}

/** Creates a key set. Its keys are shown only now. */
export const create = operation("admin/InternalApiKeys.create", { changes: ["internalApiKeys"] })((input: NewKeySet) =>
  call(Api.createInternalApiKey, {
    payload: {
      description: input.description,
      expiresAt: input.expiresAt,
      hasPublishableClientKey: input.hasPublishableClientKey ?? false,
      hasSecretServerKey: input.hasSecretServerKey ?? false,
      hasSuperSecretAdminKey: input.hasSuperSecretAdminKey ?? false
    }
  })
)

/** The key sets, newest first; of each key only the last four characters. */
export const list = call(Api.listInternalApiKeys, {}).pipe(
  span("admin/InternalApiKeys.list", { shows: ["internalApiKeys"] })
)

/** A key set by its id. Fails with `ApiKeyNotFound`. */
export const get = operation("admin/InternalApiKeys.get", { shows: ["internalApiKeys"] })((id: InternalApiKeyId) =>
  call(Api.getInternalApiKey, { params: { internalApiKeyId: id } })
)

/** Changes the description of a key set. */
export const update = operation("admin/InternalApiKeys.update", { changes: ["internalApiKeys"] })(
  (input: { readonly id: InternalApiKeyId; readonly description: string }) =>
    call(Api.updateInternalApiKey, {
      params: { internalApiKeyId: input.id },
      payload: { description: input.description }
    })
)

/** Revokes a key set for good: apps that use it are refused from now on. */
export const revoke = operation("admin/InternalApiKeys.revoke", { changes: ["internalApiKeys"] })(
  (id: InternalApiKeyId) =>
    call(Api.updateInternalApiKey, { params: { internalApiKeyId: id }, payload: { revoked: true } })
)
