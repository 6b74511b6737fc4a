/**
 * Challenges for bots, which the current service has for those who sign up (docs/protocol/sign-in.md#bot-challenges).
 */
import assert from "node:assert/strict"
import * as Effect from "effect/Effect"
import * as MagicLink from "../../src/client/MagicLink.ts"
import * as Password from "../../src/client/Password.ts"
import * as ChallengeSolver from "../../src/testing/ChallengeSolver.ts"
import { Backend } from "./Backend.ts"
import { failure, makeDevice, makeProject, password, type Project, scenario } from "./Scenario.ts"

const generations = ["current"] as const

const withLinks = makeProject({ magicLinkEnabled: true })

/** A device on which sign-ups and links are asked for, each for another address. */
const makeVisitor = Effect.fnUntraced(function* (project: Project) {
  const { newAddress } = yield* Backend
  const device = yield* makeDevice(project)
  const signUp = Effect.suspend(() => device(Password.signUp({ email: newAddress("ann"), password })))
  const send = Effect.suspend(() => device(MagicLink.send({ email: newAddress("bob") })))
  return { signUp, send }
})

export const scenarios = [
  scenario(
    "a person signs up without noticing, or after a visible challenge; a program does not",
    { generations, options: {} },
    function* () {
      const { send, signUp } = yield* makeVisitor(yield* withLinks)
      for (const options of [{}, { invisible: "wrong" }, { invisible: "failed" }] as const) {
        const solved = ChallengeSolver.layer(options)
        assert.equal(yield* Effect.provide(signUp, solved), "signed-up")
        yield* Effect.provide(send, solved)
      }
      const fails = [
        { invisible: "wrong", visible: "wrong" },
        { invisible: "wrong", visible: "cancelled" },
        { invisible: "wrong", visible: "unavailable" },
        { invisible: "unavailable" }
      ] as const
      for (const options of fails) {
        const unsolved = ChallengeSolver.layer(options)
        yield* failure(Effect.provide(signUp, unsolved), "BotChallengeFailed")
        yield* failure(Effect.provide(send, unsolved), "BotChallengeFailed")
      }
      assert.equal(yield* signUp, "signed-up", "apps that know nothing of challenges are not challenged")
    }
  ),
  scenario(
    "an emulator that requires a challenge refuses apps that know none",
    { generations, options: { requiresBotChallenge: true } },
    function* () {
      const solved = ChallengeSolver.layer()
      const { send, signUp } = yield* makeVisitor(yield* Effect.provide(withLinks, solved))
      yield* failure(signUp, "BotChallengeRequired")
      yield* failure(send, "BotChallengeRequired")
      yield* Effect.provide(Effect.andThen(send, signUp), solved)
    }
  ),
  scenario(
    "the service of 2025-06 refuses what it does not know",
    { generations: ["2025-06"], options: { service: "2025-06" } },
    function* () {
      const { send, signUp } = yield* makeVisitor(yield* withLinks)
      const solved = ChallengeSolver.layer()
      yield* failure(Effect.provide(signUp, solved), "SchemaError")
      yield* failure(Effect.provide(send, solved), "SchemaError")
      yield* signUp
    }
  )
]
