/** `gatefold start --config`: the project of the emulator has the settings of a file, and follows its changes. */
import * as fs from "node:fs"
import * as path from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import * as AdminApp from "../../admin/AdminApp.ts"
import { attempt } from "../../domain/Attempt.ts"
import type { ProjectCredentials, Instance } from "../../emulator/node.ts"
import { layerHandler } from "../../http/Http.ts"
import { refused } from "../CommandError.ts"
import * as ConfigFiles from "../config/ConfigFiles.ts"
import * as Push from "../config/Push.ts"
import * as Output from "../output/Output.ts"
import { toPlainLine } from "../output/TerminalText.ts"
import { toCommandError } from "../target/Calls.ts"

type Emulator = Pick<Instance<ProjectCredentials>, "baseUrl" | "fetch" | "project">

/** Gives the project the settings of the file, and returns its text. A secret without its variable is `emulator`. */
export const apply = Effect.fnUntraced(function* (name: string, { baseUrl, fetch, project }: Emulator) {
  const file = yield* ConfigFiles.read(name)
  const secrets = Object.fromEntries([...file.secrets.values()].map((variable) => [variable, "emulator"]))
  const app = AdminApp.layer({ ...project, apiUrl: baseUrl }).pipe(Layer.provide(layerHandler(fetch)), Layer.orDie)
  yield* Effect.gen(function* () {
    const plan = yield* Push.plan(file, yield* Push.read, { ...secrets, ...process.env })
    yield* Push.send(plan, undefined)
  }).pipe(
    Effect.provide(app),
    Effect.mapError((error) => {
      const { message } = toCommandError(error)
      return refused(message.startsWith(name) ? message : `${name}: ${message}`, "InvalidConfigFile")
    })
  )
  return file.source.text
})

const interval = "300 millis"

/** A signal for each text that the file gets after `applied`. */
const changes = (name: string, applied: string): Stream.Stream<string> => {
  let last = applied
  return Stream.fromEffectSchedule(
    // Some programs remove a file before they save it.
    Effect.sync(() => attempt(() => fs.readFileSync(path.resolve(name), "utf8"))),
    Schedule.spaced(interval)
  ).pipe(
    Stream.filter((text) => text !== undefined && text !== last),
    Stream.map((text = "") => (last = text))
  )
}

/** Follows the changes of the file after `applied`. A file that is not right changes nothing. */
export const follow = (name: string, applied: string, emulator: Emulator, json: boolean): Effect.Effect<void> =>
  Stream.runForEach(changes(name, applied), () =>
    Effect.matchEffect(apply(name, emulator), {
      onFailure: ({ message }) => Output.note(message),
      onSuccess: () => Output.printResult({ json }, { config: name }, `Applied ${toPlainLine(name)}.`)
    })
  )
