/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { InvalidTotpCode, MultiFactorAuthenticationRequired } from "../../../domain/errors/Mfa.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"
import { decodeApiKeyValue } from "../schema/Secrets.ts"

const multiFactorAuthenticationRequiredDetails = R.struct((o) => ({
  attemptCode: decodeApiKeyValue(o.attempt_code, "attempt_code")
}))

export const multiFactorAuthenticationRequired: KnownErrorEntry<MultiFactorAuthenticationRequired> = {
  Class: MultiFactorAuthenticationRequired,
  details: multiFactorAuthenticationRequiredDetails
}

export const invalidTotpCode: KnownErrorEntry<InvalidTotpCode> = { Class: InvalidTotpCode }
