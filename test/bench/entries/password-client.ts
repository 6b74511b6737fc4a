/** The smallest useful browser app: sign in with a password, read the current user, sign out. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as CurrentUser from "../../../src/client/CurrentUser.ts"
import * as Password from "../../../src/client/Password.ts"
import * as Sessions from "../../../src/client/Sessions.ts"
import * as ClientApp from "../../../src/http/ClientApp.ts"
import * as Session from "../../../src/session/Session.ts"
import * as MemoryTokenStore from "../../../src/token/MemoryTokenStore.ts"

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
