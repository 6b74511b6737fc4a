/**
 * The data vault: encrypted values by hashed keys, in stores that a project configures
 * (docs/protocol/resources.md#data-vault). Keys are hashed and values encrypted before they are sent; the service sees
 * neither.
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Schema from "effect/Schema"
import { isNotEmpty } from "../domain/text/SecretText.ts"
import * as Endpoint from "./Endpoint.ts"
import { Success } from "./Envelope.ts"
import { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } from "./errors/DataVault.ts"
import * as Rule from "./schema/Rule.ts"
import { WireStruct } from "./schema/WireStruct.ts"

const params = { storeId: Schema.String }

const HashedKey = Schema.String.check(Rule.check(isNotEmpty, "a text that is not empty"))

/** Reads the encrypted value of a hashed key. */
export const getDataVaultValue = Endpoint.server.post("getDataVaultValue", "/data-vault/stores/:storeId/get", {
  summary: "Read an encrypted value of the data vault",
  only: "current",
  params,
  payload: WireStruct({ hashedKey: HashedKey }),
  success: WireStruct({ encryptedValue: Schema.String }),
  error: [DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist]
})

/** Writes the encrypted value of a hashed key, in the place of the former one. */
export const setDataVaultValue = Endpoint.server.post("setDataVaultValue", "/data-vault/stores/:storeId/set", {
  summary: "Write an encrypted value of the data vault",
  only: "current",
  params,
  payload: WireStruct({ hashedKey: HashedKey, encryptedValue: Schema.String }),
  success: Success,
  error: [DataVaultStoreDoesNotExist]
})

/** The data vault of the current service, for servers. */
export class DataVaultGroup extends HttpApiGroup.make("dataVault")
  .add(getDataVaultValue, setDataVaultValue)
  .prefix(Endpoint.root) {}
