/** The data vault (docs/protocol/resources.md#data-vault). */
import * as Effect from "effect/Effect"
import * as Api from "../../api/DataVault.ts"
import { DataVaultStoreDoesNotExist, DataVaultStoreHashedKeyDoesNotExist } from "../../domain/errors/DataVault.ts"
import { Caller } from "../access/Caller.ts"
import * as DataVault from "../projects/DataVault.ts"
import { handle } from "./Route.ts"

/** A place in a store that the project has configured. */
const requirePlace = Effect.fnUntraced(function* (storeId: string, hashedKey: string) {
  const { project } = yield* Caller
  if (Object.hasOwn(project.config.dataVaultStores, storeId)) return { projectId: project.id, storeId, hashedKey }
  return yield* new DataVaultStoreDoesNotExist({
    details: { storeId },
    error: `Data vault store with ID ${storeId} does not exist.`
  })
})

export const routes = [
  handle(Api.getDataVaultValue, function* ({ params: { storeId }, payload: { hashedKey } }) {
    const place = yield* requirePlace(storeId, hashedKey)
    const encryptedValue = yield* DataVault.get(place)
    if (encryptedValue !== undefined) return { encryptedValue }
    return yield* new DataVaultStoreHashedKeyDoesNotExist({
      details: { storeId, hashedKey },
      error: `Data vault store with ID ${storeId} does not contain a key with hash ${hashedKey}.`
    })
  }),

  handle(Api.setDataVaultValue, function* ({ params: { storeId }, payload: { encryptedValue, hashedKey } }) {
    const place = yield* requirePlace(storeId, hashedKey)
    yield* DataVault.set(place, encryptedValue)
  })
]
