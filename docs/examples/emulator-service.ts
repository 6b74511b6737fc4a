/**
 * The emulator as one generation of the service: here the current one, which restricts users without a verified
 * address.
 */
import { Console, Effect } from "effect"
import * as Emulator from "gatefold/emulator"
import { run } from "./demo.ts"

const current = Emulator.layer({
  service: "current",
  project: { displayName: "Test", config: { requireEmailVerification: true } }
})

export const example = Effect.gen(function* () {
  const { project, service } = yield* Emulator.WithProject
  yield* Console.log("The service of", project.projectId, "is the", service, "one")
}).pipe(Effect.provide(current))

run(import.meta.main, example)
