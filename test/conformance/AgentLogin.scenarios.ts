/** Login of agents (docs/protocol/sign-in.md#agents). */
import assert from "node:assert/strict"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as Configuration from "../../src/admin/Configuration.ts"
import * as AgentLogin from "../../src/client/AgentLogin.ts"
import * as Anonymous from "../../src/client/Anonymous.ts"
import * as CurrentUser from "../../src/client/CurrentUser.ts"
import * as Sessions from "../../src/client/Sessions.ts"
import * as Users from "../../src/server/Users.ts"
import * as Wire from "../../src/wire/generated/AgentLogin.ts"
import { makeAdmin, makeServer } from "./apps.ts"
import { Backend } from "./Backend.ts"
import {
  appUrl,
  call,
  type Device,
  dropAccessToken,
  failure,
  headersFor,
  isKnownErrorAnswer,
  makeDevice,
  makeProject,
  refusal,
  scenario,
  send,
  signInWith,
  signUp,
  readTokens
} from "./Scenario.ts"

const current = { generations: ["current"] } as const

/** A project that lets agents sign in. */
const withAgents = Effect.gen(function* () {
  const project = yield* makeProject()
  const admin = yield* makeAdmin(project)
  yield* admin(Configuration.update({ changes: { "apps.installed.agent-auth": { enabled: true } } }))
  return project
})

const robot = { name: "Robot" }

/** A login that an agent waits for. */
const waiting = Effect.fnUntraced(function* (agent: Device, options?: Partial<AgentLogin.RegisterOptions>) {
  const { elapse } = yield* Backend
  const registration = yield* agent(AgentLogin.register({ agent: robot, ...options }))
  const began = yield* Deferred.make<void>()
  const login = yield* Effect.forkChild(
    Effect.andThen(Deferred.succeed(began, undefined), agent(AgentLogin.poll(registration)))
  )
  yield* Deferred.await(began)
  return {
    ...registration,
    finish: Effect.gen(function* () {
      while (login.pollUnsafe() === undefined) yield* elapse("100 millis")
      yield* Fiber.join(login)
    })
  }
})

