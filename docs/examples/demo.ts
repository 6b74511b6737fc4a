/**
 * What all examples share: an emulator in this process with a project that
 * allows everything, and an app of that project. In your own code this is
 * `ClientApp.layer({ projectId, publishableClientKey, apiUrl })`.
 */
import { Effect, Layer } from "effect"
import { ClientApp, Http, MemoryTokenStore, Session } from "gatefold"
import * as Emulator from "gatefold/emulator"

/** The emulator and its project. */
export const EmulatorLive = Emulator.layer({
  passwordCost: "insecure-fast",
  project: {
    displayName: "Example",
    config: {
      magicLinkEnabled: true,
      passkeyEnabled: true,
      oauthProviders: [
        { id: "github", type: "shared" },
        { id: "google", type: "standard", clientId: "your-client-id", clientSecret: "your-client-secret" }
      ],
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true,
      allowTeamApiKeys: true
    }
  }
})

const AppLive = Layer.unwrap(
  Effect.gen(function* () {
    const { baseUrl, fetch, project } = yield* Emulator.Emulator
    if (project === undefined) return yield* Effect.die("the emulator has no project")
    return ClientApp.layer({ ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000" }).pipe(
      Layer.provide(Http.layerHandler(fetch)),
      Layer.orDie
    )
  })
)

/** A user agent of its own: its session is not shared with other devices. */
export const device = Layer.fresh(
  Session.layer.pipe(Layer.provideMerge(Layer.fresh(MemoryTokenStore.layer)), Layer.provideMerge(AppLive))
)

/** Runs an example as the program that it is, when its file is started. */
export const run = <A, E>(
  main: boolean,
  example: Effect.Effect<A, E, Emulator.Emulator | Layer.Success<typeof device>>
) => {
  if (main) void Effect.runPromise(example.pipe(Effect.provide(device), Effect.provide(EmulatorLive)))
}
