/**
 * Refusals that the service answers in plain text, without a code. They are recognised by their status, and by words
 * that are the same in all versions of the service.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { CliLoginGuestNotFound, CliLoginNotFound } from "../domain/errors/CliLogin.ts"
import {
  EmailDraftNotFound,
  EmailNotFound,
  EmailTemplateNotFound,
  EmailThemeNotFound,
  NotificationCategoryNotFound,
  NotInThisService
} from "../domain/errors/Emails.ts"
import * as OAuth from "../domain/errors/OAuth.ts"
import * as Flags from "../domain/errors/ProjectFlags.ts"
import { SessionMismatch } from "../domain/errors/Session.ts"
import { PasswordAuthenticationNotEnabled } from "../domain/errors/Users.ts"
import { httpApiEncoding } from "./internal/EffectIds.ts"

/** The annotation under which the compiler of the contract finds a {@link Refusal}. */
export const refusalKey = "~gatefold/refusal"

/** How a refusal in plain text is recognised. */
export interface Refusal {
  readonly Class: new (props: { readonly error: string }) => Flags.RefusedInText
  readonly words: RegExp
}

/** The schema of a refusal. */
export const refusal = <E extends Flags.RefusedInText>(
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
      [refusalKey]: { Class, words } satisfies Refusal
    })
}

/** Creating a team as a client. */
export const clientTeamCreation = refusal(Flags.ClientTeamCreationNotEnabled, 403, /disabled|not enabled/i)
/** Deleting oneself as a client. */
export const clientUserDeletion = refusal(Flags.ClientUserDeletionNotEnabled, 400, /not enabled/i)
/** Asking for a link. */
export const magicLink = refusal(Flags.MagicLinkNotEnabled, 403, /not enabled/i)
/** Enabling sign-in with links for a user. */
export const otpAuth = refusal(Flags.MagicLinkNotEnabled, 400, /OTP.*not enabled/i)
/** Setting a user's password. */
export const passwordAuth = refusal(PasswordAuthenticationNotEnabled, 400, /password.*not enabled/i)
/** All endpoints of API keys of users. */
export const userApiKeys = refusal(Flags.UserApiKeysNotEnabled, 400, /not enabled/i)
/** All endpoints of API keys of teams. */
export const teamApiKeys = refusal(Flags.TeamApiKeysNotEnabled, 400, /not enabled/i)
/** Answering a terminal's login. */
export const cliLogin = refusal(CliLoginNotFound, 400, /login code/i)
/** The guest as whom a terminal works. */
export const cliGuest = refusal(CliLoginGuestNotFound, 400, /anon|provided refresh token/i)
/** The session that is handed on to another domain. */
export const handedOnSession = refusal(SessionMismatch, 401, /does not match .* session/i)
/** Giving a project to another team. */
export const projectWithoutTeam = refusal(Flags.ProjectWithoutTeam, 400, /must have an owner team/i)
/** Endpoints of one provider account. */
export const providerAccount = refusal(OAuth.ProviderAccountNotFound, 404, /oauth provider .* not found/i)
/** A provider account at a provider that the project does not have. */
export const unconfiguredProvider = refusal(
  OAuth.OAuthProviderNotFoundOrNotEnabled,
  404,
  /oauth provider .* not configured/i
)
/** A provider account that its user has already. */
export const duplicateProviderAccount = refusal(OAuth.ProviderAccountAlreadyExists, 400, /account.* already exists/i)
/** A second account of a provider that a user would sign in with. */
export const secondSignIn = refusal(OAuth.UserSignsInWithAnotherAccount, 400, /sign-in enabled already exists/i)
/** Provider accounts of another user, as a client. */
export const othersProviderAccount = refusal(OAuth.ProviderAccountOfAnotherUser, 403, /client can only .* their own/i)
/** Endpoints of one mail template. */
export const emailTemplate = refusal(EmailTemplateNotFound, 404, /no template found/i)
/** Rendering a mail of a template. */
export const renderedTemplate = refusal(EmailTemplateNotFound, 400, /no template found/i)
/** Endpoints of one theme of mails. */
export const emailTheme = refusal(EmailThemeNotFound, 404, /no theme found/i)
/** Rendering a mail in a theme. */
export const renderedTheme = refusal(EmailThemeNotFound, 400, /no theme found/i)
/** Endpoints of one draft of a mail. */
export const emailDraft = refusal(EmailDraftNotFound, 404, /no draft found/i)
/** Endpoints of one mail of the outbox. */
export const outboxEmail = refusal(EmailNotFound, 404, /e-?mail not found/i)
/** Endpoints of one category of mails. */
export const notificationCategory = refusal(NotificationCategoryNotFound, 404, /category not found/i)
/** Sending mails of a category. */
export const sentCategory = refusal(NotificationCategoryNotFound, 400, /category not found/i)
/** Sending mails of a template. */
export const sentTemplate = refusal(EmailTemplateNotFound, 400, /no template found/i)
/** Sending mails of a draft. */
export const sentDraft = refusal(EmailDraftNotFound, 400, /no draft found/i)
/** Endpoints that one generation of the service lacks. */
export const otherGeneration = refusal(NotInThisService, 404, /does not exist in|there is nothing at/i)
