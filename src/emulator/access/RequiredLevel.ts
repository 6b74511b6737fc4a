/** The middleware of the contract that refuses callers below the level of an endpoint. */
import * as Effect from "effect/Effect"
import { RouteContext } from "effect/http/HttpRouter"
import { ParsedSearchParams } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { AdminAccess, ClientAccess, ServerAccess } from "../../api/Access.ts"
import { type AccessLevel, accessLevels } from "../../domain/AccessLevel.ts"
import { AccessTypeRequired, InsufficientAccessType } from "../../domain/errors/ProjectAccess.ts"
import { CannotGetOwnUserWithoutUser } from "../../domain/errors/Session.ts"
import * as Answer from "../http/Answer.ts"
import { Caller, isMe, RequestCaller } from "./Caller.ts"

/** Whether the path or the query of the request names the signed-in user. */
const namesMe = Effect.gen(function* () {
  const { params } = yield* RouteContext
  const query = yield* ParsedSearchParams
  return isMe(params["userId"]) || isMe(query["user_id"])
})

/**
 * Requires a level; other callers are refused before their body is read. The service resolves `me` before it checks the
 * level, so a client without a session gets that error.
 */
const admit = (minimum: AccessLevel): ClientAccess["Service"] => {
  const allowed: ReadonlyArray<AccessLevel> = accessLevels.slice(accessLevels.indexOf(minimum))
  return Effect.fnUntraced(function* (httpEffect) {
    const caller = yield* RequestCaller
    if (caller === undefined) return Answer.knownError(new AccessTypeRequired())
    const { level, user } = caller
    if (allowed.includes(level)) return yield* Effect.provideService(httpEffect, Caller, caller)
    if (user === undefined && (yield* namesMe)) return Answer.knownError(new CannotGetOwnUserWithoutUser())
    return Answer.knownError(
      new InsufficientAccessType({ details: { actualAccessType: level, allowedAccessTypes: [...allowed] } })
    )
  })
}

/** Admits callers of each level or a higher one. */
export const layer: Layer.Layer<ClientAccess | ServerAccess | AdminAccess> = Layer.mergeAll(
  Layer.succeed(ClientAccess, admit("client")),
  Layer.succeed(ServerAccess, admit("server")),
  Layer.succeed(AdminAccess, admit("admin"))
)
