/**
 * The tour: the whole way of users through the product, over real HTTP.
 */
import * as Effect from "effect/Effect"
import { accountChapter } from "./AccountChapter.ts"
import { adminChapter } from "./AdminChapter.ts"
import * as Device from "./Device.ts"
import { passwordChapter } from "./PasswordChapter.ts"
import { createProject, device } from "./Setup.ts"
import { serverChapter } from "./ServerChapter.ts"
import { signInChapter } from "./SignInChapter.ts"
import { Stage } from "./Stage.ts"
import { step } from "./Step.ts"

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
  yield* passwordChapter(app, Device.effects)
  yield* passwordChapter(app, Device.promises)
  yield* signInChapter(app)
  yield* accountChapter(app)
  yield* serverChapter(app)
  yield* adminChapter(app)
})
