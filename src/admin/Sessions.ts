/**
 * Sessions as only admins see them.
 */
import * as Api from "../api/Sessions.ts"
import type { UserId } from "../domain/Ids.ts"
import { operation } from "../operation/Operation.ts"
import { call } from "./Call.ts"

/** The sessions of a user, newest first, with those in which somebody else acts as the user. */
export const list = operation("admin/Sessions.list", { shows: ["sessions"] })((userId: UserId) =>
  call(Api.listSessions, { query: { userId } })
)
