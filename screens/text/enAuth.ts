/** The English texts of the sign-in pages, and of what all screens share. Those of the other screens are in `en.ts`. */
import type { ErrorTexts } from "../lib/ErrorTexts.ts"
import { formats } from "./format.ts"

const { plural } = formats("en")

const errors: ErrorTexts = {
  AgentAuthInvalidClaimCode: "This request has expired or was already answered. Start again in the agent.",
  AnonymousAccountsNotEnabled: "This app does not have guest accounts. Create an account instead.",
  AnonymousAuthenticationNotAllowed: "Guests cannot do this. Create an account first.",
  ApiKeyNotFound: "This API key no longer exists.",
  BotChallengeFailed: "We could not confirm that you are human. Try again.",
  BotChallengeRequired: "Confirm that you are human, then try again.",
  CannotDeleteCurrentSession: "This is the session you are using. Sign out to end it.",
  CliLoginAnonymousUserNotFound: "The work from your terminal already belongs to an account.",
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
  SignOutElsewhere: ({ provider }) => `You sign in with ${provider}, so you also sign out there.`,
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
  UserWithEmailAlreadyExists: ({ details }) => `An account with ${details.email} already exists.`,
  VerificationCodeAlreadyUsed: "This link was already used. Request a new one.",
  VerificationCodeExpired: "This link has expired. Request a new one.",
  VerificationCodeMaxAttemptsReached: "Too many wrong attempts. Request a new code.",
  VerificationCodeNotFound: "This link has expired or was already used. Request a new one."
}

