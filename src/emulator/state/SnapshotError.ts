/** Why a snapshot is not put back. */
import * as Data from "effect/Data"

/** A snapshot that cannot be put back. The state stays as it is. */
export class SnapshotError extends Data.TaggedError("SnapshotError")<{
  /** Where in the snapshot, such as `memory.mailbox.mails[2].to`; empty for the whole. */
  readonly path: string
  /** What is wrong there. */
  readonly problem: string
}> {
  override get message() {
    return this.path === "" ? this.problem : `${this.path}: ${this.problem}`
  }
}
