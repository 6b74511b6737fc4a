import type { User } from "../../../../../backend/AdminUsersContract.ts"

/** What a user is called. */
export const userName = ({
  displayName,
  id,
  primaryEmail
}: Pick<User, "displayName" | "id" | "primaryEmail">): string => displayName ?? primaryEmail ?? `User ${id.slice(0, 8)}`
