/** The control paths of the whole state, as in `emulator.reset`, `snapshot`, `restore`, `seed`, `exportSeed`, `importSeed`. */
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { EmulatorState } from "../seeds/EmulatorState.ts"
import { type Seed, SeedError } from "../seeds/Seed.ts"
import type { SnapshotError } from "../state/SnapshotError.ts"
import * as SnapshotText from "../state/SnapshotText.ts"
import { json, MAX_CONTROL_BYTES, type Paths } from "./ControlPath.ts"

const parseJson = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

const seedOf = (text: string): Effect.Effect<Seed, SeedError> =>
  Effect.matchEffect(parseJson(text), {
    onFailure: () => Effect.fail(new SeedError({ path: "", problem: "It is not JSON." })),
    // what it is, the emulator finds out
    onSuccess: (value) => Effect.succeed(value as Seed)
  })

type Text = "snapshot" | "seed"

/** A text that is too large for a control path, or for the engine. */
class TooLarge extends Data.TaggedClass("TooLarge")<{ readonly problem: string }> {}

const tooLarge = (what: Text): Effect.Effect<never, TooLarge> =>
  Effect.fail(
    new TooLarge({
      problem: `The ${what} is larger than 512 MiB. Keep the data of the emulator in a file, with --data or the option \`data\`, and copy that file while the emulator is stopped.`
    })
  )

const refused = (failure: SeedError | SnapshotError | TooLarge): Response =>
  failure._tag === "TooLarge"
    ? json(413, { error: failure.problem, path: "", problem: failure.problem })
    : json(400, { error: failure.message, path: failure.path, problem: failure.problem })

const answer = (effect: Effect.Effect<void, SeedError | SnapshotError | TooLarge>): Effect.Effect<Response> =>
  Effect.match(effect, { onFailure: refused, onSuccess: () => json(200, {}) })

/** The whole body. Of one that was too large the server has read the start only. */
const textOf = (request: Request, what: Text): Effect.Effect<string, TooLarge> => {
  if (Number(request.headers.get("content-length") ?? 0) > MAX_CONTROL_BYTES) return tooLarge(what)
  return Effect.flatMap(
    Effect.promise(() => request.arrayBuffer()),
    (bytes) => (bytes.byteLength > MAX_CONTROL_BYTES ? tooLarge(what) : Effect.succeed(utf8.decode(bytes)))
  )
}

/** An answer of JSON, unless it is longer than a text can be. */
const written = (what: Text, write: () => string): Effect.Effect<Response, TooLarge> =>
  Effect.suspend(() => {
    try {
      const headers = { "content-type": "application/json", "cache-control": "no-store" }
      return Effect.succeed(new Response(write(), { headers }))
    } catch (error) {
      return error instanceof RangeError ? tooLarge(what) : Effect.die(error)
    }
  })

const utf8 = new TextDecoder()

export const statePaths: Effect.Effect<Paths, never, EmulatorState> = Effect.map(EmulatorState, (state) => ({
  "POST reset": () => answer(state.reset),
  "GET snapshot": () =>
    Effect.flatMap(state.snapshot, (snapshot) => written("snapshot", () => SnapshotText.encode(snapshot))).pipe(
      Effect.catch((failure) => Effect.succeed(refused(failure)))
    ),
  "POST restore": ({ request }) =>
    answer(textOf(request, "snapshot").pipe(Effect.flatMap(SnapshotText.decode), Effect.flatMap(state.restore))),
  "POST seed": ({ request }) =>
    answer(textOf(request, "seed").pipe(Effect.flatMap(seedOf), Effect.flatMap(state.seed))),
  "GET export": () =>
    Effect.flatMap(state.exportSeed, (seed) => written("seed", () => JSON.stringify(seed))).pipe(
      Effect.catch((failure) => Effect.succeed(refused(failure)))
    ),
  "POST import": ({ request }) =>
    answer(textOf(request, "seed").pipe(Effect.flatMap(seedOf), Effect.flatMap(state.importSeed)))
}))
