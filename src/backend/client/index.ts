/** Clients of an app's own API that act as the signed-in user. Browsers can load it. */
import * as SignedClient from "./SignedClient.ts"

export { SignedClient }
