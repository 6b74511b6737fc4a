/**
 * Login of an agent, such as a coding assistant, that a user approves in a browser (docs/protocol/sign-in.md#agents).
 */
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { toAgentStatus } from "../domain/AgentStatus.ts"
import { isNotEmpty } from "../domain/text/SecretText.ts"
import * as Endpoint from "./Endpoint.ts"
import { withCreatedStatus } from "./Envelope.ts"
import { AgentAuthInvalidClaimCode, AgentAuthInvalidPollToken, AgentAuthNotEnabled } from "./errors/AgentLogin.ts"
import { InvalidPollingCodeError } from "./errors/CliLogin.ts"
import { RedirectUrlNotWhitelisted } from "./errors/Users.ts"
import { OpenEnum } from "./schema/OpenEnum.ts"
import * as Rule from "./schema/Rule.ts"
import { PollingCode } from "./schema/Secrets.ts"
import { ShownText } from "./schema/ShownText.ts"
import { SignIn } from "./schema/Tokens.ts"
import { WireClass, WireStruct } from "./schema/WireStruct.ts"

/** The newer service says `waiting` and `success` where the older one said `pending` and `approved`. */
const Status = OpenEnum(["waiting", "success", "denied", "expired", "used", "pending", "approved"]).pipe(
  Schema.decodeTo(
    OpenEnum(["waiting", "success", "denied", "expired", "used"]),
    Rule.transform({ decode: toAgentStatus, encode: toAgentStatus })
  )
)

/** The facts about a project that agents need to sign in. */
export class AgentAuth extends WireClass<AgentAuth>()({
  /** Whether the project lets agents sign in. */
  enabled: Schema.Boolean,
  projectId: Schema.String,
  projectDisplayName: ShownText,
  publishableClientKey: Schema.NullOr(Schema.String),
  publishableClientKeyRequired: Schema.optionalKey(Schema.Boolean),
  pollEndpoint: Schema.String,
  confirmEndpoint: Schema.String,
  sessionsEndpoint: Schema.String,
  anonymousSessionHeader: Schema.Record(Schema.String, Schema.String),
  claimCodeFormat: Schema.String,
  defaultAttemptLifetimeMillis: Schema.Finite,
  agentSessionLifetimeMillis: Schema.Finite,
  requiredHeaders: Schema.Record(Schema.String, Schema.String)
}) {}

/** Where agents sign in, and how. */
export class AgentDiscovery extends WireClass<AgentDiscovery>()(
  {
    issuer: Schema.String,
    registrationEndpoint: Schema.String,
    tokenEndpoint: Schema.String,
    revocationEndpoint: Schema.String,
    /** The URL of the same instructions in prose, which an agent can read. */
    agentAuthMd: Schema.String,
    agentAuth: AgentAuth
  },
  { agentAuth: "hexclave_agent_auth" }
) {}

/** Reads where agents sign in, and whether the project lets them; not in 2025-06. */
export const discoverAgentAuth = Endpoint.client.get("discoverAgentAuth", "/agent/discovery", {
  summary: "Tell where agents sign in",
  only: "current",
  success: AgentDiscovery
})

/** How an agent signs in, in prose: for one that knows only the id of the project; not in 2025-06. */
export const getAgentAuthMd = Endpoint.open.get("getAgentAuthMd", "/agent/auth.md", {
  summary: "Tell an agent how to sign in",
  only: "current",
  success: Schema.String.pipe(HttpApiSchema.asText({ contentType: "text/markdown" }))
})

/** An agent, as it describes itself. */
export class NewAgent extends WireClass<NewAgent>()({
  /** 1 to 100 characters; shown to the user, and later in the list of their sessions. */
  name: Schema.String.check(Schema.isMaxLength(100), Rule.check(isNotEmpty, "a text that is not empty")),
  /** The agent's task, in at most 500 characters. */
  description: Schema.optional(Schema.String.check(Schema.isMaxLength(500))),
  url: Schema.optional(Schema.String.check(Schema.isMaxLength(300)))
}) {}

