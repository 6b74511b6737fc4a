/** All texts of the screens in English. Each other language is a file like this one, and has the type `Text`. */
import type { ErrorTexts } from "../lib/ErrorTexts.ts"
import { formats } from "./format.ts"

const { plural } = formats("en")

const errors: ErrorTexts = {
  AnonymousAccountsNotEnabled: "This app does not have guest accounts. Create an account instead.",
  AnonymousAuthenticationNotAllowed: "Guests cannot do this. Create an account first.",
  ApiKeyNotFound: "This API key no longer exists.",
  BotChallengeFailed: "We could not confirm that you are human. Try again.",
  BotChallengeRequired: "Confirm that you are human, then try again.",
  CannotDeleteCurrentSession: "This is the session you are using. Sign out to end it.",
  CliLoginGuestNotFound: "The work from your terminal already belongs to an account.",
  CliLoginNotFound: "This sign-in has expired or was already confirmed. Start again in your terminal.",
  CliLoginTimeout: "Nobody confirmed the sign-in in time. Start again in your terminal.",
  ClientTeamCreationNotEnabled: "You cannot create teams in this app.",
  ClientUserDeletionNotEnabled: "You cannot delete your account in this app. Contact support.",
  ContactChannelAlreadyUsedForAuthBySomeoneElse: "Another account already signs in with this email address.",
  CryptoUnavailable: "This page is not secure. Open it with https:// and try again.",
  EmailAlreadyVerified: "This email address is already verified.",
  EmailIsNotPrimaryEmail: "This is not the primary email address of your account.",
  EmailPasswordMismatch: "Wrong email or password. Try again, or reset your password.",
  Interrupted: "The signed-in account changed, perhaps in another tab. Try again.",
  InvalidTotpCode: "That code is wrong. Wait for the next one in your authenticator app.",
  ItemQuantityInsufficientAmount: "Your plan does not allow more of these. Upgrade it or remove one first.",
  MagicLinkNotEnabled: "Email links are turned off for this app. Sign in another way.",
  MultiFactorAuthenticationRequired: "Enter the code from your authenticator app to finish signing in.",
  NoPrimaryEmail: "Your account has no primary email address. Add one first.",
  NotificationCategoryNotFound: "This kind of notification no longer exists.",
  OAuthAccessTokenNotAvailable: "The connection has expired. Connect the account again.",
  OAuthConnectionAlreadyConnectedToAnotherUser: "That account is already connected to another user.",
  OAuthFlowsUnavailable: "Your browser blocks the cookies that this sign-in needs. Allow cookies for this site.",
  OAuthProviderAccessDenied: "You cancelled the sign-in. Nothing has changed.",
  OAuthProviderAccountIdAlreadyUsedForSignIn: "Another user signs in with that account. Contact support.",
  OAuthProviderNotFoundOrNotEnabled: "This provider is turned off. Sign in another way.",
  OAuthProviderTemporarilyUnavailable:
    "The provider is not available right now. Try again later, or sign in another way.",
  OuterOAuthTimeout: "The sign-in took too long. Start again.",
  PasskeyAuthenticationFailed: "This passkey is no longer valid. Sign in another way.",
  PasskeyAuthenticationNotEnabled: "Passkeys are turned off for this app. Sign in another way.",
  PasskeyRegistrationFailed: "The passkey could not be saved. Try again.",
  PasswordAuthenticationNotEnabled: "Passwords are turned off for this app. Sign in another way.",
  PasswordConfirmationMismatch: "The current password is wrong.",
  PasswordTooLong: ({ details }) => `Use at most ${details.maxLength} characters.`,
  PasswordTooShort: ({ details }) => `Use at least ${details.minLength} characters.`,
  ProviderAccountNotFound: "This connection no longer exists.",
  ProviderAccountOfAnotherUser: "That account belongs to another user.",
  RequestRefused: "Something you entered is not valid. Check it and try again.",
  RestrictedUserNotAllowed: "Your account is restricted. Finish setting it up, or contact support.",
  SignUpNotEnabled: "This app does not accept new accounts right now.",
  SignUpRejected: "This sign-up was not accepted. Use another email address, or contact support.",
  TeamApiKeysNotEnabled: "Teams cannot have API keys in this app.",
  TeamInvitationEmailMismatch: "This invitation is for another email address. Sign in with that address to accept it.",
  TeamInvitationRestrictedUserNotAllowed: "Your account is restricted and cannot accept invitations yet.",
  TeamMembershipNotFound: "This person is no longer a member of the team.",
  TeamNotFound: "This team no longer exists, or you are not a member.",
  TeamPermissionRequired: ({ details }) => `You need the permission “${details.permissionId}” in this team.`,
  TokenStoreUnavailable: "Your browser blocks the storage that signing in needs. Allow it for this site.",
  UnsupportedError: "Something went wrong. Try again, or contact support.",
  UserAlreadyConnectedToAnotherOAuthConnection: "You have already connected another account of this provider.",
  UserApiKeysNotEnabled: "You cannot have API keys in this app.",
  UserAuthenticationRequired: "You are signed out. Sign in again.",
  UserDoesNotHavePassword: "This account does not have a password yet.",
  UserNotFound: "This user no longer exists.",
  UserSignsInWithAnotherAccount: "You sign in with another account of this provider. Disconnect that one first.",
  UserWithEmailAlreadyExists: ({ details }) => `An account with ${details.email} already exists. Sign in instead.`,
  VerificationCodeAlreadyUsed: "This code has already been used. Request a new one.",
  VerificationCodeExpired: "This code has expired. Request a new one.",
  VerificationCodeMaxAttemptsReached: "Too many wrong attempts. Request a new code.",
  VerificationCodeNotFound: "This code is invalid. Check it, or request a new one."
}

