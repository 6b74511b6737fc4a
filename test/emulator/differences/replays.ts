/**
 * The requests of `test/fixtures/differences-2026-11.jsonl`, by their labels. A label does not hold a request: each was
 * written from the label, the two answers and the contract.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Totp from "../../../src/emulator/accounts/Totp.ts"
import { Emulator, mailServer, type Generation } from "../../../src/emulator/index.ts"
import {
  admin,
  type Answer,
  type Call,
  call,
  callbackUrl,
  layer,
  mailsTo,
  password,
  raw,
  server,
  signUp
} from "../../support/emulatorCalls.ts"
import { readId, must, textAt } from "../../support/jsonValues.ts"
import { unknownId } from "../../support/unknownId.ts"
import { authorize } from "../oauth/appSignIn.ts"

/** A request to a new emulator, with what has to be there before. */
export type Replay = Effect.Effect<Answer, never, Emulator>

const config = {
  magicLinkEnabled: true,
  passkeyEnabled: true,
  clientTeamCreationEnabled: true,
  clientUserDeletionEnabled: true,
  allowUserApiKeys: true,
  allowTeamApiKeys: true,
  oauthProviders: [
    { id: "github", type: "shared" },
    { id: "spotify", type: "standard", clientId: "our-client", clientSecret: "our-secret" },
    { id: "google", type: "standard", clientId: "our-client", clientSecret: "our-secret" }
  ]
} as const

/** An emulator of a generation, with a project that allows everything. */
export const emulator = (generation: Generation) => layer({ service: generation, project: { config } })

/** A code of the right form that nobody has. */
const unknownCode = "0".repeat(45)

const annsEmail = "ann@example.org"

const does = (method: string, path: string, options: Call = {}) => Effect.map(call(method, path, options), must)

const asServer = (method: string, path: string, body?: unknown) => does(method, path, { ...server, body })

const asAdmin = (method: string, path: string, body?: unknown) => does(method, path, { ...admin, body })

/** Somebody with a password, as a client knows them. */
const ann = Effect.map(signUp(annsEmail), ({ access_token, refresh_token, user_id }) => ({
  id: user_id,
  token: access_token,
  refreshToken: refresh_token
}))

type Ann = Effect.Success<typeof ann>

const withAnn = (replay: (who: Ann) => Replay): Replay => Effect.flatMap(ann, replay)

const account = (userId: string, provider: string, accountId: string, allowSignIn: boolean) =>
  asServer("POST", "/oauth-providers", {
    user_id: userId,
    provider_config_id: provider,
    account_id: accountId,
    allow_sign_in: allowSignIn,
    allow_connected_accounts: true
  })

/** Ann has an account at a provider that does not sign in, and somebody else one that does. */
const withAccounts = Effect.gen(function* () {
  const who = yield* ann
  const bob = yield* asServer("POST", "/users", { primary_email: "bob@example.org" })
  yield* account(readId(bob), "spotify", "bobs", true)
  const own = yield* account(who.id, "github", "anns", false)
  return { ...who, account: readId(own) }
})

const patchAccount = Effect.gen(function* () {
  const { account, id } = yield* withAccounts
  return yield* call("PATCH", `/oauth-providers/${id}/${account}`, { ...server, body: { allow_sign_in: true } })
})

/** A token for the API of a provider with the service's keys. */
const sharedToken = (level: "client" | "server", path: string, scope?: string): Replay =>
  withAnn(({ id, token }) =>
    call("POST", `/connected-accounts/${level === "client" ? "me" : id}/${path}/access-token`, {
      level,
      token,
      body: { scope }
    })
  )

/** Requests to addresses that the SDK has no use for. */
const outside = (method: string, path: string, body?: unknown): Replay =>
  call(method, path, { ...admin, ...(body !== undefined && { body }) })

