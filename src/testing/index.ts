/**
 * What users' own tests need.
 */
import * as SoftwareAuthenticator from "./SoftwareAuthenticator.ts"
import * as TokenMinter from "./TokenMinter.ts"

export { SoftwareAuthenticator, TokenMinter }
