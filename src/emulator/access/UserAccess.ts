/** The users that a request names by their ids. */
import * as Effect from "effect/Effect"
import { UserIdDoesNotExist, UserNotFound } from "../../domain/errors/Users.ts"
import type { UserId } from "../../domain/Ids.ts"
import * as Users from "../accounts/Users.ts"
import { Caller, resolveUserId } from "./Caller.ts"

/** A user of the project, or `USER_NOT_FOUND`. */
export const findUser = Effect.fnUntraced(function* (userId: UserId) {
  const { project } = yield* Caller
  return (yield* Users.find(project.id, userId)) ?? (yield* new UserNotFound())
})

/** The user whom a request names, with `me` resolved. */
export const findNamedUser = (id: string) => Effect.flatMap(resolveUserId(id), findUser)

/** Fails with `USER_ID_DOES_NOT_EXIST`, the error of some endpoints for a user who is not of the project. */
export const requireUserId = (userId: UserId) =>
  Effect.mapError(findUser(userId), () => new UserIdDoesNotExist({ details: { userId } }))

/** A user id of a request, with `me` resolved. If a client names another user, it fails with the given error. */
export const resolveOwnUserId = Effect.fnUntraced(function* <E>(id: string, error: E) {
  const { level, user } = yield* Caller
  const userId = yield* resolveUserId(id)
  return level === "client" && userId !== user?.id ? yield* Effect.fail(error) : userId
})
