/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import {
  AgentAuthInvalidClaimCode,
  AgentAuthInvalidPollToken,
  AgentAuthNotEnabled
} from "../../../domain/errors/AgentLogin.ts"
import type { KnownErrorEntry } from "../../Endpoint.ts"

export const agentAuthNotEnabled: KnownErrorEntry<AgentAuthNotEnabled> = { Class: AgentAuthNotEnabled }

export const agentAuthInvalidClaimCode: KnownErrorEntry<AgentAuthInvalidClaimCode> = {
  Class: AgentAuthInvalidClaimCode
}

export const agentAuthInvalidPollToken: KnownErrorEntry<AgentAuthInvalidPollToken> = {
  Class: AgentAuthInvalidPollToken
}
