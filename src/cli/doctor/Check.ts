/** The checks of `gatefold doctor`. */
import type * as Effect from "effect/Effect"
import type { World } from "./World.ts"

export interface Problem {
  readonly seen: string
  readonly fix: string
}

/** Why a check had nothing to check. */
export interface Skipped {
  readonly skipped: string
}

export type Verdict = Problem | Skipped | undefined

export interface Check {
  /** Its name, such as `url-scheme`. */
  readonly id: string
  /** The statement that holds if the check passes. */
  readonly title: string
  /** Default: `error`, which the exit code of the command shows. */
  readonly level?: "warning"
  readonly why: string
  /** The page about it, below `docs/`. */
  readonly docs: string
  readonly run: (world: World) => Verdict | Effect.Effect<Verdict>
}

export const skip = (skipped: string): Skipped => ({ skipped })
