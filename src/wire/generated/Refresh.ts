/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { RefreshAnswer, RefreshGrant } from "../../api/Refresh.ts"
import type { RefreshTokenNotFoundOrExpired } from "../../domain/errors/Session.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { invalidOAuthClientIdOrSecret } from "./errors/OAuth.ts"
import { bodyParsingError, publishableClientKeyRequiredForProject, schemaError } from "./errors/ProjectAccess.ts"
import { refreshTokenNotFoundOrExpired } from "./errors/Session.ts"
import { decodeAccessToken, encodeAccessToken } from "./schema/Secrets.ts"

const tokenTypePattern = /^[Bb][Ee][Aa][Rr][Ee][Rr]$/

export const tokenType = <A extends string = string>(value: unknown, key?: R.Key): A =>
  R.matches(R.string(value, key), key, tokenTypePattern, "a string matching the RegExp ^[Bb][Ee][Aa][Rr][Ee][Rr]$") as A

export const decodeRefreshAnswer = R.struct((o): RefreshAnswer => {
  const a: R.Mutable<RefreshAnswer> = {
    accessToken: decodeAccessToken(o.access_token, "access_token"),
    tokenType: tokenType(o.token_type, "token_type"),
    expiresIn: R.finite(o.expires_in, "expires_in"),
    scope: R.string(o.scope, "scope")
  }
  if (o.refresh_token !== undefined) a.refreshToken = decodeAccessToken(o.refresh_token, "refresh_token")
  return a
})

export const encodeRefreshGrant = R.struct((o) => ({
  grant_type: R.literal(o.grantType, "grantType", "refresh_token"),
  refresh_token: encodeAccessToken(o.refreshToken, "refreshToken"),
  client_id: R.string(o.clientId, "clientId"),
  client_secret: encodeAccessToken(o.clientSecret, "clientSecret")
}))

/** Renew the access token. */
export const refreshToken: Endpoint<
  { readonly payload: RefreshGrant },
  RefreshAnswer,
  RefreshTokenNotFoundOrExpired,
  undefined
> = {
  name: "refreshToken",
  method: "POST",
  path: "/auth/oauth/token",
  level: undefined,
  payload: encodeRefreshGrant,
  sends: "form",
  success: decodeRefreshAnswer,
  errors: [
    refreshTokenNotFoundOrExpired,
    invalidOAuthClientIdOrSecret,
    publishableClientKeyRequiredForProject,
    schemaError,
    bodyParsingError
  ]
}
