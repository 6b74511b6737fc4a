/** The error of a snapshot that cannot be restored. */
import { TaggedError } from "../../domain/errors/TaggedError.ts"

/** A snapshot cannot be restored. The state stays unchanged. */
export class SnapshotError extends TaggedError("SnapshotError")<{
  /** The path in the snapshot, such as `memory.mailbox.mails[2].to`; empty for the whole snapshot. */
  readonly path: string
  /** The problem with the value. */
  readonly problem: string
}> {
  override get message() {
    return this.path === "" ? this.problem : `${this.path}: ${this.problem}`
  }
}
