import type { CurrentUser } from "gatefold"
import type { AuthText } from "../text/enAuth.ts"

/** The name to show for a user. */
export const formatUserName = (
  t: AuthText,
  { displayName, isAnonymous, primaryEmail }: CurrentUser.CurrentUser
): string => displayName ?? primaryEmail ?? (isAnonymous ? t.common.guest : t.common.unnamedUser)

/** Whether the user is a guest: they try the app and have no way to sign in again. */
export const isGuest = (user: CurrentUser.CurrentUser): boolean => user.isAnonymous && user.primaryEmail === null
