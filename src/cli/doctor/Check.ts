/** What a check of `gatefold doctor` is. */
import type * as Effect from "effect/Effect"
import type { World } from "./World.ts"

/** What is wrong, and what to type; neither has a secret in it. */
export interface Problem {
  readonly seen: string
  readonly fix: string
}

/** Why a check had nothing to look at. */
export interface Skipped {
  readonly skipped: string
}

/** One thing that can be wrong. */
export interface Check {
  /** Its name, such as `url-scheme`. */
  readonly id: string
  /** What is right, if it is. */
  readonly title: string
  readonly level: "error" | "warning"
  /** What happens otherwise. */
  readonly why: string
  /** The page about it, below `docs/`. */
  readonly docs: string
  readonly run: (world: World) => Effect.Effect<Problem | Skipped | undefined>
}

/** There is nothing to look at. */
export const skip = (skipped: string): Skipped => ({ skipped })
