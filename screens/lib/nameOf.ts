import type { CurrentUser } from "gatefold"
import type { AuthText } from "../text/enAuth.ts"

/** What a user is called. */
export const nameOf = (t: AuthText, { displayName, primaryEmail }: CurrentUser.CurrentUser): string =>
  displayName ?? primaryEmail ?? t.common.unnamedUser

/** Somebody who tries the app without a way to sign in again. */
export const isGuest = (user: CurrentUser.CurrentUser): boolean => user.isAnonymous && user.primaryEmail === null
