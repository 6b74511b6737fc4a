/** Login of a terminal that the user confirms in a browser (docs/protocol/sign-in.md#command-line-login). */
import * as Clock from "effect/Clock"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { asClient, asUser } from "../app/AsClient.ts"
import { readMonotonicMillis } from "../concurrency/Timer.ts"
import { CliAuthError, CliAuthExpiredError, CliAuthUsedError } from "../domain/errors/CliLogin.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { SchemaError } from "../domain/errors/ProjectAccess.ts"
import { isRefusedFor } from "../domain/errors/RequestRefused.ts"
import { UserAuthenticationRequired } from "../domain/errors/Session.ts"
import { TaggedError } from "../domain/errors/TaggedError.ts"
import { fromInput, type SecretInput } from "../domain/SecretInput.ts"
import { trimEnd } from "../domain/text/TrimEnd.ts"
import { isWebUrl } from "../domain/url/AbsoluteUrl.ts"
import { cliAuthConfirm } from "../domain/url/HandlerUrls.ts"
import type { ClientApp } from "../http/ClientApp.ts"
import * as AuthorizedTransport from "../session/AuthorizedTransport.ts"
import { Session } from "../session/Session.ts"
import * as Wire from "../wire/generated/CliLogin.ts"
import * as Polling from "./internal/Polling.ts"

/** The login was not confirmed within `maxAttempts` polls. */
export class CliLoginTimeout extends TaggedError("CliLoginTimeout")<{ readonly attempts: number }> {
  override get message() {
    return `The login was not confirmed within ${this.attempts} attempts`
  }
}

/** The interval between two polls, in milliseconds (docs/protocol/retries.md#polling). */
const pollMillis = 2_000

/** How long a login can be confirmed by default, in milliseconds (docs/protocol/sign-in.md#command-line-login). */
const defaultLifetimeMillis = 7_200_000

/** The options of `login`. */
export interface LoginOptions {
  /** Shows or opens the link that the user confirms the login with. Default: prints it. */
  readonly promptLink?: ((url: string) => Effect.Effect<void> | Promise<void> | void) | undefined
  /** The URL of the app with the confirmation page. Default: the app's own `appUrl`. */
  readonly appUrl?: string | undefined
  /** How long the login may take, at most a day. Default: two hours. */
  readonly expiresInMillis?: number | undefined
  /** The number of polls, at least 1. Default: until the login expires. */
  readonly maxAttempts?: number | undefined
  /**
   * If a guest is signed in here, offer their session to the person who confirms: signing up as this guest keeps id and
   * data. Anyone who opens the link can take the guest over, so show it to the user only. Default: false. Has no effect
   * in the service of 2025-06.
   */
  readonly keepAnonymousUser?: boolean | undefined
}

/** Shows the link: an effect, or a function that may return a promise. */
const show = (promptLink: LoginOptions["promptLink"], url: string): Effect.Effect<void> => {
  if (promptLink === undefined) return Console.log(`To log in, open ${url}`)
  return Effect.suspend(() => {
    const prompted = promptLink(url)
    return Effect.isEffect(prompted) ? prompted : Effect.promise(async () => prompted)
  })
}

/** The page of the app that confirms a login (docs/protocol/redirects.md#pages-of-the-app). */
const makeConfirmUrl = (appUrl: string, loginCode: Redacted.Redacted): string => {
  const url = new URL(trimEnd(appUrl, "/") + cliAuthConfirm)
  url.searchParams.set("login_code", Redacted.value(loginCode))
  return url.href
}

/**
 * Logs a terminal in: shows a link, polls every two seconds until the login is confirmed, and signs the session in.
 * Network failures and status 429 do not end it; interruption does.
 *
 * Fails with `CliAuthExpiredError`, `CliAuthUsedError`, {@link CliLoginTimeout} after `maxAttempts`, or `CliAuthError`
 * for an unknown answer; with `keepAnonymousUser` also with `CliLoginAnonymousUserNotFound` if the guest has signed up
 * meanwhile.
 */
export const login = asClient.write("CliLogin.login", [Wire.startCliLogin, Wire.pollCliLogin], { changes: [] })(
  function* (input: LoginOptions = {}) {
    const session = yield* Session
    yield* session.signIn(waitForConfirmation(session.app, input))
  }
)

