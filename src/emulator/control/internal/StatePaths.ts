/**
 * The control paths of the whole state, as in `emulator.reset`, `snapshot`, `restore`, `seed`, `exportSeed`,
 * `importSeed`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { TaggedError } from "../../../domain/errors/TaggedError.ts"
import { type Seed, SeedError } from "../../seeds/Seed.ts"
import { EmulatorState } from "../../state/EmulatorState.ts"
import type { SnapshotError } from "../../state/SnapshotError.ts"
import type { Snapshot } from "../../state/Snapshots.ts"
import * as SnapshotText from "../../state/SnapshotText.ts"
import * as ControlPath from "../ControlPath.ts"

const parseSeed = (text: string): Effect.Effect<Seed, SeedError> =>
  Effect.matchEffect(ControlPath.parseJson(text), {
    onFailure: () => Effect.fail(new SeedError({ path: "", problem: "It is not JSON." })),
    // The emulator validates the value.
    onSuccess: (value) => Effect.succeed(value as Seed)
  })

type Text = "snapshot" | "seed"

/** A text that is too large for a control path, or for the engine. */
class TooLarge extends TaggedError("TooLarge")<{ readonly problem: string }> {}

const tooLarge = (kind: Text): TooLarge =>
  new TooLarge({
    problem: `The ${kind} is larger than 512 MiB. Keep the data of the emulator in a file, with --data or the option \`data\`, and copy that file while the emulator is stopped.`
  })

const toResponse = (failure: SeedError | SnapshotError | TooLarge): Response =>
  failure._tag === "TooLarge"
    ? ControlPath.json(413, { error: failure.problem, path: "", problem: failure.problem })
    : ControlPath.json(400, { error: failure.message, path: failure.path, problem: failure.problem })

const answer = (effect: Effect.Effect<void, SeedError | SnapshotError | TooLarge>) =>
  Effect.match(effect, { onFailure: toResponse, onSuccess: () => ({}) })

/** Reads the whole body. Fails if it is too large, because the server stops reading after the limit. */
const readBody = Effect.fnUntraced(function* (request: Request, kind: Text) {
  if (Number(request.headers.get("content-length") ?? 0) > ControlPath.maxControlBytes) return yield* tooLarge(kind)
  const bytes = yield* Effect.promise(() => request.arrayBuffer())
  return bytes.byteLength > ControlPath.maxControlBytes ? yield* tooLarge(kind) : utf8.decode(bytes)
})

/** An answer of JSON, unless it is longer than a text can be. */
const writeText = (kind: Text, write: () => string): Effect.Effect<Response> =>
  Effect.sync(() => {
    try {
      const headers = { "content-type": "application/json", "cache-control": "no-store" }
      return new Response(write(), { headers })
    } catch (error) {
      if (error instanceof RangeError) return toResponse(tooLarge(kind))
      throw error
    }
  })

const download = (snapshot: Snapshot): Effect.Effect<Response> =>
  writeText("snapshot", () => SnapshotText.encode(snapshot))

const utf8 = new TextDecoder()

/** A state that the emulator keeps in memory, so that it survives a reload of the console. */
interface Saved {
  readonly id: string
  readonly name: string
  readonly at: number
  readonly snapshot: Snapshot
}

/** The number of states to keep. A new one replaces the oldest. */
const maxSaved = 10

const maxName = 100

const decodeName = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ name: Schema.String })))

const makeSavedPaths = (state: EmulatorState["Service"]): ControlPath.Paths => {
  let saved: ReadonlyArray<Saved> = []
  let count = 0
  const listSaved = () => saved.map(({ snapshot: _, ...about }) => about).toReversed()
  const find = (id: string) =>
    Effect.suspend(() => {
      const existing = saved.find((candidate) => candidate.id === id)
      return existing === undefined ? ControlPath.refuse(404, "No saved state has this ID.") : Effect.succeed(existing)
    })
  return {
    "GET saves": () => Effect.sync(listSaved),
    "POST saves": Effect.fnUntraced(function* (request) {
      const requestedName = Option.getOrUndefined(decodeName(yield* ControlPath.readText(request)))?.name.trim() ?? ""
      const snapshot = yield* state.snapshot
      const id = String(++count)
      const name = requestedName.slice(0, maxName) || `State ${id}`
      saved = [...saved.slice(1 - maxSaved), { id, name, at: yield* Clock.currentTimeMillis, snapshot }]
      return listSaved()
    }),
    "GET saves/*": ({ last }) => Effect.flatMap(find(last), ({ snapshot }) => download(snapshot)),
    "POST saves/*": ({ last }) => Effect.flatMap(find(last), ({ snapshot }) => answer(state.restore(snapshot))),
    "DELETE saves/*": ({ last }) =>
      Effect.map(find(last), ({ id }) => {
        saved = saved.filter((candidate) => candidate.id !== id)
        return listSaved()
      })
  }
}

/** The paths that read, replace, save and reset the whole state. */
export const statePaths: Effect.Effect<ControlPath.Paths, never, EmulatorState> = Effect.map(
  EmulatorState,
  (state) => ({
    ...makeSavedPaths(state),
    "POST reset": () => answer(state.reset),
    "GET snapshot": () => Effect.flatMap(state.snapshot, download),
    "POST restore": ({ request }) =>
      answer(readBody(request, "snapshot").pipe(Effect.flatMap(SnapshotText.decode), Effect.flatMap(state.restore))),
    "POST seed": ({ request }) =>
      answer(readBody(request, "seed").pipe(Effect.flatMap(parseSeed), Effect.flatMap(state.seed))),
    "GET export": () => Effect.flatMap(state.exportSeed, (seed) => writeText("seed", () => JSON.stringify(seed))),
    "POST import": ({ request }) =>
      answer(readBody(request, "seed").pipe(Effect.flatMap(parseSeed), Effect.flatMap(state.importSeed)))
  })
)
