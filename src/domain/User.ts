/**
 * Users (wire/entities §1).
 */
import * as Schema from "effect/Schema"
import { ProviderId, TeamId, UserId } from "./Ids.ts"
import { Metadata } from "./Metadata.ts"
import { PictureUrl } from "./Picture.ts"
import { ServerTeam, Team } from "./Team.ts"
import { WireStruct } from "./WireStruct.ts"

/** An account at a sign-in provider that a user signs in with. */
export const UserOAuthProvider = WireStruct({
  id: ProviderId,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
})
/** An account at a sign-in provider that a user signs in with. */
export interface UserOAuthProvider extends Schema.Schema.Type<typeof UserOAuthProvider> {}

const clientFields = {
  id: UserId,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Schema.Boolean,
  /** http(s), or a base64 `data:` URL of an image without scripts; null where the service has another. */
  profileImageUrl: PictureUrl,
  signedUpAt: Schema.DateFromMillis,
  clientMetadata: Metadata,
  clientReadOnlyMetadata: Metadata,
  hasPassword: Schema.Boolean,
  /** Whether a password or the magic link can be used. */
  emailAuthEnabled: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  oauthProviders: Schema.Array(UserOAuthProvider),
  isMultiFactorRequired: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  selectedTeamId: Schema.NullOr(TeamId)
}

/** The signed-in user as clients see it. */
export const CurrentUser = WireStruct(
  {
    ...clientFields,
    selectedTeam: Schema.NullOr(Team)
  },
  {
    signedUpAt: "signed_up_at_millis",
    emailAuthEnabled: "auth_with_email",
    isMultiFactorRequired: "requires_totp_mfa"
  }
)
/** The signed-in user as clients see it. */
export interface CurrentUser extends Schema.Schema.Type<typeof CurrentUser> {}

/** A user as servers see it. */
export const ServerUser = WireStruct(
  {
    ...clientFields,
    selectedTeam: Schema.NullOr(ServerTeam),
    /** Whether the primary e-mail address can be used to sign in. */
    primaryEmailAuthEnabled: Schema.Boolean,
    serverMetadata: Metadata,
    lastActiveAt: Schema.DateFromMillis
  },
  {
    signedUpAt: "signed_up_at_millis",
    emailAuthEnabled: "auth_with_email",
    isMultiFactorRequired: "requires_totp_mfa",
    lastActiveAt: "last_active_at_millis"
  }
)
/** A user as servers see it. */
export interface ServerUser extends Schema.Schema.Type<typeof ServerUser> {}
