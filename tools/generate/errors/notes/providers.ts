/** Sign-in with providers, and accounts at them. */
import type { Notes } from "./Note.ts"

export const providers: Notes = {
  OAuthConnectionNotConnectedToUser: {
    when: "Your code requested a token for a provider that the user hasn't linked. Operations don't fail with this error: `ConnectedAccounts.getAccessToken` returns null.",
    todo: 'Ask the user to link the account: `getAccessToken` and `getOrLink` do it with `or: "redirect"`.',
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const token = await app.connectedAccounts.getAccessToken({ provider: "github" })
if (token === null) {
  await app.connectedAccounts.getAccessToken({ provider: "github", or: "redirect" }) // links it, and comes back
}`
  },
  OAuthConnectionAlreadyConnectedToAnotherUser: {
    when: "A user tries to link a provider account that another user of the project signs in with.",
    todo: "Sign in as the other user, or remove the account there first (`ProviderAccounts.delete`).",
    call: "app.oauth.callback"
  },
  OAuthConnectionDoesNotHaveRequiredScope: {
    when: "The user has linked the provider, but none of the tokens covers the requested scopes. In 2025-06, you also get this error if the provider doesn't renew the token. Operations don't fail with it: `ConnectedAccounts.getAccessToken` returns null.",
    todo: 'Ask the user to link the account again with these scopes. `or: "redirect"` requests them.',
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const token = await app.connectedAccounts.getAccessToken({ provider: "github", scopes: ["repo"] })
if (token === null) {
  await app.connectedAccounts.getAccessToken({ provider: "github", scopes: ["repo"], or: "redirect" }) // links it, and comes back
}`
  },
  OAuthExtraScopeNotAvailableWithSharedOAuthKeys: {
    when: "Your code requested more scopes than a sign-in needs, and the provider uses the service's shared OAuth keys.",
    todo: "Register an OAuth app at the provider, and add its client ID and secret to the project (`OAuthProviders.enableStandard`).",
    call: "app.oauth.start"
  },
  OAuthAccessTokenNotAvailableWithSharedOAuthKeys: {
    when: "Your code requested the token of a connected account, and the provider uses the service's shared OAuth keys. The service never returns their tokens.",
    todo: "Register an OAuth app at the provider, and add its client ID and secret to the project (`OAuthProviders.enableStandard`).",
    call: "app.connectedAccounts.getAccessToken"
  },
  OAuthAccessTokenNotAvailable: {
    when: "The provider doesn't renew the token: the user revoked access there, or the service can't reach the provider. `details.details` is the provider's answer.",
    todo: 'Ask the user to link the account again. `or: "redirect"` does it automatically.',
    call: "serverApp.connectedAccounts.getAccessToken",
    handle: "console.log($.details.provider, $.details.details)"
  },
  InvalidScope: {
    when: "The OAuth scope of a sign-in isn't the one that the service of 2025-06 expects. Gatefold sends that one, so something between the app and the service rewrites URLs.",
    todo: "Pass the URL of the service's authorize endpoint unchanged. Scopes at the provider are separate: see `providerScope`.",
    call: "app.oauth.start"
  },
  UserAlreadyConnectedToAnotherOAuthConnection: {
    when: "A user tries to link a second account of the same provider. The service of 2025-06 doesn't allow it.",
    todo: "Remove the first account, or use the current service, which supports several.",
    call: "app.oauth.callback"
  },
  OuterOAuthTimeout: {
    when: "More than 10 minutes passed between the click on the provider's button and the return.",
    todo: "Start the sign-in again.",
    call: "app.oauth.callback",
    handle: 'console.log("That took too long; sign in again")'
  },
  OAuthProviderNotFoundOrNotEnabled: {
    when: "The provider ID is unknown, or the provider is off in the project. From `ConnectedAccounts`, it also means that the provider was turned off after users linked accounts.",
    todo: "Only show buttons for `Project.get().oauthProviders`, or turn on the provider in the project.",
    call: "app.oauth.start"
  },
  InvalidSharedOAuthProviderId: {
    when: "The services define this code but never send it. It would mean that a provider doesn't support shared keys.",
    todo: "Configure your own keys for the provider (`OAuthProviders.enableStandard`)."
  },
  InvalidStandardOAuthProviderId: {
    when: "The services define this code but never send it. It would mean that a provider doesn't support your own keys.",
    todo: "Use the shared keys (`OAuthProviders.enableShared`)."
  },
  InvalidAuthorizationCode: {
    when: "The code from the provider sign-in was already used, is older than 5 minutes, belongs to another app, or its verifier doesn't match. The usual cause is a reload of the callback page.",
    todo: "Start the sign-in again, unless the user is now signed in.",
    call: "app.oauth.callback",
    handle: "console.log(await app.currentUser.get())"
  },
  OAuthProviderAccessDenied: {
    when: 'The user pressed "cancel" at the provider, or the provider refused the app.',
    todo: "Show the sign-in page again. The app did nothing wrong.",
    call: "app.oauth.callback",
    handle: 'console.log("Cancelled at the provider")'
  },
  OAuthProviderAccountIdAlreadyUsedForSignIn: {
    when: "You turned on sign-in for a provider account that another user signs in with. In a client, `ProviderAccounts.update` fails with it if any other account of the project has sign-in turned on, because the service compares an ID that clients can't send.",
    todo: "Turn on sign-in from your server (`ProviderAccounts.update`). If another user signs in with this account, turn that off first, or keep this account for tokens only (`allowSignIn: false`).",
    call: "serverApp.providerAccounts.update"
  },
  UserSignsInWithAnotherAccount: {
    when: "You turned on sign-in for a provider account, but the user already signs in with another account of this provider.",
    todo: "Turn off sign-in for the other account first (`ProviderAccounts.update` with `allowSignIn: false`).",
    call: "serverApp.providerAccounts.update"
  },
  ProviderAccountAlreadyExists: {
    when: "The user already has this account of the provider.",
    todo: "Update the existing one: `ProviderAccounts.list` has its ID.",
    call: "serverApp.providerAccounts.create"
  },
  ProviderAccountNotFound: {
    when: "The user has no provider account with this ID. It may have been removed in the meantime.",
    todo: "Read the list again.",
    call: "app.providerAccounts.delete",
    handle: "console.log(await app.providerAccounts.list())"
  },
  ProviderAccountOfAnotherUser: {
    when: "A client named another user's provider account. Client operations name the current user, so the session changed between reading the list and this call.",
    todo: "Read the list again.",
    call: "app.providerAccounts.delete",
    handle: "console.log(await app.providerAccounts.list())"
  },
  OAuthProviderTemporarilyUnavailable: {
    when: "The provider doesn't answer the service at the moment, or answers with an error.",
    todo: "Offer to try again, or to sign in another way.",
    call: "app.oauth.callback",
    handle: 'console.log("The provider does not answer; try again later")'
  },
  AppleBundleIdNotConfigured: {
    when: "An iOS or macOS app sent Apple's identity token, and the project has no bundle ID to compare it with.",
    todo: "Add the app's bundle ID to the provider Apple (`appleBundleIds`).",
    call: "app.oauth.signInWithAppleToken"
  },
  InvalidAppleCredentials: {
    when: "Apple's identity token has expired, names an app whose bundle ID isn't in the project, or isn't signed by Apple. Or its user was deleted in the meantime.",
    todo: "Get a fresh token by signing in with Apple again. If the error stays, compare the bundle IDs.",
    call: "app.oauth.signInWithAppleToken",
    handle: 'console.log("Sign in with Apple again")'
  }
}
