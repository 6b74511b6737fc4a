/** A user as it is stored, and its read shapes (docs/protocol/resources.md#users). */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { CurrentUser, ServerUser } from "../../api/schema/User.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import type { ProjectConfig } from "../projects/ProjectConfig.ts"
import * as Columns from "../storage/Columns.ts"
import { parseMetadata } from "../storage/Columns.ts"

const OAuthAccount = Schema.Struct({
  id: Schema.String,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
export interface OAuthAccount extends Schema.Struct.Type<(typeof OAuthAccount)["fields"]> {}

const parseAccounts = Columns.makeParser(Schema.Array(OAuthAccount))

export interface UserRow {
  readonly id: UserId
  readonly project_id: ProjectId
  readonly display_name: string | null
  readonly profile_image_url: string | null
  readonly client_metadata: string | null
  readonly client_read_only_metadata: string | null
  readonly server_metadata: string | null
  readonly password_hash: string | null
  readonly otp_auth_enabled: number
  readonly totp_secret: string | null
  readonly requires_totp_mfa: number
  readonly is_anonymous: number
  readonly restricted_by_admin: number
  readonly restricted_by_admin_reason: string | null
  readonly restricted_by_admin_private_details: string | null
  readonly country_code: string | null
  readonly sign_up_risk_bot: number
  readonly sign_up_risk_abuse: number
  readonly selected_team_id: string | null
  readonly signed_up_at: number
  readonly last_active_at: number
  readonly email_id: string | null
  readonly email: string | null
  readonly email_verified: number | null
  readonly email_used_for_auth: number | null
  readonly has_passkey: number
  /** JSON array of {@link OAuthAccount}. */
  readonly provider_accounts: string
  readonly team_display_name: string | null
  readonly team_profile_image_url: string | null
  readonly team_client_metadata: string | null
  readonly team_client_read_only_metadata: string | null
  readonly team_server_metadata: string | null
  readonly team_created_at: number | null
}

/** The SQL that reads a {@link UserRow}: of `users u`, with `contact_channels c` for the primary address. */
export const selectUsers = `SELECT u.*,
  c.id AS email_id, c.value AS email, c.is_verified AS email_verified, c.used_for_auth AS email_used_for_auth,
  t.display_name AS team_display_name, t.profile_image_url AS team_profile_image_url,
  t.client_metadata AS team_client_metadata, t.client_read_only_metadata AS team_client_read_only_metadata,
  t.server_metadata AS team_server_metadata, t.created_at AS team_created_at,
  EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = u.id) AS has_passkey,
  (SELECT json_group_array(json_object('id', a.provider_id, 'accountId', a.account_id, 'email', a.email)
    ORDER BY a.created_at, a.rowid) FROM provider_accounts a WHERE a.user_id = u.id) AS provider_accounts
  FROM users u
  LEFT JOIN contact_channels c ON c.user_id = u.id AND c.type = 'email' AND c.is_primary = 1
  LEFT JOIN teams t ON t.id = u.selected_team_id`

const toSelectedTeam = (row: UserRow) =>
  row.selected_team_id === null || row.team_display_name === null || row.team_created_at === null
    ? null
    : {
        id: row.selected_team_id,
        displayName: row.team_display_name,
        profileImageUrl: row.team_profile_image_url,
        clientMetadata: parseMetadata(row.team_client_metadata),
        clientReadOnlyMetadata: parseMetadata(row.team_client_read_only_metadata),
        createdAt: new Date(row.team_created_at),
        serverMetadata: parseMetadata(row.team_server_metadata)
      }

export type Restrictions = Pick<ProjectConfig, "requireEmailVerification">

/** Why a user is restricted in the current service: the first reason that applies. */
export const getRestrictedReason = (
  row: UserRow,
  { requireEmailVerification }: Restrictions
): "anonymous" | "email_not_verified" | "restricted_by_administrator" | undefined => {
  if (row.is_anonymous === 1) return "anonymous"
  if (requireEmailVerification && row.email_verified !== 1) return "email_not_verified"
  return row.restricted_by_admin === 1 ? "restricted_by_administrator" : undefined
}

/** The fields of users in the current service only. */
const getRestriction = (row: UserRow, restrictions: Restrictions) => {
  const reason = getRestrictedReason(row, restrictions)
  return {
    isRestricted: reason !== undefined,
    restrictedReason: reason ?? null,
    restrictedByAdmin: row.restricted_by_admin === 1,
    restrictedByAdminReason: row.restricted_by_admin_reason,
    restrictedByAdminPrivateDetails: row.restricted_by_admin_private_details,
    countryCode: row.country_code,
    riskScores: { signUp: { bot: row.sign_up_risk_bot, freeTrialAbuse: row.sign_up_risk_abuse } }
  }
}

/** The server's shape of a user; without `restrictions` that of 2025-06. */
export const toServerUser = (row: UserRow, restrictions: Restrictions | undefined): ServerUser => {
  const accounts = row.provider_accounts === "[]" ? [] : parseAccounts(row.provider_accounts)
  return {
    id: row.id,
    displayName: row.display_name,
    primaryEmail: row.email,
    primaryEmailVerified: row.email_verified === 1,
    primaryEmailAuthEnabled: row.email_used_for_auth === 1,
    profileImageUrl: row.profile_image_url,
    signedUpAt: new Date(row.signed_up_at),
    lastActiveAt: new Date(row.last_active_at),
    clientMetadata: parseMetadata(row.client_metadata),
    clientReadOnlyMetadata: parseMetadata(row.client_read_only_metadata),
    serverMetadata: parseMetadata(row.server_metadata),
    hasPassword: row.password_hash !== null,
    emailAuthEnabled: row.password_hash !== null || row.otp_auth_enabled === 1,
    otpAuthEnabled: row.otp_auth_enabled === 1,
    passkeyAuthEnabled: row.has_passkey === 1,
    oauthProviders: accounts,
    isMultiFactorRequired: row.requires_totp_mfa === 1,
    isAnonymous: row.is_anonymous === 1,
    ...(restrictions === undefined
      ? { isRestricted: false, restrictedReason: null }
      : getRestriction(row, restrictions)),
    selectedTeamId: row.selected_team_id,
    selectedTeam: toSelectedTeam(row)
  }
}

export const toCurrentUser = (row: UserRow, restrictions: Restrictions | undefined): CurrentUser => {
  const user = Struct.omit(toServerUser(row, restrictions), serverOnly)
  return { ...user, selectedTeam: user.selectedTeam && Struct.omit(user.selectedTeam, serverOnlyOfTeam) }
}

const serverOnly = [
  "countryCode",
  "lastActiveAt",
  "primaryEmailAuthEnabled",
  "restrictedByAdminPrivateDetails",
  "riskScores",
  "serverMetadata"
] as const

const serverOnlyOfTeam = ["createdAt", "serverMetadata"] as const
