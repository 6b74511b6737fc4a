/** The data vault: the schemas of the errors of `domain/errors/DataVault.ts`. */
import * as Schema from "effect/Schema"
import * as Errors from "../../domain/errors/DataVault.ts"
import { KnownErrorSchema } from "../schema/KnownErrorSchema.ts"

/** Schema of {@link Errors.DataVaultStoreDoesNotExist}. */
export const DataVaultStoreDoesNotExist = KnownErrorSchema(Errors.DataVaultStoreDoesNotExist, {
  storeId: Schema.String
})

/** Schema of {@link Errors.DataVaultStoreHashedKeyDoesNotExist}. */
export const DataVaultStoreHashedKeyDoesNotExist = KnownErrorSchema(Errors.DataVaultStoreHashedKeyDoesNotExist, {
  storeId: Schema.String,
  hashedKey: Schema.String
})
