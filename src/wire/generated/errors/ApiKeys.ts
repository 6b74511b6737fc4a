/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { ApiKeyExpired, ApiKeyNotFound, ApiKeyRevoked, WrongApiKeyType } from "../../../domain/errors/ApiKeys.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"
import * as R from "../../Runtime.ts"

export const apiKeyNotFound: KnownErrorEntry<ApiKeyNotFound> = { Class: ApiKeyNotFound }

const wrongApiKeyTypeDetails = R.struct((o) => ({
  expectedType: R.string(o.expected_type, "expected_type"),
  actualType: R.string(o.actual_type, "actual_type")
}))

export const wrongApiKeyType: KnownErrorEntry<WrongApiKeyType> = {
  Class: WrongApiKeyType,
  details: wrongApiKeyTypeDetails
}

export const apiKeyRevoked: KnownErrorEntry<ApiKeyRevoked> = { Class: ApiKeyRevoked }

export const apiKeyExpired: KnownErrorEntry<ApiKeyExpired> = { Class: ApiKeyExpired }
