/** An app with its service beside it, in one page. Nothing here is of Node, where this file runs as well. */
import { Console, Effect, Layer } from "effect"
import { ClientApp, CurrentUser, Http, MemoryTokenStore, Password, Session } from "gatefold"
import * as Emulator from "gatefold/emulator/browser"

const app = Effect.map(Emulator.WithProject, ({ baseUrl, fetch, project }) =>
  ClientApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(
    Layer.provide(Http.layerHandler(fetch)),
    Layer.orDie
  )
)

const device = Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(Layer.unwrap(app)))

const service = Emulator.layer({ passwordCost: "insecure-fast", project: {} })

const program = Effect.gen(function* () {
  const { mailbox } = yield* Emulator.WithProject
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" })
  yield* Console.log("Signed up", (yield* CurrentUser.getOrFail).primaryEmail)
  yield* Console.log("A mail:", (yield* mailbox.take({ to: "ann@example.org" })).subject)
})

export const example = program.pipe(Effect.provide(device), Effect.provide(service))

if (import.meta.main) void Effect.runPromise(example)
