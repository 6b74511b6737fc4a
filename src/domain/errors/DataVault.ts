/** The data vault: known errors of the current service. */
import { KnownError } from "../KnownError.ts"

/** `DATA_VAULT_STORE_DOES_NOT_EXIST`: The project's configuration has no such store. Current service only. */
export class DataVaultStoreDoesNotExist extends KnownError("DataVaultStoreDoesNotExist", {
  status: 400,
  message: "The project has no such store of the data vault; add it to the project's configuration."
})<{ readonly storeId: string }> {}

/** `DATA_VAULT_STORE_HASHED_KEY_DOES_NOT_EXIST`: The store has no value under this hashed key. Current service only. */
export class DataVaultStoreHashedKeyDoesNotExist extends KnownError("DataVaultStoreHashedKeyDoesNotExist", {
  status: 400,
  message: "The store has no value under this hashed key."
})<{ readonly storeId: string; readonly hashedKey: string }> {}
