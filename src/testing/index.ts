/**
 * What users' own tests need.
 */
import * as SoftwareAuthenticator from "./SoftwareAuthenticator.ts"

export { SoftwareAuthenticator }
