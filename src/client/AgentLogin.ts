/**
 * Login of an agent, such as a coding assistant, that the user approves in a browser (docs/protocol/sign-in.md#agents).
 * The agent calls `register` and `poll`; the user's page calls `inspect` and `approve` or `deny`.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { NewAgent } from "../api/AgentLogin.ts"
import { asClient, asUser } from "../app/AsClient.ts"
import { readMonotonicMillis } from "../concurrency/Timer.ts"
import { AgentAuthInvalidPollToken } from "../domain/errors/AgentLogin.ts"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import type { OpenEnum } from "../domain/OpenEnum.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { ClientApp } from "../http/ClientApp.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/AgentLogin.ts"
import * as Polling from "./internal/Polling.ts"

export type { AgentDiscovery, AgentLoginDetails, AgentRegistration } from "../api/AgentLogin.ts"

/** The login of an agent ended without a session: the user denied it, it expired, or the session was fetched before. */
export class AgentLoginEnded extends TaggedError("AgentLoginEnded")<{
  readonly outcome: OpenEnum<"denied" | "expired" | "used">
}> {
  override get message() {
    const { outcome } = this
    if (outcome === "denied") return "The user denied the login"
    if (outcome === "expired") return "Nobody approved the login in time; register again"
    return outcome === "used"
      ? "The session of this login was already fetched; register again"
      : `The login cannot go on: ${outcome}`
  }
}

/** The interval between two polls, in milliseconds; the service asks for 3 to 5 seconds. */
const pollMillis = 3_000

/** The longest time that a login can take, in milliseconds. */
const maxLifetimeMillis = 3_600_000

/**
 * Returns where agents sign in, and whether the project lets them (`agentAuth.enabled`).
 *
 * Fails with `NotSupportedByService` where the service does not support agents.
 */
export const discover = asClient.read("AgentLogin.discover", Wire.discoverAgentAuth, { input: {}, shows: [] })

/** The options of `register`. */
export interface RegisterOptions {
  /** The agent as the user sees it: `name` (up to 100 characters), `description` (500) and `url` (300). */
  readonly agent: NewAgent
  /** A hint at the user who should approve, such as an email address. The page only shows it. */
  readonly userHint?: string | undefined
  /** A URL of the app where the user approves; the project must trust it. Default: the app's own `appUrl`. */
  readonly appUrl?: string | undefined
  /** How long the login may take, from 30 seconds to an hour. Default: 15 minutes. */
  readonly expiresInMillis?: number | undefined
}

/**
 * Begins the login of an agent. Show `confirmUrl` and `claimCode` to the user, and pass `pollToken` to {@link poll}.
 * Until the user answers, the agent can work with the session `guest`, as a guest.
 *
 * Fails with `AgentAuthNotEnabled` if the project does not let agents sign in, and with `RedirectUrlNotWhitelisted` if
 * it does not trust `appUrl`.
 */
export const register = asClient.write("AgentLogin.register", [Wire.registerAgent], { changes: [] })(function* ({
  agent,
  appUrl,
  expiresInMillis,
  userHint
}: RegisterOptions) {
  const app = yield* ClientApp
  return yield* app.call(Wire.registerAgent, {
    payload: { agent, userHint, appUrl: appUrl ?? app.appUrl, expiresInMillis }
  })
})

/**
 * Waits until the user has approved the login of an agent, and signs this session in as the user. It asks the service
 * every 3 seconds. Network failures and status 429 do not end it; interruption does.
 *
 * Fails with {@link AgentLoginEnded} if the login ends without a session, and with `AgentAuthInvalidPollToken` for an
 * unknown token.
 */
export const poll = asClient.write("AgentLogin.poll", [Wire.pollAgentLogin], { changes: [] })(function* ({
  pollToken
}: {
  readonly pollToken: SecretInput
}) {
  const session = yield* Session
  yield* session.signIn(waitForApproval(session.app, pollToken))
})

const waitForApproval = Effect.fnUntraced(function* (app: ClientApp["Service"], pollToken: SecretInput) {
  const untilMillis = readMonotonicMillis(yield* Clock.Clock) + maxLifetimeMillis
  const pollOnce = app.call(Wire.pollAgentLogin, { payload: { pollToken: fromInput(pollToken) } }).pipe(
    // The answer of newer versions of the service; older ones answer `AGENT_AUTH_INVALID_POLL_TOKEN` themselves.
    Effect.catchTag("InvalidPollingCodeError", ({ error }) => Effect.fail(new AgentAuthInvalidPollToken({ error })))
  )
  const answer = yield* Polling.pollUntilAnswered(pollOnce, {
    everyMillis: pollMillis,
    untilMillis,
    maxAttempts: Infinity
  })
  return "session" in answer ? answer.session : yield* new AgentLoginEnded({ outcome: answer.status })
})

const answer =
  <const Action extends "inspect" | "approve" | "deny">(action: Action) =>
  ({ claimCode }: { readonly claimCode: string }) => ({ payload: { claimCode, action } })

/**
 * Returns who wants to sign in as the current user, for the page that the link opens. All texts are the agent's own, so
 * show them as text and do not link to its `url`.
 *
 * Fails with `AgentAuthInvalidClaimCode` for a code that is unknown, expired or already answered, and with
 * `AnonymousAuthenticationNotAllowed` or `RestrictedUserNotAllowed` unless the user has finished signing up.
 */
export const inspect = asUser.read("AgentLogin.inspect", Wire.answerAgentLogin, { input: answer("inspect"), shows: [] })

/**
 * Approves the login of an agent: the agent gets its own session of the current user for 90 days, which has the agent's
 * name in `Sessions.list`. Call it only after an explicit click. Fails like {@link inspect}.
 */
export const approve = asUser.write("AgentLogin.approve", Wire.answerAgentLogin, {
  input: answer("approve"),
  changes: ["sessions"]
})

/** Denies the login of an agent. Fails like {@link inspect}. */
export const deny = asUser.write("AgentLogin.deny", Wire.answerAgentLogin, { input: answer("deny"), changes: [] })
