/** Route handlers for signed-in users only. */
import { isTagged } from "effect/Predicate"
import { toResponse } from "../backend/AuthResponse.ts"
import { describeForbidden, describeUnauthorized, unavailable } from "../domain/AuthMessages.ts"
import { InvalidOption } from "../domain/errors/InvalidOption.ts"
import { isTransportError } from "../domain/errors/TransportError.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import * as RequestOrigin from "../platform/request/RequestOrigin.ts"
import * as ResponseHeaders from "../platform/request/ResponseHeaders.ts"
import { hasPair } from "../platform/request/TokenText.ts"

/** Options of a protected route handler. */
export interface ProtectOptions {
  /** Users to accept besides ordinary ones. Default: those that the app allows. */
  readonly allow?: AllowedKinds | undefined
}

/**
 * Wraps a route handler. It returns 401 without a user, 403 to a user who is not allowed and to a request of a foreign
 * page, and 503 if the service cannot be asked. Its responses are never cached.
 *
 * @example
 * ```ts
 * export const GET = auth.protect((request, user) => Response.json({ name: user.displayName }))
 * ```
 */
export type Protect<User> = <Incoming extends Request, Rest extends ReadonlyArray<unknown>>(
  handler: (request: Incoming, user: User, ...rest: Rest) => Promise<Response> | Response,
  options?: ProtectOptions
) => (request: Incoming, ...rest: Rest) => Promise<Response>

/** Makes the wrapper over a function that reads the user. */
export const make = <User>(
  getUser: (allow: AllowedKinds | undefined) => Promise<User | null>,
  options: RequestOrigin.OriginOptions = {}
): Protect<User> => {
  const isForeign = RequestOrigin.make(options)
  return (handler, { allow } = {}) =>
    async (request, ...rest) => {
      if (isForeign === undefined) {
        throw new InvalidOption({ option: "trustedOrigins", problem: RequestOrigin.invalidTrustedOrigins })
      }
      if (!hasPair(request) && isForeign(request)) return refuseForeign()
      let user: User | null
      try {
        user = await getUser(allow)
      } catch (error) {
        return refuseOrThrow(error)
      }
      if (user === null) return unauthorized("missing")
      return withoutCaching(await handler(request, user, ...rest))
    }
}

/** The response to a request that a page of a foreign origin sent with the user's cookies. */
export const refuseForeign = (): Response => forbid("origin")

const unauthorized = (reason: "malformed" | "missing"): Response =>
  toResponse({ _tag: "Unauthorized", reason, message: describeUnauthorized(reason) })

const forbid = (reason: "origin" | "restricted"): Response =>
  toResponse({ _tag: "Forbidden", reason, message: describeForbidden(reason) })

const refuseOrThrow = (error: unknown): Response => {
  if (isTransportError(error)) return toResponse({ _tag: "Unavailable", message: unavailable })
  if (isTagged(error, "InvalidAuthHeader")) return unauthorized("malformed")
  if (isTagged(error, "RestrictedUserNotAllowed")) return forbid("restricted")
  throw error
}

const withoutCaching = (response: Response): Response =>
  /\bno-store\b/.test(response.headers.get("cache-control") ?? "")
    ? response
    : ResponseHeaders.copyWith(response, [ResponseHeaders.neverCached])
