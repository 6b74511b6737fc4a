/**
 * The error in the URL of the app's error page, after a failed sign-in with a provider: query parameters `errorCode`,
 * `message` and `details` (docs/protocol/oauth.md#error-page).
 */
import { UnsupportedError } from "../../domain/errors/ProjectAccess.ts"
import {
  oAuthConnectionAlreadyConnectedToAnotherUser,
  oAuthProviderAccessDenied,
  oAuthProviderNotFoundOrNotEnabled,
  oAuthProviderTemporarilyUnavailable,
  outerOAuthTimeout,
  userAlreadyConnectedToAnotherOAuthConnection
} from "../../wire/generated/errors/OAuth.ts"
import {
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  redirectUrlNotWhitelisted,
  signUpNotEnabled,
  signUpRejected
} from "../../wire/generated/errors/Users.ts"
import { Mismatch } from "../../wire/runtime.ts"
import { Navigation } from "../../platform/Navigation.ts"
import { asClient } from "./AsClient.ts"

const pageErrors = [
  outerOAuthTimeout,
  oAuthProviderNotFoundOrNotEnabled,
  oAuthProviderTemporarilyUnavailable,
  oAuthProviderAccessDenied,
  userAlreadyConnectedToAnotherOAuthConnection,
  oAuthConnectionAlreadyConnectedToAnotherUser,
  signUpNotEnabled,
  signUpRejected,
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  redirectUrlNotWhitelisted
]

type KnownPageError = InstanceType<(typeof pageErrors)[number]["Class"]>

/** Why the service sent the user to the error page; `UnsupportedError` for codes that this version does not know. */
export type PageError = KnownPageError | UnsupportedError

/**
 * The error in the URL of the error page, or null when there is none. It is a value, not a failure. Anybody can write
 * such a URL, so show the message as plain text, and make no decision by it.
 */
export const pageError = asClient.read(
  "OAuth.pageError",
  [],
  { shows: [] },
  function* (
    options: {
      /** Default: the current page. */
      readonly url?: string | undefined
    } = {}
  ) {
    const navigation = yield* Navigation
    const url = options.url === undefined ? yield* navigation.current : parse(options.url)
    return url === undefined ? null : read(url.searchParams)
  }
)

const parse = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

const unexplained = "The sign-in with the provider failed."

const read = (parameters: URLSearchParams): PageError | null => {
  const code = parameters.get("errorCode")
  if (code === null) return null
  const message = parameters.get("message")
  const error = message === null ? unexplained : oneLine(message, 500)
  return known(code, parameters.get("details") ?? "{}", error) ?? unknown(code)
}

const unknown = (code: string) => new UnsupportedError({ details: { originalErrorCode: oneLine(code, 200) } })

const known = (code: string, details: string, error: string): KnownPageError | undefined => {
  const entry = pageErrors.find(({ Class }) => Class.code === code)
  if (entry === undefined) return undefined
  try {
    return new entry.Class({ details: entry.details?.(parseJson(details), "details") as never, error })
  } catch (failure) {
    if (failure instanceof Mismatch) return undefined
    throw failure
  }
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Short, and without control characters. */
const oneLine = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .trim()
