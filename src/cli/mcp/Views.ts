/**
 * Parameters and results of tools. They do not reuse the schemas of the contract: an agent reads each of them first,
 * and validators of other languages do not support the patterns of IDs.
 */
import * as Schema from "effect/Schema"
import type { AdminProject } from "../../api/schema/Project.ts"

const Id = Schema.String.check(Schema.isUUID())

/** The id of a user, in parameters of tools. */
export const UserId = Id.pipe(Schema.brand("gatefold/UserId"))
export const TeamId = Id.pipe(Schema.brand("gatefold/TeamId"))
export const SessionId = Id.pipe(Schema.brand("gatefold/SessionId"))
export const ApiKeyId = Id.pipe(Schema.brand("gatefold/ApiKeyId"))

const Text = Schema.NullOr(Schema.String)
const Time = Schema.DateFromString
const optionalTime = Schema.optionalKey(Time)
const metadata = {
  clientMetadata: Schema.Json,
  clientReadOnlyMetadata: Schema.Json,
  serverMetadata: Schema.Json
}

/** A user, without anything that signs in. */
export const User = Schema.Struct({
  id: Schema.String,
  displayName: Text,
  primaryEmail: Text,
  primaryEmailVerified: Schema.Boolean,
  profileImageUrl: Text,
  signedUpAt: Time,
  lastActiveAt: Time,
  hasPassword: Schema.Boolean,
  otpAuthEnabled: Schema.Boolean,
  passkeyAuthEnabled: Schema.Boolean,
  oauthProviders: Schema.Array(Schema.Struct({ id: Schema.String, accountId: Schema.String, email: Text })),
  isMultiFactorRequired: Schema.Boolean,
  isAnonymous: Schema.Boolean,
  isRestricted: Schema.Boolean,
  restrictedReason: Text,
  selectedTeamId: Text,
  ...metadata
})

export const Team = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  profileImageUrl: Text,
  createdAt: Time,
  ...metadata
})

export const Member = Schema.Struct({ userId: Schema.String, displayName: Text, primaryEmail: Text })

/** A key without its value, which nobody knows. */
export const ApiKey = Schema.Struct({
  id: Schema.String,
  type: Schema.Literals(["user", "team"]),
  description: Schema.String,
  createdAt: Time,
  expiresAt: optionalTime,
  manuallyRevokedAt: optionalTime,
  value: Schema.Struct({ lastFour: Schema.String })
})

export const Session = Schema.Struct({
  id: Schema.String,
  createdAt: Time,
  lastUsedAt: optionalTime,
  isImpersonation: Schema.Boolean
})

export const PermissionDefinition = Schema.Struct({
  id: Schema.String,
  description: Schema.optionalKey(Schema.String),
  containedPermissionIds: Schema.Array(Schema.String)
})

export const ProjectSettings = Schema.Struct({
  id: Schema.String,
  displayName: Schema.String,
  description: Schema.String,
  isProductionMode: Schema.Boolean,
  config: Schema.Json
})

/** The settings of a project without the secrets of providers and of the mail server. */
export const toProjectSettings = ({ config, ...project }: AdminProject): typeof ProjectSettings.Type => {
  const { emailConfig, oauthProviders, ...rest } = config
  const { password: _, ...mail } = emailConfig
  const providers = oauthProviders.map(({ applePrivateKey: _key, clientSecret: _secret, ...provider }) => provider)
  const safeConfig: Schema.Json = JSON.parse(JSON.stringify({ ...rest, emailConfig: mail, oauthProviders: providers }))
  return { ...project, config: safeConfig }
}
