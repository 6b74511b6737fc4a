/** Requests in plain words. */
import type { Entry } from "../../../src/emulator/control/Journal.ts"

/** Methods and paths below the API, the most specific first. */
const names: ReadonlyArray<readonly [method: string, path: RegExp, name: string]> = [
  ["POST", /^\/auth\/password\/sign-up$/, "Sign up with a password"],
  ["POST", /^\/auth\/password\/sign-in$/, "Sign in with a password"],
  ["POST", /^\/auth\/password\/send-reset-code$/, "Send a password reset"],
  ["POST", /^\/auth\/password\/reset\/check-code$/, "Check a password reset"],
  ["POST", /^\/auth\/password\/reset$/, "Reset a password"],
  ["POST", /^\/auth\/password\/(update|set)$/, "Change a password"],
  ["POST", /^\/auth\/otp\/send-sign-in-code$/, "Send a magic link"],
  ["POST", /^\/auth\/otp\/sign-in\/check-code$/, "Check a magic link"],
  ["POST", /^\/auth\/otp\/sign-in$/, "Sign in with a magic link"],
  ["POST", /^\/auth\/anonymous\/sign-up$/, "Start as a guest"],
  ["POST", /^\/auth\/passkey\/sign-in$/, "Sign in with a passkey"],
  ["POST", /^\/auth\/passkey\/register$/, "Add a passkey"],
  ["POST", /^\/auth\/passkey\//, "Prepare a passkey"],
  ["POST", /^\/auth\/mfa\/sign-in$/, "Enter a second factor"],
  ["GET", /^\/auth\/oauth\/authorize\//, "Start a provider sign-in"],
  ["", /^\/auth\/oauth\/callback\//, "Come back from a provider"],
  ["POST", /^\/auth\/oauth\/token$/, "Exchange or refresh tokens"],
  ["POST", /^\/auth\/sessions\/current\/refresh$/, "Refresh the session"],
  ["DELETE", /^\/auth\/sessions\/current$/, "Sign out"],
  ["GET", /^\/auth\/sessions$/, "List sessions"],
  ["DELETE", /^\/auth\/sessions\//, "End a session"],
  ["POST", /^\/contact-channels\/verify$/, "Verify an email address"],
  ["POST", /^\/contact-channels\/.*\/send-verification-code$/, "Send an email verification"],
  ["POST", /^\/team-invitations\/send-code$/, "Send a team invitation"],
  ["POST", /^\/team-invitations\/accept$/, "Accept a team invitation"],
  ["POST", /^\/team-invitations\/accept\//, "Check a team invitation"],
  ["POST", /^\/team-memberships\//, "Add a team member"],
  ["DELETE", /^\/team-memberships\//, "Remove a team member"],
  ["GET", /^\/users\/me$/, "Read the current user"],
  ["PATCH", /^\/users\/me$/, "Update the current user"],
  ["DELETE", /^\/users\/me$/, "Delete the current user"],
  ["GET", /^\/users$/, "List users"],
  ["POST", /^\/users$/, "Create a user"],
  ["GET", /^\/users\/[^/]+$/, "Read a user"],
  ["PATCH", /^\/users\/[^/]+$/, "Update a user"],
  ["DELETE", /^\/users\/[^/]+$/, "Delete a user"],
  ["GET", /^\/teams$/, "List teams"],
  ["POST", /^\/teams$/, "Create a team"],
  ["GET", /^\/teams\/[^/]+$/, "Read a team"],
  ["PATCH", /^\/teams\/[^/]+$/, "Update a team"],
  ["DELETE", /^\/teams\/[^/]+$/, "Delete a team"],
  ["GET", /^\/projects\/current$/, "Read the project"],
  ["GET", /\/\.well-known\/jwks\.json$/, "Read the signing keys"]
]

/** The path without the root of the API. */
export const shortenPath = (path: string): string => path.replace(/^\/api\/v1(?=\/)/, "")

/** The action of a request in words, if it is a common one. */
export const findRequestName = ({ method, path }: Pick<Entry, "method" | "path">): string | undefined => {
  const short = shortenPath(path)
  return names.find(([wanted, pattern]) => (wanted === "" || wanted === method) && pattern.test(short))?.[2]
}
