/**
 * Route handlers for signed-in users only.
 */
import { hasProperty } from "effect/Predicate"
import { forbidden, unauthorized, unavailable } from "../domain/Refusal.ts"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { make as makeOrigin, type OriginOptions, problem } from "../platform/RequestOrigin.ts"
import { hasPair } from "../platform/TokenText.ts"

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
export const make =
  <User>(
    getUser: (allow: AllowedKinds | undefined) => Promise<User | null>,
    options: OriginOptions = {}
  ): Protect<User> =>
  (handler, { allow } = {}) =>
  async (request, ...rest) => {
    const isForeign = makeOrigin(options)
    if (isForeign === undefined) throw new InvalidOption({ option: "trustedOrigins", problem })
    if (!hasPair(request) && isForeign(request)) return refuseForeign()
    let user: User | null
    try {
      user = await getUser(allow)
    } catch (error) {
      if (!hasProperty(error, "_tag")) throw error
      if (error._tag === "TransportError") return refuse(503, "Unavailable", undefined, unavailable)
      if (error._tag === "InvalidAuthHeader") return refuse(401, "Unauthorized", "malformed", unauthorized("malformed"))
      if (error._tag === "RestrictedUserNotAllowed")
        return refuse(403, "Forbidden", "restricted", forbidden("restricted"))
      throw error
    }
    if (user === null) return refuse(401, "Unauthorized", "missing", unauthorized("missing"))
    return isPrivate(await handler(request, user, ...rest))
  }

/** The response to a request that a page of a foreign origin sent with the user's cookies. */
export const refuseForeign = (): Response => refuse(403, "Forbidden", "origin", forbidden("origin"))

const refuse = (status: number, _tag: string, reason: string | undefined, message: string): Response =>
  isPrivate(
    Response.json(
      { _tag, reason, message },
      { status, ...(status === 401 && { headers: { "www-authenticate": "Bearer" } }) }
    )
  )

/** A copy of a response that is never cached: the headers of one from `fetch` are immutable. */
const isPrivate = (response: Response): Response => {
  if (/\bno-store\b/.test(response.headers.get("cache-control") ?? "")) return response
  const changed = new Response(response.body, response)
  changed.headers.set("cache-control", "private, no-store")
  return changed
}
