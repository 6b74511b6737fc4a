/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } from "../../domain/errors/DataVault.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import { isNotEmpty } from "../../domain/text/SecretText.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { commonErrors } from "./Access.ts"
import { decodeSuccess } from "./Envelope.ts"
import { dataVaultStoreDoesNotExist, dataVaultStoreHashedKeyDoesNotExist } from "./errors/DataVault.ts"
import { otherGeneration } from "./TextErrors.ts"

const getDataVaultValueSuccess = R.struct((o) => ({ encryptedValue: R.string(o.encrypted_value, "encrypted_value") }))

const storeIdParams = R.struct((o) => ({ storeId: R.string(o.storeId, "storeId") }))

const getDataVaultValuePayload = R.struct((o) => ({
  hashed_key: R.check(R.string(o.hashedKey, "hashedKey"), "hashedKey", isNotEmpty, "a text that is not empty")
}))

/** Read an encrypted value of the data vault. */
export const getDataVaultValue: Endpoint<
  { readonly params: { readonly storeId: string }; readonly payload: { readonly hashedKey: string } },
  { readonly encryptedValue: string },
  DataVaultStoreDoesNotExist | DataVaultStoreHashedKeyDoesNotExist | NotSupportedByService,
  "server"
> = {
  name: "getDataVaultValue",
  method: "POST",
  path: "/data-vault/stores/:storeId/get",
  level: "server",
  levelErrors: commonErrors,
  params: storeIdParams,
  payload: getDataVaultValuePayload,
  success: getDataVaultValueSuccess,
  errors: [dataVaultStoreDoesNotExist, dataVaultStoreHashedKeyDoesNotExist],
  textErrors: [otherGeneration]
}

const setDataVaultValuePayload = R.struct((o) => ({
  hashed_key: R.check(R.string(o.hashedKey, "hashedKey"), "hashedKey", isNotEmpty, "a text that is not empty"),
  encrypted_value: R.string(o.encryptedValue, "encryptedValue")
}))

/** Write an encrypted value of the data vault. */
export const setDataVaultValue: Endpoint<
  {
    readonly params: { readonly storeId: string }
    readonly payload: { readonly hashedKey: string; readonly encryptedValue: string }
  },
  void,
  DataVaultStoreDoesNotExist | NotSupportedByService,
  "server"
> = {
  name: "setDataVaultValue",
  method: "POST",
  path: "/data-vault/stores/:storeId/set",
  level: "server",
  levelErrors: commonErrors,
  params: storeIdParams,
  payload: setDataVaultValuePayload,
  success: decodeSuccess,
  errors: [dataVaultStoreDoesNotExist],
  textErrors: [otherGeneration]
}
