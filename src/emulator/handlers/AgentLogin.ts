/** Login of agents that a user approves (docs/protocol/sign-in.md#agents). */
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Redacted from "effect/Redacted"
import * as Api from "../../api/AgentLogin.ts"
import type { AgentDiscovery } from "../../api/AgentLogin.ts"
import { AgentAuthNotEnabled } from "../../domain/errors/AgentLogin.ts"
import { AnonymousAuthenticationNotAllowed, RestrictedUserNotAllowed } from "../../domain/errors/Session.ts"
import { RedirectUrlNotWhitelisted } from "../../domain/errors/Users.ts"
import type { ProjectId, UserId } from "../../domain/Ids.ts"
import * as AccessHeaders from "../access/AccessHeaders.ts"
import { Caller, userOrSchemaError } from "../access/Caller.ts"
import * as Accounts from "../accounts/Accounts.ts"
import * as AgentLogins from "../accounts/AgentLogins.ts"
import type { PendingLogin } from "../accounts/AgentLogins.ts"
import * as Sessions from "../accounts/Sessions.ts"
import { getRestrictedReason } from "../accounts/UserRow.ts"
import { badRequest, notFound } from "../errors/TextAnswer.ts"
import * as RequestValidation from "../http/RequestValidation.ts"
import * as Projects from "../projects/Projects.ts"
import type { Project } from "../projects/Projects.ts"
import * as TrustedUrl from "../projects/TrustedUrl.ts"
import { Settings } from "../settings/Settings.ts"
import { handle } from "./Route.ts"

const makeDiscovery = Effect.fnUntraced(function* (project: Project) {
  const { publicUrl } = yield* Settings
  const { headers } = yield* HttpServerRequest
  const api = `${publicUrl}/api/v1`
  const { requirePublishableClientKey } = project.config
  const discovery: AgentDiscovery = {
    issuer: publicUrl,
    registrationEndpoint: `${api}/agent/register`,
    tokenEndpoint: `${api}/auth/sessions/current/refresh`,
    revocationEndpoint: `${api}/auth/sessions/current`,
    agentAuthMd: `${api}/agent/auth.md`,
    agentAuth: {
      enabled: project.config.agentAuthEnabled,
      projectId: project.id,
      projectDisplayName: project.displayName,
      // The emulator has only hashes of keys, so it returns the one that the agent has sent.
      publishableClientKey: AccessHeaders.read(headers, "x-stack-publishable-client-key") ?? null,
      publishableClientKeyRequired: requirePublishableClientKey,
      pollEndpoint: `${api}/agent/register/poll`,
      confirmEndpoint: `${api}/agent/register/confirm`,
      sessionsEndpoint: `${api}/auth/sessions`,
      anonymousSessionHeader: { "x-hexclave-allow-anonymous-user": "true" },
      claimCodeFormat: "XXXX-XXXX",
      defaultAttemptLifetimeMillis: AgentLogins.defaultLifetimeMillis,
      agentSessionLifetimeMillis: AgentLogins.sessionLifetimeMillis,
      requiredHeaders: {
        "x-stack-access-type": "client",
        "x-stack-project-id": project.id,
        ...(requirePublishableClientKey && { "x-stack-publishable-client-key": "the key of the app's users" })
      }
    }
  }
  return discovery
})

const formatMarkdown = ({ agentAuth, ...endpoints }: AgentDiscovery): string => {
  const headers = Object.entries(agentAuth.requiredHeaders).map(([name, value]) => `- \`${name}: ${value}\``)
  return `# Sign in to ${agentAuth.projectDisplayName}

${agentAuth.enabled ? "Agents can sign in for a user, who approves in a browser." : "This project does not let agents sign in."}

Send these headers with every request:

${headers.join("\n")}

1. POST \`{"agent": {"name": "…"}}\` to ${endpoints.registrationEndpoint}. The answer has \`confirm_url\`, \`claim_code\`, \`poll_token\` and an \`anonymous_session\`, with which you can work meanwhile; send \`x-hexclave-allow-anonymous-user: true\` with it.
2. Show \`confirm_url\` and \`claim_code\` to the user.
3. POST \`{"poll_token": "…"}\` to ${agentAuth.pollEndpoint} every 3 to 5 seconds, as long as \`status\` is \`waiting\`. Status 201 has the \`session\`, once.
4. Send its \`access_token\` as \`x-stack-access-token\`. Renew it with a POST to ${endpoints.tokenEndpoint} and the header \`x-stack-refresh-token\`.
5. DELETE ${endpoints.revocationEndpoint} when you are done.
`
}

const requireEnabled = Effect.fnUntraced(function* () {
  const { project } = yield* Caller
  return project.config.agentAuthEnabled ? project : yield* new AgentAuthNotEnabled()
})

const getHostedOrigin = (projectId: ProjectId) => `https://${projectId}.built-with-hexclave.com`

const confirmPath = "/agent-auth-confirm"

/** The page of the app where the user approves, without the code. */
const findConfirmPage = Effect.fnUntraced(function* (project: Project, appUrl: string | undefined) {
  const { allowLocalhost, domains } = project.config
  if (appUrl === undefined) {
    const first = domains.find(({ domain }) => !domain.includes("*") && URL.canParse(domain))
    if (first === undefined) return `${getHostedOrigin(project.id)}/handler${confirmPath}`
    return new URL(first.domain).origin + first.handlerPath + confirmPath
  }
  yield* TrustedUrl.requireTrusted(project, appUrl)
  const { entries } = TrustedUrl.judge({ allowLocalhost, domains: domains.map(({ domain }) => domain) }, appUrl)
  const matching = entries.find(({ mismatch }) => mismatch === undefined)?.domain
  const handlerPath = domains.find(({ domain }) => domain === matching)?.handlerPath ?? "/handler"
  return new URL(appUrl).origin + handlerPath + confirmPath
})

