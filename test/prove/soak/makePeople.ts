/** An emulator in this process, with one user who is signed in. */
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"
import { layerHandler } from "../../../src/http/Http.ts"
import { createClientApp } from "../../../src/promise/index.ts"
import { TokenStore } from "../../../src/token/TokenStore.ts"

export const makePeople = async () => {
  const { dispose, emulator } = Emulator.toFetchHandler({ project: {}, passwordCost: "insecure-fast" })
  const { baseUrl, fetch, journal, project } = await emulator
  const options = {
    projectId: project.projectId,
    publishableClientKey: project.publishableClientKey,
    apiUrl: baseUrl,
    appUrl: "http://localhost:3000",
    http: layerHandler(fetch)
  }
  await using app = createClientApp(options)
  await app.password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  await app.currentUser.setDisplayName("Ann")
  const tokens = await app.run(Effect.flatMap(TokenStore, ({ get }) => get))
  if (tokens?.accessToken === undefined || tokens.refreshToken === undefined) throw new Error("nobody is signed in")
  return {
    options,
    tokens: { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken },
    /** The journal has the last 10,000 requests, which are no leak. */
    forget: () => Effect.runPromise(journal.clear),
    dispose
  }
}
