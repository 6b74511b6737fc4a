/** Clients of an app's own API that act as the signed-in user. Browsers can load it. */
import * as AuthorizedClient from "./AuthorizedClient.ts"

export { AuthorizedClient }
