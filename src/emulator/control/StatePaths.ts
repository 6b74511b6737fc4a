/** The control paths of the whole state, as in `emulator.reset`, `snapshot`, `restore`, `seed`, `exportSeed`, `importSeed`. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EmulatorState } from "../seeds/EmulatorState.ts"
import { type Seed, SeedError } from "../seeds/Seed.ts"
import type { SnapshotError } from "../state/SnapshotError.ts"
import * as SnapshotText from "../state/SnapshotText.ts"
import { json, type Paths } from "./ControlPath.ts"

const parseJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

const seedOf = (text: string): Effect.Effect<Seed, SeedError> =>
  Effect.matchEffect(parseJson(text), {
    onFailure: () => Effect.fail(new SeedError({ path: "", problem: "It is not JSON." })),
    // what it is, the emulator finds out
    onSuccess: (value) => Effect.succeed(value as Seed)
  })

const answer = (effect: Effect.Effect<void, SeedError | SnapshotError>): Effect.Effect<Response> =>
  Effect.match(effect, {
    onFailure: ({ message, path, problem }) => json(400, { error: message, path, problem }),
    onSuccess: () => json(200, {})
  })

const textOf = (request: Request): Effect.Effect<string> => Effect.promise(() => request.text())

export const statePaths: Effect.Effect<Paths, never, EmulatorState> = Effect.map(EmulatorState, (state) => ({
  "POST reset": () => answer(state.reset),
  "GET snapshot": () =>
    Effect.map(
      state.snapshot,
      (snapshot) =>
        new Response(SnapshotText.encode(snapshot), {
          headers: { "content-type": "application/json", "cache-control": "no-store" }
        })
    ),
  "POST restore": ({ request }) =>
    answer(textOf(request).pipe(Effect.flatMap(SnapshotText.decode), Effect.flatMap(state.restore))),
  "POST seed": ({ request }) => answer(textOf(request).pipe(Effect.flatMap(seedOf), Effect.flatMap(state.seed))),
  "GET export": () => Effect.map(state.exportSeed, (seed) => json(200, seed)),
  "POST import": ({ request }) => answer(textOf(request).pipe(Effect.flatMap(seedOf), Effect.flatMap(state.importSeed)))
}))
