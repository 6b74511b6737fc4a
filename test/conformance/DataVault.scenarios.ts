/** The data vault of servers. */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Configuration from "../../src/admin/Configuration.ts"
import * as DataVault from "../../src/server/DataVault.ts"
import * as Wire from "../../src/wire/generated/DataVault.ts"
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import { call, failure, headersFor, isKnownErrorAnswer, makeProject, scenario, send } from "./Scenario.ts"

/** A project with two stores. */
const withStores = Effect.gen(function* () {
  const project = yield* makeProject()
  const admin = yield* makeAdmin(project)
  const changes = { "dataVault.stores.tokens": { displayName: "Tokens" }, "dataVault.stores.notes": {} }
  yield* admin(Configuration.update({ changes }))
  return project
})

const secret = Redacted.make("a secret that only servers have")

export const scenarios = [
  scenario(
    "values of the data vault are written, read and replaced, each store apart",
    { generations: ["current"] },
    function* () {
      const project = yield* withStores
      const server = yield* makeServer(project)
      const entry = { storeId: "tokens", key: "ann", secret }
      assert.equal(yield* server(DataVault.get(entry)), null)
      yield* server(DataVault.set({ ...entry, value: "first" }))
      yield* server(DataVault.set({ ...entry, value: "sëcond 🔑" }))
      const value = yield* server(DataVault.get(entry))
      assert.equal(value && Redacted.value(value), "sëcond 🔑")
      assert.equal(yield* server(DataVault.get({ ...entry, key: "bob" })), null)
      assert.equal(yield* server(DataVault.get({ ...entry, storeId: "notes" })), null)
      // Another process with the same secret.
      const again = yield* (yield* makeServer(project))(DataVault.get(entry))
      assert.equal(again && Redacted.value(again), "sëcond 🔑")
    }
  ),
  scenario("a store of the data vault has one secret", { generations: ["current"] }, function* () {
    const project = yield* withStores
    const server = yield* makeServer(project)
    const entry = { storeId: "tokens", key: "ann", secret }
    yield* server(DataVault.set({ ...entry, value: "v" }))
    const wrong = { ...entry, secret: "another" }
    yield* failure(server(DataVault.get(wrong)), "DataVaultSecretMismatch")
    yield* failure(server(DataVault.set({ ...wrong, value: "w" })), "DataVaultSecretMismatch")
    const value = yield* server(DataVault.get(entry))
    assert.equal(value && Redacted.value(value), "v")
  }),
  scenario("a value that was changed at the service is not read", { generations: ["current"] }, function* () {
    const project = yield* withStores
    const server = yield* makeServer(project)
    const entry = { storeId: "tokens", key: "ann", secret }
    yield* server(DataVault.set({ ...entry, value: "v" }))
    const params = { storeId: "tokens" }
    const hashedKey = "gatefold-data-vault-1"
    const check = yield* call(project, "server", Wire.getDataVaultValue, { params, payload: { hashedKey } })
    yield* call(project, "server", Wire.setDataVaultValue, {
      params,
      payload: { hashedKey, encryptedValue: `${check.encryptedValue.slice(0, -4)}AAAA` }
    })
    yield* failure((yield* makeServer(project))(DataVault.set({ ...entry, value: "w" })), "DataVaultSecretMismatch")
    yield* call(project, "server", Wire.setDataVaultValue, { params, payload: { hashedKey, encryptedValue: "?" } })
    const other = (yield* makeServer(project))(DataVault.set({ ...entry, value: "w" }))
    assert.equal((yield* failure(other, "DataVaultValueUnreadable")).reason, "unknown-format")
  }),
  scenario(
    "stores of the data vault that are not configured are not there",
    { generations: ["current"] },
    function* () {
      const server = yield* makeServer(yield* withStores)
      const entry = { storeId: "elsewhere", key: "ann", secret }
      const error = yield* failure(server(DataVault.get(entry)), "DataVaultStoreDoesNotExist")
      assert.deepEqual(error.details, { storeId: "elsewhere" })
      yield* failure(server(DataVault.set({ ...entry, value: "v" })), "DataVaultStoreDoesNotExist")
    }
  ),
  scenario("hashed keys of the data vault without a value, and empty ones", { generations: ["current"] }, function* () {
    const project = yield* withStores
    const missing = { params: { storeId: "notes" }, payload: { hashedKey: "aGFzaA==" } }
    const error = yield* failure(
      call(project, "server", Wire.getDataVaultValue, missing),
      "DataVaultStoreHashedKeyDoesNotExist"
    )
    assert.deepEqual(error.details, { storeId: "notes", hashedKey: "aGFzaA==" })
    const response = yield* send(
      "POST",
      "/api/v1/data-vault/stores/notes/set",
      { ...headersFor(project, "server"), "content-type": "application/json" },
      JSON.stringify({ hashed_key: "", encrypted_value: "ZW5j" })
    )
    isKnownErrorAnswer(response, "SCHEMA_ERROR", 400)
  }),
  scenario("only the current service has a data vault", function* () {
    const { generation } = yield* Backend
    const server = yield* makeServer(yield* makeProject())
    const entry = { storeId: "tokens", key: "ann", secret }
    const tag = generation === "2025-06" ? "NotSupportedByService" : "DataVaultStoreDoesNotExist"
    yield* failure(server(DataVault.get(entry)), tag)
    yield* failure(server(DataVault.set({ ...entry, value: "v" })), tag)
  }),
  scenario("the data vault stores a value of a megabyte", { generations: ["current"] }, function* () {
    const project = yield* withStores
    const server = yield* makeServer(project)
    const entry = { storeId: "tokens", key: "large", secret }
    const value = "0123456789abcdef".repeat(65_536)
    yield* server(DataVault.set({ ...entry, value }))
    const stored = yield* server(DataVault.get(entry))
    assert.equal(stored && Redacted.value(stored), value)
  })
]
