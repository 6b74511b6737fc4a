/**
 * Shared by all examples: an emulator in this process with a project that
 * allows everything, and an app of that project. In your own code this is
 * `ClientApp.layer({ projectId, publishableClientKey, apiUrl })`.
 */
import { Effect, Layer } from "effect"
import { ClientApp, Http, MemoryTokenStore, Session } from "gatefold"
import { AdminApp } from "gatefold/admin"
import * as Emulator from "gatefold/emulator"
import { ServerApp } from "gatefold/server"

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
        { id: "apple", type: "shared", appleBundleIds: ["com.example.notes"] },
        { id: "google", type: "standard", clientId: "your-client-id", clientSecret: "your-client-secret" }
      ],
      clientTeamCreationEnabled: true,
      clientUserDeletionEnabled: true,
      allowUserApiKeys: true,
      allowTeamApiKeys: true,
      agentAuthEnabled: true
    }
  }
})

/** The options of an app of the emulator's project, and the route of its requests. */
const options = Effect.gen(function* () {
  const { baseUrl, fetch, project } = yield* Emulator.Emulator
  if (project === undefined) return yield* Effect.die("the emulator has no project")
  return { ...project, apiUrl: baseUrl, appUrl: "http://localhost:3000", http: Http.layerHandler(fetch) }
})

const AppLive = Effect.map(options, ({ http, ...app }) =>
  ClientApp.layer(app).pipe(Layer.provide(http), Layer.orDie)
).pipe(Layer.unwrap)

/** A server of the project: `ServerAppConfig.layerConfig()` in your own code, with the keys in the environment. */
export const server = Effect.map(options, ({ http, ...app }) =>
  ServerApp.layer(app).pipe(Layer.provide(http), Layer.orDie)
).pipe(Layer.unwrap)

/** An admin of the project: `AdminAppConfig.layerConfig()` in your own code. */
export const admin = Effect.map(options, ({ http, ...app }) =>
  AdminApp.layer(app).pipe(Layer.provide(http), Layer.orDie)
).pipe(Layer.unwrap)

/** A separate device: it shares its session with no other device. */
export const device = Layer.fresh(
  Session.layer.pipe(Layer.provideMerge(MemoryTokenStore.layer), Layer.provideMerge(AppLive))
)

/** Runs an example as the program that it is, when its file is started. */
export const run = <A, E>(
  main: boolean,
  example: Effect.Effect<A, E, Emulator.Emulator | Layer.Success<typeof device>>
) => {
  if (main) void Effect.runPromise(example.pipe(Effect.provide(device), Effect.provide(EmulatorLive)))
}
