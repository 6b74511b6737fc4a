/**
 * The bot challenge of the current service. An emulator cannot recognize bots: any token counts as solved, except those
 * with which tests fail.
 */
import * as Effect from "effect/Effect"
import type { botChallengeFields } from "../../api/Input.ts"
import { BotChallengeFailed, BotChallengeRequired } from "../../domain/errors/Users.ts"
import { Generation } from "../settings/Generation.ts"
import { Settings } from "../settings/Settings.ts"
import * as RequestValidation from "./RequestValidation.ts"

type ChallengeFields = { readonly [K in keyof typeof botChallengeFields]?: (typeof botChallengeFields)[K]["Type"] }

const names: ReadonlyArray<keyof typeof botChallengeFields> = [
  "botChallengeToken",
  "botChallengePhase",
  "botChallengeUnavailable"
]

/** The action that a token was solved for. The token is valid for no other one. */
export type Action = "sign_up_with_credential" | "send_magic_link_email" | "oauth_authenticate"

/** Test tokens of a wrong solution, and of a challenge that could not be checked. */
const unsolved = ["mock-turnstile-invalid", "mock-turnstile-error"]

const solved = "mock-turnstile-ok:"

/** Tokens of test keys and real ones count for every action. */
const isSolved = (token: string | undefined, action: Action): boolean =>
  token !== undefined && !unsolved.includes(token) && (!token.startsWith(solved) || token === solved + action)

const failed = new BotChallengeFailed({ details: { message: "The visible challenge was not solved." } })

/**
 * Accepts a solved challenge, or a request without one; the service of 2025-06 refuses the fields. With
 * `requiresBotChallenge` only the visible challenge will do.
 */
export const requireSolved = Effect.fnUntraced(function* (
  slot: "body" | "query",
  action: Action,
  fields: ChallengeFields
) {
  yield* RequestValidation.refuseUnknown(slot, fields, names)
  const { isOnly } = yield* Generation
  const { requiresBotChallenge } = yield* Settings
  if (isOnly("2025-06")) return
  const { botChallengePhase: phase, botChallengeToken: token, botChallengeUnavailable: unavailable } = fields
  if (unavailable !== undefined) return yield* failed
  if (phase === "visible") return isSolved(token, action) ? undefined : yield* failed
  // Apps without support for challenges send no phase.
  const isAdmitted = !requiresBotChallenge && (phase === undefined || isSolved(token, action))
  if (!isAdmitted) return yield* new BotChallengeRequired()
})