const waitForConfirmation = Effect.fnUntraced(function* (app: ClientApp["Service"], input: LoginOptions) {
  const appUrl = input.appUrl ?? app.appUrl
  if (typeof appUrl !== "string" || !isWebUrl(appUrl)) {
    return yield* new InvalidOption({ option: "appUrl", problem: "must be an absolute http or https URL" })
  }
  if (input.promptLink !== undefined && typeof input.promptLink !== "function") {
    return yield* new InvalidOption({ option: "promptLink", problem: "must be a function" })
  }
  // Measured here, because the clocks of terminal and service may differ.
  const { expiresInMillis: lifetimeMillis = defaultLifetimeMillis, maxAttempts = Infinity } = input
  if (!(maxAttempts >= 1)) return yield* new InvalidOption({ option: "maxAttempts", problem: "must be at least 1" })
  const startedMillis = readMonotonicMillis(yield* Clock.Clock)
  const anonymous = input.keepAnonymousUser === true ? yield* AuthorizedTransport.anonymousCredentials : undefined
  const { loginCode, pollingCode } = yield* app.call(Wire.startCliLogin, {
    payload: { expiresInMillis: input.expiresInMillis, anonRefreshToken: anonymous?.refreshToken }
  })
  const url = makeConfirmUrl(appUrl, loginCode)
  yield* show(input.promptLink, url)
  const answer = yield* Polling.pollUntilAnswered(app.call(Wire.pollCliLogin, { payload: { pollingCode } }), {
    everyMillis: pollMillis,
    untilMillis: startedMillis + lifetimeMillis,
    maxAttempts
  })
  if ("refreshToken" in answer) return { refreshToken: answer.refreshToken }
  if (answer.status === "used") return yield* new CliAuthUsedError()
  if (answer.status === "expired") return yield* new CliAuthExpiredError()
  if (answer.status === "unanswered") return yield* new CliLoginTimeout({ attempts: maxAttempts })
  return yield* new CliAuthError({ error: `The login cannot go on: ${answer.status}` })
})

/**
 * Returns the details of a login for the page that the link opens: whether the terminal works as a guest, whom
 * {@link claimAnonymousUser} takes over. The service of 2025-06 does not support guests here.
 *
 * Fails with `CliLoginNotFound` for a code that is unknown, expired or already confirmed.
 */
export const details = asClient.read("CliLogin.details", [Wire.checkCliLogin], { shows: [] })(
  (input: { readonly loginCode: SecretInput }) =>
    asClient.call(Wire.checkCliLogin, { payload: { loginCode: fromInput(input.loginCode), mode: "check" } }).pipe(
      Effect.map(({ cliSessionState }) => ({ hasAnonymousUser: cliSessionState === "anonymous" })),
      // The service of 2025-06 does not know the field `mode`.
      Effect.catchIf(isRefusedFor(isSchemaError), () => Effect.succeed({ hasAnonymousUser: false }))
    )
)

const isSchemaError = (error: unknown): boolean => error instanceof SchemaError

/**
 * Signs this browser in as the terminal's guest, so that the user who signs up next keeps the guest's id and data, and
 * can then {@link confirm} the login. Works once for each login. If this browser has its own guest, this session
 * replaces theirs.
 *
 * Call it only after an explicit click, like {@link confirm}: the terminal keeps its session. As soon as the guest has
 * signed up, the sender of the link is signed in as that user.
 *
 * Fails with `CliLoginAnonymousUserNotFound` if the guest does not exist (any more), and with `CliLoginNotFound` like
 * {@link details}.
 */
export const claimAnonymousUser = asClient.write("CliLogin.claimAnonymousUser", [Wire.claimCliAnonymousUser], {
  changes: []
})(function* (input: { readonly loginCode: SecretInput }) {
  const session = yield* Session
  const claimed = session.app.call(Wire.claimCliAnonymousUser, {
    payload: { loginCode: fromInput(input.loginCode), mode: "claim-anon-session" }
  })
  // The service hands the guest out once, so the sign-in continues if the caller is interrupted.
  yield* session.detached(session.signIn(claimed))
})

/**
 * Confirms a terminal's login as the current user, on the page that the link opens. Call it only after an explicit
 * click: the sender of the link will be signed in as this user (docs/protocol/sign-in.md#command-line-login).
 *
 * Fails with `UserAuthenticationRequired` when nobody is signed in, and with `CliLoginNotFound` for a code that is
 * unknown, expired or already confirmed.
 */
export const confirm = asUser.write("CliLogin.confirm", [Wire.completeCliLogin], { changes: [] })(function* (input: {
  readonly loginCode: SecretInput
}) {
  const session = yield* Session
  // Refreshed first: a session that has ended must not be handed to the terminal.
  const tokens = yield* session.credentials
  if (tokens?.refreshToken === undefined) return yield* new UserAuthenticationRequired()
  yield* session.app.call(Wire.completeCliLogin, {
    payload: { loginCode: fromInput(input.loginCode), refreshToken: tokens.refreshToken }
  })
})
