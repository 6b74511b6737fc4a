/** The app of `password-client.ts`, imported from the package's root: what the namespaces there cost. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { ClientApp, CurrentUser, MemoryTokenStore, Password, Session, Sessions } from "../../../src/index.ts"

const layer = Session.layer.pipe(
  Layer.provideMerge(MemoryTokenStore.layer),
  Layer.provideMerge(ClientApp.layer({ projectId: "project", publishableClientKey: "pck_key" }))
)

const program = Effect.gen(function* () {
  yield* Password.signIn({ email: "ann@example.org", password: "correct horse" })
  const user = yield* CurrentUser.get
  yield* Sessions.signOut
  return user
})

export const main = () => Effect.runPromise(Effect.provide(program, layer))