/** The project has a mail server, and Ann has got a mail of the service's own and one of the project. */
const withMails = Effect.gen(function* () {
  const { host, password, port, senderEmail, senderName, username } = mailServer
  yield* asAdmin("PATCH", "/internal/projects/current", {
    config: {
      email_config: {
        type: "standard",
        host,
        port,
        username,
        password,
        sender_name: senderName,
        sender_email: senderEmail
      }
    }
  })
  const who = yield* ann
  const team = yield* asServer("POST", "/teams", { display_name: "Crew", creator_user_id: who.id })
  const invitation = { email: "bob@example.org", team_id: readId(team), callback_url: callbackUrl }
  yield* asServer("POST", "/team-invitations/send-code", invitation)
  yield* mailsTo("bob@example.org")
  yield* asServer("POST", "/emails/send-email", { user_ids: [who.id], subject: "Hello", html: "<p>Hello</p>" })
  yield* mailsTo(annsEmail)
  return { ...who, teamId: readId(team) }
})

const outboxPage = (query: string): Replay => Effect.andThen(withMails, call("GET", `/emails/outbox${query}`, server))

/** A mail to Ann that waits, and whose source was made useless. */
const patchMail = (changes: object): Replay =>
  Effect.gen(function* () {
    const { id } = yield* withMails
    const scheduled = (yield* Clock.currentTimeMillis) + 3_600_000
    yield* asServer("POST", "/emails/send-email", {
      user_ids: [id],
      subject: "Hello",
      html: "<p>Hello</p>",
      scheduled_at_millis: scheduled
    })
    const outbox = yield* asServer("GET", "/emails/outbox?limit=1")
    const path = `/emails/outbox/${textAt(outbox, "items", 0, "id")}`
    yield* asServer("PATCH", path, { tsx_source: "nonsense" })
    return yield* call("PATCH", path, { ...server, body: changes })
  })

const aDraft = Effect.map(
  asAdmin("POST", "/internal/email-drafts", {
    display_name: "Draft",
    tsx_source: "export function EmailTemplate() { return <p>Hello</p> }",
    theme_id: false
  }),
  readId
)

const render = (template: string): Replay =>
  call("POST", "/emails/render-email", { ...admin, body: { template_id: template, theme_id: null } })

const withPasswordAnd = (fields: object): Replay =>
  call("POST", "/auth/password/sign-up", {
    body: { email: annsEmail, password, verification_callback_url: callbackUrl, ...fields }
  })

const branch = (changes: unknown, as: Call = admin): Replay =>
  call("PATCH", "/internal/config/override/branch", {
    ...as,
    body: { config_override_string: typeof changes === "string" ? changes : JSON.stringify(changes) }
  })

const rule = (condition: string, type: string) => ({
  "auth.signUpRules.one": { enabled: true, displayName: "One", priority: 1, condition, action: { type } }
})

const listUsers = (query: string): Replay => withAnn(() => call("GET", `/users?${query}`, server))

/** Ann has had two addresses, and is called something else. */
const searched = (query: string): Replay =>
  Effect.gen(function* () {
    const { id } = yield* ann
    yield* asServer("PATCH", `/users/${id}`, { primary_email: "other@example.com", display_name: "Somebody" })
    return yield* call("GET", `/users?query=${query}`, server)
  })

const createSession = (millis: number): Replay =>
  withAnn(({ id }) => call("POST", "/auth/sessions", { ...server, body: { user_id: id, expires_in_millis: millis } }))

const patchMe = (body: object): Replay => withAnn(({ token }) => call("PATCH", "/users/me", { token, body }))

/** Ann's address is none of her primary ones any more, and still signs her in. */
const demoted = Effect.tap(ann, ({ id }) => asServer("PATCH", `/users/${id}`, { primary_email: null }))

const patchDemoted = (body: object): Replay =>
  Effect.flatMap(demoted, ({ id }) => call("PATCH", `/users/${id}`, { ...server, body }))

const totpSecret = Buffer.from("twenty bytes of key!")

