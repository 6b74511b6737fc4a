/** The emulator in the runtime itself: in process and over HTTP, with somebody who signs up at each. */
import { Effect } from "effect"
import { Http } from "gatefold"
import { serve, toFetchHandler } from "gatefold/emulator"
import { createClientApp } from "gatefold/promise"

const signUp = async (options) => {
  const app = createClientApp({ ...options, appUrl: "http://localhost:3000", tokenStore: "memory" })
  await app.password.signUp({ email: "ann@example.org", password: "correct horse battery staple", noRedirect: true })
  const { primaryEmail } = await app.currentUser.get({ or: "throw" })
  if (primaryEmail !== "ann@example.org") throw new Error(`signed in as ${primaryEmail}`)
  await app.dispose()
}

const service = toFetchHandler({ passwordCost: "insecure-fast" })
const { baseUrl, internal } = await service.emulator
await signUp({ ...internal, apiUrl: baseUrl, http: Http.layerHandler(service.fetch) })
await service.dispose()

const served = Effect.gen(function* () {
  const { baseUrl, internal } = yield* serve({ port: 0, passwordCost: "insecure-fast" })
  yield* Effect.promise(() => signUp({ ...internal, apiUrl: baseUrl }))
})
await Effect.runPromise(Effect.scoped(served))
console.log(JSON.stringify([{ area: "the emulator itself" }]))
