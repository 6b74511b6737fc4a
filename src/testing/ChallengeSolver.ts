/**
 * Solves challenges for bots without a widget, with the tokens that the emulator takes for solved and unsolved ones.
 *
 * @example
 * ```ts
 * yield* Password.signUp({ email, password }).pipe(Effect.provide(ChallengeSolver.layer({ invisible: "wrong" })))
 * ```
 */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as BotChallenge from "../platform/page/BotChallenge.ts"

/** How a challenge ends: with a token that is accepted, with one that is not, or without a token. */
export type Solution = "solved" | "wrong" | BotChallenge.BotChallengeUnsolved["reason"]

/** How the challenges end. */
export interface Options {
  /** Default: `solved`. */
  readonly invisible?: Solution | undefined
  /** Default: `solved`. */
  readonly visible?: Solution | undefined
}

const solve = (solution: Solution) => (action: BotChallenge.Action) => {
  if (solution === "solved") return Effect.succeed(`mock-turnstile-ok:${action}`)
  if (solution === "wrong") return Effect.succeed("mock-turnstile-invalid")
  return Effect.fail(
    new BotChallenge.BotChallengeUnsolved({ reason: solution, message: `The challenge is ${solution}.` })
  )
}

/** Solves the challenges without a browser, or ends them as the options say. */
export const layer = ({ invisible = "solved", visible = "solved" }: Options = {}): Layer.Layer<never> =>
  BotChallenge.layer({ invisible: solve(invisible), visible: solve(visible) })