/** Ann with a second factor: the answer of the first one. */
const withTotp = Effect.gen(function* () {
  const { id } = yield* ann
  yield* asServer("PATCH", `/users/${id}`, { totp_secret_base64: totpSecret.toString("base64") })
  return yield* call("POST", "/auth/password/sign-in", { body: { email: annsEmail, password } })
})

const second = (totp: string, times: number): Replay =>
  Effect.gen(function* () {
    const code = textAt((yield* withTotp).body, "details", "attempt_code")
    const right = Totp.computeCode(totpSecret, Totp.computeStep(yield* Clock.currentTimeMillis))
    const signIn = call("POST", "/auth/mfa/sign-in", {
      body: { type: "totp", totp: totp === "right" ? right : totp, code }
    })
    if (times === 2) yield* signIn
    return yield* signIn
  })

/** A project as an admin sees it, after changes that keep the default permissions. */
const patchProject = (changes: object): Replay =>
  call("PATCH", "/internal/projects/current", { ...admin, body: changes })

const authorizeAt = (provider: string, query: Readonly<Record<string, string | undefined>>): Replay =>
  authorize(provider, query)

const foreignToken = Effect.flatMap(Emulator, ({ internal }) => signUp("dev@example.org", { project: internal }))

const tokenWith = (fields: Readonly<Record<string, string>>): Replay =>
  withAnn(({ refreshToken }) =>
    Effect.flatMap(Emulator, ({ project }) =>
      raw("POST", "/api/v1/auth/oauth/token", {
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          grant_type: "refresh_token",
          refresh_token: refreshToken,
          client_id: project?.projectId ?? "",
          ...fields
        })
      })
    )
  )

/** The publishable key, which is the secret of OAuth clients. */
const withKey = (fields: Readonly<Record<string, string>>): Replay =>
  Effect.flatMap(Emulator, ({ project }) =>
    tokenWith({ client_secret: project?.publishableClientKey ?? "", ...fields })
  )

/** At client level with the key of another one, and none of its own. */
const sendKey = (name: "secretServerKey" | "superSecretAdminKey", header: string): Replay =>
  Effect.flatMap(Emulator, ({ project }) =>
    raw("GET", "/api/v1/projects/current", {
      headers: {
        "x-stack-access-type": "client",
        "x-stack-project-id": project?.projectId ?? "",
        [header]: project?.[name] ?? ""
      }
    })
  )

const createTeam = ({ id }: Ann) =>
  Effect.map(asServer("POST", "/teams", { display_name: "Crew", creator_user_id: id }), readId)

const cli = (refreshToken: (who: Ann) => string): Replay =>
  withAnn((who) =>
    Effect.flatMap(does("POST", "/auth/cli", { body: {} }), (login) =>
      call("POST", "/auth/cli/complete", {
        body: { login_code: textAt(login, "login_code"), refresh_token: refreshToken(who) }
      })
    )
  )

const invitations = "/team-invitations"

