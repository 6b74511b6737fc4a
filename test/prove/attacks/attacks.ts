/**
 * Which tests play which attack. An attack has a name and its tests: a file below `test`, which counts as a whole, or
 * `file > title` with a part of the title of a test or of a group of tests. After a test moves or gets another title,
 * correct its line here: `attacks.test.ts` names the lines that lead to nothing.
 */

/** The attacks of one list, by name. */
export type Attacks = Readonly<Record<string, ReadonlyArray<string>>>

/** The headings of `docs/protocol/threats.md`, which say what each attack is. */
const threats: Attacks = {
  "Open redirects": [
    "client/Redirect.test.ts",
    "platform/page/Redirector.test.ts > a trusted target",
    "oauth/OAuthCallback.test.ts > never goes to"
  ],
  "Untrusted callback URLs": [
    "emulator/projects/redirectUrls.test.ts",
    "emulator/projects/TrustedUrl.test.ts",
    "emulator/handlers/MagicLink.test.ts > lead %s to trusted URLs only"
  ],
  "Codes in URLs": [
    "client/LandingPage.test.ts > LandingPage.takeCode",
    "react/AuthHandler.test.tsx > after the code has left the URL",
    "oauth/OAuthCallback.test.ts > takes code and state from the URL before it asks the service",
    "client/OAuth.test.ts > passes a fresh token only to the address bar"
  ],
  "Forged callbacks": [
    "oauth/OAuthCallback.test.ts > ignores an answer that this browser did not ask for",
    "oauth/OAuthCallback.test.ts > ignores answers to flows of other projects, services, pages and providers",
    "oauth/OAuthErrorPage.test.ts > the error page",
    "client/providersAndPasskeys.test.ts > is accepted only in the browser that started it",
    "emulator/oauth/Callback.test.ts > needs the cookie of the browser that started"
  ],
  "Accounts linked by somebody else": [
    "client/OAuth.test.ts > is a navigation for a link, so that the cookie of the service ties it to the browser",
    "client/OAuth.test.ts > is a navigation for a guest, who becomes a user before the app sees the answer",
    "client/guestsAndRestrictedUsers.test.ts > is not taken over by someone who learns the provider's URL"
  ],
  "Reused codes": [
    "emulator/handlers/OAuthToken.test.ts > succeeds once out of 50 at once",
    "emulator/handlers/OAuthToken.test.ts > ends the session of a code that is used again",
    "emulator/handlers/OAuthToken.test.ts > spends the code on a wrong verifier"
  ],
  "Weak challenges": [
    "emulator/crypto/CodeChallenge.test.ts > the proof key",
    "oauth/Pkce.test.ts",
    "emulator/oauth/startOfSignIn.test.ts > and sends the browser nowhere"
  ],
  "Flow cookies without end": [
    "platform/page/OAuthFlows.test.ts > started flows in cookies",
    "client/OAuth.test.ts > keeps eight flows at most, of which the last one ends"
  ],
  "Ids of providers in paths": ["client/OAuth.test.ts > refuses an invalid provider ID"],
  "Pre-registered accounts": ["emulator/oauth/ProviderSignIns.test.ts > link_method"],
  "Secrets in output": [
    "prove/canaries/canaries.test.ts",
    "http/Masking.test.ts",
    "api/schema/Secrets.test.ts",
    "react/ServerRender.test.tsx > keeps no token where devtools look"
  ],
  "Keys in browsers": [
    "package/browserCondition.test.ts",
    "server/ServerApp.test.ts > in a browser",
    "admin/AdminApp.test.ts > in a browser",
    "http/ServiceConfig.test.ts > refuses a key of another level"
  ],
  "Cached responses": [
    "token/requestStores.test.ts > sets both cookies, and keeps the response out of caches",
    "ssr/Protect.test.ts > makes a public response private, and keeps a stricter one"
  ],
  "Mixed sources": [
    "token/requestStores.test.ts > takes the whole pair from",
    "backend/hostileRequests.test.ts > never combines two sessions"
  ],
  "Shared work": [
    "backend/middleware/SharedRefreshes.test.ts > never get the tokens of another",
    "backend/middleware/AuthMiddlewareLayer.test.ts > never gets the claims of another",
    "backend/request/RequestAuth.test.ts > never mixes up visitors who come at once",
    "next/NextApp.test.ts > never mixes up two requests"
  ],
  "Readable cookies": [
    "token/requestStores.test.ts > protects them on https",
    "token/cookieStores.test.ts > has names on https that no other host can set",
    "platform/request/CookieJar.test.ts > write cookies as specified"
  ],
  "Planted cookies": [
    "token/SessionCookies.test.ts > a session in cookies",
    "token/plantedGuest.test.ts > A name that is ours but for what stands before it",
    "adapters/attacks.test.ts > prefers cookies of this host alone to those that another host can plant"
  ],
  "Planted guests": ["token/plantedGuest.test.ts"],
  "Malformed cookies": [
    "platform/request/CookieJar.test.ts > never throws",
    "backend/hostileRequests.test.ts > cookies",
    "token/requestStores.test.ts > is not impressed by names of prototypes"
  ],
  "Cookies that do not stay": [
    "token/cookieStores.test.ts > keeps an access token that is too large in memory",
    "token/cookieStores.test.ts > that would not last, and leaves what was there",
    "token/cookieStores.test.ts > says why a session cannot be kept"
  ],
  "Spoofed proxies": [
    "platform/request/RequestHeaders.test.ts > forwarded headers",
    "token/requestStores.test.ts > believes the outermost trusted proxy, else the URL"
  ],
  "Forged tokens": [
    "backend/verify/AccessTokenVerifier.test.ts > a forged token",
    "backend/verify/verifiedTokens.test.ts"
  ],
  "Key ids": [
    "backend/verify/verifiedTokens.test.ts > fetches no keys for the",
    "backend/verify/keysOfAnotherProcess.test.ts > and none with an invalid ID"
  ],
  "Malformed dates": ["domain/AccessTokenClaims.test.ts", "backend/verify/VerifiedClaims.test.ts > a payload"],
  "Wrong clocks": ["session/Freshness.test.ts > freshness"],
  "Unverified claims": [
    "backend/verify/VerifiedClaims.test.ts",
    "backend/verify/verifiedTokens.test.ts > is not trusted if it returns another user than the token's"
  ],
  "Floods of key ids": ["backend/verify/AccessTokenVerifier.test.ts > the key set", "backend/verify/KeySet.test.ts"],
  "Oversized tokens": [
    "backend/verify/AccessTokenVerifier.test.ts > is refused before it is parsed if it has more than 8 kB",
    "backend/verify/verifiedTokens.test.ts > accepts tokens of exactly 8,192 characters, and no longer ones",
    "backend/hostileRequests.test.ts > is refused when it is"
  ],
  "Links of terminals": [
    "react/AuthHandler.test.tsx > cli confirmation",
    "react/PlainScreens.test.tsx > confirms a terminal's login on a click, with the warning",
    "emulator/handlers/CliLogin.test.ts"
  ],
  "Links to other domains": [
    "client/CrossDomain.test.ts",
    "client/crossDomainTabs.test.ts",
    "emulator/handlers/CrossDomain.test.ts",
    "react/AuthHandler.test.tsx > the page of users from other domains"
  ],
  "Races of sign-ins": [
    "session/signIn.test.ts > of several sign-ins",
    "session/signIn.test.ts > a sign-in under way",
    "session/tabsRefreshOnce.test.ts > overlapping sign-ins"
  ],
  "Lost refreshes": [
    "session/Freshness.test.ts > a refresh",
    "session/tabsRefreshOnce.test.ts > Session in several tabs",
    "session/nobodyWaitsForever.test.ts"
  ],
  "Hanging locks": [
    "platform/Locks.test.ts > run without a lock whose holder hangs, after ten seconds",
    "session/tabsRefreshOnce.test.ts > refreshes without a tab that hangs during its refresh"
  ],
  "Ids that leave their path": [
    "domain/Ids.test.ts",
    "http/EndpointCodec.test.ts > is refused for a value that could leave its segment",
    "http/Transport.test.ts > is not sent when an ID could leave its path segment"
  ],
  "Forged headers": [
    "http/ServiceConfig.test.ts > because it would break a header",
    "http/ServiceConfig.test.ts > keeps the reserved header",
    "token/SessionCookies.test.ts > a token is never"
  ],
  "Redirected requests": [
    "http/readsAnswers.test.ts > names only the host of a redirect",
    "http/Http.test.ts > reports the redirect that a browser hides",
    "prove/faults/faults.test.ts > calls end as expected, whatever happens to their requests"
  ],
  "Hostile answers": [
    "http/EndpointCodec.test.ts > a decoded answer",
    "http/readsAnswers.test.ts > an answer of the service",
    "http/Http.test.ts > gives up a body that is too large",
    "wire/Runtime.test.ts > keys that are data"
  ],
  "Repeated changes": [
    "http/RetryPolicy.test.ts > retries",
    "operation/MayHaveChanged.test.ts",
    "prove/faults/faults.test.ts > calls end as expected, whatever happens to their requests"
  ],
  "Foreign pages": [
    "platform/request/RequestOrigin.test.ts",
    "backend/foreignOrigins.test.ts",
    "adapters/attacks.test.ts > refuses what a foreign page changes with its visitor's cookies"
  ],
  "Stolen MCP session IDs": [
    "backend/mcp/McpAuth.test.ts > keeps a session to the user who started it",
    "backend/mcp/ProtectMcp.test.ts > binds the sessions of another SDK to their users"
  ],
  "Pages that call an MCP server": [
    "backend/mcp/McpAuth.test.ts > refuses requests under the host name",
    "backend/mcp/McpAuth.test.ts > refuses requests from pages of"
  ],
  "Texts of users before an agent": ["cli/mcp/Tools.test.ts"],
  "Tokens for something else": [
    "backend/mcp/McpAuth.test.ts > refuses tokens of another project, audience or issuer",
    "backend/mcp/McpAuth.test.ts > refuses with the codes of RFC 6750"
  ],
  "Pages that call the emulator": [
    "emulator/access/Origins.test.ts",
    "emulator/Serve.test.ts > refuses requests to the host"
  ],
  "Programs on the port of a killed emulator": [
    "cli/target/StateFile.test.ts > sends a program on the port of a killed emulator no token",
    "cli/target/StateFile.test.ts > proves itself for each challenge separately, and to no foreign page",
    "cli/target/StateFile.test.ts > answers no proof to the challenge"
  ],
  "Scripts on the emulator's origin": [
    "emulator/idp/IdentityProvider.test.ts > is inert",
    "emulator/mail/tsx/hostileSource.test.ts > a hostile source",
    "emulator/pipeline/Envelope.test.ts > has the service's six headers about security",
    "browser/console/open.test.ts > what others wrote is text",
    "browser/console/open.test.ts > emails have their styles, and no scripts",
    "browser/console/open.test.ts > emails have no origin as documents of their own either"
  ],
  "Guessed codes": [
    "emulator/crypto/VerificationCodes.test.ts",
    "emulator/http/rateLimits.test.ts",
    "emulator/handlers/AgentLogin.test.ts > counts guesses of claim codes"
  ],
  "Guessed second factors": ["emulator/handlers/Mfa.test.ts"],
  "Guessed API keys": [
    "emulator/accounts/ApiKeys.test.ts > are not readable from the data",
    "emulator/http/rateLimits.test.ts > count only the checks of keys that fail"
  ],
  "Known accounts": [
    "emulator/accounts/knownAccounts.test.ts",
    "emulator/handlers/Password.test.ts > do not reveal whether an address is known"
  ],
  "Another user's data": [
    "emulator/access/accessMatrix.test.ts",
    "emulator/access/TeamAccess.test.ts",
    "emulator/accounts/ApiKeys.test.ts > are visible to their user and to servers only"
  ],
  "Forged webhooks": ["backend/webhooks/Webhooks.test.ts", "backend/webhooks/WebhookReceiver.test.ts"]
}

