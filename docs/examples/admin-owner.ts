/** A dashboard: a project owner manages each of their projects without a secret key. */
import { Console, Effect, Layer } from "effect"
import { ClientApp, Http, MemoryTokenStore, Password, Session, Sessions, Teams } from "gatefold"
import { OwnedProjects, Project } from "gatefold/admin"
import { Emulator } from "gatefold/emulator"
import { Users } from "gatefold/server"
import { run } from "./demo.ts"

/** Owners are users of the project `internal`. */
const dashboard = Layer.unwrap(
  Effect.map(Emulator, ({ baseUrl, fetch, internal }) =>
    Session.layer.pipe(
      Layer.provideMerge(MemoryTokenStore.layer),
      Layer.provideMerge(ClientApp.layer({ ...internal, apiUrl: baseUrl, appUrl: "http://localhost:3000" })),
      Layer.provideMerge(Http.layerHandler(fetch)),
      Layer.orDie,
      Layer.fresh
    )
  )
)

export const example = Effect.gen(function* () {
  yield* Password.signUp({ email: "owner@example.org", password: "correct horse battery" })
  const founders = yield* Teams.create({ displayName: "Founders" })
  yield* OwnedProjects.create({ displayName: "First", ownerTeamId: founders.id })
  yield* OwnedProjects.create({ displayName: "Second" })

  for (const { app, project } of yield* OwnedProjects.list) {
    const users = yield* Effect.gen(function* () {
      yield* Project.update({ description: `Managed by its owner` })
      yield* Users.create({ displayName: "Ann" })
      return yield* Users.list()
    }).pipe(Effect.provide(app))
    yield* Console.log(project.displayName, "has", users.length, "user")
  }

  const [first] = yield* OwnedProjects.list
  if (first?.project.ownerTeamId === founders.id) {
    const { id: ownerTeamId } = yield* Teams.create({ displayName: "Buyers" })
    yield* OwnedProjects.transfer({ projectId: first.project.id, ownerTeamId })
  }
  yield* Sessions.signOut
  if (first !== undefined) {
    yield* Project.get.pipe(
      Effect.provide(first.app),
      Effect.catchReason("RequestRefused", "AdminAuthenticationRequired", ({ message }) =>
        Console.log("Signed out:", message)
      )
    )
  }
}).pipe(Effect.provide(dashboard))

run(import.meta.main, example)
