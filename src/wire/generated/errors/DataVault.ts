/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } from "../../../domain/errors/DataVault.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

const dataVaultStoreDoesNotExistDetails = R.struct((o) => ({ storeId: R.string(o.store_id, "store_id") }))

export const dataVaultStoreDoesNotExist: KnownErrorEntry<DataVaultStoreDoesNotExist> = {
  Class: DataVaultStoreDoesNotExist,
  details: dataVaultStoreDoesNotExistDetails
}

const dataVaultStoreHashedKeyDoesNotExistDetails = R.struct((o) => ({
  storeId: R.string(o.store_id, "store_id"),
  hashedKey: R.string(o.hashed_key, "hashed_key")
}))

export const dataVaultStoreHashedKeyDoesNotExist: KnownErrorEntry<DataVaultStoreHashedKeyDoesNotExist> = {
  Class: DataVaultStoreHashedKeyDoesNotExist,
  details: dataVaultStoreHashedKeyDoesNotExistDetails
}