/** Inputs of the security yardstick that the project began with, by its numbers. */
const yardstick: Attacks = {
  "A1.1 URLs of a foreign host in any parameter": ["emulator/projects/redirectUrls.test.ts"],
  "A1.2 Refusals that tell accounts": [
    "emulator/handlers/MagicLink.test.ts > lead %s to trusted URLs only",
    "emulator/projects/redirectUrls.test.ts"
  ],
  "A1.3 The service's own redirect leads elsewhere": ["oauth/OAuthCallback.test.ts > never goes to"],
  "A1.4 A crafted return parameter": ["client/Redirect.test.ts"],
  "A1.5 Checked as one URL, used as another": [
    "client/Redirect.test.ts > never turns a path into a host",
    "client/Redirect.test.ts > refuses every character that parsers disagree about"
  ],
  "A1.6 A page with a foreign base": ["prove/attacks/pages.test.ts > leads nobody elsewhere"],
  "A1.7 Hostile targets for the app's own router": [
    "platform/page/Navigation.test.ts",
    "react/UseNavigate.test.tsx",
    "adapters/attacks.test.ts > redirects to its own pages only"
  ],
  "A1.8 Malformed targets break the sign-in": [
    "client/Redirect.test.ts > falls back to the default target for values that are no URLs"
  ],
  "A1.9 Parameters injected into the provider's URL": [
    "client/OAuth.test.ts > lets no parameter of the page become one of the request"
  ],
  "A1.10 The same parameter twice": ["client/Redirect.test.ts > takes the first of several return parameters"],
  "A1.11 Credentials sent again to a redirect's target": [
    "emulator/oauth/Callback.test.ts > takes the answer of a provider that posts a form",
    "emulator/pipeline/Envelope.test.ts > matches paths exactly"
  ],
  "A1.12 Wildcards that cover too much": ["emulator/projects/TrustedUrl.test.ts"],
  "A1.13 Slow wildcards": [
    "emulator/projects/TrustedUrl.test.ts > places the stars of a pattern in one pass each",
    "prove/fuzz/patterns.test.ts"
  ],
  "A1.14 Hostile entries of the list": [
    "emulator/projects/TrustedUrl.test.ts > refuses a list entry that is no origin"
  ],
  "A1.15 Addresses in production mode": ["admin/ProductionMode.test.ts"],
  "A1.16 Passkeys of another origin": [
    "emulator/handlers/Passkey.test.ts > origins",
    "emulator/accounts/WebAuthn.test.ts"
  ],
  "A2.1 An attacker's code in the victim's browser": [
    "oauth/OAuthCallback.test.ts > ignores an answer that this browser did not ask for",
    "oauth/OAuthCallback.test.ts > accepts an answer within an hour of the start"
  ],
  "A2.2 Answers of another provider or project": [
    "oauth/OAuthCallback.test.ts > ignores answers to flows of other projects, services, pages and providers"
  ],
  "A2.3 Two callbacks at once": [
    "oauth/OAuthCallback.test.ts > exchanges an answer once, however often it is called at the same time"
  ],
  "A2.4 A callback from the history": [
    "oauth/OAuthCallback.test.ts > takes code and state from the URL before it asks the service"
  ],
  "A2.5 A code in the redirect URL": [
    "client/OAuth.test.ts > keeps codes, states and fragments out of the redirect URL"
  ],
  "A2.6 Access denied": ["oauth/OAuthCallback.test.ts > says when access was denied"],
  "A2.7 Downgraded proof keys": [
    "emulator/oauth/startOfSignIn.test.ts > and sends the browser nowhere",
    "emulator/crypto/CodeChallenge.test.ts > the proof key"
  ],
  "A2.8 Guessed verifiers": ["emulator/handlers/OAuthToken.test.ts > spends the code on a wrong verifier"],
  "A2.9 Codes redeemed at once": [
    "emulator/handlers/OAuthToken.test.ts > succeeds once out of 50 at once",
    "emulator/handlers/OAuthToken.test.ts > ends the session of a code that is used again"
  ],
  "A2.10 Codes of another page or project": [
    "emulator/handlers/OAuthToken.test.ts > needs the redirect URI of the start, to the letter",
    "emulator/handlers/OAuthToken.test.ts > is for the project of the code"
  ],
  "A2.11 Weak random numbers": [
    "oauth/Pkce.test.ts > is 256 random bits",
    "architecture.test.ts > takes time, randomness, network and environment from services"
  ],
  "A2.12 Floods of flow cookies": [
    "client/OAuth.test.ts > keeps eight flows at most, of which the last one ends",
    "client/OAuth.test.ts > keeps fewer flows when their URLs are long"
  ],
  "A2.13 The token in the URL of a link": ["client/OAuth.test.ts > passes a fresh token only to the address bar"],
  "A2.14 Provider ids in the path": ["client/OAuth.test.ts > refuses an invalid provider ID"],
  "A2.15 Token answers of the wrong type": ["oauth/OAuthCallback.test.ts > refuses an answer with"],
  "A3.1 Secrets in logs, errors and spans": [
    "prove/canaries/canaries.test.ts",
    "backend/telemetry/exportsNoSecret.test.ts > holds no secret and no query string"
  ],
  "A3.2 Uncaught errors": ["prove/canaries/canaries.test.ts > shows none when nobody catches an error"],
  "A3.3 Tokens in URLs": [
    "client/OAuth.test.ts > passes a fresh token only to the address bar",
    "client/CrossDomain.test.ts > puts neither tokens nor codes into telemetry"
  ],
  "A3.4 Tokens in the tree of React": ["react/ServerRender.test.tsx > keeps no token where devtools look"],
  "A3.5 Tokens in rendered pages": [
    "react/ServerRender.test.tsx > state holds the user's data, and no token",
    "next/NextApp.test.ts > passes the browser's state without a token"
  ],
  "A3.6 Secrets that print": ["api/schema/Secrets.test.ts", "domain/printedErrors.test.ts > prints no secret"],
  "A3.7 Secret keys in a bundle": ["package/browserCondition.test.ts", "server/ServerApp.test.ts > in a browser"],
  "A3.8 A secret key as a publishable one": ["http/ServiceConfig.test.ts > refuses a key of another level"],
  "A3.9 Unreadable headers that are quoted": [
    "token/requestStores.test.ts > says what is wrong with the header, and never what it holds",
    "token/requestStores.test.ts > never quotes the vendor's header",
    "token/serverCookies.test.ts > is reported with its name and its problem, and not quoted"
  ],
  "A3.10 Tokens sent elsewhere": [
    "http/Http.test.ts > sends no ambient credentials and no referrer, and caches nothing"
  ],
  "A3.11 Caches that keep cookies": [
    "token/requestStores.test.ts > sets both cookies, and keeps the response out of caches"
  ],
  "A3.12 One user's refresh for another": [
    "backend/middleware/SharedRefreshes.test.ts",
    "backend/middleware/AuthMiddlewareLayer.test.ts > never gets the claims of another"
  ],
  "A3.13 Tokens of two sources": ["token/requestStores.test.ts > takes the whole pair from"],
  "A3.14 Failures taken for a user, or for nobody": [
    "backend/middleware/AuthMiddlewareLayer.test.ts > does not treat a user as signed out when the service is unavailable",
    "backend/request/RequestAuth.test.ts > is 503 when the service is unavailable"
  ],
  "A3.15 Codes in the URLs of landing pages": ["client/LandingPage.test.ts > LandingPage.takeCode"],
  "A4.1 Cookies without attributes": [
    "token/requestStores.test.ts > protects them on https",
    "token/cookieStores.test.ts > keeps the refresh token for a year and the access token for a day"
  ],
  "A4.2 Cookies of a sibling host": [
    "token/plantedGuest.test.ts",
    "token/SessionCookies.test.ts > a session in cookies"
  ],
  "A4.3 Prefixes in another case": [
    "token/SessionCookies.test.ts > names of cookies",
    "token/plantedGuest.test.ts > is another name"
  ],
  "A4.4 Two cookies of one name": ["token/requestStores.test.ts > takes the first of several cookies of one name"],
  "A4.5 Garbage in cookies": [
    "platform/request/CookieJar.test.ts > never throws",
    "prove/fuzz/fuzz.test.ts > no target throws",
    "oauth/OAuthCallback.test.ts > pending flows in hostile cookies"
  ],
  "A4.6 Tokens of two sessions in a pair": ["token/requestStores.test.ts > unwraps the access cookie, and compares it"],
  "A4.7 Cookies that are too long": [
    "token/cookieStores.test.ts > keeps an access token that is too large in memory",
    "token/requestStores.test.ts > leaves out an access token that no browser would keep"
  ],
  "A4.8 Blocked cookies": [
    "token/cookieStores.test.ts > that would not last, and leaves what was there",
    "token/cookieStores.test.ts > says why a session cannot be kept"
  ],
  "A4.9 Cookies that survive a sign-out": [
    "token/requestStores.test.ts > removes every cookie of the session, as it was set",
    "token/cookieStores.test.ts > stays signed out when a cookie cannot be removed"
  ],
  "A4.10 SameSite=None": [
    "platform/request/CookieJar.test.ts > write cookies as specified",
    "token/requestStores.test.ts > protects them on https"
  ],
  "A4.11 A spoofed X-Forwarded-Proto": [
    "token/requestStores.test.ts > believes the outermost trusted proxy, else the URL"
  ],
  "A4.12 Line breaks in cookies": [
    "platform/request/CookieJar.test.ts > reads what it serializes, whatever it is",
    "token/cookieStores.test.ts > refuses what cannot be a token, without quoting it"
  ],
  "A4.13 Two projects on one host": [
    "token/cookieStores.test.ts > remembers the access token that another project's has replaced"
  ],
  "A4.14 Cookies named like prototypes": ["token/requestStores.test.ts > is not impressed by names of prototypes"],
  "A5.1 No algorithm": ["backend/verify/AccessTokenVerifier.test.ts > a forged token"],
  "A5.2 The public key as a secret": [
    "backend/verify/AccessTokenVerifier.test.ts > signed with the public key as a secret is refused"
  ],
  "A5.3 Keys in the token": ["backend/verify/AccessTokenVerifier.test.ts > is refused if it brings its own key"],
  "A5.4 Hostile key ids": ["backend/verify/verifiedTokens.test.ts > fetches no keys for the"],
  "A5.5 Critical headers": ["backend/verify/verifiedTokens.test.ts > refuses the header parameters"],
  "A5.6 Other issuers and audiences": [
    "backend/verify/AccessTokenVerifier.test.ts > is named as one of another project, without a fetch",
    "backend/verify/verifiedTokens.test.ts > names the fault of the issuer"
  ],
  "A5.7 Dates of the wrong type": [
    "domain/AccessTokenClaims.test.ts",
    "backend/verify/VerifiedClaims.test.ts > a payload"
  ],
  "A5.8 Clocks that are wrong": ["session/Freshness.test.ts > freshness"],
  "A5.9 Claims that nobody verified": ["backend/verify/VerifiedClaims.test.ts"],
  "A5.10 No public keys": [
    "backend/verify/AccessTokenVerifier.test.ts > serves for a day when the service answers with",
    "backend/verify/PublicKeys.test.ts > a key set"
  ],
  "A5.11 Floods of unknown keys": [
    "backend/verify/AccessTokenVerifier.test.ts > is fetched once for 10,000 unknown key ids"
  ],
  "A5.12 Keys that rotate": ["backend/verify/AccessTokenVerifier.test.ts > is fetched once when the key rotates"],
  "A5.13 Tokens of megabytes": [
    "backend/verify/AccessTokenVerifier.test.ts > is refused before it is parsed if it has more than 8 kB"
  ],
  "A5.14 Claims named like prototypes": ["backend/verify/AccessTokenVerifier.test.ts > cannot pollute a prototype"],
  "A6.1 Refresh storms": [
    "session/refreshesOnce.test.ts > happens once for all concurrent calls",
    "session/refreshesOnce.test.ts > happens once for all calls whose token was refused"
  ],
  "A6.2 A caller that goes during a refresh": [
    "session/refreshesOnce.test.ts > survives the interruption of the call that started it",
    "session/refreshesOnce.test.ts > is stored even when all its callers were interrupted"
  ],
  "A6.3 A refresh without an answer": [
    "session/refreshesOnce.test.ts > fails all callers with",
    "session/refreshesOnce.test.ts > keeps the session",
    "session/refreshesOnce.test.ts > is forgotten by the next call"
  ],
  "A6.4 A refused refresh token": [
    "session/refreshesOnce.test.ts > signs out if the service rejects it",
    "session/refreshesOnce.test.ts > keeps a session that has signed in meanwhile if it is rejected"
  ],
  "A6.5 Other failures of a refresh": [
    "session/refreshesOnce.test.ts > keeps the session if it fails with another known error"
  ],
  "A6.6 Rotation": ["session/refreshesOnce.test.ts > stores a rotated refresh token before any caller resumes"],
  "A6.7 Rotation in eight tabs": [
    "session/tabsRefreshOnce.test.ts > refreshes once for eight tabs",
    "session/tabsRefreshOnce.test.ts > never sends a refresh token twice"
  ],
  "A6.8 A lock that nobody gives back": [
    "platform/Locks.test.ts > run without a lock whose holder hangs, after ten seconds"
  ],
  "A6.9 A rotation whose answer is lost": [
    "session/refreshesOnce.test.ts > is retried like any read after a broken connection, with the same delays",
    "session/brokenStore.test.ts > does not lose a rotated refresh token while the session lives"
  ],
  "A6.10 A token that is always refused": [
    "session/AuthorizedTransport.test.ts > costs at most 5 requests if it is always refused, and fails with the error"
  ],
  "A6.11 An access token alone": [
    "session/Freshness.test.ts > uses an access token without a refresh token until it expires"
  ],
  "A6.12 Lifetimes that cannot be had": ["session/Freshness.test.ts > a required lifetime"],
  "A6.13 Users and keys that go during a session": [
    "next/NextApp.test.ts > leaves the cookies of a session that has ended to the browser, and removes those of a deleted user",
    "client/signOut.test.ts > CurrentUser.delete"
  ],
  "A6.14 A former user in a cache": ["react/UseUser.test.tsx > never shows the former user, however fast users change"],
  "A6.15 Memory that grows": ["session/Session.test.ts > takes no more memory with the sessions that it has seen"],
  "A7.1 Redirects with credentials": [
    "http/readsAnswers.test.ts > names only the host of a redirect",
    "prove/faults/faults.test.ts > calls end as expected, whatever happens to their requests"
  ],
  "A7.2 Hostile URLs of the service": ["http/ServiceConfig.test.ts > ServiceConfig"],
  "A7.3 Ids that leave their path": ["domain/Ids.test.ts", "client/refusesInvalidInput.test.ts"],
  "A7.4 Ids that add to a query": ["http/EndpointCodec.test.ts > has only the given values in its query"],
  "A7.5 Line breaks in headers": ["http/ServiceConfig.test.ts > because it would break a header"],
  "A7.6 Headers of the protocol from the app": ["http/ServiceConfig.test.ts > keeps the reserved header"],
  "A7.7 Pages in place of answers": ["http/readsAnswers.test.ts > an answer of the service"],
  "A7.8 Other content types": ["http/EndpointCodec.test.ts > is JSON if its type says so"],
  "A7.9 Slow, cut and endless answers": [
    "http/CallTimeout.test.ts",
    "http/Http.test.ts > gives up a body that is too large"
  ],
  "A7.10 Codes that the body does not confirm": [
    "http/EndpointCodec.test.ts > is no known error if only the header has one"
  ],
  "A7.11 Unknown codes": ["http/readsAnswers.test.ts > an unknown code, or one that the endpoint does not declare"],
  "A7.12 A hostile actual status": ["http/readsAnswers.test.ts > fails with a reason for"],
  "A7.13 Changes made twice": ["http/RetryPolicy.test.ts > retries", "operation/MayHaveChanged.test.ts"],
  "A7.14 Absurd Retry-After": ["http/RetryPolicy.test.ts > Retry-After"],
  "A7.15 Waits between attempts": ["http/RetryPolicy.test.ts > wait exactly 1000"],
  "A7.16 A diagnosis that asks others": ["http/offlineOrDown.test.ts > the diagnosis"],
  "A7.17 Headers of traces": [
    "http/HttpClientLayer.test.ts > makes no span of a request, and sends no header of one",
    "http/Transport.test.ts > sends the headers of the protocol and no others"
  ],
  "A7.18 Answers that break a connection": [
    "prove/faults/faults.test.ts > calls end as expected, whatever happens to their requests"
  ],
  "A7.19 Prototypes in metadata": [
    "wire/Runtime.test.ts > keys that are data",
    "http/readsAnswers.test.ts > keeps hostile keys as data"
  ],
  "A7.20 Deep answers": ["http/EndpointCodec.test.ts > may have no deep"],
  "A7.21 Bodies that nobody reads": [
    "prove/faults/faults.test.ts > calls end as expected, whatever happens to their requests"
  ],
  "A7.22 Half characters": [
    "client/Password.test.ts > have no half characters",
    "http/Http.test.ts > joins characters that were sent in two pieces"
  ],
  "A8.1 Pages that call the emulator": [
    "emulator/access/Origins.test.ts",
    "emulator/Serve.test.ts > refuses requests to the host"
  ],
  "A8.2 The emulator in production": ["emulator/Serve.test.ts > refuses to start in production unless forced"],
  "A8.3 Guessed codes": [
    "emulator/crypto/VerificationCodes.test.ts",
    "emulator/handlers/MagicLink.test.ts > succeed once in 50 parallel uses",
    "emulator/http/rateLimits.test.ts > keep mailboxes from being flooded"
  ],
  "A8.4 Guessed digits": ["emulator/handlers/Mfa.test.ts"],
  "A8.5 Ways around the second factor": [
    "emulator/handlers/Password.test.ts > ask for the second factor and give no tokens before it",
    "emulator/handlers/MagicLink.test.ts > are spent when they ask for the second factor",
    "emulator/handlers/Passkey.test.ts > ask for the second factor",
    "emulator/handlers/OAuthToken.test.ts > asks for the second factor, with the code spent",
    "emulator/handlers/Mfa.test.ts > is still required after a password reset, which returns no tokens",
    "emulator/handlers/AppleSignIn.test.ts > makes a guest an ordinary user, and asks for the second factor",
    "emulator/handlers/CrossDomain.test.ts > asks for the second factor again"
  ],
  "A8.6 Logins of terminals": ["emulator/handlers/CliLogin.test.ts", "react/AuthHandler.test.tsx > cli confirmation"],
  "A8.7 Polls of terminals": ["client/CliLogin.test.ts > CliLogin.login"],
  "A8.8 Passwords": ["emulator/accounts/Passwords.test.ts", "emulator/handlers/Password.test.ts > may consist of"],
  "A8.9 Times that tell accounts": ["emulator/handlers/Password.test.ts > do not reveal whether an address is known"],
  "A8.10 Addresses that are several": ["emulator/accounts/refusedAddresses.test.ts"],
  "A8.11 Accounts of unverified addresses": ["emulator/oauth/ProviderSignIns.test.ts > link_method"],
  "A8.12 Bodies that name another user": [
    "emulator/accounts/ApiKeys.test.ts > are visible to their user and to servers only",
    "emulator/access/TeamAccess.test.ts > goes by the token, whatever the request says about its user"
  ],
  "A8.13 Levels of access": ["emulator/access/accessMatrix.test.ts", "emulator/access/AccessCheck.test.ts"],
  "A8.14 Teams of others": ["emulator/access/TeamAccess.test.ts", "emulator/teams/TeamInvitations.test.ts"],
  "A8.15 Sessions that do not end": [
    "emulator/accounts/Sessions.test.ts > end or refresh, but never fail, when both happen at once",
    "emulator/accounts/Sessions.test.ts > end with a new password"
  ],
  "A8.16 Other spellings of a path": ["emulator/pipeline/Envelope.test.ts > matches paths exactly"],
  "A8.17 Large and odd bodies": ["emulator/pipeline/Envelope.test.ts > request bodies"],
  "A8.18 Basic credentials": ["domain/text/BasicCredentials.test.ts"],
  "A8.19 Signatures of webhooks": ["backend/webhooks/Webhooks.test.ts"],
  "A8.20 API keys in the data": ["emulator/accounts/ApiKeys.test.ts"],
  "A8.21 Secrets in the data": ["emulator/Emulator.test.ts > stores no secret in readable form"],
  "A8.22 Limits that headers pass by": [
    "emulator/http/rateLimits.test.ts > use the address of the connection, not the headers",
    "domain/text/IpAddress.test.ts > the network of"
  ],
  "A9.1 Markup in texts of the service": [
    "domain/Picture.test.ts",
    "react/PlainScreens.test.tsx > shows the agent's name as text, and approves or denies it on a click",
    "prove/attacks/pages.test.ts > write no markup of others"
  ],
  "A9.2 Components that leave": [
    "react/signOutUnmounts.test.tsx",
    "react/UseUser.test.tsx > leaves no subscription or timer behind"
  ],
  "A9.3 Dialogs that cannot be replaced": [
    "platform/Notifier.test.ts > a message for the user",
    "platform/page/MfaPrompt.test.ts"
  ]
}

