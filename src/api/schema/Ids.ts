/**
 * The schemas of ids.
 */
import * as Schema from "effect/Schema"
import type * as Ids from "../../domain/Ids.ts"
import { isPathSegment, pathSegment } from "../../domain/PathSegment.ts"
import { named } from "./Rule.ts"

const expected = "an id that is safe as one path segment"

/** Text that is safe as one segment of a path. */
export const PathSegment = Schema.String.check(
  Schema.isPattern(pathSegment, { expected, ...named(isPathSegment, expected) })
)

// The annotation tells the ids apart for the compiler of the contract, which sees no brands.
const id = (name: string) => PathSegment.annotate({ "~gatefold/id": name })

/** The id of a user, a UUID. */
export const UserId = id("UserId").pipe(Schema.brand("gatefold/UserId"))
/** The id of a user, a UUID. */
export type UserId = Ids.UserId

/** The word for the user of the access token, accepted wherever a user id is. */
export const Me = Schema.Literal("me")

/** A user id, or `me` for the user of the access token. */
export const UserIdOrMe = Schema.Union([Me, UserId])
/** A user id, or `me` for the user of the access token. */
export type UserIdOrMe = Ids.UserIdOrMe

/** The id of a team, a UUID. */
export const TeamId = id("TeamId").pipe(Schema.brand("gatefold/TeamId"))
/** The id of a team, a UUID. */
export type TeamId = Ids.TeamId

/** The id of a session, a UUID; it is not the refresh token. */
export const SessionId = id("SessionId").pipe(Schema.brand("gatefold/SessionId"))
/** The id of a session, a UUID; it is not the refresh token. */
export type SessionId = Ids.SessionId

/** The id of a contact channel, a UUID. */
export const ContactChannelId = id("ContactChannelId").pipe(Schema.brand("gatefold/ContactChannelId"))
/** The id of a contact channel, a UUID. */
export type ContactChannelId = Ids.ContactChannelId

/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export const TeamInvitationId = id("TeamInvitationId").pipe(Schema.brand("gatefold/TeamInvitationId"))
/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export type TeamInvitationId = Ids.TeamInvitationId

/** The id of an API key of a user or a team, a UUID. */
export const ApiKeyId = id("ApiKeyId").pipe(Schema.brand("gatefold/ApiKeyId"))
/** The id of an API key of a user or a team, a UUID. */
export type ApiKeyId = Ids.ApiKeyId

/** The id of a key set of a project, a UUID. */
export const InternalApiKeyId = id("InternalApiKeyId").pipe(Schema.brand("gatefold/InternalApiKeyId"))
/** The id of a key set of a project, a UUID. */
export type InternalApiKeyId = Ids.InternalApiKeyId

/** The id of a project: a UUID, or `internal`. */
export const ProjectId = id("ProjectId").pipe(Schema.brand("gatefold/ProjectId"))
/** The id of a project: a UUID, or `internal`. */
export type ProjectId = Ids.ProjectId

/** The id of a permission; system permissions start with `$`. */
export const PermissionId = id("PermissionId").pipe(Schema.brand("gatefold/PermissionId"))
/** The id of a permission; system permissions start with `$`. */
export type PermissionId = Ids.PermissionId

/** The id of a sign-in provider, such as `github`. */
export const ProviderId = id("ProviderId").pipe(Schema.brand("gatefold/ProviderId"))
/** The id of a sign-in provider, such as `github`. */
export type ProviderId = Ids.ProviderId

/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export const ProviderAccountId = id("ProviderAccountId").pipe(Schema.brand("gatefold/ProviderAccountId"))
/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export type ProviderAccountId = Ids.ProviderAccountId

/** The id of an e-mail template whose source is TSX, a UUID. */
export const EmailTemplateId = id("EmailTemplateId").pipe(Schema.brand("gatefold/EmailTemplateId"))
/** The id of an e-mail template whose source is TSX, a UUID. */
export type EmailTemplateId = Ids.EmailTemplateId

/** The id of a theme of mails, a UUID. */
export const EmailThemeId = id("EmailThemeId").pipe(Schema.brand("gatefold/EmailThemeId"))
/** The id of a theme of mails, a UUID. */
export type EmailThemeId = Ids.EmailThemeId

/** The id of a draft of a mail, a UUID. */
export const EmailDraftId = id("EmailDraftId").pipe(Schema.brand("gatefold/EmailDraftId"))
/** The id of a draft of a mail, a UUID. */
export type EmailDraftId = Ids.EmailDraftId

/** The id of an e-mail in the outbox, a UUID. */
export const OutboxEmailId = id("OutboxEmailId").pipe(Schema.brand("gatefold/OutboxEmailId"))
/** The id of an e-mail in the outbox, a UUID. */
export type OutboxEmailId = Ids.OutboxEmailId

/** The id of a category of mails that users can turn off, a UUID. */
export const NotificationCategoryId = id("NotificationCategoryId").pipe(Schema.brand("gatefold/NotificationCategoryId"))
/** The id of a category of mails that users can turn off, a UUID. */
export type NotificationCategoryId = Ids.NotificationCategoryId

/** The id of an e-mail in the list of sent ones. */
export const SentEmailId = id("SentEmailId").pipe(Schema.brand("gatefold/SentEmailId"))
/** The id of an e-mail in the list of sent ones. */
export type SentEmailId = Ids.SentEmailId
