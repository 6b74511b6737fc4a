/**
 * The key sets of the project, for its client, server and admin apps (docs/protocol/resources.md#key-sets).
 * `InternalApiKey.isValid` and `InternalApiKey.whyInvalid` tell whether and why a set no longer works.
 */
import type { InternalApiKeyId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/InternalApiKeys.ts"
import { asAdmin } from "./AsAdmin.ts"

/** The data of a new key set, and which keys it has; it should have at least one. */
export interface NewKeySet {
  readonly description: string
  readonly expiresAt: Date
  readonly hasPublishableClientKey?: boolean | undefined
  readonly hasSecretServerKey?: boolean | undefined
  readonly hasSuperSecretAdminKey?: boolean | undefined
}

/** Creates a key set. Its keys are shown only now. */
export const create = asAdmin.write("admin/InternalApiKeys.create", Wire.createInternalApiKey, {
  input: (input: NewKeySet) => ({
    payload: {
      description: input.description,
      expiresAt: input.expiresAt,
      hasPublishableClientKey: input.hasPublishableClientKey ?? false,
      hasSecretServerKey: input.hasSecretServerKey ?? false,
      hasSuperSecretAdminKey: input.hasSuperSecretAdminKey ?? false
    }
  }),
  changes: ["internalApiKeys"]
})

/** The key sets, newest first; of each key only the last four characters. */
export const list = asAdmin.read("admin/InternalApiKeys.list", Wire.listInternalApiKeys, { shows: ["internalApiKeys"] })

/** A key set by its id. Fails with `ApiKeyNotFound`. */
export const get = asAdmin.read("admin/InternalApiKeys.get", Wire.getInternalApiKey, {
  input: (id: InternalApiKeyId) => ({ params: { internalApiKeyId: id } }),
  shows: ["internalApiKeys"]
})

/** Changes the description of a key set. */
export const update = asAdmin.write("admin/InternalApiKeys.update", Wire.updateInternalApiKey, {
  input: (input: { readonly id: InternalApiKeyId; readonly description: string }) => ({
    params: { internalApiKeyId: input.id },
    payload: { description: input.description }
  }),
  changes: ["internalApiKeys"]
})

/** Revokes a key set for good: apps that use it are refused from now on. */
export const revoke = asAdmin.write("admin/InternalApiKeys.revoke", Wire.updateInternalApiKey, {
  input: (id: InternalApiKeyId) => ({ params: { internalApiKeyId: id }, payload: { revoked: true } }),
  changes: ["internalApiKeys"]
})
