/**
 * Errors that the service answers in plain text, without a code. They are recognized by their status, and by words that
 * are the same in all versions of the service.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { TeamApiKeysNotEnabled, UserApiKeysNotEnabled } from "../domain/errors/ApiKeys.ts"
import { CliLoginAnonymousUserNotFound, CliLoginNotFound } from "../domain/errors/CliLogin.ts"
import {
  EmailDraftNotFound,
  EmailNotFound,
  EmailTemplateNotFound,
  EmailThemeNotFound,
  NotificationCategoryNotFound
} from "../domain/errors/Emails.ts"
import * as OAuth from "../domain/errors/OAuth.ts"
import { NotSupportedByService, ProjectWithoutTeam } from "../domain/errors/ProjectAccess.ts"
import { SessionMismatch } from "../domain/errors/Session.ts"
import { ClientTeamCreationNotEnabled } from "../domain/errors/Teams.ts"
import type { TextError } from "../domain/errors/TextError.ts"
import {
  ClientUserDeletionNotEnabled,
  MagicLinkNotEnabled,
  PasswordAuthenticationNotEnabled
} from "../domain/errors/Users.ts"
import { httpApiEncoding } from "./internal/EffectIds.ts"

/** The annotation under which the compiler of the contract finds a {@link TextErrorPattern}. */
export const textErrorKey = "~gatefold/textError"

/** How an error in plain text is recognized. */
export interface TextErrorPattern {
  readonly Class: new (props: { readonly error: string }) => TextError
  readonly words: RegExp
}

/** The schema of an error in plain text. */
export const defineTextError = <E extends TextError>(
  Class: new (props: { readonly error: string }) => E,
  httpApiStatus: 400 | 401 | 403 | 404,
  words: RegExp
) => {
  const description = new Class({ error: "" })._tag
  return Schema.String.annotate({ description })
    .check(Schema.isPattern(words))
    .pipe(
      Schema.decodeTo(
        Schema.instanceOf(Class),
        SchemaTransformation.transform({ decode: (error) => new Class({ error }), encode: ({ error }) => error })
      )
    )
    .annotate({
      description,
      httpApiStatus,
      [httpApiEncoding]: { _tag: "Text", contentType: "text/plain" },
      [textErrorKey]: { Class, words } satisfies TextErrorPattern
    })
}

/** Creating a team as a client. */
export const clientTeamCreation = defineTextError(ClientTeamCreationNotEnabled, 403, /disabled|not enabled/i)
/** Deleting oneself as a client. */
export const clientUserDeletion = defineTextError(ClientUserDeletionNotEnabled, 400, /not enabled/i)
/** Asking for a link. */
export const magicLink = defineTextError(MagicLinkNotEnabled, 403, /not enabled/i)
/** Enabling sign-in with links for a user. */
export const otpAuth = defineTextError(MagicLinkNotEnabled, 400, /OTP.*not enabled/i)
/** Setting a user's password. */
export const passwordAuth = defineTextError(PasswordAuthenticationNotEnabled, 400, /password.*not enabled/i)
/** All endpoints of API keys of users. */
export const userApiKeys = defineTextError(UserApiKeysNotEnabled, 400, /not enabled/i)
/** All endpoints of API keys of teams. */
export const teamApiKeys = defineTextError(TeamApiKeysNotEnabled, 400, /not enabled/i)
/** Answering a terminal's login. */
export const cliLogin = defineTextError(CliLoginNotFound, 400, /login code/i)
/** Claiming the guest of a terminal. */
export const cliAnonymousUser = defineTextError(CliLoginAnonymousUserNotFound, 400, /anon|provided refresh token/i)
/** The session that is handed on to another domain. */
export const handedOnSession = defineTextError(SessionMismatch, 401, /does not match .* session/i)
/** Giving a project to another team. */
export const projectWithoutTeam = defineTextError(ProjectWithoutTeam, 400, /must have an owner team/i)
/** Endpoints of one provider account. */
export const providerAccount = defineTextError(OAuth.ProviderAccountNotFound, 404, /oauth provider .* not found/i)
/** A provider account at a provider that the project does not have. */
export const unconfiguredProvider = defineTextError(
  OAuth.OAuthProviderNotFoundOrNotEnabled,
  404,
  /oauth provider .* not configured/i
)
/** A provider account that its user has already. */
export const duplicateProviderAccount = defineTextError(
  OAuth.ProviderAccountAlreadyExists,
  400,
  /account.* already exists/i
)
/** A second account of a provider that a user would sign in with. */
export const secondSignIn = defineTextError(OAuth.UserSignsInWithAnotherAccount, 400, /sign-in enabled already exists/i)
/** Provider accounts of another user, as a client. */
export const othersProviderAccount = defineTextError(
  OAuth.ProviderAccountOfAnotherUser,
  403,
  /client can only .* their own/i
)
/** Endpoints of one mail template. */
export const emailTemplate = defineTextError(EmailTemplateNotFound, 404, /no template found/i)
/** Rendering a mail of a template. */
export const renderedTemplate = defineTextError(EmailTemplateNotFound, 400, /no template found/i)
/** Endpoints of one theme of mails. */
export const emailTheme = defineTextError(EmailThemeNotFound, 404, /no theme found/i)
/** Rendering a mail in a theme. */
export const renderedTheme = defineTextError(EmailThemeNotFound, 400, /no theme found/i)
/** Endpoints of one draft of a mail. */
export const emailDraft = defineTextError(EmailDraftNotFound, 404, /no draft found/i)
/** Endpoints of one mail of the outbox. */
export const outboxEmail = defineTextError(EmailNotFound, 404, /e-?mail not found/i)
/** Endpoints of one category of mails. */
export const notificationCategory = defineTextError(NotificationCategoryNotFound, 404, /category not found/i)
/** Sending mails of a category. */
export const sentCategory = defineTextError(NotificationCategoryNotFound, 400, /category not found/i)
/** Sending mails of a template. */
export const sentTemplate = defineTextError(EmailTemplateNotFound, 400, /no template found/i)
/** Sending mails of a draft. */
export const sentDraft = defineTextError(EmailDraftNotFound, 400, /no draft found/i)
/** Endpoints that one generation of the service lacks. */
export const otherGeneration = defineTextError(NotSupportedByService, 404, /does not exist in|there is nothing at/i)
