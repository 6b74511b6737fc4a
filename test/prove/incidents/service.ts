/**
 * The service in a process of its own: `service.ts <settings as JSON>`. Prints its URL, and ends with its parent. A
 * message replaces all signing keys, as after a leak: tokens of before are no longer accepted.
 */
import { randomBytes } from "node:crypto"
import { Console, Effect, Layer } from "effect"
import * as Emulator from "gatefold/emulator"

/** What the service is told. */
export interface Settings {
  /** The URL under which the app reaches it. */
  readonly publicUrl: string
  readonly project: Emulator.ProjectCredentials
  readonly users: ReadonlyArray<{ readonly email: string; readonly password: string }>
  readonly tokenMillis?: number | undefined
}

const { project, publicUrl, tokenMillis, users } = JSON.parse(process.argv[2]!) as Settings

/** The keys are derived from this secret. */
const isSigningSecret = (row: ReadonlyArray<unknown>) => row[0] === "signing"

const rotate = Effect.gen(function* () {
  const emulator = yield* Emulator.Emulator
  const snapshot = yield* emulator.snapshot
  const rows = snapshot.tables["server_secrets"] ?? []
  if (!rows.some(isSigningSecret)) return yield* Effect.die(new Error("there is no secret of the signing keys"))
  const secrets = rows.map((row) => (isSigningSecret(row) ? ["signing", randomBytes(32).toString("hex")] : row))
  yield* emulator.restore({ ...snapshot, tables: { ...snapshot.tables, server_secrets: secrets } })
})

const Rotations = Layer.effectDiscard(
  Effect.gen(function* () {
    const context = yield* Effect.context<Emulator.Emulator>()
    process.on("message", () => {
      void Effect.runPromiseWith(context)(rotate).then(() => process.send!("rotated"))
    })
    yield* Console.log((yield* Emulator.Emulator).listensAt)
  })
)

process.once("disconnect", () => process.exit())

Effect.runFork(
  Layer.launch(
    Rotations.pipe(
      Layer.provide(
        Emulator.layerServe({
          port: 0,
          publicUrl,
          project: { ...project, id: project.projectId },
          seedData: { users },
          accessTokenLifetime: tokenMillis,
          passwordCost: "insecure-fast",
          rateLimits: false,
          console: false
        })
      )
    )
  )
)