/** What both generations were asked. */
const both = {
  "sign-up ä x40": call("POST", "/auth/password/sign-up", {
    body: { email: annsEmail, password: "ä".repeat(40), verification_callback_url: callbackUrl }
  }),
  "oauth token scope openid": withKey({ scope: "openid" }),
  "patch me passkey true": patchMe({ passkey_auth_enabled: true }),
  "patch me totp empty": patchMe({ totp_secret_base64: "" }),
  "create user oauth dup": call("POST", "/users", {
    ...server,
    body: {
      oauth_providers: ["1", "2"].map((account_id) => ({ id: "github", account_id, email: annsEmail }))
    }
  }),
  "list users ?query=%25": listUsers("query=%25"),
  "cc all client": withAnn(({ token }) => call("GET", "/contact-channels", { token })),
  "cc create server unknown user": call("POST", "/contact-channels", {
    ...server,
    body: { user_id: unknownId, value: annsEmail, type: "email", used_for_auth: false }
  }),
  "passkey reg start": withAnn(({ token }) =>
    call("POST", "/auth/passkey/initiate-passkey-registration", { token, body: {} })
  ),
  "passkey auth start": call("POST", "/auth/passkey/initiate-passkey-authentication", { body: {} }),
  "passkey register bad": withAnn(({ token }) =>
    call("POST", "/auth/passkey/register", { token, body: { credential: {}, code: unknownCode } })
  ),
  "passkey sign-in bad": call("POST", "/auth/passkey/sign-in", {
    body: { authentication_response: {}, code: unknownCode }
  }),
  "teams add_user legacy": withAnn(({ token }) => call("GET", "/teams?add_current_user=true", { token })),
  "inv unknown team server": call("POST", `${invitations}/send-code`, {
    ...server,
    body: { email: annsEmail, team_id: unknownId, callback_url: callbackUrl }
  }),
  "inv delete unknown": withAnn((who) =>
    Effect.flatMap(createTeam(who), (id) => call("DELETE", `${invitations}/${unknownId}?team_id=${id}`, server))
  ),
  "authorize link bad token": authorizeAt("spotify", { type: "link", token: "nonsense" }),
  "authorize link no token": authorizeAt("spotify", { type: "link" }),
  "authorize link foreign token": Effect.flatMap(foreignToken, ({ access_token }) =>
    authorizeAt("spotify", { type: "link", token: access_token })
  ),
  "authorize unknown provider": authorizeAt("nonsense", {}),
  "authorize not enabled": authorizeAt("discord", {}),
  "authorize secret wrong": authorizeAt("spotify", { client_secret: "pck_wrong" }),
  "authorize client wrong": authorizeAt("spotify", { client_id: unknownId }),
  "oauth callback nothing": raw("GET", "/api/v1/auth/oauth/callback/github"),
  metrics: withAnn(({ id, token }) =>
    Effect.gen(function* () {
      yield* asServer("PATCH", `/users/${id}`, { display_name: "Ann", client_metadata: true })
      // Somebody whom a server has made never had an access token.
      yield* asServer("POST", "/users", { display_name: "Bob" })
      yield* does("GET", "/users/me", { token })
      return yield* call("GET", "/internal/metrics", admin)
    })
  ),
  "route GET /api/v1/": raw("GET", "/api/v1/"),
  "route GET /api/v1//users/me": raw("GET", "/api/v1//users/me"),
  "route GET /api/v1/users/me/": raw("GET", "/api/v1/users/me/")
} satisfies Readonly<Record<string, Replay>>

const projectChanges: Readonly<Record<string, object>> = {
  "{}": {},
  name: { display_name: "New" },
  "name empty": { display_name: "" },
  "description null": { description: null },
  description: { description: "New" },
  "config {}": { config: {} },
  "domain path": { config: { domains: [{ domain: "https://a.example.org", handler_path: "/h" }] } },
  "wildcard domain": { config: { domains: [{ domain: "https://*.example.org", handler_path: "/h" }] } },
  "dup domain": {
    config: { domains: [1, 2].map(() => ({ domain: "https://a.example.org", handler_path: "/h" })) }
  },
  domains: { config: { domains: [] } },
  "provider shared not available": { config: { oauth_providers: [{ id: "discord", type: "shared" }] } },
  "provider dup": { config: { oauth_providers: [1, 2].map(() => ({ id: "github", type: "shared" })) } },
  providers: { config: { oauth_providers: [{ id: "github", type: "shared" }] } },
  "email shared": { config: { email_config: { type: "shared" } } },
  "email standard": {
    config: {
      email_config: {
        type: "standard",
        host: "mail.example.org",
        port: 587,
        username: "u",
        password: "p",
        sender_name: "Ann",
        sender_email: annsEmail
      }
    }
  },
  "email shared again": { config: { email_config: { type: "shared" } } },
  "default perms": { config: { team_creator_default_permissions: [{ id: "team_admin" }] } },
  "default perms unknown": { config: { user_default_permissions: [{ id: "nonsense" }] } },
  strategy: { config: { oauth_account_merge_strategy: "raise_error" } },
  create_team_on_sign_up: { config: { create_team_on_sign_up: true } },
  "production mode": { is_production_mode: true },
  "sign-up off": { config: { sign_up_enabled: false } },
  "methods off": { config: { credential_enabled: false, magic_link_enabled: false, passkey_enabled: false } },
  "methods on": { config: { credential_enabled: true, magic_link_enabled: true, passkey_enabled: true } }
}

