/** Errors that a server can get from a store of the data vault instead of a value. */
import { TaggedError } from "./TaggedError.ts"

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
