/**
 * The client-side Effect API.
 *
 * Each module is also a subpath of its own (`gatefold/client/Password`), which
 * every bundler shakes down to the operations that are used.
 */
import * as CurrentUser from "./client/CurrentUser.ts"
import * as Password from "./client/Password.ts"
import * as Project from "./client/Project.ts"
import * as Redirect from "./client/Redirect.ts"
import * as Sessions from "./client/Sessions.ts"
import * as ClientApp from "./http/ClientApp.ts"
import * as Http from "./http/Http.ts"
import * as Online from "./http/Online.ts"
import * as RetryPolicy from "./http/RetryPolicy.ts"
import * as Navigation from "./platform/Navigation.ts"
import * as Session from "./session/Session.ts"
import * as ExplicitTokenStore from "./token/Explicit.ts"
import * as MemoryTokenStore from "./token/Memory.ts"
import * as NoTokenStore from "./token/None.ts"
import * as TokenStore from "./token/TokenStore.ts"

export {
  ClientApp,
  CurrentUser,
  ExplicitTokenStore,
  Http,
  MemoryTokenStore,
  Navigation,
  NoTokenStore,
  Online,
  Password,
  Project,
  Redirect,
  RetryPolicy,
  Session,
  Sessions,
  TokenStore
}
export * from "./domain/errors/index.ts"
