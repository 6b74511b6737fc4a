/**
 * Route handlers that only signed-in users reach.
 */
import { hasProperty } from "effect/Predicate"
import type { AllowedKinds } from "../domain/TokenKind.ts"
import { InvalidOption } from "../http/ProjectConfig.ts"
import { make as makeOrigin, type OriginOptions, problem } from "../platform/RequestOrigin.ts"
import { hasPair } from "../token/internal/TokenText.ts"

/** Whom a route handler is for; everything is optional. */
export interface ProtectOptions {
  /** Who counts beside ordinary users. Default: whom the app allows. */
  readonly allow?: AllowedKinds | undefined
}

/**
 * Wraps a route handler. Without a user it answers 401, to a restricted user who
 * is not allowed, and to a request that another site has made its visitor send,
 * 403, and 503 when nobody can be asked.
 * Whatever it answers no cache may keep.
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

/** Makes the wrapper over what reads the user. */
export const make =
  <User>(
    getUser: (allow: AllowedKinds | undefined) => Promise<User | null>,
    options: OriginOptions = {}
  ): Protect<User> =>
  (handler, { allow } = {}) =>
  async (request, ...rest) => {
    const isForeign = makeOrigin(options)
    if (isForeign === undefined) throw new InvalidOption({ option: "trustedOrigins", problem })
    if (!hasPair(request) && isForeign(request)) return refuse(403, "Forbidden")
    let user: User | null
    try {
      user = await getUser(allow)
    } catch (error) {
      if (!hasProperty(error, "_tag")) throw error
      if (error._tag === "TransportError") return refuse(503, "Unavailable")
      if (error._tag === "InvalidAuthHeader") return refuse(401, "Unauthorized")
      if (error._tag === "RestrictedUserNotAllowed") return refuse(403, "Forbidden", "restricted")
      throw error
    }
    if (user === null) return refuse(401, "Unauthorized")
    return isPrivate(await handler(request, user, ...rest))
  }

const refuse = (status: number, _tag: string, reason?: string): Response =>
  isPrivate(
    Response.json({ _tag, reason }, { status, ...(status === 401 && { headers: { "www-authenticate": "Bearer" } }) })
  )

/** The same response, which no cache keeps; one that `fetch` brought cannot be changed itself. */
const isPrivate = (response: Response): Response => {
  if (/\bno-store\b/.test(response.headers.get("cache-control") ?? "")) return response
  const changed = new Response(response.body, response)
  changed.headers.set("cache-control", "private, no-store")
  return changed
}
