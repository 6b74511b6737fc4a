/** Snapshots as text, for files and for other processes. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { sha256 } from "../crypto/Hashing.ts"
import * as Migrations from "../storage/Migrations.ts"
import { SnapshotError } from "./SnapshotError.ts"
import type { Snapshot } from "./Snapshots.ts"

const fail = (problem: string) => Effect.fail(new SnapshotError({ path: "", problem }))

const snapshotFormat = "gatefold-emulator-snapshot"

const Envelope = Schema.fromJsonString(
  Schema.Struct({
    format: Schema.Literal(snapshotFormat),
    version: Schema.Int,
    sha256: Schema.String,
    snapshot: Schema.String
  })
)

const decodeEnvelope = Schema.decodeUnknownEffect(Envelope)

/** A snapshot as text, with a digest that lets {@link decode} detect changes. */
export const encode = (snapshot: Snapshot): string => {
  const text = JSON.stringify(snapshot)
  return JSON.stringify({ format: snapshotFormat, version: Migrations.latest, sha256: sha256(text), snapshot: text })
}

/** Decodes a text from {@link encode}. Fails if it was changed. */
export const decode = (text: string): Effect.Effect<Snapshot, SnapshotError> =>
  Effect.matchEffect(decodeEnvelope(text), {
    onFailure: () => fail("This is not a snapshot of an emulator."),
    onSuccess: (envelope) => {
      if (envelope.version !== Migrations.latest) return fail("The snapshot is of another version of the emulator.")
      if (sha256(envelope.snapshot) !== envelope.sha256) return fail("The snapshot was changed; write a seed instead.")
      // The emulator validates it when it restores it.
      return Effect.succeed(JSON.parse(envelope.snapshot) as Snapshot)
    }
  })
