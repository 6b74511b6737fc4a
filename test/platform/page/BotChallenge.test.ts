/** What is sent, and shown, in each course of a challenge. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import { BotChallengeFailed, BotChallengeRequired, SignUpNotEnabled } from "../../../src/domain/errors/Users.ts"
import * as BotChallenge from "../../../src/platform/page/BotChallenge.ts"
import * as ChallengeSolver from "../../../src/testing/ChallengeSolver.ts"

const action = "sign_up_with_credential"
const solved = `mock-turnstile-ok:${action}`
const invisible = { botChallengeToken: solved, botChallengePhase: "invisible" }
const visible = { botChallengeToken: solved, botChallengePhase: "visible" }
const unavailable = { botChallengeUnavailable: "true" }

type Answer = BotChallengeRequired | BotChallengeFailed | SignUpNotEnabled | undefined

/** Sends requests that are answered one after the other; `undefined` is a success. */
const collectProofs = Effect.fnUntraced(function* (...answers: ReadonlyArray<Answer>) {
  const proofs: Array<BotChallenge.Proof> = []
  const send = (proof: BotChallenge.Proof) =>
    Effect.suspend(() => {
      const answer = answers[proofs.push(proof) - 1]
      return answer === undefined ? Effect.succeed("done") : Effect.fail(answer)
    })
  const exit = yield* Effect.exit(BotChallenge.prove(action, send))
  return { proofs, exit }
})

const required = new BotChallengeRequired()
const refused = new BotChallengeFailed({ details: { message: "no" } })

describe("a proof", () => {
  it.effect("is not sent without a layer, and no user is challenged", () =>
    Effect.gen(function* () {
      expect(yield* collectProofs()).toStrictEqual({ proofs: [{}], exit: Exit.succeed("done") })
      expect(yield* collectProofs(required)).toStrictEqual({ proofs: [{}], exit: Exit.fail(required) })
    })
  )

  it.effect.each([
    ["the invisible challenge is enough", {}, [undefined], [invisible], Exit.succeed("done")],
    ["the service wants the visible one", {}, [required, undefined], [invisible, visible], Exit.succeed("done")],
    ["the visible one is not enough", {}, [required, refused], [invisible, visible], Exit.fail(refused)],
    ["the service wants it again and again", {}, [required, required], [invisible, visible], Exit.fail(required)],
    ["the invisible one was not solved", { invisible: "failed" }, [undefined], [visible], Exit.succeed("done")],
    ["no challenge can be shown", { invisible: "unavailable" }, [refused], [unavailable], Exit.fail(refused)],
    [
      "the visible one cannot be shown",
      { visible: "unavailable" },
      [required, refused],
      [invisible, unavailable],
      Exit.fail(refused)
    ]
  ] as const)("is asked for if %s", ([_, options, answers, proofs, exit]) =>
    Effect.gen(function* () {
      expect(yield* collectProofs(...answers)).toStrictEqual({ proofs, exit })
    }).pipe(Effect.provide(ChallengeSolver.layer(options)))
  )

  it.effect.each(["cancelled", "failed"] as const)("fails if the visible challenge is %s", (visible) =>
    Effect.gen(function* () {
      const { exit, proofs } = yield* collectProofs(required)
      expect(proofs).toStrictEqual([invisible])
      const failed = new BotChallengeFailed({ details: { message: `The challenge is ${visible}.` } })
      expect(exit).toStrictEqual(Exit.fail(failed))
    }).pipe(Effect.provide(ChallengeSolver.layer({ visible })))
  )

  it.effect("is not repeated after another error", () =>
    Effect.gen(function* () {
      const error = new SignUpNotEnabled()
      expect(yield* collectProofs(error)).toStrictEqual({ proofs: [invisible], exit: Exit.fail(error) })
    }).pipe(Effect.provide(ChallengeSolver.layer()))
  )

  it.effect("ends the challenge when it is interrupted", () =>
    Effect.gen(function* () {
      const ended: Array<string> = []
      const waiting = (phase: string) => () =>
        Effect.onInterrupt(Effect.never, () => Effect.sync(() => ended.push(phase)))
      const solver = { invisible: waiting("invisible"), visible: waiting("visible") }
      const run = Effect.provide(collectProofs(required), BotChallenge.layer(solver))
      yield* Fiber.interrupt(yield* Effect.forkChild(run, { startImmediately: true }))
      const onlyVisible = { ...solver, invisible: () => Effect.succeed(solved) }
      const later = Effect.provide(collectProofs(required), BotChallenge.layer(onlyVisible))
      yield* Fiber.interrupt(yield* Effect.forkChild(later, { startImmediately: true }))
      expect(ended).toStrictEqual(["invisible", "visible"])
    })
  )
})
