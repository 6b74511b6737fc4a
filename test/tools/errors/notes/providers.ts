import type { Notes } from "./Note.ts"

/** Sign-in with providers, and accounts at them. */
export const providers: Notes = {
  OAuthConnectionNotConnectedToUser: {
    when: "A token was asked for a provider that the user has no account of. Operations do not fail with it: `ConnectedAccounts.getAccessToken` answers null.",
    todo: 'Have the user link the account: `getAccessToken` and `getOrLink` do it with `or: "redirect"`.',
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const token = await app.connectedAccounts.getAccessToken({ provider: "github" })
if (token === null) {
  await app.connectedAccounts.getAccessToken({ provider: "github", or: "redirect" }) // links it, and comes back
}`
  },
  OAuthConnectionAlreadyConnectedToAnotherUser: {
    when: "A user links a provider account with which another user of the project signs in.",
    todo: "Sign in as the other user, or remove the account there first (`ProviderAccounts.delete`).",
    call: "app.oauth.callback"
  },
  OAuthConnectionDoesNotHaveRequiredScope: {
    when: "The user has an account of the provider, and none of its tokens covers the scopes that were asked for. In 2025-06 it also comes when the provider does not renew the token. Operations do not fail with it: `ConnectedAccounts.getAccessToken` answers null.",
    todo: 'Have the user link the account again with these scopes: `or: "redirect"` asks for them.',
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const token = await app.connectedAccounts.getAccessToken({ provider: "github", scopes: ["repo"] })
if (token === null) {
  await app.connectedAccounts.getAccessToken({ provider: "github", scopes: ["repo"], or: "redirect" }) // links it, and comes back
}`
  },
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: {
    when: "More scopes were asked for than a sign-in needs, and the provider uses the service's shared OAuth keys.",
    todo: "Register an OAuth app at the provider and give its client id and secret to the project (`OAuthProviders.enableStandard`).",
    call: "app.oauth.start"
  },
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys: {
    when: "The token of a connected account was asked for, and the provider uses the service's shared OAuth keys, whose tokens nobody gets.",
    todo: "Register an OAuth app at the provider and give its client id and secret to the project (`OAuthProviders.enableStandard`).",
    call: "app.connectedAccounts.getAccessToken"
  },
  OAuthAccessTokenNotAvailable: {
    when: "The provider does not renew the token: the user took their consent back there, or it cannot be reached. `details.details` is what it said.",
    todo: 'Have the user link the account again; `or: "redirect"` does it by itself.',
    call: "serverApp.connectedAccounts.getAccessToken",
    handle: "console.log($.details.provider, $.details.details)"
  },
  InvalidScope: {
    when: "The OAuth scope of a sign-in is not the one that the service of 2025-06 knows. Gatefold sends that one, so something between app and service rewrites URLs.",
    todo: "Let the URL of the service's authorize endpoint pass unchanged. Scopes at the provider are another thing: `providerScope`.",
    call: "app.oauth.start"
  },
  UserAlreadyConnectedToAnotherOAuthConnection: {
    when: "A user links a second account of one provider, which the service of 2025-06 does not allow.",
    todo: "Remove the first one, or use the current service, which keeps several.",
    call: "app.oauth.callback"
  },
  OuterOAuthTimeout: {
    when: "More than 10 minutes passed between the click on the provider's button and the way back.",
    todo: "Start the sign-in again.",
    call: "app.oauth.callback",
    handle: 'console.log("That took too long; sign in again")'
  },
  OAuthProviderNotFoundOrNotEnabled: {
    when: "The provider's id is unknown, or the project has not turned it on. From `ConnectedAccounts` it also means that it was turned off after accounts were linked.",
    todo: "Show the buttons of `Project.get().oauthProviders` only, or turn the provider on in the project.",
    call: "app.oauth.start"
  },
  InvalidSharedOAuthProviderId: {
    when: "Never: services know the code and send it nowhere. It would say that a provider cannot be used with shared keys.",
    todo: "Give the provider keys of your own (`OAuthProviders.enableStandard`)."
  },
  InvalidStandardOAuthProviderId: {
    when: "Never: services know the code and send it nowhere. It would say that a provider cannot be used with keys of your own.",
    todo: "Use the shared keys (`OAuthProviders.enableShared`)."
  },
  InvalidAuthorizationCode: {
    when: "The code with which the provider's page led back is used, older than 5 minutes, of another app, or its verifier does not match. Reloading the callback page is the usual way to it.",
    todo: "Start the sign-in again, unless the user is signed in by now.",
    call: "app.oauth.callback",
    handle: "console.log(await app.currentUser.get())"
  },
  OAuthProviderAccessDenied: {
    when: 'The user pressed "cancel" at the provider, or the provider refused the app.',
    todo: "Show the sign-in page again. It is no failure of the app.",
    call: "app.oauth.callback",
    handle: 'console.log("Cancelled at the provider")'
  },
  OAuthProviderAccountIdAlreadyUsedForSignIn: {
    when: "A provider account should sign a user in, and signs another user in already. `ProviderAccounts.update` of clients gets it whenever any other account of the project signs someone in: the service looks for the account by an id that clients cannot send.",
    todo: "Turn sign-in on from your server (`ProviderAccounts.update`). If another user signs in with this account, turn that off first, or keep this one for tokens only (`allowSignIn: false`).",
    call: "serverApp.providerAccounts.update"
  },
  UserSignsInWithAnotherAccount: {
    when: "A provider account should sign a user in who signs in with another account of this provider already.",
    todo: "Turn sign-in off for the other account first (`ProviderAccounts.update` with `allowSignIn: false`).",
    call: "serverApp.providerAccounts.update"
  },
  ProviderAccountAlreadyExists: {
    when: "The user has this account of the provider already.",
    todo: "Update the one that is there: `ProviderAccounts.list` has its id.",
    call: "serverApp.providerAccounts.create"
  },
  ProviderAccountNotFound: {
    when: "The user has no provider account of this id; it may have been removed meanwhile.",
    todo: "Read the list again.",
    call: "app.providerAccounts.delete",
    handle: "console.log(await app.providerAccounts.list())"
  },
  ProviderAccountOfAnotherUser: {
    when: "A client named a provider account of somebody else. The operations for clients name the current user, so the session changed between reading the list and this call.",
    todo: "Read the list again.",
    call: "app.providerAccounts.delete",
    handle: "console.log(await app.providerAccounts.list())"
  },
  OAuthProviderTemporarilyUnavailable: {
    when: "The provider does not answer the service at the moment, or answers with a failure of its own.",
    todo: "Offer to try again, and the other ways to sign in.",
    call: "app.oauth.callback",
    handle: 'console.log("The provider does not answer; try again later")'
  },
  AppleBundleIdNotConfigured: {
    when: "An app of iOS or macOS sends Apple's identity token, and the project names no bundle id to compare it with.",
    todo: "Add the app's bundle id to the provider Apple (`appleBundleIds`).",
    call: "app.oauth.signInWithAppleToken"
  },
  InvalidAppleCredentials: {
    when: "Apple's identity token is expired, made for an app whose bundle id the project does not name, or not signed by Apple; or its user was deleted meanwhile.",
    todo: "Ask for a fresh token by signing in with Apple again. If it stays, compare the bundle ids.",
    call: "app.oauth.signInWithAppleToken",
    handle: 'console.log("Sign in with Apple again")'
  }
}
