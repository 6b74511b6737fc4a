/**
 * The data vault: values that are encrypted before they leave your server, with a secret that the service never gets.
 * Add stores in the project's configuration. See docs/guides/data-vault.md for the protection that the vault gives, and
 * how to change a secret. The service of 2025-06 has no vault: there these operations fail with
 * `NotSupportedByService`.
 *
 * A store has one secret. Its keys are derived slowly, some tenths of a second, once for each app and store.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { DataVaultSecretMismatch, DataVaultValueUnreadable } from "../domain/errors/DataVault.ts"
import { invalidRequest } from "../domain/errors/TransportError.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { isWellFormed } from "../domain/text/SecretText.ts"
import { Repeatable } from "../http/RetryPolicy.ts"
import { RandomBytes } from "../platform/Crypto.ts"
import * as Wire from "../wire/generated/DataVault.ts"
import { asServer } from "./AsServer.ts"
import * as StoreSecret from "./internal/StoreSecret.ts"
import { nonceLength } from "./internal/VaultCipher.ts"
import * as VaultKeys from "./internal/VaultKeys.ts"
import * as VendorVault from "./internal/VendorVault.ts"

export { DataVaultSecretMismatch, DataVaultValueUnreadable } from "../domain/errors/DataVault.ts"

/** Names a value. */
export interface DataVaultKey {
  /** The id of the store in the project's configuration. */
  readonly storeId: string
  /** Any text, such as the id of a user; the service gets a hash of it, under the secret. */
  readonly key: string
  /** The secret of the store; best 32 random bytes as text, from the environment of your server. */
  readonly secret: SecretInput
}

/** Checks the input. All lone surrogates encode to the same bytes, so two keys that contain them could collide. */
const checkKey = Effect.fnUntraced(function* (operation: string, { key, secret, storeId }: DataVaultKey) {
  const text = fromInput(secret)
  const parts = { key, secret: Redacted.value(text) }
  for (const [name, part] of Object.entries(parts)) {
    if (typeof part !== "string" || part === "") return yield* invalidRequest(operation, `${name}: it is empty`)
    if (!isWellFormed(part)) return yield* invalidRequest(operation, `${name}: it has half of a surrogate pair`)
  }
  return { key, secret: text, keys: yield* VaultKeys.find(storeId, text), storeId }
})

type Checked = Effect.Success<ReturnType<typeof checkKey>>

const read = (storeId: string, hashedKey: string) =>
  asServer.call(Wire.getDataVaultValue, { params: { storeId }, payload: { hashedKey } }).pipe(
    Effect.map(({ encryptedValue }) => encryptedValue),
    Effect.catchTag("DataVaultStoreHashedKeyDoesNotExist", () => Effect.succeed(null))
  )

const store = (storeId: string, hashedKey: string, encryptedValue: string) =>
  asServer.call(Wire.setDataVaultValue, { params: { storeId }, payload: { hashedKey, encryptedValue } })

const nonce = Effect.map(RandomBytes, (bytes) => new Uint8Array(bytes(nonceLength)))

/** The operations by which a server takes part in the election of a secret (`StoreSecret`). */
const makeCandidate = ({ keys, storeId }: Checked) => {
  const { check, open, seal } = keys.cipher
  return {
    read: (place: string) => read(storeId, place),
    // A request that was sent twice could arrive after the round that it is for.
    write: (place: string, text: string) => Effect.provideService(store(storeId, place, text), Repeatable, false),
    seal: Effect.flatMap(nonce, (bytes) => Effect.promise(() => seal(check, "", bytes))),
    isOwn: Effect.fnUntraced(function* (text: string) {
      const { _tag } = yield* Effect.promise(() => open(check, text))
      if (_tag === "UnknownFormat") return yield* new DataVaultValueUnreadable({ storeId, reason: "unknown-format" })
      return _tag === "Value"
    })
  }
}

/** Fails if the store is of another secret. Asks the service until it knows. */
const confirm = Effect.fnUntraced(function* (entry: Checked, ask: "recognize" | "decide") {
  const { keys, storeId } = entry
  if (keys.isConfirmed) return
  const isOwn = yield* StoreSecret[ask](makeCandidate(entry))
  if (isOwn === false) return yield* new DataVaultSecretMismatch({ storeId })
  keys.isConfirmed = isOwn === true
})

const readOfVendor = Effect.fnUntraced(function* ({ key, secret, storeId }: Checked) {
  const vendor = yield* Effect.promise(() => VendorVault.make(Redacted.value(secret), key))
  const sealed = yield* read(storeId, vendor.hashedKey)
  if (sealed === null) return null
  const value = yield* Effect.promise(() => vendor.open(sealed))
  return value ?? (yield* new DataVaultValueUnreadable({ storeId, reason: "changed" }))
})

/**
 * The value of a key, or null if there is none; also a value that the vendor's SDK has written with this secret. Fails
 * with `DataVaultSecretMismatch`, with `DataVaultValueUnreadable`, and with `DataVaultStoreDoesNotExist`.
 */
export const get = asServer.read("server/DataVault.get", [Wire.getDataVaultValue], { shows: ["dataVault"] })(function* (
  input: DataVaultKey
) {
  const entry = yield* checkKey("server/DataVault.get", input)
  const { key, keys, storeId } = entry
  const place = yield* Effect.promise(() => keys.cipher.findPlace(key))
  const sealed = yield* read(storeId, place.hashedKey)
  if (sealed === null) {
    const former = yield* readOfVendor(entry)
    if (former !== null) return Redacted.make(former)
    yield* confirm(entry, "recognize")
    return null
  }
  const opened = yield* Effect.promise(() => keys.cipher.open(place, sealed))
  if (opened._tag !== "Value") {
    const reason = opened._tag === "Foreign" ? "changed" : "unknown-format"
    return yield* new DataVaultValueUnreadable({ storeId, reason })
  }
  return Redacted.make(opened.value)
})

/**
 * Writes the value of a key, replacing the former one. The first value of a store decides what its secret is. Fails
 * with `DataVaultSecretMismatch` if that is another one, and with `DataVaultStoreDoesNotExist`.
 */
export const set = asServer.write("server/DataVault.set", [Wire.getDataVaultValue, Wire.setDataVaultValue], {
  changes: ["dataVault"]
})(function* ({ value, ...input }: DataVaultKey & { readonly value: SecretInput }) {
  const entry = yield* checkKey("server/DataVault.set", input)
  // An empty text may be stored, but the missing value of a caller without types must not replace a secret.
  if (typeof value !== "string" && !Redacted.isRedacted(value)) {
    return yield* invalidRequest("server/DataVault.set", "value: it is neither text nor Redacted")
  }
  const text = Redacted.value(fromInput(value))
  if (!isWellFormed(text)) {
    return yield* invalidRequest("server/DataVault.set", "value: it has half of a surrogate pair")
  }
  const { key, keys, storeId } = entry
  // The writes of one app do not compete with each other.
  yield* keys.mutex.withPermit(confirm(entry, "decide"))
  const place = yield* Effect.promise(() => keys.cipher.findPlace(key))
  const bytes = yield* nonce
  yield* store(storeId, place.hashedKey, yield* Effect.promise(() => keys.cipher.seal(place, text, bytes)))
})
