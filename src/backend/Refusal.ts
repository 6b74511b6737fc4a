/**
 * The response to a request that is refused.
 */
import type { AuthError } from "./AuthErrors.ts"

/** The statuses of the responses. */
export const statuses = { Unauthorized: 401, Forbidden: 403, Unavailable: 503 } as const

/**
 * Returns the response to a refused request, as JSON with `_tag`, `reason` and `message`. The visitor is signed out, or
 * an operation failed for them with one of the errors that `isAuthError` knows.
 */
export const refusal = (refused: AuthError | { readonly error: AuthError }): Response => {
  const error = "error" in refused ? refused.error : refused
  const { _tag, message } = error
  const status = statuses[_tag]
  return Response.json(
    {
      _tag,
      ...("reason" in error && { reason: error.reason }),
      ...("permission" in error && { permission: error.permission }),
      message
    },
    { status, ...(status === 401 && { headers: { "www-authenticate": "Bearer" } }) }
  )
}
