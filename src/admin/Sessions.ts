/** Sessions of users, with those of impersonation. */
import type { UserId } from "../domain/Ids.ts"
import * as Wire from "../wire/generated/Sessions.ts"
import { asAdmin } from "./AsAdmin.ts"

/** The sessions of a user, newest first, with impersonations. */
export const list = asAdmin.read("admin/Sessions.list", Wire.listSessions, {
  input: (userId: UserId) => ({ query: { userId } }),
  shows: ["sessions"]
})