const current: Readonly<Record<string, Replay>> = {
  ...both,
  "POST unconfigured": withAnn(({ id }) =>
    call("POST", "/oauth-providers", {
      ...server,
      body: {
        user_id: id,
        provider_config_id: "discord",
        account_id: "1",
        allow_sign_in: true,
        allow_connected_accounts: true
      }
    })
  ),
  "GET list none": withAnn(({ token }) => call("GET", "/oauth-providers", { token })),
  "GET list server unknown": call("GET", `/oauth-providers?user_id=${unknownId}`, server),
  "PATCH pa sign-in on": patchAccount,
  "PATCH second sign-in on": patchAccount,
  "GET list unknown": call("GET", `/connected-accounts/${unknownId}`, server),
  "POST token github": sharedToken("client", "github"),
  "POST token scope github": sharedToken("client", "github", "repo"),
  "POST token server github": sharedToken("server", "github"),
  "POST token github by id": sharedToken("client", "github/anns"),
  "POST token scope github by id": sharedToken("client", "github/anns", "repo"),
  "POST token server github by id": sharedToken("server", "github/anns"),
  "ca ok shared": sharedToken("client", "github"),
  "ca scope type": sharedToken("client", "github", "repo"),
  "DELETE no team id": withAnn(({ token }) => call("DELETE", `${invitations}/${unknownId}`, { token })),
  "inv delete no team": withAnn(({ token }) => call("DELETE", `${invitations}/${unknownId}`, { token })),
  "POST send bad id": Effect.andThen(
    withMails,
    call("POST", "/emails/send-email", { ...server, body: { user_ids: ["x"], subject: "a", html: "b" } })
  ),
  "GET outbox ": outboxPage(""),
  "GET outbox ?status=sent": outboxPage("?status=sent"),
  "GET outbox ?simple_status=ok": outboxPage("?simple_status=ok"),
  "GET outbox ?status=nope": outboxPage("?status=nope"),
  "GET outbox ?limit=0": outboxPage("?limit=0"),
  "GET outbox ?limit=x": outboxPage("?limit=x"),
  "PATCH outbox tsx bad": patchMail({ tsx_source: "nonsense" }),
  "PATCH outbox to bad": patchMail({ to: { type: "user-primary-email", user_id: unknownId } }),
  "PATCH outbox to": patchMail({ to: { type: "custom-emails", emails: [annsEmail] } }),
  "PATCH outbox theme": patchMail({ theme_id: null }),
  "PATCH outbox variables": patchMail({ variables: { a: 1 } }),
  "PATCH outbox skip deliverability": patchMail({ skip_deliverability_check: true, variables: { a: 1 } }),
  "PATCH outbox cancel": patchMail({ cancel: true }),
  "DELETE theme": call("DELETE", "/internal/email-themes/1df07ae6-abf3-4a40-83a5-a1a2cbe336ac", admin),
  "DELETE theme unknown": call("DELETE", `/internal/email-themes/${unknownId}`, admin),
  "PATCH draft theme null": Effect.flatMap(aDraft, (id) =>
    call("PATCH", `/internal/email-drafts/${id}`, { ...admin, body: { theme_id: null } })
  ),
  "PATCH draft unknown": call("PATCH", `/internal/email-drafts/${unknownId}`, {
    ...admin,
    body: { display_name: "a" }
  }),
  "GET draft sent": Effect.flatMap(aDraft, (id) => call("GET", `/internal/email-drafts/${id}`, admin)),
  "POST render template": Effect.flatMap(asAdmin("GET", "/internal/email-templates"), (list) =>
    render(textAt(list, "templates", 0, "id"))
  ),
  "POST render unknown template": render(unknownId),
  "POST preview affected": outside("POST", "/internal/config/preview-affected-users", {}),
  "POST bot unavailable bool": withPasswordAnd({ bot_challenge_unavailable: true }),
  "POST bot unavailable phase": withPasswordAnd({ bot_challenge_unavailable: "true", bot_challenge_phase: "visible" }),
  "POST bot error token": withPasswordAnd({
    bot_challenge_token: "mock-turnstile-error",
    bot_challenge_phase: "invisible"
  }),
  "POST bot otp invalid existing": withAnn(() =>
    call("POST", "/auth/otp/send-sign-in-code", {
      body: {
        email: annsEmail,
        callback_url: callbackUrl,
        bot_challenge_token: "mock-turnstile-invalid",
        bot_challenge_phase: "invisible"
      }
    })
  ),
  "GET config": call("GET", "/internal/config", admin),
  "PATCH config branch not json": branch("{"),
  "PATCH config branch array": branch([]),
  "PATCH config branch string": branch('"text"'),
  "PATCH config branch server": branch({ "auth.allowSignUp": true }, server),
  "PATCH config environment server env": call("PATCH", "/internal/config/override/environment", {
    ...server,
    body: { config_override_string: "{}" }
  }),
  "PATCH config environment env": call("PATCH", "/internal/config/override/environment", {
    ...admin,
    body: {
      config_override_string: JSON.stringify({
        "domains.trustedDomains.one": { baseUrl: "https://a.example.org", handlerPath: "/h" }
      })
    }
  }),
  "PATCH config branch sign-up rule": branch(rule('emailDomain == "example.org"', "reject")),
  "PATCH config branch sign-up rule bad cel": branch(rule("((", "reject")),
  "PATCH config branch restrict rule": branch(rule('emailDomain == "example.org"', "restrict")),
  "POST rejected": Effect.andThen(branch(rule('emailDomain == "example.org"', "reject")), withPasswordAnd({})),
  "GET override get": call("GET", "/internal/config/override/branch", admin),
  "PUT override put": call("PUT", "/internal/config/override/branch", {
    ...admin,
    body: { config_string: "{}", source: { type: "unlinked" } }
  }),
  "POST reset keys": call("POST", "/internal/config/override/branch/reset-keys", {
    ...admin,
    body: { keys: ["auth"] }
  }),
  "GET source": call("GET", "/internal/config/source", admin),
  "GET /internal/backend-urls": outside("GET", "/internal/backend-urls"),
  "GET /internal/component-versions": outside("GET", "/internal/component-versions"),
  "GET /internal/changelog": outside("GET", "/internal/changelog"),
  "GET /internal/emails/managed-onboarding/list": outside("GET", "/internal/emails/managed-onboarding/list"),
  "GET /payments/items/user/x/y": outside("GET", "/payments/items/user/x/y"),
  "POST events": outside("POST", "/events", {}),
  metrics: Effect.flatMap(withAccounts, ({ id }) =>
    Effect.andThen(
      asServer("PATCH", `/users/${id}`, { display_name: "Ann", client_read_only_metadata: [], client_metadata: true }),
      call("GET", "/internal/metrics", admin)
    )
  ),
  "GET /internal/metrics": withAnn((who) =>
    Effect.gen(function* () {
      yield* account(who.id, "github", "anns", true)
      yield* asServer("PATCH", `/users/${who.id}`, { display_name: "Ann", selected_team_id: yield* createTeam(who) })
      return yield* call("GET", "/internal/metrics", admin)
    })
  ),
  "POST check-version": call("POST", "/check-version", { body: { clientVersion: "2.8.15" } }),
  "hexclave headers": call("GET", "/projects/current", { brand: "hexclave" }),
  "no publishable key": Effect.flatMap(Emulator, ({ project }) =>
    call("GET", "/projects/current", { project: { projectId: project?.projectId ?? "" } })
  ),
  "mixed both": withAnn(({ token }) =>
    Effect.flatMap(foreignToken, ({ access_token }) =>
      call("GET", "/users/me", { token, headers: { "x-hexclave-access-token": access_token } })
    )
  ),
  "server key at client level": sendKey("secretServerKey", "x-stack-secret-server-key"),
  "admin key at client level": sendKey("superSecretAdminKey", "x-stack-super-secret-admin-key"),
  "oauth token no client secret": tokenWith({}),
  "create session negative": createSession(-1),
  "create session 0": createSession(0),
  "create session fraction": createSession(1.5),
  "patch me name long": patchMe({ display_name: "a".repeat(257) }),
  "list users ?desc=1": listUsers("desc=1"),
  "list users ?query=ann": searched("ann"),
  "list users ?query=ANN": searched("ANN"),
  "patch user email back": patchDemoted({ primary_email: annsEmail, primary_email_auth_enabled: true }),
  "patch user password": patchDemoted({ password }),
  "patch user password null": patchDemoted({ password: null }),
  "patch user meta": patchDemoted({ client_metadata: { a: 1 } }),
  "patch user selected team": patchDemoted({ selected_team_id: null }),
  "mfa set secret": patchDemoted({ totp_secret_base64: totpSecret.toString("base64") }),
  "mfa remove": patchDemoted({ totp_secret_base64: null }),
  "profiles server": Effect.flatMap(demoted, (who) =>
    Effect.flatMap(createTeam(who), (id) => call("GET", `/team-member-profiles?team_id=${id}`, server))
  ),
  "profiles server none": Effect.flatMap(demoted, (who) =>
    Effect.andThen(createTeam(who), call("GET", "/team-member-profiles", server))
  ),
  "cc create dup auth other user": withAnn(() =>
    Effect.flatMap(asServer("POST", "/users", {}), (other) =>
      call("POST", "/contact-channels", {
        ...server,
        body: { user_id: readId(other), value: annsEmail, type: "email", used_for_auth: true }
      })
    )
  ),
  "mfa sign-in needs it": withTotp,
  "mfa wrong totp": second("000000", 1),
  "mfa short totp": second("1", 1),
  "mfa ok": second("right", 1),
  "mfa replay": second("right", 2),
  "project admin": call("GET", "/internal/projects/current", admin),
  ...Object.fromEntries(
    Object.entries(projectChanges).map(([name, changes]) => [`project patch ${name}`, patchProject(changes)])
  ),
  owned: Effect.flatMap(Emulator, ({ internal }) =>
    Effect.gen(function* () {
      const { access_token: token, user_id } = yield* signUp("dev@example.org", { project: internal })
      const team = must(
        yield* call("POST", "/teams", {
          ...server,
          project: internal,
          body: { display_name: "Developers", creator_user_id: user_id }
        })
      )
      const body = { display_name: "Shop", owner_team_id: readId(team) }
      must(yield* call("POST", "/internal/projects", { project: internal, token, body }))
      return yield* call("GET", "/internal/projects", { project: internal, token })
    })
  ),
  "authorize extra": authorizeAt("spotify", { extra: "1" }),
  "sign out again": withAnn(({ refreshToken, token }) => {
    const out = call("DELETE", "/auth/sessions/current", { token, headers: { "x-stack-refresh-token": refreshToken } })
    return Effect.andThen(out, out)
  })
}

