/**
 * The error in the URL of a page of the app, after a failed sign-in with a provider: query parameters `errorCode`,
 * `message` and `details` (docs/protocol/oauth.md#error-page).
 */
import { asClient } from "../app/AsClient.ts"
import { UnsupportedError } from "../domain/errors/ProjectAccess.ts"
import * as Json from "../domain/text/Json.ts"
import { toOneLine } from "../domain/text/ShownText.ts"
import { urlOrCurrent } from "../platform/page/Navigation.ts"
import {
  oAuthConnectionAlreadyConnectedToAnotherUser,
  oAuthProviderAccessDenied,
  oAuthProviderNotFoundOrNotEnabled,
  oAuthProviderTemporarilyUnavailable,
  outerOAuthTimeout,
  userAlreadyConnectedToAnotherOAuthConnection
} from "../wire/generated/errors/OAuth.ts"
import {
  botChallengeFailed,
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  redirectUrlNotWhitelisted,
  signUpNotEnabled,
  signUpRejected
} from "../wire/generated/errors/Users.ts"
import { Mismatch } from "../wire/Runtime.ts"

const pageErrors = [
  outerOAuthTimeout,
  oAuthProviderNotFoundOrNotEnabled,
  oAuthProviderTemporarilyUnavailable,
  oAuthProviderAccessDenied,
  userAlreadyConnectedToAnotherOAuthConnection,
  oAuthConnectionAlreadyConnectedToAnotherUser,
  signUpNotEnabled,
  signUpRejected,
  botChallengeFailed,
  contactChannelAlreadyUsedForAuthBySomeoneElse,
  redirectUrlNotWhitelisted
]

type KnownPageError = InstanceType<(typeof pageErrors)[number]["Class"]>

/** Why a sign-in failed on its way back; `UnsupportedError` for codes that this version does not know. */
export type PageError = KnownPageError | UnsupportedError

/** Reads the error in the URL of the error page: `OAuth.pageError` documents it. */
export const pageError = asClient.read("OAuth.pageError", [], { shows: [] })(function* (
  options: {
    /** Default: the current page. */
    readonly url?: string | undefined
  } = {}
) {
  const url = yield* urlOrCurrent(options.url)
  return url === undefined ? null : readError(url)
})

const unexplained = "The sign-in with the provider failed."

/** The query parameters in which the service reports an error; it repeats it in those of OAuth. */
export const errorParameters = [
  "errorCode",
  "message",
  "details",
  "error",
  "error_description",
  "after_callback_redirect_url"
] as const

/** The error in a URL, or null without one. */
export const readError = ({ searchParams }: URL): PageError | null => {
  const code = searchParams.get("errorCode")
  if (code === null) return null
  const message = searchParams.get("message")
  const error = message === null ? unexplained : toOneLine(message.slice(0, 500))
  return findKnown(code, searchParams.get("details") ?? "{}", error) ?? makeUnknownError(code)
}

const makeUnknownError = (code: string) =>
  new UnsupportedError({ details: { originalErrorCode: toOneLine(code.slice(0, 200)) } })

const findKnown = (code: string, details: string, error: string): KnownPageError | undefined => {
  const entry = pageErrors.find(({ Class }) => Class.code === code)
  if (entry === undefined) return undefined
  try {
    return new entry.Class({ details: entry.details?.(Json.parse(details), "details") as never, error })
  } catch (failure) {
    if (failure instanceof Mismatch) return undefined
    throw failure
  }
}