const trimOrNull = (text: string | undefined): string | null => text?.trim() ?? null

/** The user who answers: neither a guest, such as the agent itself, nor restricted. */
const approver = Effect.gen(function* () {
  const { project } = yield* Caller
  const user = yield* userOrSchemaError
  const reason = getRestrictedReason(user, project.config)
  if (reason === "anonymous") return yield* new AnonymousAuthenticationNotAllowed()
  if (reason === undefined) return user
  return yield* new RestrictedUserNotAllowed({ details: { restrictedReason: { type: reason } } })
})

const approve = Effect.fnUntraced(function* (login: PendingLogin, projectId: ProjectId, userId: UserId) {
  yield* AgentLogins.answer(login, "approved")
  const { refreshToken } = yield* Sessions.create({
    projectId,
    userId,
    expiresInMillis: AgentLogins.sessionLifetimeMillis,
    agentName: login.name
  })
  yield* AgentLogins.handOver(login, refreshToken)
})

const deny = Effect.fnUntraced(function* (login: PendingLogin, projectId: ProjectId) {
  yield* AgentLogins.answer(login, "denied")
  yield* Sessions.remove(projectId, login.anonymousSessionId)
})

const statuses = { inspect: "waiting", approve: "success", deny: "denied" } as const

const discoverAgentAuth = handle(Api.discoverAgentAuth, ({ project }) => makeDiscovery(project))

const getAgentAuthMd = handle(
  Api.getAgentAuthMd,
  function* () {
    const projectId = AccessHeaders.readProjectId((yield* HttpServerRequest).headers)
    if (projectId === undefined) return yield* badRequest("The header x-stack-project-id is required.")
    const project = yield* Projects.find(projectId)
    if (project === undefined) return yield* notFound("Project not found.")
    return formatMarkdown(yield* makeDiscovery(project))
  },
  { ignoresQuery: true }
)

const registerAgent = handle(Api.registerAgent, function* ({ payload }) {
  const project = yield* requireEnabled()
  const name = payload.agent.name.trim()
  if (name === "") return yield* RequestValidation.failSchema("body.agent.name must be at least 1 characters")
  const { url } = payload.agent
  if (url !== undefined && !URL.canParse(url)) {
    return yield* RequestValidation.failSchema("body.agent.url must be a valid URL")
  }
  if (payload.appUrl !== undefined && !URL.canParse(payload.appUrl)) return yield* new RedirectUrlNotWhitelisted()
  const page = yield* findConfirmPage(project, payload.appUrl)
  // A user without an address conflicts with nobody.
  const { id: userId } = yield* Effect.orDie(Accounts.create(project, { displayName: null, isAnonymous: true }))
  const ip = yield* Accounts.endUserIp
  const session = yield* Sessions.create({ projectId: project.id, userId, ip })
  const { claimCode, expiresAt, pollToken } = yield* AgentLogins.start({
    projectId: project.id,
    lifetimeMillis: payload.expiresInMillis ?? AgentLogins.defaultLifetimeMillis,
    agent: {
      name,
      description: trimOrNull(payload.agent.description),
      url: url ?? null,
      userHint: trimOrNull(payload.userHint)
    },
    anonymousSessionId: session.sessionId
  })
  return {
    claimCode,
    confirmUrl: `${page}?code=${claimCode}`,
    pollToken: Redacted.make(pollToken),
    expiresAt: new Date(expiresAt),
    guest: {
      userId,
      accessToken: Redacted.make(session.accessToken),
      refreshToken: Redacted.make(session.refreshToken)
    }
  }
})

const answerAgentLogin = handle(Api.answerAgentLogin, function* ({ payload: { action, claimCode } }) {
  const project = yield* requireEnabled()
  const user = yield* approver
  const login = yield* AgentLogins.find(project.id, claimCode)
  if (action === "approve") yield* approve(login, project.id, user.id)
  if (action === "deny") yield* deny(login, project.id)
  return {
    agent: { name: login.name, description: login.description, url: login.url },
    userHint: login.userHint,
    expiresAt: new Date(login.expiresAt),
    status: statuses[action]
  }
})

const pollAgentLogin = handle(Api.pollAgentLogin, function* ({ payload: { pollToken } }) {
  const project = yield* requireEnabled()
  const login = yield* AgentLogins.poll(project.id, Redacted.value(pollToken))
  if (login.status !== "success") return { status: login.status }
  const { anonymousSessionId, refreshToken } = login
  yield* Sessions.remove(project.id, anonymousSessionId)
  const session = yield* Sessions.findByRefreshToken(project.id, refreshToken)
  // The user has ended the session before its agent came.
  if (session === undefined) return { status: "expired" }
  const ip = yield* Accounts.endUserIp
  return yield* Effect.match(Sessions.refresh({ projectId: project.id, refreshToken, ip }), {
    onFailure: () => ({ status: "expired" }),
    onSuccess: (accessToken) => ({
      status: "success",
      session: {
        userId: session.user_id,
        accessToken: Redacted.make(accessToken),
        refreshToken: Redacted.make(refreshToken)
      }
    })
  })
})

export const routes = [discoverAgentAuth, getAgentAuthMd, registerAgent, answerAgentLogin, pollAgentLogin]
