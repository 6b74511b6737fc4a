/** The headers of requests (docs/protocol/headers.md#request-headers). */
import type * as Random from "effect/Random"
import * as Redacted from "effect/Redacted"
import * as AccessTokenClaims from "../../domain/AccessTokenClaims.ts"
import { version } from "../../domain/Version.ts"
import type { AppCredentials, UserCredentials } from "../Credentials.ts"
import type { ServiceConfig } from "../ServiceConfig.ts"

/** The headers that an app sends to every endpoint with an access level. */
export const makeAppHeaders = (project: ServiceConfig, app: AppCredentials): Readonly<Record<string, string>> => ({
  "x-stack-override-error-status": "true",
  "x-stack-project-id": project.projectId,
  "x-stack-access-type": app.level,
  "x-stack-client-version": `js gatefold@${version}`,
  "ngrok-skip-browser-warning": "true",
  ...Object.fromEntries(app.keys.map(([header, value]) => [header, Redacted.value(value)]))
})

export const makeUserHeaders = ({ accessToken, refreshToken }: UserCredentials): Readonly<Record<string, string>> => ({
  "x-stack-access-token": Redacted.value(accessToken),
  // Guests and restricted users are refused without it. Tokens of 2025-06 do not say who is one, so it is not sent
  // there: that service's CORS list lacks it (docs/decisions/0030-generations.md).
  ...(AccessTokenClaims.decodeOnce(accessToken)?.isRestricted === true && { "x-stack-allow-anonymous-user": "true" }),
  ...(refreshToken !== undefined && { "x-stack-refresh-token": Redacted.value(refreshToken) })
})

/** A cache buster of 45 base32 digits, new for each attempt. It protects nothing, so it need not be secret. */
export const makeNonce = (random: (typeof Random.Random)["Service"]): string => {
  let nonce = ""
  // Six digits at a time: engines format small integers seven times as fast as large ones.
  while (nonce.length < 45) nonce += Math.floor(random.nextDoubleUnsafe() * 2 ** 30).toString(32)
  return nonce.slice(0, 45)
}
