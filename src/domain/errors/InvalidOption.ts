/** The error of options. */
import { TaggedError } from "./TaggedError.ts"

/** A configuration value that is missing or cannot work; `option` names it. */
export class InvalidOption extends TaggedError("InvalidOption")<{
  readonly option: string
  readonly problem: string
}> {
  override get message() {
    return `Invalid option ${this.option}: ${this.problem}`
  }
}
