import type { Notes } from "./Note.ts"

/** Sessions and their tokens. */
export const session: Notes = {
  CannotDeleteCurrentSession: {
    when: "`Sessions.revoke` was given the session in use. The service keeps it, so that a list of sessions cannot sign its own reader out.",
    todo: "Call `Sessions.signOut` for the current session. In a list, offer no button for the row with `isCurrentSession`.",
    call: "app.sessions.revoke",
    handle: "await app.sessions.signOut()"
  },
  CannotGetOwnUserWithoutUser: {
    when: "A request asks for the current user, and the service sees none: the session has ended, or the user was deleted meanwhile. `CurrentUser.get` answers null instead.",
    todo: "Send the user to the sign-in page. On a server, name a user id in place of `me`.",
    call: "app.teams.list",
    handle: 'console.log("Sign in first")'
  },
  UnparsableAccessToken: {
    when: "The access token cannot be verified: it is of another service, or damaged. A session replaces such a token and repeats the request; this error is what remains when the new one is refused as well.",
    todo: "Sign in again. If it stays, check that `apiUrl` is the service that issued the tokens, such as after a move from the emulator.",
    call: "app.teams.list",
    handle: "await app.sessions.signOut()"
  },
  AccessTokenExpired: {
    when: "The access token is past its expiry, and the replacement was refused too. The usual reason is a clock that is wrong by minutes. `Sessions.signOut` of a session that has ended elsewhere gets it as well, and counts that as signed out.",
    todo: "Nothing in most apps: the session refreshes tokens before they expire. Set the clock, or sign in again.",
    call: "app.teams.list",
    handle: "console.log(`Expired at ${$.details.expiredAt?.toISOString()}`)"
  },
  InvalidProjectForAccessToken: {
    when: "The tokens that an app was given are of another project than the app's, such as when two apps on one host share cookies, or a request was forwarded to the wrong server.",
    todo: "Give both sides the same `projectId`, or sign in again.",
    call: "app.teams.list",
    handle: "console.log(`Tokens of ${$.details.actualProjectId}, app of ${$.details.expectedProjectId}`)"
  },
  AnonymousAuthenticationNotAllowed: {
    when: "A guest called something that the current service keeps from guests. Gatefold says with each request that guests are meant too, so that it comes from endpoints that want an account in any case.",
    todo: "Have the guest sign up; the account keeps what the guest has ([guests](../protocol/session.md)).",
    call: "app.apiKeys.list",
    handle: 'console.log("Sign up to go on")'
  },
  RestrictedUserNotAllowed: {
    when: "The account is restricted, for the reason in `details.restrictedReason`, and the current service does not let it do this: the address is not verified where the project asks for that, or an administrator restricted the user.",
    todo: "Remove the reason: `email_not_verified` by `ContactChannels.sendPrimaryVerification`, `restricted_by_administrator` by your support (`Users.liftRestriction`).",
    call: "app.apiKeys.list",
    handle: "console.log(`Restricted: ${$.details.restrictedReason.type}`)"
  },
  ProviderRejected: {
    when: "Never: services know the code and send it nowhere. It would say that a provider has ended its own session.",
    todo: "Sign in with the provider again."
  },
  RefreshTokenNotFoundOrExpired: {
    when: "The session has ended: signed out elsewhere, revoked, its password changed, or its user deleted. Operations do not fail with it: the session clears its tokens, and what needs a user fails with `UserAuthenticationRequired`.",
    todo: "Send the user to the sign-in page.",
    example: `import { createClientApp } from "gatefold/promise"

await using app = createClientApp({ projectId: "your-project-id", publishableClientKey: "pck_your_key" })

const user = await app.currentUser.get() // null once the session has ended
if (user === null) await app.redirect.to("signIn")`
  },
  UserAuthenticationRequired: {
    when: "Nobody is signed in, and the operation needs somebody. Mostly nothing is sent: the session has no tokens.",
    todo: 'Sign in first. In React, `useUser({ or: "redirect" })` leads to the sign-in page and back; on a server, pass the request to `forRequest`.',
    call: "app.teams.list",
    handle: 'console.log("Sign in first")'
  },
  SessionMismatch: {
    when: "The session that is handed on to another domain has two tokens that do not belong together: it ended meanwhile, or one of them was replaced by another tab.",
    todo: "Let the user sign in again, and go on from the first domain.",
    call: "app.crossDomain.authorize",
    handle: 'console.log("Sign in again")'
  },
  LifetimeUnavailable: {
    when: "`currentTokens({ minimumLifetimeMillis })` asked for a token with more life left than there is: more than a minute, more than the service issues, or of a session without a refresh token.",
    todo: "Ask for less than 60,000 ms, or for none, and call it again before the next use.",
    call: "app.sessions.currentTokens",
    handle: "console.log(`Not ${$.requiredMillis} ms: ${$.problem}`)"
  },
  SessionNotTransferable: {
    when: "The session of this page cannot be handed on to another domain: it has no refresh token, or it is a guest's that another host of the domain may have planted.",
    todo: "Sign the user in on this page, and call `CrossDomain.authorize` again.",
    call: "app.crossDomain.authorize",
    handle: "console.log($.problem)"
  },
  InvalidCrossDomainRequest: {
    when: "The page was opened by a URL that `CrossDomain.start` did not make: without state or challenge, followed a second time, or one that does not lead back to a callback page. Nobody is sent anywhere.",
    todo: "Send the user back to the app that they came from, to begin again. Do not follow `redirect_uri` yourself.",
    call: "app.crossDomain.authorize",
    handle: "console.log($.problem)"
  },
  TokenStoreUnavailable: {
    when: "The tokens of a sign-in cannot be kept: the app was made with `tokenStore: null`, or the browser refuses cookies for the page, such as in a sandboxed frame. In a terminal, the folder of `ConfigFileTokenStore` cannot be written, is a link, or is open to other users.",
    todo: 'Choose a store, as in `createClientApp({ tokenStore: "cookie" })`. In a browser that refuses cookies, tell the user. In a terminal, show `problem`: it says which folder, and what to type.',
    call: "app.password.signIn",
    handle: "console.log($.problem)"
  },
  InvalidToken: {
    when: "A token was passed as an option that is none: empty, with spaces, or the text `undefined` of a failed interpolation. `option` says which.",
    todo: "Pass what `currentTokens` or `x-stack-auth` holds, unchanged, or null for nobody.",
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
    when: "A request to your server has a header `x-stack-auth` or `authorization` whose contents are not a pair of tokens as `Sessions.authJson` writes it. The message never quotes the header.",
    todo: "Answer 401. On the side that sends it, use `app.sessions.authHeaders()` and spread them into the request.",
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
    when: "An operation of promises was given up: a later sign-in or sign-out overtook it, its component was unmounted, or its `signal` was aborted without a reason. Effects are interrupted instead, and have no such error.",
    todo: "Nothing: whoever overtook it goes on. Do not show it as a failure.",
    call: "app.password.signIn",
    handle: 'console.log("Another sign-in came after this one")'
  }
}
