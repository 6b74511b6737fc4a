/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type { ProviderId, TeamId, UserId } from "../../../api/schema/Ids.ts"
import type {
  CurrentUser,
  ExternalAuthProvider,
  RiskScores,
  ServerUser,
  UserOAuthProvider
} from "../../../api/schema/User.ts"
import { toRestriction } from "../../../domain/Restriction.ts"
import * as R from "../../Runtime.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"
import { decodeRestrictedReason } from "./RestrictedReason.ts"
import { decodeServerTeam, decodeTeam } from "./Team.ts"

export const decodeUserOAuthProvider = R.struct((o): UserOAuthProvider => ({
  id: pathSegment<ProviderId>(o.id, "id"),
  accountId: R.string(o.account_id, "account_id"),
  email: R.nullable(o.email, "email", R.string)
}))

const decodeServerUserOauthProviders = R.list(decodeUserOAuthProvider)

export const decodeExternalAuthProvider = R.struct((o): ExternalAuthProvider => ({ id: R.string(o.id, "id") }))

const decodeServerUserExternalAuthProviders = R.list(decodeExternalAuthProvider)

const decodeRiskScoresSignUp = R.struct((o) => ({
  bot: R.finite(o.bot, "bot"),
  freeTrialAbuse: R.finite(o.free_trial_abuse, "free_trial_abuse")
}))

export const decodeRiskScores = R.struct((o): RiskScores => ({ signUp: decodeRiskScoresSignUp(o.sign_up, "sign_up") }))

const idToSelectedTeamId = (o: R.Properties) => ({
  id: pathSegment<UserId>(o.id, "id"),
  displayName: R.nullable(o.display_name, "display_name", R.string),
  primaryEmail: R.nullable(o.primary_email, "primary_email", R.string),
  primaryEmailVerified: R.boolean(o.primary_email_verified, "primary_email_verified"),
  profileImageUrl: decodePictureUrl(o.profile_image_url, "profile_image_url"),
  signedUpAt: R.dateOfMillis(o.signed_up_at_millis, "signed_up_at_millis"),
  clientMetadata: R.json(o.client_metadata, "client_metadata"),
  clientReadOnlyMetadata: R.json(o.client_read_only_metadata, "client_read_only_metadata"),
  hasPassword: R.boolean(o.has_password, "has_password"),
  emailAuthEnabled: R.boolean(o.auth_with_email, "auth_with_email"),
  otpAuthEnabled: R.boolean(o.otp_auth_enabled, "otp_auth_enabled"),
  passkeyAuthEnabled: R.boolean(o.passkey_auth_enabled, "passkey_auth_enabled"),
  oauthProviders: decodeServerUserOauthProviders(o.oauth_providers, "oauth_providers"),
  isMultiFactorRequired: R.boolean(o.requires_totp_mfa, "requires_totp_mfa"),
  isAnonymous: R.boolean(o.is_anonymous, "is_anonymous"),
  isRestricted: R.optional(o.is_restricted, "is_restricted", R.boolean),
  restrictedReason: R.nullish(o.restricted_reason, "restricted_reason", decodeRestrictedReason),
  selectedTeamId: R.nullable(o.selected_team_id, "selected_team_id", pathSegment<TeamId>)
})

export const decodeServerUser = R.struct((o): ServerUser => {
  const required = {
    ...idToSelectedTeamId(o),
    selectedTeam: R.nullable(o.selected_team, "selected_team", decodeServerTeam),
    primaryEmailAuthEnabled: R.boolean(o.primary_email_auth_enabled, "primary_email_auth_enabled"),
    serverMetadata: R.json(o.server_metadata, "server_metadata"),
    lastActiveAt: R.dateOfMillis(o.last_active_at_millis, "last_active_at_millis")
  }
  const a: typeof required & {
    externalAuthProviders?: ReadonlyArray<ExternalAuthProvider> | undefined
    restrictedByAdmin?: boolean | undefined
    restrictedByAdminReason?: string | null | undefined
    restrictedByAdminPrivateDetails?: string | null | undefined
    countryCode?: string | null | undefined
    riskScores?: RiskScores | undefined
  } = required
  if (o.external_auth_providers !== undefined)
    a.externalAuthProviders = decodeServerUserExternalAuthProviders(
      o.external_auth_providers,
      "external_auth_providers"
    )
  if (o.restricted_by_admin !== undefined) a.restrictedByAdmin = R.boolean(o.restricted_by_admin, "restricted_by_admin")
  if (o.restricted_by_admin_reason !== undefined)
    a.restrictedByAdminReason = R.nullable(o.restricted_by_admin_reason, "restricted_by_admin_reason", R.string)
  if (o.restricted_by_admin_private_details !== undefined)
    a.restrictedByAdminPrivateDetails = R.nullable(
      o.restricted_by_admin_private_details,
      "restricted_by_admin_private_details",
      R.string
    )
  if (o.country_code !== undefined) a.countryCode = R.nullable(o.country_code, "country_code", R.string)
  if (o.risk_scores !== undefined) a.riskScores = decodeRiskScores(o.risk_scores, "risk_scores")
  return Object.assign(a, toRestriction(a))
})

export const decodeCurrentUser = R.struct((o): CurrentUser => {
  const required = { ...idToSelectedTeamId(o), selectedTeam: R.nullable(o.selected_team, "selected_team", decodeTeam) }
  const a: typeof required & {
    externalAuthProviders?: ReadonlyArray<ExternalAuthProvider> | undefined
    restrictedByAdmin?: boolean | undefined
    restrictedByAdminReason?: string | null | undefined
  } = required
  if (o.external_auth_providers !== undefined)
    a.externalAuthProviders = decodeServerUserExternalAuthProviders(
      o.external_auth_providers,
      "external_auth_providers"
    )
  if (o.restricted_by_admin !== undefined) a.restrictedByAdmin = R.boolean(o.restricted_by_admin, "restricted_by_admin")
  if (o.restricted_by_admin_reason !== undefined)
    a.restrictedByAdminReason = R.nullable(o.restricted_by_admin_reason, "restricted_by_admin_reason", R.string)
  return Object.assign(a, toRestriction(a))
})

const encodeRiskScoresSignUp = R.struct((o) => ({
  bot: R.finite(o.bot, "bot"),
  free_trial_abuse: R.finite(o.freeTrialAbuse, "freeTrialAbuse")
}))

export const encodeRiskScores = R.struct((o) => ({ sign_up: encodeRiskScoresSignUp(o.signUp, "signUp") }))