export const en = {
  common: {
    appError: "This page could not be loaded",
    back: "Back",
    cancel: "Cancel",
    close: "Close",
    continue: "Continue",
    copied: "Copied",
    copy: "Copy",
    copyFailed: "Not copied",
    copyWhat: ({ what }: { readonly what: string }) => `Copy ${what}`,
    dismiss: "Dismiss",
    email: "Email",
    guestName: "Guest",
    loading: "Loading",
    password: "Password",
    hidePassword: "Hide password",
    showPassword: "Show password",
    requestId: "Request ID",
    signIn: "Sign in",
    signOut: "Sign out",
    somethingWentWrong: "Something went wrong. Try again.",
    tryAgain: "Try again",
    typeToConfirm: ({ name }: { readonly name: string }) => `Type ${name} to confirm`,
    unnamedUser: "Unnamed user"
  },

  signIn: {},
  signUp: {},
  secondFactor: {},
  outcome: {},
  terminal: {},

  /** The account page, and each of its parts. */
  account: {},
  mfa: {},
  team: {},
  teamSwitcher: {},
  userButton: {},

  /** By the tag of the error. */
  errors,
  /** When the service does not answer as it should. */
  transport: {
    failed: "The service is not available right now. Try again later.",
    invalidRequest: ({ detail }: { readonly detail: string }) => `This is not valid: ${detail}`,
    mayHaveWorked: "It may have worked anyway: check before you try again.",
    offline: "You are offline. Check your internet connection.",
    timedOut: "The service took too long to answer.",
    tooManyAttempts: "Too many attempts. Try again later.",
    tooManyAttemptsFor: ({ seconds }: { readonly seconds: number }) =>
      seconds < 90
        ? `Too many attempts. Try again in ${plural(seconds, { one: "# second", other: "# seconds" })}.`
        : `Too many attempts. Try again in ${plural(Math.ceil(seconds / 60), { one: "# minute", other: "# minutes" })}.`,
    unreachable: "The service cannot be reached. Check your connection and try again."
  },
  passkey: {
    alreadyRegistered: "This device already has a passkey for your account.",
    cancelled: "No passkey was used. Try again, or sign in another way.",
    failed: "The passkey did not work. Try again, or sign in another way.",
    timedOut: "The passkey request timed out. Try again.",
    unsupported: "This browser does not support passkeys. Sign in another way."
  }
}

type Widened<A> = A extends string
  ? string
  : A extends (values: infer Values) => string
    ? (values: Values) => string
    : { readonly [Name in keyof A]: Widened<A[Name]> }

/** All texts of the screens: what a language has to have. */
export type Text = {
  readonly [Section in keyof typeof en]: Section extends "errors" ? ErrorTexts : Widened<(typeof en)[Section]>
}
