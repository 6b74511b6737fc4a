/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { TeamApiKeysNotEnabled, UserApiKeysNotEnabled } from "../../domain/errors/ApiKeys.ts"
import { CliLoginAnonymousUserNotFound, CliLoginNotFound } from "../../domain/errors/CliLogin.ts"
import {
  EmailDraftNotFound,
  EmailNotFound,
  EmailTemplateNotFound,
  EmailThemeNotFound,
  NotificationCategoryNotFound
} from "../../domain/errors/Emails.ts"
import {
  OAuthProviderNotFoundOrNotEnabled,
  ProviderAccountAlreadyExists,
  ProviderAccountNotFound,
  ProviderAccountOfAnotherUser,
  UserSignsInWithAnotherAccount
} from "../../domain/errors/OAuth.ts"
import { NotSupportedByService, ProjectWithoutTeam } from "../../domain/errors/ProjectAccess.ts"
import { SessionMismatch } from "../../domain/errors/Session.ts"
import { ClientTeamCreationNotEnabled } from "../../domain/errors/Teams.ts"
import {
  ClientUserDeletionNotEnabled,
  MagicLinkNotEnabled,
  PasswordAuthenticationNotEnabled
} from "../../domain/errors/Users.ts"
import type { TextErrorEntry } from "../Endpoint.ts"

export const otherGeneration: TextErrorEntry = {
  Class: NotSupportedByService,
  status: 404,
  words: /does not exist in|there is nothing at/i
}

export const userApiKeys: TextErrorEntry = {
  Class: UserApiKeysNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const teamApiKeys: TextErrorEntry = {
  Class: TeamApiKeysNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const cliAnonymousUser: TextErrorEntry = {
  Class: CliLoginAnonymousUserNotFound,
  status: 400,
  words: /anon|provided refresh token/i
}

export const cliLogin: TextErrorEntry = {
  Class: CliLoginNotFound,
  status: 400,
  words: /login code/i
}

export const emailDraft: TextErrorEntry = {
  Class: EmailDraftNotFound,
  status: 404,
  words: /no draft found/i
}

export const emailTheme: TextErrorEntry = {
  Class: EmailThemeNotFound,
  status: 404,
  words: /no theme found/i
}

export const sentCategory: TextErrorEntry = {
  Class: NotificationCategoryNotFound,
  status: 400,
  words: /category not found/i
}

export const sentTemplate: TextErrorEntry = {
  Class: EmailTemplateNotFound,
  status: 400,
  words: /no template found/i
}

export const sentDraft: TextErrorEntry = {
  Class: EmailDraftNotFound,
  status: 400,
  words: /no draft found/i
}

export const magicLink: TextErrorEntry = {
  Class: MagicLinkNotEnabled,
  status: 403,
  words: /not enabled/i
}

export const notificationCategory: TextErrorEntry = {
  Class: NotificationCategoryNotFound,
  status: 404,
  words: /category not found/i
}

export const handedOnSession: TextErrorEntry = {
  Class: SessionMismatch,
  status: 401,
  words: /does not match .* session/i
}

export const outboxEmail: TextErrorEntry = {
  Class: EmailNotFound,
  status: 404,
  words: /e-?mail not found/i
}

export const projectWithoutTeam: TextErrorEntry = {
  Class: ProjectWithoutTeam,
  status: 400,
  words: /must have an owner team/i
}

export const othersProviderAccount: TextErrorEntry = {
  Class: ProviderAccountOfAnotherUser,
  status: 403,
  words: /client can only .* their own/i
}

export const secondSignIn: TextErrorEntry = {
  Class: UserSignsInWithAnotherAccount,
  status: 400,
  words: /sign-in enabled already exists/i
}

export const duplicateProviderAccount: TextErrorEntry = {
  Class: ProviderAccountAlreadyExists,
  status: 400,
  words: /account.* already exists/i
}

export const unconfiguredProvider: TextErrorEntry = {
  Class: OAuthProviderNotFoundOrNotEnabled,
  status: 404,
  words: /oauth provider .* not configured/i
}

export const providerAccount: TextErrorEntry = {
  Class: ProviderAccountNotFound,
  status: 404,
  words: /oauth provider .* not found/i
}

export const clientTeamCreation: TextErrorEntry = {
  Class: ClientTeamCreationNotEnabled,
  status: 403,
  words: /disabled|not enabled/i
}

export const emailTemplate: TextErrorEntry = {
  Class: EmailTemplateNotFound,
  status: 404,
  words: /no template found/i
}

export const renderedTemplate: TextErrorEntry = {
  Class: EmailTemplateNotFound,
  status: 400,
  words: /no template found/i
}

export const renderedTheme: TextErrorEntry = {
  Class: EmailThemeNotFound,
  status: 400,
  words: /no theme found/i
}

export const otpAuth: TextErrorEntry = {
  Class: MagicLinkNotEnabled,
  status: 400,
  words: /OTP.*not enabled/i
}

export const clientUserDeletion: TextErrorEntry = {
  Class: ClientUserDeletionNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const passwordAuth: TextErrorEntry = {
  Class: PasswordAuthenticationNotEnabled,
  status: 400,
  words: /password.*not enabled/i
}
