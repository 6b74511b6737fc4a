/**
 * Ids, with a type for each kind of thing: a team id is not a user id, and any other text can be either. Operations
 * fail with `TransportError` of reason `InvalidRequest`, and send nothing, if the text cannot be an id.
 *
 * An id becomes one segment of a path, so it must not be able to leave it (see `isPathSegment`). Beyond that ids are
 * opaque: the service uses UUIDs, permission ids and the word `internal`. `api/schema/Ids` has their schemas.
 */
import { isPathSegment } from "./url/PathSegment.ts"

/** Constructor and guard of an id. */
export interface IdConstructor<Id extends string> {
  /** The text as an id. Throws a `TypeError` if it cannot be one. */
  readonly make: (text: string) => Id
  /** Whether a value is a text that could be an id. */
  readonly is: (u: unknown) => u is Id
}

const makeIdConstructor = <Id extends string>(name: string): IdConstructor<Id> => {
  const is = (u: unknown): u is Id => typeof u === "string" && isPathSegment(u)
  return {
    make: (text) => {
      if (is(text)) return text
      throw new TypeError(`Not a ${name}: expected an id that is safe as one path segment`)
    },
    is
  }
}

/** The id of a user, a UUID. */
export const UserId: IdConstructor<UserId> = makeIdConstructor("UserId")
export type UserId = string & { readonly "~gatefold/id"?: "UserId" }

/** A user id, or `me` for the user of the access token. */
export type UserIdOrMe = "me" | UserId

/** The id of a team, a UUID. */
export const TeamId: IdConstructor<TeamId> = makeIdConstructor("TeamId")
export type TeamId = string & { readonly "~gatefold/id"?: "TeamId" }

/** The id of a session, a UUID; it is not the refresh token. */
export const SessionId: IdConstructor<SessionId> = makeIdConstructor("SessionId")
export type SessionId = string & { readonly "~gatefold/id"?: "SessionId" }

/** The id of a contact channel, a UUID. */
export const ContactChannelId: IdConstructor<ContactChannelId> = makeIdConstructor("ContactChannelId")
export type ContactChannelId = string & { readonly "~gatefold/id"?: "ContactChannelId" }

/** The id of a team invitation, a UUID; it is not the code that was mailed. */
export const TeamInvitationId: IdConstructor<TeamInvitationId> = makeIdConstructor("TeamInvitationId")
export type TeamInvitationId = string & { readonly "~gatefold/id"?: "TeamInvitationId" }

/** The id of an API key of a user or a team, a UUID. */
export const ApiKeyId: IdConstructor<ApiKeyId> = makeIdConstructor("ApiKeyId")
export type ApiKeyId = string & { readonly "~gatefold/id"?: "ApiKeyId" }

/** The id of a key set of a project, a UUID. */
export const InternalApiKeyId: IdConstructor<InternalApiKeyId> = makeIdConstructor("InternalApiKeyId")
export type InternalApiKeyId = string & { readonly "~gatefold/id"?: "InternalApiKeyId" }

/** The id of a project: a UUID, or `internal`. */
export const ProjectId: IdConstructor<ProjectId> = makeIdConstructor("ProjectId")
export type ProjectId = string & { readonly "~gatefold/id"?: "ProjectId" }

/** The id of a permission; system permissions start with `$`. */
export const PermissionId: IdConstructor<PermissionId> = makeIdConstructor("PermissionId")
export type PermissionId = string & { readonly "~gatefold/id"?: "PermissionId" }

/** The id of a sign-in provider, such as `github`. */
export const ProviderId: IdConstructor<ProviderId> = makeIdConstructor("ProviderId")
export type ProviderId = string & { readonly "~gatefold/id"?: "ProviderId" }

/** The id of a user's account at a provider, a UUID; it is not the id that the account has there. */
export const ProviderAccountId: IdConstructor<ProviderAccountId> = makeIdConstructor("ProviderAccountId")
export type ProviderAccountId = string & { readonly "~gatefold/id"?: "ProviderAccountId" }

/** The id of an email template whose source is TSX, a UUID. */
export const EmailTemplateId: IdConstructor<EmailTemplateId> = makeIdConstructor("EmailTemplateId")
export type EmailTemplateId = string & { readonly "~gatefold/id"?: "EmailTemplateId" }

/** The id of a theme of mails, a UUID. */
export const EmailThemeId: IdConstructor<EmailThemeId> = makeIdConstructor("EmailThemeId")
export type EmailThemeId = string & { readonly "~gatefold/id"?: "EmailThemeId" }

/** The id of a draft of a mail, a UUID. */
export const EmailDraftId: IdConstructor<EmailDraftId> = makeIdConstructor("EmailDraftId")
export type EmailDraftId = string & { readonly "~gatefold/id"?: "EmailDraftId" }

/** The id of an email in the outbox, a UUID. */
export const OutboxEmailId: IdConstructor<OutboxEmailId> = makeIdConstructor("OutboxEmailId")
export type OutboxEmailId = string & { readonly "~gatefold/id"?: "OutboxEmailId" }

/** The id of a category of mails that users can turn off, a UUID. */
export const NotificationCategoryId: IdConstructor<NotificationCategoryId> = makeIdConstructor("NotificationCategoryId")
export type NotificationCategoryId = string & { readonly "~gatefold/id"?: "NotificationCategoryId" }

/** The id of an email in the list of sent ones. */
export const SentEmailId: IdConstructor<SentEmailId> = makeIdConstructor("SentEmailId")
export type SentEmailId = string & { readonly "~gatefold/id"?: "SentEmailId" }