export const enAuth = {
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
    loading: "Loading",
    password: "Password",
    guest: "Guest",
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

  signIn: {
    title: ({ app }: { readonly app: string }) => `Sign in to ${app}`,
    welcome: "Welcome back. Enter your email to continue.",
    welcomePlain: "Welcome back. Choose how to sign in.",
    welcomePassword: "Welcome back. Enter your email and password.",
    passwordTitle: "Enter your password",
    forgotPassword: "Forgot password?",
    changeEmail: "Change email",
    or: "or",
    continueWith: ({ provider }: { readonly provider: string }) => `Continue with ${provider}`,
    lastUsed: "Last used",
    moreOptions: "More options",
    fewerOptions: "Fewer options",
    withPasskey: "Use a passkey",
    withLink: "Email me a sign-in link",
    withPassword: "Use your password",
    asGuest: "Continue as a guest",
    noAccount: "No account yet?",
    createAccount: "Create an account",
    closed: "This app does not accept new accounts right now.",
    noMethods: "No way to sign in is turned on for this app. Turn one on in the project settings.",
    linkNotAllowedTitle: "This account cannot use sign-in links yet",
    linkNotAllowed: ({ email }: { readonly email: string }) =>
      `Sign in another way once, then verify ${email} in your account settings.`,
    linkNotAllowedUsePassword: ({ email }: { readonly email: string }) =>
      `Sign in with your password once, then verify ${email} in your account settings.`,
    codeTitle: "Check your email",
    codeSent: "We sent you a link and a code. Open the link, or enter the code here.",
    code: "6-character code",
    codeWrong: "This code is wrong or has expired. Check it, or send a new one.",
    sendAgain: "Send a new code",
    sentAgain: "We sent you a new code.",
    alreadyTitle: "You are already signed in",
    continueAs: ({ name }: { readonly name: string }) => `Continue as ${name}`,
    otherAccount: "Use another account"
  },
  signUp: {
    title: "Create your account",
    welcome: ({ app }: { readonly app: string }) => `Get started with ${app}.`,
    passwordHint: ({ min }: { readonly min: number }) => `At least ${min} characters. A few words work well.`,
    submit: "Create account",
    haveAccount: "Already have an account?",
    closedTitle: "Sign-ups are closed",
    closed: ({ app }: { readonly app: string }) =>
      `${app} does not accept new accounts right now. If you already have an account, sign in.`,
    accountExists: "Sign in instead"
  },
  forgotPassword: {
    title: "Reset your password",
    description: "Enter your email and we will send you a link to set a new password.",
    submit: "Send reset link",
    back: "Back to sign in",
    sentTitle: "Check your email",
    sent: ({ email }: { readonly email: string }) =>
      `If ${email} has an account, a link to set a new password is on its way.`,
    otherEmail: "Use another email"
  },
  twoStep: {
    title: "Two-step verification",
    description: "Enter the 6-digit code from your authenticator app.",
    code: "6-digit code",
    format: "6 digits",
    submit: "Verify",
    /** For those who have lost their authenticator app. */
    lost: "Lost your device? Contact support to recover your account."
  },

  /** The pages where links of emails, and providers, lead. */
  outcome: {
    goHome: "Go to home page",
    notFoundTitle: "Page not found",
    notFound: "There is no page at this address.",
    noCodeTitle: "This link is incomplete",
    noCode: "Open the link from your email again, or request a new one.",
    newLink: "Request a new link",

    signingIn: "Signing you in",
    signedIn: "You are signed in",
    signInCancelled: "Sign-in cancelled",
    signInFailed: "Sign-in failed",
    signInLinkOver: "This link has expired or was already used. Sign in to get a new one.",
    signInFailedUnknown: "The provider did not say why. Start again, or sign in another way.",
    nothingToFinish: "This sign-in has ended",
    nothingToFinishHint: "It was already completed, or it began in another browser. Sign in again to continue.",
    connected: "Account connected",

    signingOut: "Signing you out",
    signedOut: "You are signed out",
    signedOutHint: "See you soon.",
    signOutFailed: "You could not be signed out",
    signOutAt: ({ provider }: { readonly provider: string }) => `Sign out at ${provider}`,
    signInAgain: "Sign in again",

    verifying: "Verifying your email",
    verified: "Email verified",
    verifiedHint: "Your address is confirmed, and you can close this page or continue.",
    verifyFailed: "Your email is not verified",
    verifyOver: "This link has expired or was already used. Send a new one from your email settings.",
    goToEmails: "Open email settings",

    checkingLink: "Checking your link",
    resetTitle: "Set a new password",
    resetHint: "This signs you out on all your devices.",
    newPassword: "New password",
    repeatPassword: "Repeat the new password",
    passwordLength: ({ max, min }: { readonly min: number; readonly max: number }) =>
      `Use ${min} to ${max} characters.`,
    passwordsDiffer: "The passwords are not the same.",
    setPassword: "Set password",
    resetFailed: "This link does not work",
    resetDone: "Password changed",
    resetDoneHint: "Sign in with your new password.",

    openingInvitation: "Opening your invitation",
    invited: "You are invited to a team",
    invitedHint: "Sign in or create an account to see the invitation.",
    joinTitle: ({ team }: { readonly team: string }) => `Join ${team}`,
    joinHint: ({ team }: { readonly team: string }) => `You are invited to become a member of ${team}.`,
    join: "Accept invitation",
    notNow: "Not now",
    joined: "Welcome to the team",
    joinedHint: "You are a member now.",
    invitationFailed: "This invitation does not work",
    invitationOver: "This invitation has expired or was already used. Ask the team for a new one.",
    goToTeams: "Go to your teams"
  },

  /** The page where a user answers an agent. */
  agent: {
    title: "Let an agent sign in as you?",
    signInTitle: "Sign in to answer an agent",
    description: "An agent wants to sign in as you. It could do everything that you can do here, for 90 days.",
    warning:
      "Allow this only if you started the agent yourself. Anyone who sent you this link would get into your account.",
    name: "Agent",
    purpose: "Purpose",
    website: "Website",
    meantFor: "Meant for",
    code: "Code",
    allow: "Allow",
    deny: "Deny",
    noCode: "Open the whole link that the agent shows.",
    signInFirst: "Sign in first, then decide here.",
    allowedTitle: "The agent is signed in",
    allowed: "Close this page and go back to the agent. You can end its session at any time.",
    deniedTitle: "You denied the agent",
    denied: "The agent gets no access to your account.",
    failedTitle: "This request cannot be answered"
  },

  /** The page that confirms the sign-in of a program on a command line. */
  terminal: {
    title: "Sign in to your terminal?",
    signInTitle: "Sign in for your terminal",
    description: "A program in your terminal asks to sign in as you.",
    warning: "Continue only if you started this yourself. Anyone who sent you this link would get into your account.",
    noEmail: "No email",
    confirm: "Sign in to terminal",
    noCodeTitle: "This link is incomplete",
    noCode: "Open the whole link that your terminal shows.",
    framedTitle: "This page is inside another page",
    framed: "Another site could trick you into clicking here. Open the link in its own tab.",
    signInFirst: "Sign in first, then confirm here.",
    guestDescription: "Your terminal works as a guest. Create an account to keep your work.",
    guestKeep: "Create account and keep work",
    guestLeave: "Sign in without it",
    doneTitle: "Your terminal is signed in",
    done: "Close this page and go back to your terminal.",
    sessions: "Manage your sessions"
  },

  /** By the tag of the error. */
  errors,
  /** When the service does not answer as it should. */
  transport: {
    failed: "The service is not available right now. Try again later.",
    invalidRequest: ({ detail }: { readonly detail: string }) => `This is not valid: ${detail}`,
    mayHaveWorked: "Your request may still have gone through. Check before you try again.",
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

export type Widened<A> = A extends string
  ? string
  : A extends (values: infer Values) => string
    ? (values: Values) => string
    : { readonly [Name in keyof A]: Widened<A[Name]> }

/** The texts of the sign-in pages. */
export type AuthText = {
  readonly [Section in keyof typeof enAuth]: Section extends "errors" ? ErrorTexts : Widened<(typeof enAuth)[Section]>
}
