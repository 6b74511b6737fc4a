/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { CliLoginGuestNotFound, CliLoginNotFound } from "../../domain/errors/CliLogin.ts"
import {
  EmailDraftNotFound,
  EmailNotFound,
  EmailTemplateNotFound,
  EmailThemeNotFound,
  NotInThisService,
  NotificationCategoryNotFound
} from "../../domain/errors/Emails.ts"
import {
  OAuthProviderNotFoundOrNotEnabled,
  ProviderAccountAlreadyExists,
  ProviderAccountNotFound,
  ProviderAccountOfAnotherUser,
  UserSignsInWithAnotherAccount
} from "../../domain/errors/OAuth.ts"
import {
  ClientTeamCreationNotEnabled,
  ClientUserDeletionNotEnabled,
  MagicLinkNotEnabled,
  ProjectWithoutTeam,
  TeamApiKeysNotEnabled,
  UserApiKeysNotEnabled
} from "../../domain/errors/ProjectFlags.ts"
import { SessionMismatch } from "../../domain/errors/Session.ts"
import { PasswordAuthenticationNotEnabled } from "../../domain/errors/Users.ts"
import type { RefusalEntry } from "../Endpoint.ts"

export const otherGeneration: RefusalEntry = {
  Class: NotInThisService,
  status: 404,
  words: /does not exist in|there is nothing at/i
}

export const userApiKeys: RefusalEntry = {
  Class: UserApiKeysNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const teamApiKeys: RefusalEntry = {
  Class: TeamApiKeysNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const cliGuest: RefusalEntry = {
  Class: CliLoginGuestNotFound,
  status: 400,
  words: /anon|provided refresh token/i
}

export const cliLogin: RefusalEntry = {
  Class: CliLoginNotFound,
  status: 400,
  words: /login code/i
}

export const emailDraft: RefusalEntry = {
  Class: EmailDraftNotFound,
  status: 404,
  words: /no draft found/i
}

export const emailTheme: RefusalEntry = {
  Class: EmailThemeNotFound,
  status: 404,
  words: /no theme found/i
}

export const sentCategory: RefusalEntry = {
  Class: NotificationCategoryNotFound,
  status: 400,
  words: /category not found/i
}

export const sentTemplate: RefusalEntry = {
  Class: EmailTemplateNotFound,
  status: 400,
  words: /no template found/i
}

export const sentDraft: RefusalEntry = {
  Class: EmailDraftNotFound,
  status: 400,
  words: /no draft found/i
}

export const magicLink: RefusalEntry = {
  Class: MagicLinkNotEnabled,
  status: 403,
  words: /not enabled/i
}

export const notificationCategory: RefusalEntry = {
  Class: NotificationCategoryNotFound,
  status: 404,
  words: /category not found/i
}

export const handedOnSession: RefusalEntry = {
  Class: SessionMismatch,
  status: 401,
  words: /does not match .* session/i
}

export const outboxEmail: RefusalEntry = {
  Class: EmailNotFound,
  status: 404,
  words: /e-?mail not found/i
}

export const projectWithoutTeam: RefusalEntry = {
  Class: ProjectWithoutTeam,
  status: 400,
  words: /must have an owner team/i
}

export const othersProviderAccount: RefusalEntry = {
  Class: ProviderAccountOfAnotherUser,
  status: 403,
  words: /client can only .* their own/i
}

export const secondSignIn: RefusalEntry = {
  Class: UserSignsInWithAnotherAccount,
  status: 400,
  words: /sign-in enabled already exists/i
}

export const duplicateProviderAccount: RefusalEntry = {
  Class: ProviderAccountAlreadyExists,
  status: 400,
  words: /account.* already exists/i
}

export const unconfiguredProvider: RefusalEntry = {
  Class: OAuthProviderNotFoundOrNotEnabled,
  status: 404,
  words: /oauth provider .* not configured/i
}

export const providerAccount: RefusalEntry = {
  Class: ProviderAccountNotFound,
  status: 404,
  words: /oauth provider .* not found/i
}

export const clientTeamCreation: RefusalEntry = {
  Class: ClientTeamCreationNotEnabled,
  status: 403,
  words: /disabled|not enabled/i
}

export const emailTemplate: RefusalEntry = {
  Class: EmailTemplateNotFound,
  status: 404,
  words: /no template found/i
}

export const renderedTemplate: RefusalEntry = {
  Class: EmailTemplateNotFound,
  status: 400,
  words: /no template found/i
}

export const renderedTheme: RefusalEntry = {
  Class: EmailThemeNotFound,
  status: 400,
  words: /no theme found/i
}

export const otpAuth: RefusalEntry = {
  Class: MagicLinkNotEnabled,
  status: 400,
  words: /OTP.*not enabled/i
}

export const clientUserDeletion: RefusalEntry = {
  Class: ClientUserDeletionNotEnabled,
  status: 400,
  words: /not enabled/i
}

export const passwordAuth: RefusalEntry = {
  Class: PasswordAuthenticationNotEnabled,
  status: 400,
  words: /password.*not enabled/i
}
