/** The tokens with which a session sends requests. */
import type { UserCredentials } from "../../http/Credentials.ts"
import type { Tokens } from "../../token/TokenStore.ts"

/** The tokens for requests of the session, with where they come from. */
export type SessionCredentials = Tokens & UserCredentials
