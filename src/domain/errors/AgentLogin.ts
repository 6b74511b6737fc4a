/** Agents that sign in for a user: known errors of the current service. */
import { KnownError } from "./KnownError.ts"

/** `AGENT_AUTH_NOT_ENABLED`: The project does not let agents sign in. Current service only. */
export class AgentAuthNotEnabled extends KnownError("AgentAuthNotEnabled", {
  status: 400,
  message: "Agents cannot sign in to this project; enable the app `agent-auth` in its configuration."
}) {}

/** `AGENT_AUTH_INVALID_CLAIM_CODE`: The claim code is unknown, expired or answered already. Current service only. */
export class AgentAuthInvalidClaimCode extends KnownError("AgentAuthInvalidClaimCode", {
  status: 400,
  message: "This code is unknown, has expired, or was already answered."
}) {}

/** `AGENT_AUTH_INVALID_POLL_TOKEN`: The poll token is unknown to this project. Current service only. */
export class AgentAuthInvalidPollToken extends KnownError("AgentAuthInvalidPollToken", {
  status: 400,
  message: "This poll token does not exist."
}) {}
