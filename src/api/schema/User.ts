/** Users (docs/protocol/resources.md#users). */
import * as Schema from "effect/Schema"
import { toRestriction, fromRestriction } from "../../domain/Restriction.ts"
import { ProviderId, TeamId, UserId } from "./Ids.ts"
import { Metadata } from "./Metadata.ts"
import { PictureUrl } from "./Picture.ts"
import { RestrictedReason } from "./RestrictedReason.ts"
import { ServerTeam, Team } from "./Team.ts"
import { WireClass, WireStruct } from "./WireStruct.ts"

/** An account at a sign-in provider that a user signs in with. */
export class UserOAuthProvider extends WireClass<UserOAuthProvider>()({
  id: ProviderId,
  accountId: Schema.String,
  email: Schema.NullOr(Schema.String)
}) {}

/** The risk of a sign-up, from 0 to 100: that it was a bot, or for another free trial. */
export class RiskScores extends WireClass<RiskScores>()({
  signUp: WireStruct({ bot: Schema.Finite, freeTrialAbuse: Schema.Finite })
}) {}

/** A third-party service that signs the user in, such as Clerk. */
export class ExternalAuthProvider extends WireClass<ExternalAuthProvider>()({ id: Schema.String }) {}

const clientFields = {
  id: UserId,
  displayName: Schema.NullOr(Schema.String),
  primaryEmail: Schema.NullOr(Schema.String),
  primaryEmailVerified: Schema.Boolean,
  /** An http(s) URL, or a base64 `data:` URL of an image without scripts; null if the service has any other. */
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
  /** Absent where the service knows of none. */
  externalAuthProviders: Schema.optional(Schema.Array(ExternalAuthProvider)),
  isMultiFactorRequired: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  isRestricted: Schema.optional(Schema.Boolean),
  restrictedReason: Schema.optional(Schema.NullOr(RestrictedReason)),
  /** Absent where the service does not restrict users (that of 2025-06). */
  restrictedByAdmin: Schema.optional(Schema.Boolean),
  /** The reason for the user. */
  restrictedByAdminReason: Schema.optional(Schema.NullOr(Schema.String)),
  selectedTeamId: Schema.NullOr(TeamId)
}

/** Whether a user is restricted, and why: `domain/Restriction` has the rule. */
const restriction = {
  fields: {
    isRestricted: Schema.Boolean,
    /** Null unless restricted. */
    restrictedReason: Schema.NullOr(RestrictedReason.fields.type)
  },
  decode: toRestriction,
  encode: fromRestriction
}

/** The signed-in user as clients see it. */
export class CurrentUser extends WireClass<CurrentUser>()(
  {
    ...clientFields,
    selectedTeam: Schema.NullOr(Team)
  },
  {
    signedUpAt: "signed_up_at_millis",
    emailAuthEnabled: "auth_with_email",
    isMultiFactorRequired: "requires_totp_mfa"
  },
  restriction
) {}

/** A user as servers see it. */
export class ServerUser extends WireClass<ServerUser>()(
  {
    ...clientFields,
    selectedTeam: Schema.NullOr(ServerTeam),
    /** Whether the primary email address can be used to sign in. */
    primaryEmailAuthEnabled: Schema.Boolean,
    serverMetadata: Metadata,
    lastActiveAt: Schema.DateFromMillis,
    /** Details for administrators about the restriction. */
    restrictedByAdminPrivateDetails: Schema.optional(Schema.NullOr(Schema.String)),
    /** The country of the sign-up, two letters (ISO 3166-1). */
    countryCode: Schema.optional(Schema.NullOr(Schema.String)),
    riskScores: Schema.optional(RiskScores)
  },
  {
    signedUpAt: "signed_up_at_millis",
    emailAuthEnabled: "auth_with_email",
    isMultiFactorRequired: "requires_totp_mfa",
    lastActiveAt: "last_active_at_millis"
  },
  restriction
) {}
