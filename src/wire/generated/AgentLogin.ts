/** Compiled from the schemas of `src/api` by `npm run generate -- wire`: change those, not this. */

import type * as Redacted from "effect/Redacted"
import type {
  Agent,
  AgentAuth,
  AgentDiscovery,
  AgentLoginDetails,
  AgentLoginPending,
  AgentLoginSuccess,
  AgentRegistration,
  RegisterAgent
} from "../../api/AgentLogin.ts"
import { toAgentStatus } from "../../domain/AgentStatus.ts"
import type {
  AgentAuthInvalidClaimCode,
  AgentAuthInvalidPollToken,
  AgentAuthNotEnabled
} from "../../domain/errors/AgentLogin.ts"
import type { InvalidPollingCodeError } from "../../domain/errors/CliLogin.ts"
import type { NotSupportedByService } from "../../domain/errors/ProjectAccess.ts"
import type { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import { isNotEmpty } from "../../domain/text/SecretText.ts"
import type { Endpoint } from "../Endpoint.ts"
import * as R from "../Runtime.ts"
import { clientErrors } from "./Access.ts"
import { agentAuthInvalidClaimCode, agentAuthInvalidPollToken, agentAuthNotEnabled } from "./errors/AgentLogin.ts"
import { invalidPollingCodeError } from "./errors/CliLogin.ts"
import { redirectUrlNotWhitelisted } from "./errors/Users.ts"
import { decodePollingCode } from "./schema/Secrets.ts"
import { decodeShownText } from "./schema/ShownText.ts"
import { decodeSignIn } from "./schema/Tokens.ts"
import { otherGeneration } from "./TextErrors.ts"

const decodeAgentAuthAnonymousSessionHeader = R.record(R.string)

export const decodeAgentAuth = R.struct((o): AgentAuth => {
  const a: R.Mutable<AgentAuth> = {
    enabled: R.boolean(o.enabled, "enabled"),
    projectId: R.string(o.project_id, "project_id"),
    projectDisplayName: decodeShownText(o.project_display_name, "project_display_name"),
    publishableClientKey: R.nullable(o.publishable_client_key, "publishable_client_key", R.string),
    pollEndpoint: R.string(o.poll_endpoint, "poll_endpoint"),
    confirmEndpoint: R.string(o.confirm_endpoint, "confirm_endpoint"),
    sessionsEndpoint: R.string(o.sessions_endpoint, "sessions_endpoint"),
    anonymousSessionHeader: decodeAgentAuthAnonymousSessionHeader(
      o.anonymous_session_header,
      "anonymous_session_header"
    ),
    claimCodeFormat: R.string(o.claim_code_format, "claim_code_format"),
    defaultAttemptLifetimeMillis: R.finite(o.default_attempt_lifetime_millis, "default_attempt_lifetime_millis"),
    agentSessionLifetimeMillis: R.finite(o.agent_session_lifetime_millis, "agent_session_lifetime_millis"),
    requiredHeaders: decodeAgentAuthAnonymousSessionHeader(o.required_headers, "required_headers")
  }
  if (o.publishable_client_key_required !== undefined)
    a.publishableClientKeyRequired = R.boolean(o.publishable_client_key_required, "publishable_client_key_required")
  return a
})

export const decodeAgentDiscovery = R.struct((o): AgentDiscovery => ({
  issuer: R.string(o.issuer, "issuer"),
  registrationEndpoint: R.string(o.registration_endpoint, "registration_endpoint"),
  tokenEndpoint: R.string(o.token_endpoint, "token_endpoint"),
  revocationEndpoint: R.string(o.revocation_endpoint, "revocation_endpoint"),
  agentAuthMd: R.string(o.agent_auth_md, "agent_auth_md"),
  agentAuth: decodeAgentAuth(o.hexclave_agent_auth, "hexclave_agent_auth")
}))

/** Tell where agents sign in. */
export const discoverAgentAuth: Endpoint<{}, AgentDiscovery, NotSupportedByService, "client"> = {
  name: "discoverAgentAuth",
  method: "GET",
  path: "/agent/discovery",
  level: "client",
  levelErrors: clientErrors,
  success: decodeAgentDiscovery,
  textErrors: [otherGeneration]
}

/** Tell an agent how to sign in. */
export const getAgentAuthMd: Endpoint<{}, string, never, undefined> = {
  name: "getAgentAuthMd",
  method: "GET",
  path: "/agent/auth.md",
  level: undefined,
  success: R.string,
  reads: "text"
}

export const decodeAgentRegistration = R.struct((o): AgentRegistration => ({
  claimCode: R.string(o.claim_code, "claim_code"),
  confirmUrl: R.string(o.confirm_url, "confirm_url"),
  pollToken: decodePollingCode(o.poll_token, "poll_token"),
  expiresAt: R.dateOfMillis(o.expires_at_millis, "expires_at_millis"),
  guest: decodeSignIn(o.anonymous_session, "anonymous_session")
}))

export const encodeNewAgent = R.struct((o) => ({
  name: R.check(R.atMost(R.string(o.name, "name"), "name", 100), "name", isNotEmpty, "a text that is not empty"),
  description:
    o.description === undefined ? undefined : R.atMost(R.string(o.description, "description"), "description", 500),
  url: o.url === undefined ? undefined : R.atMost(R.string(o.url, "url"), "url", 300)
}))

export const encodeRegisterAgent = R.struct((o) => ({
  agent: encodeNewAgent(o.agent, "agent"),
  user_hint: o.userHint === undefined ? undefined : R.atMost(R.string(o.userHint, "userHint"), "userHint", 256),
  app_url: o.appUrl === undefined ? undefined : R.atMost(R.string(o.appUrl, "appUrl"), "appUrl", 300),
  expires_in_millis:
    o.expiresInMillis === undefined
      ? undefined
      : R.between(R.finite(o.expiresInMillis, "expiresInMillis"), "expiresInMillis", 30000, 3600000)
}))

/** Begin the login of an agent. */
export const registerAgent: Endpoint<
  { readonly payload: RegisterAgent },
  AgentRegistration,
  AgentAuthNotEnabled | RedirectUrlNotWhitelisted | NotSupportedByService,
  "client"
> = {
  name: "registerAgent",
  method: "POST",
  path: "/agent/register",
  level: "client",
  levelErrors: clientErrors,
  payload: encodeRegisterAgent,
  success: decodeAgentRegistration,
  errors: [agentAuthNotEnabled, redirectUrlNotWhitelisted],
  textErrors: [otherGeneration]
}

export const decodeAgent = R.struct((o): Agent => ({
  name: decodeShownText(o.name, "name"),
  description: R.nullable(o.description, "description", decodeShownText),
  url: R.nullable(o.url, "url", decodeShownText)
}))

export const decodeAgentLoginDetails = R.struct((o): AgentLoginDetails => ({
  agent: decodeAgent(o.agent, "agent"),
  userHint: R.nullable(o.user_hint, "user_hint", decodeShownText),
  expiresAt: R.dateOfMillis(o.expires_at_millis, "expires_at_millis"),
  status: toAgentStatus(R.string(o.status, "status"))
}))

const answerAgentLoginPayload = R.struct((o) => ({
  claim_code: R.string(o.claimCode, "claimCode"),
  action: R.oneOf(o.action, "action", ["inspect", "approve", "deny"])
}))

/** Look at the login of an agent, approve or deny it. */
export const answerAgentLogin: Endpoint<
  { readonly payload: { readonly claimCode: string; readonly action: "inspect" | "approve" | "deny" } },
  AgentLoginDetails,
  AgentAuthNotEnabled | AgentAuthInvalidClaimCode | NotSupportedByService,
  "client"
> = {
  name: "answerAgentLogin",
  method: "POST",
  path: "/agent/register/confirm",
  level: "client",
  levelErrors: clientErrors,
  payload: answerAgentLoginPayload,
  success: decodeAgentLoginDetails,
  errors: [agentAuthNotEnabled, agentAuthInvalidClaimCode],
  textErrors: [otherGeneration]
}

export const decodeAgentLoginSuccess = R.struct((o): AgentLoginSuccess => ({
  status: toAgentStatus(R.string(o.status, "status")),
  session: decodeSignIn(o.session, "session")
}))

export const decodeAgentLoginPending = R.struct((o): AgentLoginPending => ({
  status: toAgentStatus(R.string(o.status, "status"))
}))

const pollAgentLoginPayload = R.struct((o) => ({ poll_token: R.reveal(o.pollToken, "pollToken") }))

/** Poll the login of an agent. */
export const pollAgentLogin: Endpoint<
  { readonly payload: { readonly pollToken: Redacted.Redacted } },
  AgentLoginSuccess | AgentLoginPending,
  AgentAuthNotEnabled | AgentAuthInvalidPollToken | InvalidPollingCodeError | NotSupportedByService,
  "client"
> = {
  name: "pollAgentLogin",
  method: "POST",
  path: "/agent/register/poll",
  level: "client",
  levelErrors: clientErrors,
  payload: pollAgentLoginPayload,
  success: (value, key, status) =>
    status === 200 ? decodeAgentLoginPending(value, key) : decodeAgentLoginSuccess(value, key),
  errors: [agentAuthNotEnabled, agentAuthInvalidPollToken, invalidPollingCodeError],
  textErrors: [otherGeneration]
}
