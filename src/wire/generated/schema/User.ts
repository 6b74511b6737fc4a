/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */
import type { ProviderId, TeamId, UserId } from "../../../api/schema/Ids.ts"
import type { RestrictedReason } from "../../../api/schema/RestrictedReason.ts"
import type { ServerTeam, Team } from "../../../api/schema/Team.ts"
import type { CurrentUser, RiskScores, ServerUser, UserOAuthProvider } from "../../../api/schema/User.ts"
import type { Json } from "../../../domain/Json.ts"
import { restrictionOf } from "../../../domain/Restriction.ts"
import { pathSegment } from "./Ids.ts"
import { decodePictureUrl } from "./Picture.ts"
import { decodeRestrictedReason } from "./RestrictedReason.ts"
import { decodeServerTeam, decodeTeam } from "./Team.ts"
import * as R from "../../runtime.ts"

export const decodeUserOAuthProvider = R.struct((o): UserOAuthProvider => ({
  id: pathSegment<ProviderId>(o.id, "id"),
  accountId: R.string(o.account_id, "account_id"),
  email: o.email === null ? null : R.string(o.email, "email")
}))

const decodeServerUserOauthProviders = R.list(decodeUserOAuthProvider)

const decodeRiskScoresSignUp = R.struct((o) => ({
  bot: R.finite(o.bot, "bot"),
  freeTrialAbuse: R.finite(o.free_trial_abuse, "free_trial_abuse")
}))

export const decodeRiskScores = R.struct((o): RiskScores => ({ signUp: decodeRiskScoresSignUp(o.sign_up, "sign_up") }))

export const decodeServerUser = R.struct((o): ServerUser => {
  const a: {
    id: UserId
    displayName: string | null
    primaryEmail: string | null
    primaryEmailVerified: boolean
    profileImageUrl: string | null
    signedUpAt: Date
    clientMetadata: Json
    clientReadOnlyMetadata: Json
    hasPassword: boolean
    emailAuthEnabled: boolean
    otpAuthEnabled: boolean
    passkeyAuthEnabled: boolean
    oauthProviders: ReadonlyArray<UserOAuthProvider>
    isMultiFactorRequired: boolean
    isAnonymous: boolean
    isRestricted?: boolean | undefined
    restrictedReason?: RestrictedReason | null | undefined
    restrictedByAdmin?: boolean | undefined
    restrictedByAdminReason?: string | null | undefined
    selectedTeamId: TeamId | null
    selectedTeam: ServerTeam | null
    primaryEmailAuthEnabled: boolean
    serverMetadata: Json
    lastActiveAt: Date
    restrictedByAdminPrivateDetails?: string | null | undefined
    countryCode?: string | null | undefined
    riskScores?: RiskScores | undefined
  } = {
    id: pathSegment<UserId>(o.id, "id"),
    displayName: o.display_name === null ? null : R.string(o.display_name, "display_name"),
    primaryEmail: o.primary_email === null ? null : R.string(o.primary_email, "primary_email"),
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
    isRestricted: o.is_restricted === undefined ? undefined : R.boolean(o.is_restricted, "is_restricted"),
    restrictedReason:
      o.restricted_reason === undefined
        ? undefined
        : o.restricted_reason === null
          ? null
          : decodeRestrictedReason(o.restricted_reason, "restricted_reason"),
    selectedTeamId: o.selected_team_id === null ? null : pathSegment<TeamId>(o.selected_team_id, "selected_team_id"),
    selectedTeam: o.selected_team === null ? null : decodeServerTeam(o.selected_team, "selected_team"),
    primaryEmailAuthEnabled: R.boolean(o.primary_email_auth_enabled, "primary_email_auth_enabled"),
    serverMetadata: R.json(o.server_metadata, "server_metadata"),
    lastActiveAt: R.dateOfMillis(o.last_active_at_millis, "last_active_at_millis")
  }
  if (o.restricted_by_admin !== undefined) a.restrictedByAdmin = R.boolean(o.restricted_by_admin, "restricted_by_admin")
  if (o.restricted_by_admin_reason !== undefined)
    a.restrictedByAdminReason =
      o.restricted_by_admin_reason === null
        ? null
        : R.string(o.restricted_by_admin_reason, "restricted_by_admin_reason")
  if (o.restricted_by_admin_private_details !== undefined)
    a.restrictedByAdminPrivateDetails =
      o.restricted_by_admin_private_details === null
        ? null
        : R.string(o.restricted_by_admin_private_details, "restricted_by_admin_private_details")
  if (o.country_code !== undefined)
    a.countryCode = o.country_code === null ? null : R.string(o.country_code, "country_code")
  if (o.risk_scores !== undefined) a.riskScores = decodeRiskScores(o.risk_scores, "risk_scores")
  return Object.assign(a, restrictionOf(a))
})

export const decodeCurrentUser = R.struct((o): CurrentUser => {
  const a: {
    id: UserId
    displayName: string | null
    primaryEmail: string | null
    primaryEmailVerified: boolean
    profileImageUrl: string | null
    signedUpAt: Date
    clientMetadata: Json
    clientReadOnlyMetadata: Json
    hasPassword: boolean
    emailAuthEnabled: boolean
    otpAuthEnabled: boolean
    passkeyAuthEnabled: boolean
    oauthProviders: ReadonlyArray<UserOAuthProvider>
    isMultiFactorRequired: boolean
    isAnonymous: boolean
    isRestricted?: boolean | undefined
    restrictedReason?: RestrictedReason | null | undefined
    restrictedByAdmin?: boolean | undefined
    restrictedByAdminReason?: string | null | undefined
    selectedTeamId: TeamId | null
    selectedTeam: Team | null
  } = {
    id: pathSegment<UserId>(o.id, "id"),
    displayName: o.display_name === null ? null : R.string(o.display_name, "display_name"),
    primaryEmail: o.primary_email === null ? null : R.string(o.primary_email, "primary_email"),
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
    isRestricted: o.is_restricted === undefined ? undefined : R.boolean(o.is_restricted, "is_restricted"),
    restrictedReason:
      o.restricted_reason === undefined
        ? undefined
        : o.restricted_reason === null
          ? null
          : decodeRestrictedReason(o.restricted_reason, "restricted_reason"),
    selectedTeamId: o.selected_team_id === null ? null : pathSegment<TeamId>(o.selected_team_id, "selected_team_id"),
    selectedTeam: o.selected_team === null ? null : decodeTeam(o.selected_team, "selected_team")
  }
  if (o.restricted_by_admin !== undefined) a.restrictedByAdmin = R.boolean(o.restricted_by_admin, "restricted_by_admin")
  if (o.restricted_by_admin_reason !== undefined)
    a.restrictedByAdminReason =
      o.restricted_by_admin_reason === null
        ? null
        : R.string(o.restricted_by_admin_reason, "restricted_by_admin_reason")
  return Object.assign(a, restrictionOf(a))
})

const encodeRiskScoresSignUp = R.struct((o) => ({
  bot: R.finite(o.bot, "bot"),
  free_trial_abuse: R.finite(o.freeTrialAbuse, "freeTrialAbuse")
}))

export const encodeRiskScores = R.struct((o) => ({ sign_up: encodeRiskScoresSignUp(o.signUp, "signUp") }))
