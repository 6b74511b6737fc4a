/**
 * Sessions as only admins see them.
 */
import * as Api from "../api/Sessions.ts"
import type { UserId } from "../domain/Ids.ts"
import { asAdmin } from "./internal/AsAdmin.ts"

/** The sessions of a user, newest first, with those in which somebody else acts as the user. */
export const list = asAdmin.read("admin/Sessions.list", Api.listSessions, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["sessions"]
})
