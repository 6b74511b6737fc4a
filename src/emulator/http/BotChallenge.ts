/**
 * The bot challenge and the sign-up rules of the current service. An emulator cannot recognise bots: any token counts
 * as solved, except the one with which tests fail.
 */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type { botChallengeFields } from "../../api/Lenient.ts"
import type { SchemaError } from "../../domain/errors/ProjectAccess.ts"
import { BotChallengeFailed, BotChallengeRequired, SignUpRejected } from "../../domain/errors/Users.ts"
import { Generation } from "../Generation.ts"
import { Settings } from "../Settings.ts"
import * as RequestValidation from "./RequestValidation.ts"

type Given = { readonly [K in keyof typeof botChallengeFields]?: (typeof botChallengeFields)[K]["Type"] }

const NAMES: Readonly<Record<keyof typeof botChallengeFields, string>> = {
  botChallengeToken: "bot_challenge_token",
  botChallengePhase: "bot_challenge_phase",
  botChallengeUnavailable: "bot_challenge_unavailable"
}

const UNSOLVED = "mock-turnstile-invalid"

const failed = new BotChallengeFailed({ details: { message: "The visible challenge was not solved." } })

/** Accepts a solved challenge, or a request without one; the service of 2025-06 refuses the fields. */
export const requireSolved = Effect.fnUntraced(function* (
  slot: "body" | "query",
  given: Given
): Effect.fn.Return<void, SchemaError | BotChallengeRequired | BotChallengeFailed, Generation | HttpServerRequest> {
  if ((yield* Generation).isOnly("2025-06")) {
    const unknown = Object.entries(NAMES).flatMap(([name, wireName]) =>
      given[name as keyof typeof NAMES] === undefined ? [] : [wireName]
    )
    if (unknown.length === 0) return
    const violations = [`${slot} contains unknown properties: ${unknown.join(", ")}`]
    return yield* Effect.flatMap(RequestValidation.schemaError(violations), Effect.fail)
  }
  const { botChallengePhase: phase, botChallengeToken: token, botChallengeUnavailable: unavailable } = given
  if (unavailable !== undefined) return yield* failed
  if (phase === undefined || (token !== undefined && token !== UNSOLVED)) return
  return yield* phase === "visible" ? failed : new BotChallengeRequired()
})

/** `SIGN_UP_REJECTED` for addresses of the emulator's rule. */
export const requireAdmitted = Effect.fnUntraced(function* (
  email: string
): Effect.fn.Return<void, SignUpRejected, Generation | Settings> {
  const { rejectsSignUp } = yield* Settings
  if ((yield* Generation).isOnly("2025-06") || !rejectsSignUp(email)) return
  return yield* new SignUpRejected({ details: { message: "A rule of the project rejects this sign-up." } })
})
