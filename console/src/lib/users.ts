/** Users in the console. */
import type { Users } from "gatefold/server"
import { formatProvider } from "#screens/lib/providers"

/** A user with all fields that servers can read. */
export type User = Users.ServerUser

/** The name of a user. Without one, the email address or the first part of the ID. */
export const formatUserName = ({
  displayName,
  id,
  primaryEmail
}: Pick<User, "displayName" | "id" | "primaryEmail">): string => displayName || primaryEmail || id.slice(0, 8)

/** The sign-in methods of a user. */
export const listSignInMethods = (user: User): ReadonlyArray<string> => [
  ...(user.hasPassword ? ["Password"] : []),
  ...(user.otpAuthEnabled ? ["Magic link"] : []),
  ...(user.passkeyAuthEnabled ? ["Passkey"] : []),
  ...user.oauthProviders.map(({ id }) => formatProvider(id))
]
