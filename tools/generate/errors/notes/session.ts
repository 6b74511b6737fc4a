/** Sessions and their tokens. */
import type { Notes } from "./Note.ts"

export const session: Notes = {
  CannotDeleteCurrentSession: {
    when: "Your code passed the current session to `Sessions.revoke`. The service keeps it, so that a user can't sign out by accident from a list of sessions.",
    todo: "Call `Sessions.signOut` for the current session. In a list, hide the button in the row with `isCurrentSession`.",
    call: "app.sessions.revoke",
    handle: "await app.sessions.signOut()"
  },
  CannotGetOwnUserWithoutUser: {
    when: "A request needs the current user, but the service sees none: the session has ended, or the user was deleted. `CurrentUser.get` returns null instead.",
    todo: "Send the user to the sign-in page. On a server, pass a user ID instead of `me`.",
    call: "app.teams.list",
    handle: 'console.log("Sign in first")'
  },
  UnparsableAccessToken: {
    when: "The service can't verify the access token: another service issued it, or it is damaged. A session replaces such a token and repeats the request. You get this error if the service refuses the new one as well.",
    todo: "Sign in again. If the error stays, check that `apiUrl` is the service that issued the tokens, for example after a move from the emulator.",
    call: "app.teams.list",
    handle: "await app.sessions.signOut()"
  },
  AccessTokenExpired: {
    when: "The access token has expired, and the service also refused the replacement. The usual reason is a clock that is wrong by minutes. `Sessions.signOut` also gets this answer if the session ended elsewhere, and counts it as signed out.",
    todo: "Most apps need nothing, because the session refreshes tokens before they expire. Otherwise, set the clock, or sign in again.",
    call: "app.teams.list",
    handle: "console.log(`Expired at ${$.details.expiredAt?.toISOString()}`)"
  },
  InvalidProjectForAccessToken: {
    when: "The app's tokens belong to another project, for example because two apps on one host share cookies, or a request was forwarded to the wrong server.",
    todo: "Use the same `projectId` on both sides, or sign in again.",
    call: "app.teams.list",
    handle: "console.log(`Tokens of ${$.details.actualProjectId}, app of ${$.details.expectedProjectId}`)"
  },
  AnonymousAuthenticationNotAllowed: {
    when: "A guest called an endpoint that the current service closes to guests. Gatefold allows guests in each request, so you only get this error from endpoints that always require an account.",
    todo: "Ask the guest to sign up. The account keeps the guest's data ([guests](../protocol/session.md)).",
    call: "app.apiKeys.list",
    handle: 'console.log("Sign up to go on")'
  },
  RestrictedUserNotAllowed: {
    when: "The account is restricted, and the current service doesn't allow the action. `details.restrictedReason` has the reason: the project requires a verified address, or an administrator restricted the user.",
    todo: "Remove the reason: `email_not_verified` with `ContactChannels.sendPrimaryVerification`, `restricted_by_administrator` through your support (`Users.liftRestriction`).",
    call: "app.apiKeys.list",
    handle: "console.log(`Restricted: ${$.details.restrictedReason.type}`)"
  },
  ProviderRejected: {
    when: "The services define this code but never send it. It would mean that a provider ended its own session.",
    todo: "Sign in with the provider again."
  },
  RefreshTokenNotFoundOrExpired: {
    when: "The session has ended: the user signed out elsewhere, changed the password or was deleted, or the session was revoked. Operations don't fail with this error: the session clears its tokens, and operations that need a user fail with `UserAuthenticationRequired`.",
    todo: "Send the user to the sign-in page.",
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const user = await app.currentUser.get() // null once the session has ended
if (user === null) await app.redirect.to("signIn")`
  },
  UserAuthenticationRequired: {
    when: "The operation needs a signed-in user. Usually Gatefold sends nothing, because the session has no tokens.",
    todo: 'Sign in first. In React, `useUser({ or: "redirect" })` redirects to the sign-in page and back. On a server, pass the request to `forRequest`.',
    call: "app.teams.list",
    handle: 'console.log("Sign in first")'
  },
  SessionMismatch: {
    when: "The two tokens of the session that you hand on to another domain don't belong together: the session ended in the meantime, or another tab replaced one of them.",
    todo: "Let the user sign in again, and continue from the first domain.",
    call: "app.crossDomain.authorize",
    handle: 'console.log("Sign in again")'
  },
  LifetimeUnavailable: {
    when: "`currentTokens({ minimumLifetimeMillis })` requested a longer remaining lifetime than possible: more than a minute, more than the service issues, or more than a session without a refresh token has left.",
    todo: "Request less than 60,000 ms, or omit it, and call it again before the next use.",
    call: "app.sessions.currentTokens",
    handle: "console.log(`Not ${$.requiredMillis} ms: ${$.problem}`)"
  },
  SessionNotTransferable: {
    when: "The page can't hand its session on to another domain. The session has no refresh token, or it belongs to a guest whom another host of the domain may have planted.",
    todo: "Sign the user in on this page, and call `CrossDomain.authorize` again.",
    call: "app.crossDomain.authorize",
    handle: "console.log($.problem)"
  },
  InvalidCrossDomainRequest: {
    when: "The page was opened with a URL that `CrossDomain.start` didn't create: without a state or challenge, opened a second time, or one that doesn't lead to a callback page. Gatefold doesn't redirect.",
    todo: "Send the user back to the app that they came from, so that they can start again. Don't follow `redirect_uri` yourself.",
    call: "app.crossDomain.authorize",
    handle: "console.log($.problem)"
  },
  SignOutElsewhere: {
    when: "A provider such as Clerk keeps the session (`ExternalTokenStore`). Only the provider can end it, so the user is still signed in.",
    todo: "Send the user to `signOutUrl`. `<AuthHandler>` shows the link on its sign-out page.",
    call: "app.sessions.signOut",
    handle: "console.log(`Sign out at ${$.provider}: ${$.signOutUrl}`)"
  },
  TokenStoreUnavailable: {
    when: "Gatefold can't store the tokens of a sign-in. The app has `tokenStore: null`, a provider keeps its session (`ExternalTokenStore`), or the browser refuses cookies for the page, for example in a sandboxed frame. In a terminal, the folder of `ConfigFileTokenStore` isn't writable, is a link, or is open to other users.",
    todo: 'Choose a store, such as `createClientApp({ tokenStore: "cookie" })`. If the browser refuses cookies, tell the user. In a terminal, show `problem`: it names the folder and the command to run.',
    call: "app.password.signIn",
    handle: "console.log($.problem)"
  },
  InvalidToken: {
    when: "You passed an option that isn't a valid token: it is empty, has spaces, or is the text `undefined` from a failed interpolation. `option` says which.",
    todo: "Pass the value of `currentTokens` or `x-stack-auth` unchanged, or null for a signed-out visitor.",
    example: `import { createClientApp } from "gatefold/promise"

const app = createClientApp({
  projectId: "your-project-id",
  publishableClientKey: "pck_your_key",
  tokenStore: { accessToken: null, refreshToken: "undefined" }
})

try {
  await app.currentUser.get()
} catch (error) {
  console.log(error) // InvalidToken, which names the option
}`
  },
  InvalidAuthHeader: {
    when: "A request to your server has a header `x-stack-auth` or `authorization` that isn't a token pair as `Sessions.authJson` writes it. The message never quotes the header.",
    todo: "Answer 401. The sender should spread `app.sessions.authHeaders()` into the request.",
    example: `import { createClientApp } from "gatefold/promise"

export const handler = async (request: Request): Promise<Response> => {
  await using app = createClientApp({
    projectId: "your-project-id",
    publishableClientKey: "pck_your_key",
    tokenStore: request
  })
  try {
    const user = await app.currentUser.get()
    return Response.json({ name: user?.displayName ?? "nobody" })
  } catch (error) {
    console.log(error) // InvalidAuthHeader, which names the header
    return new Response("The credentials cannot be read", { status: 401 })
  }
}`
  },
  Interrupted: {
    when: "A promise operation was cancelled: a later sign-in or sign-out replaced it, its component unmounted, or its `signal` was aborted without a reason. Effects are interrupted instead and don't have this error.",
    todo: "Nothing: the newer operation continues. Don't show it as a failure.",
    call: "app.password.signIn",
    handle: 'console.log("Another sign-in came after this one")'
  }
}
