/**
 * The error in the URL of the app's error page, after a failed sign-in with a provider: query parameters `errorCode`,
 * `message` and `details` (docs/protocol/oauth.md#error-page).
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import {
  OAuthConnectionAlreadyConnectedToAnotherUser,
  OAuthProviderAccessDenied,
  OAuthProviderNotFoundOrNotEnabled,
  OuterOAuthTimeout,
  UserAlreadyConnectedToAnotherOAuthConnection
} from "../../api/errors/OAuth.ts"
import { UnsupportedError } from "../../domain/errors/ProjectAccess.ts"
import {
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  RedirectUrlNotWhitelisted,
  SignUpNotEnabled
} from "../../api/errors/Users.ts"
import { Navigation } from "../../platform/Navigation.ts"
import { asClient } from "./AsClient.ts"

const KnownPageError = Schema.Union([
  OuterOAuthTimeout,
  OAuthProviderNotFoundOrNotEnabled,
  OAuthProviderAccessDenied,
  UserAlreadyConnectedToAnotherOAuthConnection,
  OAuthConnectionAlreadyConnectedToAnotherUser,
  SignUpNotEnabled,
  ContactChannelAlreadyUsedForAuthBySomeoneElse,
  RedirectUrlNotWhitelisted
])

/** Why the service sent the user to the error page; `UnsupportedError` for codes that this version does not know. */
export type PageError = typeof KnownPageError.Type | UnsupportedError

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

const decode = Schema.decodeUnknownResult(KnownPageError)
const decodeDetails = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))

const read = (parameters: URLSearchParams): PageError | null => {
  const code = parameters.get("errorCode")
  if (code === null) return null
  const message = parameters.get("message")
  const details = Result.getOrUndefined(decodeDetails(parameters.get("details") ?? "{}"))
  const known = decode({ code, details, error: message === null ? unexplained : oneLine(message, 500) })
  if (Result.isSuccess(known)) return known.success
  return new UnsupportedError({ details: { originalErrorCode: oneLine(code, 200) } })
}

/** Short, and without control characters. */
const oneLine = (text: string, length: number) =>
  text
    .slice(0, length)
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ")
    .trim()
