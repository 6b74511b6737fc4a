/** How users are shown. */
import type { Users } from "gatefold/server"

/** A user as servers see it. */
export type User = Users.ServerUser

/** The name of a user, else the address, else a part of the id. */
export const nameOf = ({ displayName, id, primaryEmail }: Pick<User, "displayName" | "id" | "primaryEmail">): string =>
  displayName || primaryEmail || id.slice(0, 8)

/** The ways in which a user can sign in. */
export const methodsOf = (user: User): ReadonlyArray<string> => [
  ...(user.hasPassword ? ["Password"] : []),
  ...(user.otpAuthEnabled ? ["Magic link"] : []),
  ...(user.passkeyAuthEnabled ? ["Passkey"] : []),
  ...user.oauthProviders.map(({ id }) => id)
]
