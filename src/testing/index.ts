/** Tools for tests of apps. */
import * as ChallengeSolver from "./ChallengeSolver.ts"
import * as EmulatedApp from "./EmulatedApp.ts"
import * as SoftwareAuthenticator from "./SoftwareAuthenticator.ts"
import * as TestEmulator from "./TestEmulator.ts"
import * as TokenMinter from "./TokenMinter.ts"

export { ChallengeSolver, EmulatedApp, SoftwareAuthenticator, TestEmulator, TokenMinter }
export { signedIn, type SignedInOptions, signedOut } from "./SignedIn.ts"
