import type { CurrentUser } from "gatefold"

/** What a user is called. */
export const nameOf = ({ displayName, primaryEmail }: CurrentUser.CurrentUser): string =>
  displayName ?? primaryEmail ?? "Unnamed user"

/** Somebody who tries the app without a way to sign in again. */
export const isGuest = (user: CurrentUser.CurrentUser): boolean => user.isAnonymous && user.primaryEmail === null
