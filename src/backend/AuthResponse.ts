/** The responses that an app's own API sends for its `AuthError`s. */
import * as ResponseHeaders from "../platform/request/ResponseHeaders.ts"
import type { AuthError } from "./AuthErrors.ts"

export const statuses = { Unauthorized: 401, Forbidden: 403, Unavailable: 503 } as const

/** Why a request is refused: an `AuthError`, or the same without its class. */
interface Refused {
  readonly _tag: keyof typeof statuses
  readonly reason?: string | undefined
  readonly permission?: string | undefined
  readonly retryAfterSeconds?: number | undefined
  readonly message: string
}

/** The response for an error, as JSON. No cache keeps it: the next request may be let in. */
export const toResponse = ({ _tag, message, permission, reason, retryAfterSeconds }: Refused): Response => {
  const status = statuses[_tag]
  const response = Response.json({ _tag, reason, permission, retryAfterSeconds, message }, { status })
  ResponseHeaders.apply(response.headers, [ResponseHeaders.neverCached])
  if (status === 401) response.headers.set("www-authenticate", "Bearer")
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds))
  return response
}

/**
 * Returns the response to a refused request, as JSON with `_tag`, `reason` and `message`: nobody is signed in, or an
 * operation failed with one of the errors that `isAuthError` knows.
 */
export const refusal = (refused: AuthError | { readonly error: AuthError }): Response =>
  toResponse("error" in refused ? refused.error : refused)