const old: Readonly<Record<string, Replay>> = {
  ...both,
  "sessions me": withAnn(({ token }) => call("GET", "/auth/sessions?user_id=me", { token })),
  "sessions server": withAnn(({ id }) => call("GET", `/auth/sessions?user_id=${id}`, server)),
  "cli complete bad token": cli(() => "nonsense"),
  "cli complete": cli(({ refreshToken }) => refreshToken),
  "anonymous internal": Effect.flatMap(Emulator, ({ internal }) =>
    call("POST", "/auth/anonymous/sign-up", { project: internal })
  )
}

const labelPattern = /^([A-Z]+) (\/\S*) \[(.*)\]$/

/** Bodies of the variants that have one. */
const bodies: Readonly<Record<string, string>> = {
  "array body": "[]",
  "string body": '"text"',
  "null body": "null",
  "unknown field": '{"unknown_field":1}',
  "bad json": "{",
  "text/plain": "{}",
  "application/xml": "<x/>"
}

/** What the endpoint takes, where it takes something. */
const bodyFor = (path: string): unknown => (path.includes("/team-api-keys/") ? { description: "New" } : {})

/** The level of requests that vary something else. */
const levelFor = (path: string): "client" | "server" =>
  /^\/(?:users|teams|team-member-profiles|contact-channels|team-api-keys)\//.test(path) ? "server" : "client"

