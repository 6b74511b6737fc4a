import type { Notes } from "./Note.ts"

/** Users, passwords, mailed codes, passkeys and the second factor. */
export const accounts: Notes = {
  UserWithEmailAlreadyExists: {
    when: "Another account signs in with this address: at sign-up, when a magic link is asked for an address whose owner does not sign in with links, or when a user is created or changed with the address. In the current service also when a user gets a primary address with which they sign in already. `details.wouldWorkIfEmailWasVerified` of the current service says whether a verified address would be merged.",
    todo: "Offer to sign in instead. Tell it only to who has just typed the address, for it says that the account exists.",
    call: "app.password.signUp",
    handle: "console.log(`Sign in as ${$.details.email} instead`)"
  },
  EmailNotVerified: {
    when: "Never: services know the code and send it nowhere. What a user with an unverified address may not do comes as `RestrictedUserNotAllowed`.",
    todo: "Have the user verify the address."
  },
  UserIdDoesNotExist: {
    when: "No user of the project has the id that was given as a value: the owner of a new session, the receiver of a mail, the owner of an address to verify.",
    todo: "Read the user first (`Users.get`), or leave out ids of users who were deleted.",
    call: "serverApp.sessions.create",
    handle: "console.log(`No user ${$.details.userId}`)"
  },
  UserNotFound: {
    when: "No user of the project has the id of the request's path, or the user was deleted meanwhile. `Users.find` answers null instead.",
    todo: 'Take it for "does not exist", or use `Users.find`. In a list, read the list again.',
    call: "serverApp.users.get",
    handle: 'console.log("Deleted meanwhile")'
  },
  SignUpNotEnabled: {
    when: "The project takes no new accounts (`signUpEnabled` is off), and the address or the provider account belongs to nobody yet. Who has an account signs in as before.",
    todo: "Show the sign-in form without sign-up. The flag stands in the project's settings; `Project.get` tells it to clients.",
    call: "app.password.signUp"
  },
  SignUpRejected: {
    when: "A sign-up rule of the project turned the new account away, for example by the domain of its address. Who has an account already is not judged.",
    todo: "Show `details.message`. It names no rule, and the message of a rule is for admins only: it would tell how to get around the rule. To let the user in, change the project's rule.",
    call: "app.password.signUp",
    handle: "console.log($.details.message)"
  },
  BotChallengeRequired: {
    when: "The service takes the request for a bot's until a visible challenge is solved. With a `BotChallenge` service, such as `gatefold/turnstile`, Gatefold shows the challenge and goes on by itself; this error comes to apps that have none.",
    todo: "Provide `BotChallenge` ([Bot challenges](../guides/bot-challenges.md)).",
    call: "app.password.signUp"
  },
  BotChallengeFailed: {
    when: "The challenge was shown and not solved: it was cancelled, could not be loaded, or the service did not accept its answer.",
    todo: "Show `details.message` and let the user try again. Where it never loads, look for a content security policy or an extension that blocks it.",
    call: "app.password.signUp",
    handle: "console.log($.details.message)"
  },
  PasswordAuthenticationNotEnabled: {
    when: "The project does not let users sign in with passwords (`credentialEnabled` is off). It comes to sign-in, sign-up, reset and change alike, and to servers that give a user a password.",
    todo: "Hide the password form (`Project.get` has `credentialEnabled`), or turn passwords on in the project.",
    call: "app.password.signIn"
  },
  PasskeyAuthenticationNotEnabled: {
    when: "The project does not let users sign in with passkeys (`passkeyEnabled` is off).",
    todo: "Hide the button (`Project.get` has `passkeyEnabled`), or turn passkeys on in the project.",
    call: "app.passkey.signIn"
  },
  AnonymousAccountsNotEnabled: {
    when: "The project has no guests: the service creates accounts without an address only where that was turned on.",
    todo: "Ask for a sign-up instead. In the emulator, `anonymousSignUp` turns guests on and off.",
    call: "app.anonymous.signUp"
  },
  EmailPasswordMismatch: {
    when: "The password is wrong, or nobody signs in with this address: the service does not say which, and takes as long for both. It also comes when the password was changed while the sign-in ran.",
    todo: "Show one message for both, beside the form, and offer to reset the password.",
    call: "app.password.signIn",
    handle: 'console.log("Wrong address or password")'
  },
  RedirectUrlNotWhitelisted: {
    when: "The page that a mail or a provider should lead back to is not on one of the project's trusted domains. The address of that page is made of `appUrl` and `urls`, or was passed as a callback URL. Hosts of this machine are trusted only while the project allows it (`allowLocalhost`).",
    todo: "Add the domain with its handler path in the project's settings (`Domains.add`), or correct `appUrl`.",
    call: "app.magicLink.send"
  },
  PasswordTooShort: {
    when: "A new password has fewer characters than the service asks for, which is 8. It concerns sign-up, reset, and change.",
    todo: "Say how long it has to be, from `details.minLength`.",
    call: "app.password.signUp",
    handle: "console.log(`At least ${$.details.minLength} characters`)"
  },
  PasswordTooLong: {
    when: "A new password has more characters than the service takes, which is 70. Gatefold says so before it asks, because the service would only say that the shape of the request is wrong.",
    todo: "Say how long it may be, from `details.maxLength`. Do not cut it.",
    call: "app.password.signUp",
    handle: "console.log(`At most ${$.details.maxLength} characters`)"
  },
  UserDoesNotHavePassword: {
    when: "`Password.update` was called for a user without a password, such as one who signs in with a provider.",
    todo: "Use `Password.set`, which needs no old password. The current user has `hasPassword`.",
    call: "app.password.update",
    handle: 'await app.password.set({ password: "correct horse battery staple" })'
  },
  PasswordConfirmationMismatch: {
    when: "The old password that was given to `Password.update` is wrong, or it was changed elsewhere meanwhile.",
    todo: "Ask for the old password again.",
    call: "app.password.update"
  },
  EmailAlreadyVerified: {
    when: "A link was asked for an address that is verified already, mostly because the page shows an older state.",
    todo: "Read the list of addresses again; there is nothing to verify.",
    call: "app.contactChannels.sendVerification",
    handle: "console.log(await app.contactChannels.list())"
  },
  EmailNotAssociatedWithUser: {
    when: "Never: services know the code and send it nowhere. Links for unknown addresses are answered like those for known ones, so that nobody can ask who has an account.",
    todo: "Nothing."
  },
  EmailIsNotPrimaryEmail: {
    when: "The primary address changed between the moment it was read and the request for its verification.",
    todo: "Call `ContactChannels.sendPrimaryVerification` again, which reads the address anew.",
    call: "app.contactChannels.sendPrimaryVerification",
    handle: "console.log(`The primary address is ${$.details.primaryEmail} now`)"
  },
  ContactChannelAlreadyUsedForAuthBySomeoneElse: {
    when: "Another account signs in with this address. It comes when an address is added or changed with `usedForAuth`, and from sign-ins with a provider whose address belongs to an account that cannot be merged: not verified on both sides, or the project does not merge.",
    todo: "At a provider's sign-in: have the user sign in the way they did before, and link the provider then. For an address: add it without `usedForAuth`, or use another.",
    call: "app.contactChannels.create",
    handle: "console.log(`${$.details.contactChannelValue} signs somebody else in`)"
  },
  VerificationCodeNotFound: {
    when: "The project has no such code for this purpose: it was mistyped, cut off by a mail program, is of another project, belongs to something that was deleted meanwhile, or was typed where another kind of code is asked for.",
    todo: "Ask for a new mail. Where the user types six digits, let them try again.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link does not work; ask for a new one")'
  },
  VerificationCodeExpired: {
    when: "The code is past its time: 7 days for mailed links, 5 minutes for the second factor, 65 seconds for a passkey's challenge.",
    todo: "Begin again: send a new mail, or start the sign-in anew.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link has expired; ask for a new one")'
  },
  VerificationCodeAlreadyUsed: {
    when: "The code was used before: a link was opened twice, or a mail program opened it first.",
    todo: "If the user is signed in by now, go on. Otherwise ask for a new mail.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link was used already")'
  },
  VerificationCodeMaxAttemptsReached: {
    when: "Somebody has tried the code, or codes that end alike, more than 20 times; or a user has typed more than 20 wrong digits of the second factor within an hour.",
    todo: "Begin again with a new mail. After the second factor, wait an hour.",
    call: "app.magicLink.signIn"
  },
  MultiFactorAuthenticationRequired: {
    when: "The first factor was right, and the account has a second one. It comes to apps without `MfaPrompt`; with it, Gatefold asks for the digits and goes on by itself.",
    todo: "Ask for the six digits, and pass them to `Mfa.signIn` with `details.attemptCode`, within 5 minutes.",
    call: "app.password.signIn",
    handle: 'await app.mfa.signIn({ attemptCode: $.details.attemptCode, totp: "123456" })'
  },
  InvalidTotpCode: {
    when: "The six digits are wrong, too old, or were used once already: each is good for one sign-in, for about a minute. It also comes when the factor is turned on with digits that do not fit its secret.",
    todo: "Ask again. If they stay wrong, the clock of the user's device is off.",
    call: "app.mfa.enable",
    handle: 'console.log("Wrong digits")'
  },
  PasskeyRegistrationFailed: {
    when: "The service did not accept the new passkey: its origin is not a trusted domain of the project, or the answer does not fit the challenge. The message says which.",
    todo: "Register it on a page of a trusted domain. Passkeys are bound to the host: one of `localhost` does not work in production.",
    call: "app.passkey.register"
  },
  PasskeyWebAuthnError: {
    when: "The browser did not finish: the user closed the dialog (`ERROR_CEREMONY_ABORTED`), there is no passkey for this site, it is registered already, or the page is not served over https. Gatefold makes this error itself.",
    todo: "Show the form again, with another way to sign in. `details.code` tells the cases apart.",
    call: "app.passkey.signIn",
    handle: "console.log($.details.code, $.details.message)"
  },
  PasskeyAuthenticationFailed: {
    when: "The service did not accept the passkey: it does not know it any more, or the page is not on a trusted domain of the project.",
    todo: "Offer another way to sign in, and then to register a new passkey.",
    call: "app.passkey.signIn"
  },
  NoPrimaryEmail: {
    when: "The verification of a primary address was asked for a user who has none, such as a guest. Nothing was sent.",
    todo: "Add an address first (`ContactChannels.create` with `isPrimary`).",
    call: "app.contactChannels.sendPrimaryVerification"
  },
  MagicLinkNotEnabled: {
    when: "The project does not let users sign in with mailed links and codes (`magicLinkEnabled` is off), or a user was to be given that way to sign in.",
    todo: "Hide the form (`Project.get` has `magicLinkEnabled`), or turn mailed links on in the project.",
    call: "app.magicLink.send"
  },
  ClientUserDeletionNotEnabled: {
    when: "A user deletes their own account, and the project does not let users do that (`clientUserDeletionEnabled` is off).",
    todo: "Hide the button, turn it on in the project, or delete the user from your server (`Users.delete`).",
    call: "app.currentUser.delete"
  },
  CliAuthError: {
    when: "The service answered a terminal's login with a state that this version does not know. Gatefold makes this error itself; no service is known to cause it.",
    todo: "Update Gatefold, and start the login again.",
    call: "app.cliLogin.login"
  },
  CliAuthExpiredError: {
    when: "Nobody confirmed the terminal's login in the browser in time (2 hours unless `expiresInMillis` says otherwise).",
    todo: "Run the command again, and open the link that it prints.",
    call: "app.cliLogin.login"
  },
  CliAuthUsedError: {
    when: "The login of a terminal has given its tokens to another process already: two processes wait with one code, or an answer was lost on the way.",
    todo: "Run the command again.",
    call: "app.cliLogin.login"
  },
  InvalidPollingCodeError: {
    when: "The service does not know the login that a terminal waits for, as when the emulator was restarted without a file in between.",
    todo: "Run the command again.",
    call: "app.cliLogin.login"
  },
  CliLoginNotFound: {
    when: "The page that confirms a terminal's login was opened with a code that is unknown, too old, or answered already.",
    todo: "Tell the user to start again in the terminal.",
    call: "app.cliLogin.details",
    handle: 'console.log("Run the command again")'
  },
  CliLoginGuestNotFound: {
    when: "A terminal's login should keep the data of its guest, and there is none: it began without one, somebody took the guest over, or the guest has signed up meanwhile.",
    todo: "Sign in without keeping the guest.",
    call: "app.cliLogin.claimGuest"
  },
  CliLoginTimeout: {
    when: "The login was not confirmed within the `maxAttempts` that were passed.",
    todo: "Call it again, or leave `maxAttempts` out: then the login's own expiry ends it.",
    call: "app.cliLogin.login",
    handle: "console.log(`Gave up after ${$.attempts} attempts`)"
  }
}
