/** The data vault: the schemas of the errors of `domain/errors/DataVault.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/DataVault.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } = makeSchemas(Errors, {
  DataVaultStoreDoesNotExist: { storeId: Schema.String },
  DataVaultStoreHashedKeyDoesNotExist: { storeId: Schema.String, hashedKey: Schema.String }
})
