import { Effect, Layer } from "effect"
import { ClientApp, CurrentUser, MemoryTokenStore, Password, Session } from "gatefold"
import { service } from "playground"

const { http, ...options } = service
const AppLive = Session.layer.pipe(
  Layer.provideMerge(MemoryTokenStore.layer),
  Layer.provideMerge(ClientApp.layer(options)),
  Layer.provide(http)
)

const program = Effect.gen(function* () {
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery staple" })
  const user = yield* CurrentUser.update({ displayName: "Ann" })
  console.log(`Hello ${user.displayName}`)
  yield* Password.signIn({ email: "ann@example.org", password: "wrong" })
}).pipe(Effect.catchTag("EmailPasswordMismatch", (error) => Effect.sync(() => console.log(error._tag))))

await Effect.runPromise(Effect.provide(program, AppLive))