/** Defects of earlier versions, found from outside, each with what fails if it comes back. */
const defects: Attacks = {
  "A session that was built inside another one was the outer one": ["session/sessionInSession.test.ts"],
  "A late response brought a session back, or switched the user": [
    "adapters/attacks.test.ts > ends up with the session of the last sign-in although a response of the one before comes late",
    "token/requestStores.test.ts > Server cookie"
  ],
  "Of two sign-ins the wrong one counted": [
    "session/signIn.test.ts > of several sign-ins",
    "session/tabsRefreshOnce.test.ts > overlapping sign-ins"
  ],
  "An interrupted caller left others waiting for ever": [
    "concurrency/SingleFlight.test.ts",
    "session/nobodyWaitsForever.test.ts",
    "backend/fleet/nobodyWaitsForever.test.ts"
  ],
  "A team was created by one user and selected by another": ["client/twoRequests.test.ts"],
  "A path that began with /\\ left the app": ["ssr/PageNavigation.test.ts"],
  "Session cookies counted for foreign pages": [
    "backend/foreignOrigins.test.ts",
    "ssr/Protect.test.ts",
    "adapters/attacks.test.ts"
  ],
  "A web page took over the emulator with its known keys": ["emulator/access/Origins.test.ts > calls of web pages"],
  "Long addresses filled the emulator's memory": [
    "emulator/boundedMemory.test.ts",
    "emulator/accounts/refusedAddresses.test.ts"
  ],
  "Passwords could be guessed by changing them": [
    "emulator/http/rateLimits.test.ts > also stop it for password changes, with one budget"
  ],
  "An error showed the secret that a server echoed": [
    "http/Masking.test.ts",
    "emulator/Emulator.test.ts > prints no key"
  ],
  "A page that names itself as the next one never ended": [
    "server/Users.test.ts > fails with a typed error when the service names a page again, even in a longer circle"
  ],
  "Wrong inputs threw a TypeError": ["promise/ClientApp.test.ts > a wrong input", "api/schema/Metadata.test.ts"],
  "Two passwords or two signatures were equal": [
    "emulator/accounts/Passwords.test.ts > are distinguished where bcrypt would not",
    "backend/verify/Signature.test.ts",
    "emulator/accounts/AccessTokens.test.ts > is refused in every other way to write its signature"
  ],
  "ID tokens of providers were not verified": [
    "emulator/oauth/openId.test.ts > is not believed when the ID token is signed"
  ],
  "A silent service kept a call waiting for minutes": ["http/CallTimeout.test.ts", "backend/AuthTimeout.test.ts"],
  "A silent Redis kept a fleet from closing": ["backend/fleet/RedisConnection.test.ts > a silent Redis"],
  "Sign-ins starved everything else in the emulator": ["emulator/accounts/ConcurrencyLimit.test.ts"],
  "A damaged or foreign database file counted as a new one": ["emulator/storage/DatabaseFile.test.ts"],
  "A key went to the service that a folder named": [
    "cli/keyDestinations.test.ts",
    "cli/target/Target.test.ts",
    "cli/foreignFolder.test.ts"
  ],
  "A long text froze the emulator": ["prove/fuzz/patterns.test.ts", "prove/fuzz/growth.test.ts"],
  "A template ended the process": ["emulator/mail/tsx/hostileSource.test.ts > a hostile source"],
  "An agent changed rights without a person": [
    "cli/mcp/Tools.test.ts > ask only for changes that give or take rights",
    "cli/mcp/McpCommand.test.ts"
  ],
  "One email to many recipients was parsed for each": [
    "emulator/mail/SmtpServer.test.ts > are read once, for all who get them"
  ],
  "Foreign texts steered the terminal": ["cli/hostileText.test.ts", "cli/emulator/Requests.test.ts"],
  "Commands wrote through links out of the app": ["cli/writesIntoAppOnly.test.ts"],
  "The release workflow built with permission to publish": ["package/release.test.ts"],
  "Two servers split a store of the data vault": ["server/StoreSecret.test.ts", "server/DataVault.test.ts"],
  "An import never ended, or took over an account": ["cli/bulk/ImportRow.test.ts", "cli/seed/SeedCommands.test.ts"],
  "An upgraded emulator in a browser never started": ["emulator/browser.test.ts"],
  "A session that was left held the lock of other tabs": [
    "session/tabsRefreshOnce.test.ts > does not wait for the hanging refresh of a session that was"
  ],
  "Short-lived tokens were refreshed before each call": [
    "session/Freshness.test.ts > refreshes tokens that live shorter than a minute"
  ],
  "A fork sent emails and webhooks again": [
    "emulator/webhooks/Webhooks.test.ts > are tried by one emulator, not by its forks",
    "emulator/mail/Outbox.test.ts > goes to a mail server once, whatever forks are made while it waits"
  ],
  "Half a request kept the emulator from ending": [
    "emulator/Serve.test.ts > does not wait for half a request, whatever the limit"
  ],
  "The exploration missed refused tokens and failed flights": ["prove/explore/planted.test.ts"],
  "Another program on the emulator's port got its token": ["cli/target/StateFile.test.ts"],
  "A user's key counted as one of restricted users": ["backend/verify/KeysByKind.test.ts"]
}

/** The lists, in the order in which they are printed. */
export const lists: Readonly<Record<string, Attacks>> = {
  "Threats (docs/protocol/threats.md)": threats,
  Yardstick: yardstick,
  Defects: defects
}

/** The list whose names are the headings of the page about threats. */
export const ofPage = threats
