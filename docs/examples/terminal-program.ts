/** A program in a terminal that stays signed in: its session is in a file that only its user can read. */
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { Console, Effect, Layer } from "effect"
import { ClientApp, CurrentUser, Password, Session, Sessions } from "gatefold"
import { ConfigFileTokenStore } from "gatefold/terminal"
import { run } from "./demo.ts"

/** One start of the program. Without `folder` the file is in the configuration folder of the user's system. */
const started = (folder: string) =>
  Layer.unwrap(
    Effect.map(ClientApp.ClientApp, ({ project: { apiUrl, projectId } }) =>
      Layer.fresh(Session.layer).pipe(
        Layer.provideMerge(ConfigFileTokenStore.layer({ app: "orders", apiUrl, projectId, folder }))
      )
    )
  )

export const example = Effect.gen(function* () {
  const folder = fs.mkdtempSync(path.join(tmpdir(), "orders-"))
  yield* Effect.addFinalizer(() => Effect.sync(() => fs.rmSync(folder, { recursive: true })))

  // `CliLogin.login` in your own program
  yield* Password.signUp({ email: "ann@example.org", password: "correct horse battery" }).pipe(
    Effect.provide(started(folder))
  )

  const user = yield* CurrentUser.getOrFail.pipe(Effect.provide(started(folder)))
  yield* Console.log("The next start is signed in as", user.primaryEmail)

  yield* Sessions.signOut.pipe(Effect.provide(started(folder)))
  yield* Console.log("Files that are left:", fs.readdirSync(path.join(folder, "sessions")).length)
}).pipe(Effect.scoped)

run(import.meta.main, example)
