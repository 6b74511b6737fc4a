/**
 * Proves to the service that a person signs up, not a program (docs/protocol/sign-in.md#bot-challenges).
 *
 * Without a layer Gatefold sends none of this, and the service does not challenge anyone. The service of 2025-06
 * refuses requests with a proof.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TaggedError } from "../../domain/errors/TaggedError.ts"
import { BotChallengeFailed, BotChallengeRequired } from "../../domain/errors/Users.ts"

/** The action that the user is about to take. A solution counts for this action only. */
export type Action = "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"

/**
 * Why a challenge was not solved. `unavailable`: it could not be shown, such as when its script is blocked.
 * `cancelled`: by the user. `failed`: anything else, such as no answer in time.
 */
export class BotChallengeUnsolved extends TaggedError("BotChallengeUnsolved")<{
  readonly reason: "unavailable" | "cancelled" | "failed"
  readonly message: string
}> {}

/** Solves challenges with a widget, and returns the token for the service. If interrupted, it removes the widget. */
export interface Solver {
  /** Solves a challenge without showing anything. */
  readonly invisible: (action: Action) => Effect.Effect<string, BotChallengeUnsolved>
  /** Solves a challenge with the user's help. */
  readonly visible: (action: Action) => Effect.Effect<string, BotChallengeUnsolved>
}

/** The part of a request about the challenge. */
export interface Proof {
  readonly botChallengeToken?: string
  readonly botChallengePhase?: "invisible" | "visible"
  readonly botChallengeUnavailable?: "true"
}

/** Sends a request with a proof. */
export type Prove = <A, E, R>(
  action: Action,
  send: (proof: Proof) => Effect.Effect<A, E, R>
) => Effect.Effect<A, E | BotChallengeFailed, R>

/** How an app proves that a person signs up. Default: not at all. */
export const BotChallenge = Context.Reference<Prove | undefined>("gatefold/platform/page/BotChallenge", {
  defaultValue: () => undefined
})

/** Sends a request with the proof of the app's {@link BotChallenge}; without one, sends it unchanged. */
export const prove: Prove = (action, send) =>
  Effect.flatMap(BotChallenge, (challenge) => (challenge === undefined ? send({}) : challenge(action, send)))

/**
 * Proves with the token of the invisible challenge. If the service wants more (`BotChallengeRequired`), or if it was
 * not solved, the visible one is shown, and the request sent (once more) with its token.
 */
export const proveBy =
  ({ invisible, visible }: Solver): Prove =>
  <A, E, R>(action: Action, send: (proof: Proof) => Effect.Effect<A, E, R>) => {
    type Answer = Effect.Effect<A, E | BotChallengeFailed, R>
    const unlessUnavailable = (unsolved: BotChallengeUnsolved, otherwise: Answer): Answer =>
      unsolved.reason === "unavailable" ? send({ botChallengeUnavailable: "true" }) : otherwise
    const visibly = Effect.matchEffect(visible(action), {
      onSuccess: (token): Answer => send({ botChallengeToken: token, botChallengePhase: "visible" }),
      onFailure: (unsolved) =>
        unlessUnavailable(unsolved, Effect.fail(new BotChallengeFailed({ details: { message: unsolved.message } })))
    })
    return Effect.matchEffect(invisible(action), {
      onSuccess: (token): Answer =>
        Effect.catch(send({ botChallengeToken: token, botChallengePhase: "invisible" }), (error): Answer =>
          error instanceof BotChallengeRequired ? visibly : Effect.fail(error)
        ),
      onFailure: (unsolved) => unlessUnavailable(unsolved, visibly)
    })
  }

/** Proves by a widget of the app's own; `gatefold/turnstile` has that of Cloudflare. */
export const layer = (solver: Solver): Layer.Layer<never> => Layer.succeed(BotChallenge, proveBy(solver))
