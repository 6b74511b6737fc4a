/**
 * The client-side Effect API.
 *
 * Each module is also a subpath of its own (`gatefold/client/Password`), which
 * every bundler shakes down to the operations that are used.
 */
import * as AgentLogin from "./client/AgentLogin.ts"
import * as Anonymous from "./client/Anonymous.ts"
import * as ApiKeys from "./client/ApiKeys.ts"
import * as CliLogin from "./client/CliLogin.ts"
import * as ConnectedAccounts from "./client/ConnectedAccounts.ts"
import * as ContactChannels from "./client/ContactChannels.ts"
import * as CrossDomain from "./client/CrossDomain.ts"
import * as CurrentUser from "./client/CurrentUser.ts"
import * as FeatureSupport from "./client/FeatureSupport.ts"
import * as LandingPage from "./client/LandingPage.ts"
import * as MagicLink from "./client/MagicLink.ts"
import * as Mfa from "./client/Mfa.ts"
import * as Notifications from "./client/Notifications.ts"
import * as OAuth from "./client/OAuth.ts"
import * as OwnedProjects from "./client/OwnedProjects.ts"
import * as Passkey from "./client/Passkey.ts"
import * as Password from "./client/Password.ts"
import * as Permissions from "./client/Permissions.ts"
import * as Project from "./client/Project.ts"
import * as ProviderAccounts from "./client/ProviderAccounts.ts"
import * as Redirect from "./client/Redirect.ts"
import * as Sessions from "./client/Sessions.ts"
import * as TeamInvitations from "./client/TeamInvitations.ts"
import * as Teams from "./client/Teams.ts"
import * as ApiKey from "./domain/ApiKey.ts"
import * as Ids from "./domain/Ids.ts"
import * as CallTimeout from "./http/CallTimeout.ts"
import * as ClientApp from "./http/ClientApp.ts"
import * as Http from "./http/Http.ts"
import * as RetryPolicy from "./http/RetryPolicy.ts"
import * as HostedPages from "./oauth/HostedPages.ts"
import * as Locks from "./platform/Locks.ts"
import * as Notifier from "./platform/Notifier.ts"
import * as BotChallenge from "./platform/page/BotChallenge.ts"
import * as MfaPrompt from "./platform/page/MfaPrompt.ts"
import * as Navigation from "./platform/page/Navigation.ts"
import * as OAuthFlows from "./platform/page/OAuthFlows.ts"
import * as WebAuthn from "./platform/page/WebAuthn.ts"
import * as CookieJar from "./platform/request/CookieJar.ts"
import * as Session from "./session/Session.ts"
import * as BrowserCookieTokenStore from "./token/BrowserCookieTokenStore.ts"
import * as ExplicitTokenStore from "./token/ExplicitTokenStore.ts"
import * as ExternalTokenStore from "./token/ExternalTokenStore.ts"
import * as MemoryTokenStore from "./token/MemoryTokenStore.ts"
import * as NoTokenStore from "./token/NoTokenStore.ts"
import * as RequestTokenStore from "./token/RequestTokenStore.ts"
import * as ServerCookieTokenStore from "./token/ServerCookieTokenStore.ts"
import * as TokenStore from "./token/TokenStore.ts"

export {
  AgentLogin,
  Anonymous,
  ApiKey,
  ApiKeys,
  BotChallenge,
  BrowserCookieTokenStore,
  CallTimeout,
  CliLogin,
  ClientApp,
  ConnectedAccounts,
  ContactChannels,
  CookieJar,
  CrossDomain,
  CurrentUser,
  ExplicitTokenStore,
  ExternalTokenStore,
  FeatureSupport,
  HostedPages,
  Http,
  Ids,
  LandingPage,
  Locks,
  MagicLink,
  MemoryTokenStore,
  Mfa,
  MfaPrompt,
  Navigation,
  Notifications,
  Notifier,
  NoTokenStore,
  OAuth,
  OAuthFlows,
  OwnedProjects,
  Passkey,
  Password,
  Permissions,
  Project,
  ProviderAccounts,
  Redirect,
  RequestTokenStore,
  RetryPolicy,
  ServerCookieTokenStore,
  Session,
  Sessions,
  TeamInvitations,
  Teams,
  TokenStore,
  WebAuthn
}
export { InvalidOption } from "./domain/errors/InvalidOption.ts"
export { reveal } from "./domain/SecretInput.ts"
export { RequestRefused } from "./domain/errors/RequestRefused.ts"
export { TransportError } from "./domain/errors/TransportError.ts"
export { CryptoUnavailable } from "./platform/Crypto.ts"
export { RedirectLoop, UntrustedRedirect } from "./platform/page/Redirector.ts"
export type { SignInOptions, SignInResult } from "./session/SignIn.ts"
export * from "./domain/errors/index.ts"
