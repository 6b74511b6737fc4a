/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { UserId } from "../../../api/schema/Ids.ts"
import type { RenewedAccessToken, SessionTokens, SignIn, SignInOrUp } from "../../../api/schema/Tokens.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodeAccessToken } from "./Secrets.ts"

export const decodeSignIn = R.struct((o): SignIn => ({
  accessToken: decodeAccessToken(o.access_token, "access_token"),
  refreshToken: decodeAccessToken(o.refresh_token, "refresh_token"),
  userId: pathSegment<UserId>(o.user_id, "user_id")
}))

export const decodeSessionTokens = R.struct((o): SessionTokens => ({
  accessToken: decodeAccessToken(o.access_token, "access_token"),
  refreshToken: decodeAccessToken(o.refresh_token, "refresh_token")
}))

export const decodeSignInOrUp = R.struct((o): SignInOrUp => ({
  accessToken: decodeAccessToken(o.access_token, "access_token"),
  refreshToken: decodeAccessToken(o.refresh_token, "refresh_token"),
  userId: pathSegment<UserId>(o.user_id, "user_id"),
  isNewUser: R.boolean(o.is_new_user, "is_new_user")
}))

export const decodeRenewedAccessToken = R.struct((o): RenewedAccessToken => ({
  accessToken: decodeAccessToken(o.access_token, "access_token")
}))
