/** The schemas of ids. */
import * as Schema from "effect/Schema"
import type * as Ids from "../../domain/Ids.ts"
import { isPathSegment, pathSegment } from "../../domain/url/PathSegment.ts"
import { annotateRule } from "./Rule.ts"

const expected = "an id that is safe as one path segment"

/** Text that is safe as one segment of a path. */
export const PathSegment = Schema.String.check(
  Schema.isPattern(pathSegment, { expected, ...annotateRule(isPathSegment, expected) })
)

// The annotation tells the ids apart for the compiler of the contract, which sees no brands.
const defineId = (name: string) => PathSegment.annotate({ "~gatefold/id": name })

/** The id of a user, a UUID. */
export const UserId: Schema.Codec<Ids.UserId, string> = defineId("UserId")
export type UserId = Ids.UserId

/** The word for the user of the access token, accepted wherever a user id is. */
export const Me = Schema.Literal("me")

/** A user id, or `me` for the user of the access token. */
export const UserIdOrMe = Schema.Union([Me, UserId])
export type UserIdOrMe = Ids.UserIdOrMe

/** The id of a team, a UUID. */
export const TeamId: Schema.Codec<Ids.TeamId, string> = defineId("TeamId")
export type TeamId = Ids.TeamId

/** The id of a session, a UUID; it is not the refresh token. */
export const SessionId: Schema.Codec<Ids.SessionId, string> = defineId("SessionId")
export type SessionId = Ids.SessionId

/** The id of a contact channel, a UUID. */
export const ContactChannelId: Schema.Codec<Ids.ContactChannelId, string> = defineId("ContactChannelId")
export type ContactChannelId = Ids.ContactChannelId

/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export const TeamInvitationId: Schema.Codec<Ids.TeamInvitationId, string> = defineId("TeamInvitationId")
export type TeamInvitationId = Ids.TeamInvitationId

/** The id of an API key of a user or a team, a UUID. */
export const ApiKeyId: Schema.Codec<Ids.ApiKeyId, string> = defineId("ApiKeyId")
export type ApiKeyId = Ids.ApiKeyId

/** The id of a key set of a project, a UUID. */
export const InternalApiKeyId: Schema.Codec<Ids.InternalApiKeyId, string> = defineId("InternalApiKeyId")
export type InternalApiKeyId = Ids.InternalApiKeyId

/** The id of a project: a UUID, or `internal`. */
export const ProjectId: Schema.Codec<Ids.ProjectId, string> = defineId("ProjectId")
export type ProjectId = Ids.ProjectId

/** The id of a permission; system permissions start with `$`. */
export const PermissionId: Schema.Codec<Ids.PermissionId, string> = defineId("PermissionId")
export type PermissionId = Ids.PermissionId

/** The id of a sign-in provider, such as `github`. */
export const ProviderId: Schema.Codec<Ids.ProviderId, string> = defineId("ProviderId")
export type ProviderId = Ids.ProviderId

/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export const ProviderAccountId: Schema.Codec<Ids.ProviderAccountId, string> = defineId("ProviderAccountId")
export type ProviderAccountId = Ids.ProviderAccountId

/** The id of an email template whose source is TSX, a UUID. */
export const EmailTemplateId: Schema.Codec<Ids.EmailTemplateId, string> = defineId("EmailTemplateId")
export type EmailTemplateId = Ids.EmailTemplateId

/** The id of a theme of mails, a UUID. */
export const EmailThemeId: Schema.Codec<Ids.EmailThemeId, string> = defineId("EmailThemeId")
export type EmailThemeId = Ids.EmailThemeId

/** The id of a draft of a mail, a UUID. */
export const EmailDraftId: Schema.Codec<Ids.EmailDraftId, string> = defineId("EmailDraftId")
export type EmailDraftId = Ids.EmailDraftId

/** The id of an email in the outbox, a UUID. */
export const OutboxEmailId: Schema.Codec<Ids.OutboxEmailId, string> = defineId("OutboxEmailId")
export type OutboxEmailId = Ids.OutboxEmailId

/** The id of a category of mails that users can turn off, a UUID. */
export const NotificationCategoryId: Schema.Codec<Ids.NotificationCategoryId, string> =
  defineId("NotificationCategoryId")
export type NotificationCategoryId = Ids.NotificationCategoryId

/** The id of an email in the list of sent ones. */
export const SentEmailId: Schema.Codec<Ids.SentEmailId, string> = defineId("SentEmailId")
export type SentEmailId = Ids.SentEmailId
