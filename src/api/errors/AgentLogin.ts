/** Agents that sign in for a user: the schemas of the errors of `domain/errors/AgentLogin.ts`. */
import * as Errors from "../../domain/errors/AgentLogin.ts"
import { makeSchemas } from "../schema/KnownErrorSchema.ts"

export const { AgentAuthInvalidClaimCode, AgentAuthInvalidPollToken, AgentAuthNotEnabled } = makeSchemas(Errors, {})
