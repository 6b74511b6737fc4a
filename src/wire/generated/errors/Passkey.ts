/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { PasskeyAuthenticationFailed, PasskeyRegistrationFailed } from "../../../domain/errors/Passkey.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"

export const passkeyAuthenticationFailed: KnownErrorEntry<PasskeyAuthenticationFailed> = {
  Class: PasskeyAuthenticationFailed
}

export const passkeyRegistrationFailed: KnownErrorEntry<PasskeyRegistrationFailed> = {
  Class: PasskeyRegistrationFailed
}
