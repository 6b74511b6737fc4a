import type { User } from "../../../../../backend/AdminUsersContract.ts"

/** The name of a user. */
export const userName = ({
  displayName,
  id,
  primaryEmail
}: Pick<User, "displayName" | "id" | "primaryEmail">): string => displayName ?? primaryEmail ?? `User ${id.slice(0, 8)}`
