/** A file of an app, as the published types serve it: its check must stay quick. */
import { Effect, Layer } from "effect"
import { ClientApp, CurrentUser, MemoryTokenStore, Password, Session, Sessions, Teams } from "gatefold"

const App = Session.layer.pipe(
  Layer.provideMerge(MemoryTokenStore.layer),
  Layer.provideMerge(ClientApp.layer({ projectId: "internal", publishableClientKey: "pck_key" }))
)

const program = Effect.gen(function* () {
  yield* Password.signIn({ email: "ann@example.org", password: "correct horse battery staple" })
  const user = yield* CurrentUser.update({ displayName: "Ann" })
  const team = yield* Teams.create({ displayName: "Crew" })
  const names = (yield* Teams.list).map(({ displayName }) => displayName)
  yield* Effect.log(`Hello ${user.displayName} of ${names.join(" and ")}, ${team.displayName}`)
  yield* Sessions.signOut
}).pipe(
  Effect.catchTag("EmailPasswordMismatch", (error) => Effect.log(error.message)),
  Effect.catchTags({
    ClientTeamCreationNotEnabled: (error) => Effect.log(error.message),
    UserWithEmailAlreadyExists: ({ details }) => Effect.log(details.email)
  }),
  Effect.catchReason("RequestRefused", "InvalidPublishableClientKey", ({ details }) => Effect.log(details.projectId)),
  Effect.catchReason("TransportError", "Offline", () => Effect.log("Check your connection"))
)

export const run = () => Effect.runPromise(Effect.provide(program, App))