export const scenarios = [
  scenario("an agent learns where it can sign in, and whether", current, function* () {
    const { apiUrl } = yield* Backend
    const project = yield* makeProject()
    const agent = yield* makeDevice(project)
    const before = yield* agent(AgentLogin.discover)
    assert.equal(before.agentAuth.enabled, false)
    assert.equal(before.agentAuth.projectId, project.projectId)
    assert.equal(before.registrationEndpoint, `${apiUrl}/api/v1/agent/register`)
    const admin = yield* makeAdmin(project)
    yield* admin(Configuration.update({ changes: { "apps.installed.agent-auth": { enabled: true } } }))
    assert.equal((yield* agent(AgentLogin.discover)).agentAuth.enabled, true)
    const document = yield* send("GET", "/api/v1/agent/auth.md", { "x-stack-project-id": project.projectId })
    assert.equal(document.status, 200)
    assert.ok(document.text.includes(before.registrationEndpoint), document.text)
  }),
  scenario(
    "an agent works as a guest until the user approves, and then as the user in a session with its name",
    current,
    function* () {
      const project = yield* withAgents
      const { device, email } = yield* signUp(project)
      const agent = yield* makeDevice(project)
      const url = "https://robot.example.com/about"
      const { claimCode, confirmUrl, finish, guest } = yield* waiting(agent, {
        agent: { name: " Robot ", description: "Sorts tickets", url },
        userHint: email
      })
      assert.match(claimCode, /^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
      assert.equal(confirmUrl, `${appUrl}/handler/agent-auth-confirm?code=${claimCode}`)
      const meanwhile = yield* makeDevice(project)
      yield* signInWith(meanwhile, guest)
      assert.equal((yield* meanwhile(CurrentUser.getIncludingAnonymous))?.id, guest.userId)
      const details = yield* device(AgentLogin.inspect({ claimCode: claimCode.toLowerCase().replace("-", " ") }))
      assert.deepEqual(details.agent, { name: "Robot", description: "Sorts tickets", url })
      assert.equal(details.userHint, email)
      assert.equal(details.status, "waiting")
      assert.equal((yield* device(AgentLogin.approve({ claimCode }))).status, "success")
      yield* finish
      assert.equal((yield* agent(CurrentUser.getOrFail)).primaryEmail, email)
      const sessions = yield* device(Sessions.list)
      assert.deepEqual(
        sessions.map(({ agentName }) => agentName),
        ["Robot", null]
      )
      yield* device(Sessions.revoke(sessions[0]!.id))
      assert.equal((yield* device(Sessions.list)).length, 1)
      assert.equal((yield* device(CurrentUser.getOrFail)).primaryEmail, email)
    }
  ),
  scenario("the session of an agent is handed out once, and the guest's session ends with it", current, function* () {
    const project = yield* withAgents
    const { device } = yield* signUp(project)
    const agent = yield* makeDevice(project)
    const { claimCode, guest, pollToken } = yield* agent(AgentLogin.register({ agent: robot }))
    const poll = call(project, "client", Wire.pollAgentLogin, { payload: { pollToken } })
    assert.deepEqual(yield* poll, { status: "waiting" })
    yield* device(AgentLogin.approve({ claimCode }))
    yield* failure(device(AgentLogin.approve({ claimCode })), "AgentAuthInvalidClaimCode")
    yield* failure(device(AgentLogin.deny({ claimCode })), "AgentAuthInvalidClaimCode")
    yield* failure(device(AgentLogin.inspect({ claimCode })), "AgentAuthInvalidClaimCode")
    const answer = yield* poll
    assert.ok("session" in answer, answer.status)
    assert.equal(answer.session.userId, (yield* device(CurrentUser.getOrFail)).id)
    assert.deepEqual(yield* poll, { status: "used" })
    const ended = yield* failure(agent(AgentLogin.poll({ pollToken })), "AgentLoginEnded")
    assert.equal(ended.outcome, "used")
    const left = yield* makeDevice(project)
    yield* signInWith(left, guest)
    yield* dropAccessToken(left)
    assert.equal(yield* left(CurrentUser.getIncludingAnonymous), null)
  }),
  scenario("an agent whose login the user denies gets nothing", current, function* () {
    const project = yield* withAgents
    const { device } = yield* signUp(project)
    const agent = yield* makeDevice(project)
    const { claimCode, finish } = yield* waiting(agent)
    assert.equal((yield* device(AgentLogin.deny({ claimCode }))).status, "denied")
    const ended = yield* failure(finish, "AgentLoginEnded")
    assert.equal(ended.outcome, "denied")
    assert.equal(yield* readTokens(agent), undefined)
    assert.equal((yield* device(Sessions.list)).length, 1)
  }),
  scenario("the login of an agent expires", current, function* () {
    const { elapse } = yield* Backend
    const project = yield* withAgents
    const { device } = yield* signUp(project)
    const agent = yield* makeDevice(project)
    const { claimCode, pollToken } = yield* agent(AgentLogin.register({ agent: robot, expiresInMillis: 30_000 }))
    yield* elapse("31 seconds")
    yield* failure(device(AgentLogin.inspect({ claimCode })), "AgentAuthInvalidClaimCode")
    yield* failure(device(AgentLogin.approve({ claimCode })), "AgentAuthInvalidClaimCode")
    const ended = yield* failure(agent(AgentLogin.poll({ pollToken })), "AgentLoginEnded")
    assert.equal(ended.outcome, "expired")
  }),
  scenario("an agent whose session the user ends before it comes has to begin again", current, function* () {
    const project = yield* withAgents
    const { device } = yield* signUp(project)
    const agent = yield* makeDevice(project)
    const { claimCode, pollToken } = yield* agent(AgentLogin.register({ agent: robot }))
    yield* device(AgentLogin.approve({ claimCode }))
    const [session] = yield* device(Sessions.list)
    yield* device(Sessions.revoke(session!.id))
    const poll = call(project, "client", Wire.pollAgentLogin, { payload: { pollToken } })
    assert.deepEqual(yield* poll, { status: "expired" })
    assert.deepEqual(yield* poll, { status: "used" })
  }),
  scenario(
    "only users who have finished signing up answer an agent, and never the agent itself",
    { ...current, options: { anonymousSignUp: true } },
    function* () {
      const project = yield* withAgents
      const agent = yield* makeDevice(project)
      const { claimCode, guest } = yield* agent(AgentLogin.register({ agent: robot }))
      yield* failure(agent(AgentLogin.approve({ claimCode })), "UserAuthenticationRequired")
      const answer = { payload: { claimCode, action: "approve" } } as const
      yield* failure(call(project, "client", Wire.answerAgentLogin, answer), "SchemaError")
      const asGuest = yield* send(
        "POST",
        "/api/v1/agent/register/confirm",
        {
          ...headersFor(project, "client"),
          "content-type": "application/json",
          "x-stack-access-token": Redacted.value(guest.accessToken),
          "x-stack-allow-anonymous-user": "true"
        },
        JSON.stringify({ claim_code: claimCode, action: "approve" })
      )
      isKnownErrorAnswer(asGuest, "ANONYMOUS_AUTHENTICATION_NOT_ALLOWED", 401)
      const other = yield* makeDevice(project)
      yield* other(Anonymous.signUp)
      yield* failure(other(AgentLogin.inspect({ claimCode })), "AnonymousAuthenticationNotAllowed")
      const { device } = yield* signUp(project)
      const { id } = yield* device(CurrentUser.getOrFail)
      const server = yield* makeServer(project)
      yield* server(Users.update({ userId: id, restrictedByAdmin: true }))
      yield* failure(device(AgentLogin.approve({ claimCode })), "RestrictedUserNotAllowed")
      yield* server(Users.update({ userId: id, restrictedByAdmin: false }))
      yield* device(AgentLogin.approve({ claimCode }))
    }
  ),
  scenario("codes and tokens of another project, or of none, are unknown", current, function* () {
    const project = yield* withAgents
    const other = yield* withAgents
    const { claimCode, pollToken } = yield* (yield* makeDevice(project))(AgentLogin.register({ agent: robot }))
    const { device } = yield* signUp(other)
    yield* failure(device(AgentLogin.approve({ claimCode })), "AgentAuthInvalidClaimCode")
    yield* failure(device(AgentLogin.inspect({ claimCode: "" })), "AgentAuthInvalidClaimCode")
    yield* failure(device(AgentLogin.poll({ pollToken })), "AgentAuthInvalidPollToken")
    yield* failure(device(AgentLogin.poll({ pollToken: Redacted.make("0".repeat(45)) })), "AgentAuthInvalidPollToken")
    const { device: ann } = yield* signUp(project)
    assert.equal((yield* ann(AgentLogin.inspect({ claimCode }))).status, "waiting")
  }),
  scenario("agents sign in only to projects that let them", current, function* () {
    const project = yield* makeProject()
    const { device } = yield* signUp(project)
    yield* failure(device(AgentLogin.register({ agent: robot })), "AgentAuthNotEnabled")
    yield* failure(device(AgentLogin.inspect({ claimCode: "AAAA-AAAA" })), "AgentAuthNotEnabled")
    yield* failure(device(AgentLogin.poll({ pollToken: "none" })), "AgentAuthNotEnabled")
  }),
  scenario("the page where a user approves is one that the project trusts", current, function* () {
    const project = yield* withAgents
    const admin = yield* makeAdmin(project)
    const trusted = {
      a: { baseUrl: "https://*.example.com", handlerPath: "/handler" },
      b: { baseUrl: "https://example.org", handlerPath: "/auth" }
    }
    yield* admin(
      Configuration.update({ changes: { "domains.trustedDomains": trusted, "domains.allowLocalhost": false } })
    )
    const register = (appUrl: string | undefined) =>
      Effect.map(
        call(project, "client", Wire.registerAgent, { payload: { agent: robot, appUrl } }),
        ({ confirmUrl }) => confirmUrl.split("?")[0]
      )
    const confirm = "agent-auth-confirm"
    assert.equal(yield* register("https://app.example.com/x?y=1"), `https://app.example.com/handler/${confirm}`)
    assert.equal(yield* register("https://example.org/docs"), `https://example.org/auth/${confirm}`)
    assert.equal(yield* register(undefined), `https://example.org/auth/${confirm}`)
    for (const url of ["https://example.com", "http://example.org", "http://localhost:3000", "javascript:alert(1)"]) {
      yield* failure(register(url), "RedirectUrlNotWhitelisted")
    }
  }),
  scenario("what an agent says of itself is checked, and shown as one line of text", current, function* () {
    const project = yield* withAgents
    const { device } = yield* signUp(project)
    const headers = { ...headersFor(project, "client"), "content-type": "application/json" }
    const register = (body: object) => send("POST", "/api/v1/agent/register", headers, JSON.stringify(body))
    const name = "<b>Ann's\u202e\u0000 phone</b>\n\u200bOK"
    const { status, text } = yield* register({
      agent: { name, description: "\u2066x\u2069", url: "https://a.example/?<i>" }
    })
    assert.equal(status, 200, text)
    const { claim_code: claimCode } = JSON.parse(text) as { readonly claim_code: string }
    const shown = { name: "<b>Ann's phone</b> OK", description: "x", url: "https://a.example/?<i>" }
    assert.deepEqual((yield* device(AgentLogin.inspect({ claimCode }))).agent, shown)
    yield* device(AgentLogin.approve({ claimCode }))
    assert.equal((yield* device(Sessions.list))[0]?.agentName, shown.name)
    const wrong: ReadonlyArray<object> = [
      { agent: {} },
      { agent: { name: "" } },
      { agent: { name: "   " } },
      { agent: { name: "x".repeat(101) } },
      { agent: { ...robot, description: "x".repeat(501) } },
      { agent: { ...robot, url: "no url" } },
      { agent: robot, user_hint: "x".repeat(257) },
      { agent: robot, expires_in_millis: 29_999 },
      { agent: robot, expires_in_millis: 3_600_001 }
    ]
    for (const body of wrong) {
      const answer = yield* register(body)
      assert.equal(answer.status, 400, `${JSON.stringify(body)}: ${answer.text}`)
      assert.ok(answer.text.includes("SCHEMA_ERROR"), answer.text)
    }
  }),
  scenario(
    "the service of 2025-06 knows no agents",
    { generations: ["2025-06"], options: { service: "2025-06" } },
    function* () {
      const project = yield* makeProject()
      const { device } = yield* signUp(project)
      yield* failure(device(AgentLogin.discover), "NotSupportedByService")
      yield* failure(device(AgentLogin.register({ agent: robot })), "NotSupportedByService")
      const [session] = yield* device(Sessions.list)
      assert.equal("agentName" in session!, false)
      const text = yield* refusal(call(project, "client", Wire.getAgentAuthMd, {}), 404)
      assert.ok(text.includes("nothing"), text)
    }
  )
]
