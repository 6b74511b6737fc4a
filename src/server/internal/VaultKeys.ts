/**
 * The keys of stores of the data vault that an app has derived, because deriving them is slow. They are found by a MAC
 * of store and secret under a random key, so that no secret is kept.
 */
import * as Effect from "effect/Effect"
import * as Hex from "effect/encoding/Hex"
import * as Redacted from "effect/Redacted"
import * as Semaphore from "effect/Semaphore"
import * as LruMap from "../../cache/LruMap.ts"
import { ServerApp } from "../ServerApp.ts"
import * as VaultCipher from "./VaultCipher.ts"

export interface VaultKeys {
  readonly cipher: VaultCipher.VaultCipher
  /** Whether the secret is known to be that of the store. */
  isConfirmed: boolean
  /** Lets one caller at a time confirm the secret. */
  readonly mutex: Semaphore.Semaphore
}

const capacity = 100

interface Keyring {
  readonly identify: Promise<CryptoKey>
  readonly entries: LruMap.LruMap<string, Promise<VaultKeys>>
}

const keyrings = new WeakMap<ServerApp["Service"], Keyring>()

const findKeyring = (app: ServerApp["Service"]): Keyring => {
  const cached = keyrings.get(app)
  if (cached !== undefined) return cached
  const keyring: Keyring = {
    identify: globalThis.crypto.subtle.generateKey({ name: "HMAC", hash: "SHA-256" }, false, ["sign"]),
    entries: LruMap.make(capacity)
  }
  keyrings.set(app, keyring)
  return keyring
}

const derive = async ({ entries, identify }: Keyring, store: VaultCipher.Store): Promise<VaultKeys> => {
  const text = new TextEncoder().encode(JSON.stringify([store.storeId, store.secret]))
  const id = Hex.encode(new Uint8Array(await globalThis.crypto.subtle.sign("HMAC", await identify, text)))
  const cached = entries.get(id)
  if (cached !== undefined) return cached
  const derived = VaultCipher.make(store).then((cipher) => ({
    cipher,
    isConfirmed: false,
    mutex: Semaphore.makeUnsafe(1)
  }))
  entries.set(id, derived)
  return derived
}

/** The keys of a store; concurrent callers share one derivation. */
export const find = (storeId: string, secret: Redacted.Redacted): Effect.Effect<VaultKeys, never, ServerApp> =>
  Effect.flatMap(ServerApp, (app) =>
    Effect.promise(() =>
      derive(findKeyring(app), { projectId: app.project.projectId, storeId, secret: Redacted.value(secret) })
    )
  )
