/** The data vault: values are encrypted before they leave the server, and you can change a store's secret. */
import { Console, Effect, Redacted } from "effect"
import { Configuration } from "gatefold/admin"
import { DataVault } from "gatefold/server"
import { admin, run, server } from "./demo.ts"

/** In your own code from the environment: `Config.Redacted("VAULT_SECRET")`. */
const secret = Redacted.make("32 random bytes, such as of: openssl rand -base64 32")

const addStores = Configuration.update({
  changes: {
    "dataVault.stores.calendar-tokens": { displayName: "Tokens for calendars" },
    "dataVault.stores.calendar-tokens-2": { displayName: "Tokens for calendars, second secret" }
  }
})

const remember = (userId: string, token: Redacted.Redacted) =>
  DataVault.set({ storeId: "calendar-tokens", key: userId, secret, value: token })

const recall = (userId: string) => DataVault.get({ storeId: "calendar-tokens", key: userId, secret })

/** Moves the values of some keys to a store with another secret. */
const move = Effect.fn(function* (keys: ReadonlyArray<string>, newSecret: Redacted.Redacted) {
  for (const key of keys) {
    const value = yield* DataVault.get({ storeId: "calendar-tokens", key, secret })
    if (value !== null) yield* DataVault.set({ storeId: "calendar-tokens-2", key, secret: newSecret, value })
  }
})

export const example = Effect.gen(function* () {
  yield* addStores.pipe(Effect.provide(admin))

  yield* remember("user-1", Redacted.make("token of Ann's calendar"))
  const token = yield* recall("user-1")
  yield* Console.log("Printed as:", token)
  yield* Console.log("Sent to the calendar:", token && Redacted.value(token))
  yield* Console.log("Never written:", yield* recall("user-2"))

  yield* DataVault.get({ storeId: "calendar-tokens", key: "user-1", secret: "another secret" }).pipe(
    Effect.catchTag("DataVaultSecretMismatch", (error) => Console.log(error.message))
  )

  yield* move(["user-1"], Redacted.make("another secret, of this store alone"))
}).pipe(Effect.provide(server))

run(import.meta.main, example)