/** A new login of an agent. */
export class RegisterAgent extends WireClass<RegisterAgent>()({
  agent: NewAgent,
  /** A hint at the user who should approve, such as an address. It is only displayed. */
  userHint: Schema.optional(Schema.String.check(Schema.isMaxLength(256))),
  /** A URL of the app where the user approves; the project must trust it. */
  appUrl: Schema.optional(Schema.String.check(Schema.isMaxLength(300))),
  /** How long the login may take: 15 minutes by default, from 30 seconds to an hour. */
  expiresInMillis: Schema.optional(Schema.Finite.check(Schema.isBetween({ minimum: 30_000, maximum: 3_600_000 })))
}) {}

/** A login that waits for the user. */
export class AgentRegistration extends WireClass<AgentRegistration>()(
  {
    /** `XXXX-XXXX`, for users who type it. */
    claimCode: Schema.String,
    /** The page where the user approves, with the code. */
    confirmUrl: Schema.String,
    pollToken: PollingCode,
    expiresAt: Schema.DateFromMillis,
    /** The session of a guest as whom the agent can work until then. */
    guest: SignIn
  },
  { expiresAt: "expires_at_millis", guest: "anonymous_session" }
) {}

/** Begins the login of an agent; not in 2025-06. */
export const registerAgent = Endpoint.client.post("registerAgent", "/agent/register", {
  summary: "Begin the login of an agent",
  only: "current",
  payload: RegisterAgent,
  success: AgentRegistration,
  error: [AgentAuthNotEnabled, RedirectUrlNotWhitelisted]
})

/** An agent, as the user sees it before they approve. */
export class Agent extends WireClass<Agent>()({
  name: ShownText,
  description: Schema.NullOr(ShownText),
  /** Text of the agent, not checked: show it, and do not link to it. */
  url: Schema.NullOr(ShownText)
}) {}

/** The login of an agent, as the user sees it. */
export class AgentLoginDetails extends WireClass<AgentLoginDetails>()(
  {
    agent: Agent,
    userHint: Schema.NullOr(ShownText),
    expiresAt: Schema.DateFromMillis,
    status: Status
  },
  { expiresAt: "expires_at_millis" }
) {}

/** Looks at the login of an agent as the signed-in user, approves or denies it; not in 2025-06. */
export const answerAgentLogin = Endpoint.client.post("answerAgentLogin", "/agent/register/confirm", {
  summary: "Look at the login of an agent, approve or deny it",
  only: "current",
  payload: WireStruct({
    /** Case, blanks and hyphens do not matter. */
    claimCode: Schema.String,
    action: Schema.Literals(["inspect", "approve", "deny"])
  }),
  success: AgentLoginDetails,
  error: [AgentAuthNotEnabled, AgentAuthInvalidClaimCode]
})

/** The login is not approved yet, or will never be. */
export class AgentLoginPending extends WireClass<AgentLoginPending>()({ status: Status }) {}

/** The login was approved; answered once. */
export class AgentLoginSuccess extends WireClass<AgentLoginSuccess>()({ status: Status, session: SignIn }) {}

/** Asks for the state of an agent's login: 201 once with the session, otherwise 200; not in 2025-06. */
export const pollAgentLogin = Endpoint.client.post("pollAgentLogin", "/agent/register/poll", {
  summary: "Poll the login of an agent",
  only: "current",
  payload: WireStruct({ pollToken: PollingCode }),
  // The narrower schema comes first: a server encodes with the first one that fits.
  success: [withCreatedStatus(AgentLoginSuccess), AgentLoginPending],
  error: [AgentAuthNotEnabled, AgentAuthInvalidPollToken, InvalidPollingCodeError]
})

/** Login of agents. */
export class AgentLoginGroup extends HttpApiGroup.make("agentLogin")
  .add(discoverAgentAuth, getAgentAuthMd, registerAgent, answerAgentLogin, pollAgentLogin)
  .prefix(Endpoint.root) {}
