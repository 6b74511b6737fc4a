/** Calls the service through undici. */
import { Effect } from "effect"
import * as Emulator from "gatefold/emulator"
import { createClientApp } from "gatefold/promise"
import * as Undici from "gatefold/undici"

const program = Effect.gen(function* () {
  const { baseUrl, internal } = yield* Emulator.serve({ port: 0, passwordCost: "insecure-fast" })
  yield* Effect.promise(async () => {
    await using app = createClientApp({
      ...internal,
      apiUrl: baseUrl,
      appUrl: "http://localhost:3000",
      http: Undici.layer()
    })
    await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })
    const user = await app.currentUser.get({ or: "throw" })
    if (user.primaryEmail !== "ann@example.org") throw new Error(`signed in as ${user.primaryEmail}`)
  })
})

await Effect.runPromise(Effect.scoped(program))
