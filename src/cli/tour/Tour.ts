/** The tour: the whole way of users through the product, over real HTTP. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Emulator } from "../../emulator/node.ts"
import { serve } from "../../emulator/Serve.ts"
import * as Output from "../output/Output.ts"
import { toOptions, type StartInput } from "../start/StartFlags.ts"
import { runAccountChapter } from "./AccountChapter.ts"
import { runAdminChapter } from "./AdminChapter.ts"
import * as Device from "./Device.ts"
import { runPasswordChapter } from "./PasswordChapter.ts"
import { runServerChapter } from "./ServerChapter.ts"
import { createProject, layerDevice } from "./Setup.ts"
import { runSignInChapter } from "./SignInChapter.ts"
import { Stage, makeStage } from "./Stage.ts"
import * as Step from "./Step.ts"

const chapters = Effect.gen(function* () {
  const { internalPublishableClientKey: publishableClientKey } = yield* Stage
  const app = yield* Step.step(
    "Create a project through the internal API",
    createProject.pipe(
      Effect.provide(layerDevice({ projectId: "internal", publishableClientKey })),
      Effect.map((created) => [`project ${created.projectId.slice(0, 8)}… with a key of each kind`, created] as const)
    )
  )
  yield* runPasswordChapter(app, Device.effects)
  yield* runPasswordChapter(app, Device.promises)
  yield* runSignInChapter(app)
  yield* runAccountChapter(app)
  yield* runServerChapter(app)
  yield* runAdminChapter(app)
})

/** Prints the steps inside as JSON, if that is wanted. */
export const reportSteps =
  (json: boolean) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    json ? Effect.provideService(effect, Step.CurrentReport, (step) => Output.printJson({ step })) : effect

/** Takes the tour through an emulator. Fails with `StepFailed`, which names the step. */
export const take = Effect.fnUntraced(function* (emulator: Emulator["Service"], json: boolean) {
  if (!json) yield* Output.print("A tour through the product, over HTTP:")
  yield* chapters.pipe(reportSteps(json), Effect.provideService(Stage, makeStage(emulator)))
})

/** Serves a temporary emulator, and takes the tour through it. */
export const tour = Effect.fnUntraced(function* (input: Pick<StartInput, "service" | "json">) {
  // Its users exist only for the tour, and secure hashes would take most of its time.
  const options = { ...toOptions({ ...input, port: Option.some(0) }), passwordCost: "insecure-fast" } as const
  yield* take(yield* serve(options), input.json)
})