/** A request of the sweep over all endpoints: method, path and what is special about it. */
const swept = (method: string, template: string, variant: string): Replay =>
  Effect.gen(function* () {
    const who = yield* ann
    const teamId = yield* createTeam(who)
    const channels = yield* asServer("GET", `/contact-channels?user_id=${who.id}`)
    const keys = { description: "One", expires_at_millis: null }
    const userKey = yield* asServer("POST", "/user-api-keys", { ...keys, user_id: who.id })
    const teamKey = yield* asServer("POST", "/team-api-keys", { ...keys, team_id: teamId })
    const isForeign = /^(?:unknown|other) id/.test(variant)
    const ids: Readonly<Record<string, string>> = {
      userId: who.id,
      teamId,
      contactChannelId: textAt(channels, "items", 0, "id"),
      apiKeyId: readId(template.startsWith("/user") ? userKey : teamKey),
      provider: isForeign ? "nonsense" : variant.startsWith("bad id") ? "not-an-id" : "github"
    }
    const path = template.replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "")
    const query = variant.startsWith("?")
      ? variant.replace("TEAM", teamId)
      : variant === "unknown query"
        ? "?unknown_query=1"
        : ""
    const named = /(client|server|admin)(\+token)?/.exec(variant)
    const level = (named?.[1] ?? levelFor(template)) as "client" | "server" | "admin"
    const isSignedIn = named === null || named[2] !== undefined
    const hasBody = method === "POST" || method === "PATCH"
    const body = hasBody && variant !== "no body" ? (bodies[variant] ?? JSON.stringify(bodyFor(template))) : undefined
    const type = variant.includes("/") && bodies[variant] !== undefined ? variant : "application/json"
    const headers = { ...(body !== undefined && { "content-type": type }), "x-stack-refresh-token": who.refreshToken }
    if (variant === "no headers") {
      return yield* raw(method, `/api/v1${path}${query}`, { headers, ...(body !== undefined && { body }) })
    }
    return yield* call(method, `${path}${query}`, {
      level,
      headers,
      ...(isSignedIn && { token: who.token }),
      ...(body !== undefined && { body })
    })
  })

/** The request of a label, if it can be written down. */
export const findReplay = (generation: Generation, label: string): Replay | undefined => {
  const found = (generation === "current" ? current : old)[label]
  if (found !== undefined) return found
  const [, method, path, variant] = labelPattern.exec(label) ?? []
  return method === undefined || path === undefined || variant === undefined ? undefined : swept(method, path, variant)
}

/** The labels that are written out here. */
export const listLabels = (generation: Generation): ReadonlyArray<string> =>
  Object.keys(generation === "current" ? current : old)
