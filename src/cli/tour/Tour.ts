/**
 * The tour: the whole way of users through the product, over real HTTP.
 */
import * as Effect from "effect/Effect"
import { createClientApp } from "../../promise/index.ts"
import { accountChapter } from "./AccountChapter.ts"
import { adminChapter } from "./AdminChapter.ts"
import { passwordChapter } from "./PasswordChapter.ts"
import { type AppOfProject, appUrl, createProject, device, password } from "./Setup.ts"
import { serverChapter } from "./ServerChapter.ts"
import { signInChapter } from "./SignInChapter.ts"
import { Stage } from "./Stage.ts"
import { observe, step } from "./Step.ts"

/** The main moves again, for those who do not use Effect. */
const throughPromises = (app: AppOfProject) =>
  Effect.flatMap(Stage, ({ apiUrl }) =>
    Effect.tryPromise(async () => {
      const { projectId, publishableClientKey } = app
      await using client = createClientApp({ projectId, publishableClientKey, apiUrl, appUrl })
      const credentials = { email: "zoe@example.org", password }
      await client.password.signUp(credentials)
      await client.sessions.signOut()
      const failed = await client.password.signIn.result({ ...credentials, password: "wrong password" })
      await client.password.signIn(credentials)
      const user = await client.currentUser.get({ or: "throw" })
      await client.sessions.signOut()
      const afterwards = await client.currentUser.get()
      const wrong = failed.ok ? "accepted" : failed.error._tag
      return `wrong password: ${wrong}; signed in as ${user.primaryEmail}; after sign-out: ${afterwards}`
    })
  )

/** Takes the tour. Fails with `StepFailed`, which names the step. */
export const run = Effect.gen(function* () {
  const { internalPublishableClientKey: publishableClientKey } = yield* Stage
  const app = yield* step(
    "Create a project through the internal API",
    createProject.pipe(
      Effect.provide(device({ projectId: "internal", publishableClientKey })),
      Effect.map((app) => [`project ${app.projectId.slice(0, 8)}… with a key of each kind`, app] as const)
    )
  )
  yield* passwordChapter(app)
  yield* signInChapter(app)
  yield* accountChapter(app)
  yield* serverChapter(app)
  yield* adminChapter(app)
  yield* observe("The same through promises", throughPromises(app))
})
