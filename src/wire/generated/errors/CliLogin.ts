/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import { InvalidPollingCodeError } from "../../../domain/errors/CliLogin.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"

export const invalidPollingCodeError: KnownErrorEntry<InvalidPollingCodeError> = { Class: InvalidPollingCodeError }
