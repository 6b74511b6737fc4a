/**
 * Branded ids.
 *
 * An id becomes one segment of a path, so it must not be able to leave it (see
 * `isPathSegment`). Beyond that ids are opaque: the service uses UUIDs,
 * permission ids and the word `internal`. `api/schema/Ids` has their schemas.
 */
import type * as Brand from "effect/Brand"
import { isPathSegment } from "./PathSegment.ts"

/** Constructor and guard of a branded id. */
export interface IdConstructor<Id extends string> {
  /** The text as an id. Throws a `TypeError` if it cannot be one. */
  readonly make: (text: string) => Id
  /** Whether a value is a text that could be an id. */
  readonly is: (u: unknown) => u is Id
  /** The text as an id, unchecked: an operation fails with `InvalidRequest` if it cannot be one. */
  readonly unchecked: (text: string) => Id
}

const idConstructor = <Id extends string>(name: string): IdConstructor<Id> => {
  const is = (u: unknown): u is Id => typeof u === "string" && isPathSegment(u)
  return {
    make: (text) => {
      if (is(text)) return text
      throw new TypeError(`Not a ${name}: expected an id that is safe as one path segment`)
    },
    is,
    unchecked: (text) => text as Id
  }
}

/** The id of a user, a UUID. */
export type UserId = string & Brand.Brand<"gatefold/UserId">
/** The id of a user, a UUID. */
export const UserId: IdConstructor<UserId> = idConstructor("UserId")

/** A user id, or `me` for the user of the access token. */
export type UserIdOrMe = "me" | UserId

/** The id of a team, a UUID. */
export type TeamId = string & Brand.Brand<"gatefold/TeamId">
/** The id of a team, a UUID. */
export const TeamId: IdConstructor<TeamId> = idConstructor("TeamId")

/** The id of a session, a UUID; it is not the refresh token. */
export type SessionId = string & Brand.Brand<"gatefold/SessionId">
/** The id of a session, a UUID; it is not the refresh token. */
export const SessionId: IdConstructor<SessionId> = idConstructor("SessionId")

/** The id of a contact channel, a UUID. */
export type ContactChannelId = string & Brand.Brand<"gatefold/ContactChannelId">
/** The id of a contact channel, a UUID. */
export const ContactChannelId: IdConstructor<ContactChannelId> = idConstructor("ContactChannelId")

/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export type TeamInvitationId = string & Brand.Brand<"gatefold/TeamInvitationId">
/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export const TeamInvitationId: IdConstructor<TeamInvitationId> = idConstructor("TeamInvitationId")

/** The id of an API key of a user or a team, a UUID. */
export type ApiKeyId = string & Brand.Brand<"gatefold/ApiKeyId">
/** The id of an API key of a user or a team, a UUID. */
export const ApiKeyId: IdConstructor<ApiKeyId> = idConstructor("ApiKeyId")

/** The id of a key set of a project, a UUID. */
export type InternalApiKeyId = string & Brand.Brand<"gatefold/InternalApiKeyId">
/** The id of a key set of a project, a UUID. */
export const InternalApiKeyId: IdConstructor<InternalApiKeyId> = idConstructor("InternalApiKeyId")

/** The id of a project: a UUID, or `internal`. */
export type ProjectId = string & Brand.Brand<"gatefold/ProjectId">
/** The id of a project: a UUID, or `internal`. */
export const ProjectId: IdConstructor<ProjectId> = idConstructor("ProjectId")

/** The id of a permission; system permissions start with `$`. */
export type PermissionId = string & Brand.Brand<"gatefold/PermissionId">
/** The id of a permission; system permissions start with `$`. */
export const PermissionId: IdConstructor<PermissionId> = idConstructor("PermissionId")

/** The id of a sign-in provider, such as `github`. */
export type ProviderId = string & Brand.Brand<"gatefold/ProviderId">
/** The id of a sign-in provider, such as `github`. */
export const ProviderId: IdConstructor<ProviderId> = idConstructor("ProviderId")

/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export type ProviderAccountId = string & Brand.Brand<"gatefold/ProviderAccountId">
/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export const ProviderAccountId: IdConstructor<ProviderAccountId> = idConstructor("ProviderAccountId")

/** The id of an e-mail template whose source is TSX, a UUID. */
export type EmailTemplateId = string & Brand.Brand<"gatefold/EmailTemplateId">
/** The id of an e-mail template whose source is TSX, a UUID. */
export const EmailTemplateId: IdConstructor<EmailTemplateId> = idConstructor("EmailTemplateId")

/** The id of a theme of mails, a UUID. */
export type EmailThemeId = string & Brand.Brand<"gatefold/EmailThemeId">
/** The id of a theme of mails, a UUID. */
export const EmailThemeId: IdConstructor<EmailThemeId> = idConstructor("EmailThemeId")

/** The id of a draft of a mail, a UUID. */
export type EmailDraftId = string & Brand.Brand<"gatefold/EmailDraftId">
/** The id of a draft of a mail, a UUID. */
export const EmailDraftId: IdConstructor<EmailDraftId> = idConstructor("EmailDraftId")

/** The id of an e-mail in the outbox, a UUID. */
export type OutboxEmailId = string & Brand.Brand<"gatefold/OutboxEmailId">
/** The id of an e-mail in the outbox, a UUID. */
export const OutboxEmailId: IdConstructor<OutboxEmailId> = idConstructor("OutboxEmailId")

/** The id of a category of mails that users can turn off, a UUID. */
export type NotificationCategoryId = string & Brand.Brand<"gatefold/NotificationCategoryId">
/** The id of a category of mails that users can turn off, a UUID. */
export const NotificationCategoryId: IdConstructor<NotificationCategoryId> = idConstructor("NotificationCategoryId")

/** The id of an e-mail in the list of sent ones. */
export type SentEmailId = string & Brand.Brand<"gatefold/SentEmailId">
/** The id of an e-mail in the list of sent ones. */
export const SentEmailId: IdConstructor<SentEmailId> = idConstructor("SentEmailId")
