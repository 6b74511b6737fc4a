/** A worker with an emulator, so that its calls are not among those of its clients. */
import { parentPort } from "node:worker_threads"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"

await Effect.gen(function* () {
  const { baseUrl, project } = yield* Emulator.serve({
    port: 0,
    passwordCost: "insecure-fast",
    project: {}
  })
  parentPort?.postMessage({
    apiUrl: baseUrl,
    projectId: project.projectId,
    publishableClientKey: project.publishableClientKey,
    secretServerKey: project.secretServerKey
  })
  return yield* Effect.never
}).pipe(Effect.scoped, Effect.runPromise)
