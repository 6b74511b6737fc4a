/** The data vault: errors of the current service, and of values that cannot be read. */
import { KnownError } from "./KnownError.ts"
import { TaggedError } from "./TaggedError.ts"

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

/** The store has values of another secret. Use that one, or another store. */
export class DataVaultSecretMismatch extends TaggedError("DataVaultSecretMismatch")<{
  readonly storeId: string
}> {
  override get message() {
    return `The store ${this.storeId} of the data vault was written with another secret; use that one, or another store`
  }
}

/**
 * The store has a value and the secret is right, but the value cannot be read. It was `changed` at the service, or
 * moved from another place, or has an `unknown-format`, such as that of a later version.
 */
export class DataVaultValueUnreadable extends TaggedError("DataVaultValueUnreadable")<{
  readonly storeId: string
  readonly reason: "changed" | "unknown-format"
}> {
  override get message() {
    return this.reason === "changed"
      ? `A value of the store ${this.storeId} is not what was written there; write it again`
      : `A value of the store ${this.storeId} is in a format that this version does not know`
  }
}
