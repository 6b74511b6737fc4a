/** Every step of the tour's password chapter fails if the product behaves otherwise than the step says. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { type Device, promises } from "../../../src/cli/tour/Device.ts"
import { trySteps } from "../../../src/cli/tour/PasswordChapter.ts"
import { createProject, layerDevice, password } from "../../../src/cli/tour/Setup.ts"
import { Stage, makeStage } from "../../../src/cli/tour/Stage.ts"
import { CurrentReport, observe, type StepFailed } from "../../../src/cli/tour/Step.ts"
import { ProjectId } from "../../../src/domain/Ids.ts"
import { serve } from "../../../src/emulator/Serve.ts"

const onStage = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  serve({ port: 0, passwordCost: "insecure-fast" }).pipe(
    Effect.flatMap((emulator) => Effect.provideService(effect, Stage, makeStage(emulator))),
    Effect.provideService(CurrentReport, () => Effect.void),
    Effect.scoped
  )

const project = Effect.gen(function* () {
  const { internalPublishableClientKey: publishableClientKey } = yield* Stage
  return yield* Effect.provide(createProject, layerDevice({ projectId: "internal", publishableClientKey }))
})

/** The same token with another signature. */
const forge = (token: Redacted.Redacted) => Redacted.make(Redacted.value(token).replace(/[^.]+$/, "A".repeat(86)))

const nothing = () => Effect.void

/** For each step a device on which it must fail, and why it then does. */
const lies = (first: Device, stranger: Device) =>
  Effect.map(stranger.user, (somebody): Record<string, readonly [lie: Partial<Device>, why: string]> => ({
    "Sign up with email and password": [{ signUp: nothing, user: stranger.user }, "signed up as ivo@example.org"],
    "Verify the access token against the JWKS": [
      {
        tokens: Effect.map(first.tokens, (tokens) => tokens && { ...tokens, accessToken: forge(tokens.accessToken) })
      },
      "signature verification failed"
    ],
    "Read the project's configuration": [
      { project: Effect.map(first.project, (project) => ({ ...project, id: ProjectId.make("another") })) },
      "this is project another"
    ],
    "Update the user": [{ update: nothing }, "still null, null"],
    "Let the access token expire": [{ user: Effect.succeed(somebody) }, "0 refreshes instead of 1"],
    "100 calls at once with an expired token": [
      { user: Effect.andThen(stranger.user, first.user) },
      "2 refreshes instead of 1"
    ],
    "Sign in with a wrong password": [{ signIn: nothing }, "went through instead of EmailPasswordMismatch"],
    "Sign in on a second device": [{ signIn: nothing, sessions: Effect.succeed([]) }, "0 sessions, 0 current"],
    "Revoke the session of the first device": [{ revoke: nothing }, "2 sessions left"],
    "Reset the password through the mailbox": [
      { resetPassword: nothing },
      "went through instead of VerificationCodeAlreadyUsed"
    ],
    "Meet the end of a revoked session": [{ userOrNull: stranger.userOrNull }, "the revoked session still works"],
    "Sign in with the new password, sign out": [
      { signOut: Effect.void },
      "went through instead of UserAuthenticationRequired"
    ]
  }))

describe("the tour's password chapter", () => {
  it.live("has steps that fail exactly when they observe something else", () =>
    Effect.gen(function* () {
      const app = yield* project
      const newDevice = promises.newDevice(app)
      const [first, second, stranger] = yield* Effect.all([newDevice, newDevice, newDevice])
      yield* stranger.signUp({ email: "ivo@example.org", password })
      const wrong = yield* lies(first, stranger)
      const steps = (lie: Partial<Device> = {}) =>
        trySteps(app, promises.email, { ...first, ...lie }, { ...second, ...lie })
      expect(steps().map(([name]) => name)).toStrictEqual(Object.keys(wrong))
      for (const [index, [name, effect]] of steps().entries()) {
        const [lie, why] = wrong[name]!
        const failed: StepFailed = yield* Effect.flip(observe(name, steps(lie)[index]![1]))
        expect({ step: failed.step, why: failed.why }, name).toStrictEqual({ step: name, why })
        yield* observe(name, effect)
      }
    }).pipe(onStage)
  )
})
