/** Users, passwords, mailed codes, passkeys and the second factor. */
import type { Notes } from "./Note.ts"

export const accounts: Notes = {
  UserWithEmailAlreadyExists: {
    when: "Another account signs in with this address. You get this error at sign-up, when you create or update a user with the address, and when you send a magic link to an owner who doesn't sign in with links. In the current service, you also get it when you set a primary address that the user already signs in with. There, `details.wouldWorkIfEmailWasVerified` says whether the accounts would merge after verification.",
    todo: "Offer to sign in instead. Only show this to the person who typed the address, because it reveals that the account exists.",
    call: "app.password.signUp",
    handle: "console.log(`Sign in as ${$.details.email} instead`)"
  },
  EmailNotVerified: {
    when: "The services define this code but never send it. If an unverified address isn't enough for an action, the error is `RestrictedUserNotAllowed`.",
    todo: "Ask the user to verify the address."
  },
  UserIdDoesNotExist: {
    when: "No user of the project has an ID that the input names: the owner of a new session, the recipient of an email, or the owner of an address to verify.",
    todo: "Read the user first (`Users.get`), or leave out the IDs of deleted users.",
    call: "serverApp.sessions.create",
    handle: "console.log(`No user ${$.details.userId}`)"
  },
  UserNotFound: {
    when: "No user of the project has the ID in the request's path, or the user was deleted in the meantime. `Users.find` returns null instead.",
    todo: 'Treat it as "does not exist", or use `Users.find`. In a list, read the list again.',
    call: "serverApp.users.get",
    handle: 'console.log("This user was deleted")'
  },
  SignUpNotEnabled: {
    when: "The project accepts no new accounts (`signUpEnabled` is off), and nobody has this address or provider account yet. Existing users can still sign in.",
    todo: "Hide the sign-up form. The flag is in the project's settings, and clients read it with `Project.get`.",
    call: "app.password.signUp"
  },
  SignUpRejected: {
    when: "A sign-up rule of the project rejected the new account, for example because of the domain of its address. Rules don't apply to existing accounts.",
    todo: "Show `details.message`. It doesn't name the rule, because that would help people get around it. Only admins see a rule's message. To let the user in, change the rule.",
    call: "app.password.signUp",
    handle: "console.log($.details.message)"
  },
  BotChallengeRequired: {
    when: "The service treats the request as a bot's until the user solves a visible challenge. With a `BotChallenge` service, such as `gatefold/turnstile`, Gatefold shows the challenge and continues on its own. Only apps without one get this error.",
    todo: "Provide `BotChallenge` ([Bot challenges](../guides/bot-challenges.md)).",
    call: "app.password.signUp"
  },
  BotChallengeFailed: {
    when: "The user didn't solve the challenge: they cancelled it, it didn't load, or the service rejected the answer.",
    todo: "Show `details.message` and let the user try again. If it never loads, check your content security policy and browser extensions.",
    call: "app.password.signUp",
    handle: "console.log($.details.message)"
  },
  PasswordAuthenticationNotEnabled: {
    when: "The project has passwords turned off (`credentialEnabled`). You get this error on sign-in, sign-up, reset and change, and when a server sets a user's password.",
    todo: "Hide the password form (`Project.get` returns `credentialEnabled`), or turn on passwords in the project.",
    call: "app.password.signIn"
  },
  PasskeyAuthenticationNotEnabled: {
    when: "The project has passkeys turned off (`passkeyEnabled`).",
    todo: "Hide the button (`Project.get` returns `passkeyEnabled`), or turn on passkeys in the project.",
    call: "app.passkey.signIn"
  },
  AnonymousAccountsNotEnabled: {
    when: "The project has no guests. The service creates accounts without an address only if that is turned on.",
    todo: "Ask the user to sign up instead. In the emulator, `anonymousSignUp` turns guests on and off.",
    call: "app.anonymous.signUp"
  },
  EmailPasswordMismatch: {
    when: "The email address or the password is wrong. The service doesn't say which, and takes the same time for both, so that nobody can find out who has an account. You also get this error if the password changed during the sign-in.",
    todo: "Show one message for both cases beside the form, and offer to [reset the password](../guides/password.md#reset-it).",
    call: "app.password.signIn",
    handle: 'console.log("Wrong address or password")'
  },
  RedirectUrlNotWhitelisted: {
    when: "The page that an email or a provider leads back to isn't on one of the project's trusted domains. Gatefold builds that address from `appUrl` and `urls`, or your code passed it as a callback URL. Hosts of this machine are trusted only while the project allows it (`allowLocalhost`).",
    todo: "Add the domain with its handler path in the project's settings (`Domains.add`), or correct `appUrl`.",
    call: "app.magicLink.send"
  },
  PasswordTooShort: {
    when: "A new password is shorter than the minimum, which is 8 characters. You get this error on sign-up, reset and change.",
    todo: "Show the minimum length from `details.minLength`.",
    call: "app.password.signUp",
    handle: "console.log(`At least ${$.details.minLength} characters`)"
  },
  PasswordTooLong: {
    when: "A new password is longer than the maximum, which is 70 characters. Gatefold checks this before it sends the request, because the service would only report a wrong request shape.",
    todo: "Show the maximum length from `details.maxLength`. Don't truncate the password.",
    call: "app.password.signUp",
    handle: "console.log(`At most ${$.details.maxLength} characters`)"
  },
  UserDoesNotHavePassword: {
    when: "Your code called `Password.update` for a user without a password, such as a user who signs in with a provider.",
    todo: "Use `Password.set`, which needs no old password. Check `hasPassword` of the current user.",
    call: "app.password.update",
    handle: 'await app.password.set({ password: "correct horse battery staple" })'
  },
  PasswordConfirmationMismatch: {
    when: "The old password that you passed to `Password.update` is wrong, or the password changed elsewhere in the meantime.",
    todo: "Ask for the old password again.",
    call: "app.password.update"
  },
  EmailAlreadyVerified: {
    when: "Your code requested a link for a verified address, usually because the page shows an old state.",
    todo: "Read the list of addresses again. There is nothing to verify.",
    call: "app.contactChannels.sendVerification",
    handle: "console.log(await app.contactChannels.list())"
  },
  EmailNotAssociatedWithUser: {
    when: "The services define this code but never send it. Requests for unknown addresses get the same answer as those for known ones, so that nobody can find out who has an account.",
    todo: "Nothing."
  },
  EmailIsNotPrimaryEmail: {
    when: "The primary address changed between reading it and requesting its verification.",
    todo: "Call `ContactChannels.sendPrimaryVerification` again, which reads the address again.",
    call: "app.contactChannels.sendPrimaryVerification",
    handle: "console.log(`The primary address is ${$.details.primaryEmail} now`)"
  },
  ContactChannelAlreadyUsedForAuthBySomeoneElse: {
    when: "Another account signs in with this address. You get this error when you add or change an address with `usedForAuth`. Sign-in with a provider returns it if the address belongs to an account that can't be merged: it isn't verified on both sides, or the project doesn't merge.",
    todo: "For a provider sign-in, ask the user to sign in the way they did before, and then link the provider. For an address, add it without `usedForAuth`, or use another one.",
    call: "app.contactChannels.create",
    handle: "console.log(`${$.details.contactChannelValue} belongs to another user`)"
  },
  VerificationCodeNotFound: {
    when: "The project has no such code for this purpose. It was mistyped, cut off by a mail program, or belongs to another project, to something that was deleted, or to another kind of code.",
    todo: "Send a new email. If the user types six digits, let them try again.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link does not work; request a new one")'
  },
  VerificationCodeExpired: {
    when: "The code has expired. Emailed links are valid for 7 days, the second factor for 5 minutes, and a passkey challenge for 65 seconds.",
    todo: "Start again: send a new email, or restart the sign-in.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link has expired; request a new one")'
  },
  VerificationCodeAlreadyUsed: {
    when: "The code was already used: a link was opened twice, or a mail program opened it first.",
    todo: "If the user is now signed in, continue. Otherwise, send a new email.",
    call: "app.magicLink.signIn",
    handle: 'console.log("This link was used already")'
  },
  VerificationCodeMaxAttemptsReached: {
    when: "The code, or codes with the same ending, had more than 20 attempts. Or a user typed more than 20 wrong second-factor codes within an hour.",
    todo: "Start again with a new email. For the second factor, wait an hour.",
    call: "app.magicLink.signIn"
  },
  MultiFactorAuthenticationRequired: {
    when: "The first factor was correct, and the account has a second one. Only apps without `MfaPrompt` get this error, such as React apps. With it, Gatefold asks for the code and continues on its own.",
    todo: "Ask for the six digits, and pass them to `Mfa.signIn` with `details.attemptCode` within 5 minutes.",
    call: "app.password.signIn",
    handle: 'await app.mfa.signIn({ attemptCode: $.details.attemptCode, totp: "123456" })'
  },
  InvalidTotpCode: {
    when: "The six digits are wrong, too old, or already used. Each code works for one sign-in, for about a minute. You also get this error if the digits don't match the secret when you turn on the second factor.",
    todo: "Ask again. If the codes stay wrong, the clock of the user's device is off.",
    call: "app.mfa.enable",
    handle: 'console.log("Wrong digits")'
  },
  PasskeyRegistrationFailed: {
    when: "The service rejected the new passkey: its origin isn't a trusted domain of the project, or the answer doesn't match the challenge. The message says which.",
    todo: "Register the passkey on a page of a trusted domain. Passkeys belong to a host: one for `localhost` doesn't work in production.",
    call: "app.passkey.register"
  },
  PasskeyWebAuthnError: {
    when: "The browser didn't finish: the user closed the dialog (`ERROR_CEREMONY_ABORTED`), has no passkey for this site or has registered it before, or the page isn't served over https. Gatefold creates this error itself.",
    todo: "Show the form again, with another way to sign in. `details.code` distinguishes the cases.",
    call: "app.passkey.signIn",
    handle: "console.log($.details.code, $.details.message)"
  },
  PasskeyAuthenticationFailed: {
    when: "The service rejected the passkey: it no longer knows it, or the page isn't on a trusted domain of the project.",
    todo: "Offer another way to sign in, and then offer to register a new passkey.",
    call: "app.passkey.signIn"
  },
  NoPrimaryEmail: {
    when: "Your code requested verification of the primary address for a user without one, such as a guest. Gatefold sent nothing.",
    todo: "Add an address first (`ContactChannels.create` with `isPrimary`).",
    call: "app.contactChannels.sendPrimaryVerification"
  },
  MagicLinkNotEnabled: {
    when: "The project has sign-in with emailed links and codes turned off (`magicLinkEnabled`), or your code tried to give a user that sign-in method.",
    todo: "Hide the form (`Project.get` returns `magicLinkEnabled`), or turn on magic links in the project.",
    call: "app.magicLink.send"
  },
  ClientUserDeletionNotEnabled: {
    when: "A user tried to delete their account, and the project doesn't allow it (`clientUserDeletionEnabled` is off).",
    todo: "Hide the button, turn it on in the project, or delete the user from your server (`Users.delete`).",
    call: "app.currentUser.delete"
  },
  AgentAuthNotEnabled: {
    when: "An agent tried to sign in to a project that doesn't let agents sign in.",
    todo: "Enable the app `agent-auth` in the project's configuration (`apps.installed.agent-auth`). Ask `discover` before you begin.",
    call: "app.agentLogin.register"
  },
  AgentAuthInvalidClaimCode: {
    when: "A user opened the page that approves an agent with an unknown, expired or already answered code.",
    todo: "Ask the user to start the agent's login again.",
    call: "app.agentLogin.inspect",
    handle: 'console.log("Start the login again")'
  },
  AgentAuthInvalidPollToken: {
    when: "The service doesn't know the login that an agent waits for, for example because the emulator restarted without a data file.",
    todo: "Register the agent again.",
    call: "app.agentLogin.poll"
  },
  AgentLoginEnded: {
    when: "An agent's login ended without a session: the user denied it (`denied`), nobody approved it in time (`expired`), or the session was fetched before (`used`).",
    todo: "If the user denied it, stop. Otherwise register the agent again.",
    call: "app.agentLogin.poll",
    handle: "console.log(`No session: ${$.outcome}`)"
  },
  CliAuthError: {
    when: "The service answered a terminal login with a state that this version doesn't know. Gatefold creates this error itself. No service is known to cause it.",
    todo: "Update Gatefold, and start the login again.",
    call: "app.cliLogin.login"
  },
  CliAuthExpiredError: {
    when: "Nobody confirmed the terminal login in the browser in time (2 hours, or `expiresInMillis`).",
    todo: "Run the command again, and open the link that it prints.",
    call: "app.cliLogin.login"
  },
  CliAuthUsedError: {
    when: "Another process already received the tokens of this terminal login: two processes wait with the same code, or an answer was lost.",
    todo: "Run the command again.",
    call: "app.cliLogin.login"
  },
  InvalidPollingCodeError: {
    when: "The service doesn't know the login that a terminal waits for, for example because the emulator restarted without a data file.",
    todo: "Run the command again.",
    call: "app.cliLogin.login"
  },
  CliLoginNotFound: {
    when: "The page that confirms a terminal login was opened with an unknown, expired or already answered code.",
    todo: "Ask the user to start again in the terminal.",
    call: "app.cliLogin.details",
    handle: 'console.log("Run the command again")'
  },
  CliLoginAnonymousUserNotFound: {
    when: "A terminal login should keep its guest's data, but has no guest: it started without one, another user took the guest over, or the guest has signed up.",
    todo: "Sign in without keeping the guest.",
    call: "app.cliLogin.claimAnonymousUser"
  },
  CliLoginTimeout: {
    when: "Nobody confirmed the login within the `maxAttempts` that you passed.",
    todo: "Call it again, or omit `maxAttempts`. Then the login waits until it expires.",
    call: "app.cliLogin.login",
    handle: "console.log(`Gave up after ${$.attempts} attempts`)"
  }
}
