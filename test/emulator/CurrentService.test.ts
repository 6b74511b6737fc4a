/** What the current service answers otherwise about projects, keys, mails, figures and invitations. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator, type Options } from "../../src/emulator/index.ts"
import { CALLBACK, call, layer, mailsTo, raw, signUp } from "./harness.ts"

const admin = { level: "admin" } as const
const current = (project: Options["project"] = {}) => layer({ service: "current", project })
const older = layer({ service: "2025-06" })

const patch = (config: object) => call("PATCH", "/internal/projects/current", { ...admin, body: { config } })

describe("a project", () => {
  it.effect("has a theme for mails, which must be there", () =>
    Effect.gen(function* () {
      const { body } = yield* call("GET", "/internal/projects/current", admin)
      const dark = "a0172b5d-cff0-463b-83bb-85124697373a"
      expect(body.config.email_theme).not.toBe(dark)
      expect((yield* patch({ email_theme: dark })).body.config.email_theme).toBe(dark)
      const refused = yield* patch({ email_theme: "some-invalid-theme" })
      expect([refused.status, refused.knownError]).toEqual([400, undefined])
      expect((yield* patch({})).body.config.email_theme).toBe(dark)
    }).pipe(Effect.provide(current()))
  )

  it.effect("has no theme in 2025-06", () =>
    Effect.gen(function* () {
      const refused = yield* patch({ email_theme: "a0172b5d-cff0-463b-83bb-85124697373a" })
      expect(refused.knownError).toBe("SCHEMA_ERROR")
      const { body } = yield* call("GET", "/internal/projects/current", admin)
      expect(body.config).not.toHaveProperty("email_theme")
    }).pipe(Effect.provide(older))
  )

  it.effect("keeps localhost as it is, and shows clients its domains", () =>
    Effect.gen(function* () {
      const domains = [{ domain: "https://shop.example.com", handler_path: "/handler" }]
      yield* patch({ allow_localhost: false, domains })
      expect((yield* patch({ sign_up_enabled: true })).body.config.allow_localhost).toBe(false)
      expect((yield* call("GET", "/projects/current")).body.config.domains).toEqual(domains)
    }).pipe(Effect.provide(current()))
  )

  it.effect("names each provider's entry", () =>
    Effect.gen(function* () {
      const { body } = yield* patch({ oauth_providers: [{ id: "github", type: "shared" }] })
      expect(body.config.oauth_providers).toEqual([{ id: "github", type: "shared", provider_config_id: "github" }])
    }).pipe(Effect.provide(current()))
  )
})

describe("who asks", () => {
  const wantsKey = { requirePublishableClientKey: true }

  const ask = Effect.fnUntraced(function* (level: string, projectId: string, key: Record<string, string> = {}) {
    const headers = { "x-stack-access-type": level, "x-stack-project-id": projectId, ...key }
    const { body, knownError, status } = yield* raw("GET", "/api/v1/projects/current", { headers })
    return { status, knownError, details: body?.details }
  })

  it.effect("is told that there is no such project before any key is looked at", () =>
    Effect.gen(function* () {
      const nowhere = "00000000-0000-4000-8000-000000000000"
      for (const level of ["client", "server", "admin"]) {
        expect(yield* ask(level, nowhere)).toEqual({
          status: 400,
          knownError: "CURRENT_PROJECT_NOT_FOUND",
          details: { project_id: nowhere }
        })
      }
    }).pipe(Effect.provide(current()))
  )

  it.effect("needs a publishable key where the project wants one", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { projectId = "" } = project ?? {}
      expect(yield* ask("client", projectId)).toEqual({
        status: 401,
        knownError: "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT",
        details: { project_id: projectId }
      })
      expect((yield* ask("server", projectId)).knownError).toBe("SERVER_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(current({ config: wantsKey })))
  )

  it.effect("needs none in a new project, but a right one if any", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      const { projectId = "" } = project ?? {}
      expect((yield* ask("client", projectId)).status).toBe(200)
      const wrong = yield* ask("client", projectId, { "x-stack-publishable-client-key": "pck_wrong" })
      expect(wrong.knownError).toBe("INVALID_PUBLISHABLE_CLIENT_KEY")
      expect((yield* ask("admin", projectId)).knownError).toBe("ADMIN_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(current()))
  )

  const token = Effect.fnUntraced(function* (refreshToken: string, secret: Record<string, string>) {
    const { project } = yield* Emulator
    const body = {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: project?.projectId ?? "",
      ...secret
    }
    return yield* raw("POST", "/api/v1/auth/oauth/token", { method: "POST", body: new URLSearchParams(body) })
  })

  const authorize = Effect.fnUntraced(function* (secret: string) {
    const { project } = yield* Emulator
    const query = new URLSearchParams({
      client_id: project?.projectId ?? "",
      client_secret: secret,
      redirect_uri: CALLBACK,
      scope: "legacy",
      state: "state",
      grant_type: "authorization_code",
      code_challenge: "a".repeat(43),
      code_challenge_method: "S256",
      response_type: "code"
    })
    return yield* raw("GET", `/api/v1/auth/oauth/authorize/github?${query}`, { redirect: "manual" })
  })

  const nobody = { client_secret: "__stack_public_client__" }
  const github = { oauthProviders: [{ id: "github", type: "shared" }] } as const

  it.effect("may be nobody in particular for OAuth where a project wants no key", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      expect((yield* token(refresh_token, nobody)).status).toBe(200)
      expect((yield* token(refresh_token, {})).knownError).toBe("INVALID_OAUTH_CLIENT_ID_OR_SECRET")
      expect((yield* token(refresh_token, { client_secret: "pck_wrong" })).knownError).toBe(
        "INVALID_OAUTH_CLIENT_ID_OR_SECRET"
      )
      expect((yield* authorize(nobody.client_secret)).status).toBe(307)
      expect((yield* authorize("pck_wrong")).knownError).toBe("INVALID_PUBLISHABLE_CLIENT_KEY")
    }).pipe(Effect.provide(current({ config: github })))
  )

  it.effect("is nobody for OAuth where a project wants a key", () =>
    Effect.gen(function* () {
      const { refresh_token } = yield* signUp("ann@example.org")
      for (const answer of [
        yield* token(refresh_token, nobody),
        yield* token(refresh_token, {}),
        yield* authorize(nobody.client_secret)
      ]) {
        expect([answer.status, answer.knownError]).toEqual([401, "PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT"])
      }
    }).pipe(Effect.provide(current({ config: { ...wantsKey, ...github } })))
  )

  it.effect("always needs one in 2025-06", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      expect((yield* ask("client", project?.projectId ?? "")).knownError).toBe("CLIENT_AUTHENTICATION_REQUIRED")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("sent mails", () => {
  const firstMail = Effect.gen(function* () {
    yield* signUp("ann@example.org")
    yield* mailsTo("ann@example.org")
    return Object.keys((yield* call("GET", "/internal/emails", admin)).body.items[0])
  })

  it.effect("do not tell their mail server", () =>
    Effect.map(firstMail, (keys) => expect(keys).not.toContain("sender_config")).pipe(Effect.provide(current()))
  )

  it.effect("tell it in 2025-06", () =>
    Effect.map(firstMail, (keys) => expect(keys).toContain("sender_config")).pipe(Effect.provide(older))
  )
})

describe("figures", () => {
  it.effect("come with overviews, which count what happened", () =>
    Effect.gen(function* () {
      const ann = yield* signUp("ann@example.org")
      yield* mailsTo("ann@example.org")
      yield* call("POST", "/users", {
        level: "server",
        body: { primary_email: "b@example.org", primary_email_verified: true }
      })
      yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew", creator_user_id: ann.user_id } })
      const { body } = yield* call("GET", "/internal/metrics", admin)
      expect(body.auth_overview).toMatchObject({
        verified_users: 1,
        unverified_users: 1,
        anonymous_users: 0,
        total_teams: 1,
        mau: 1
      })
      const today = (days: ReadonlyArray<object>) => days.at(-1)
      expect(today(body.auth_overview.daily_active_users_split.total)).toMatchObject({ activity: 1 })
      expect(today(body.auth_overview.daily_active_users_split.new)).toMatchObject({ activity: 1 })
      expect(today(body.auth_overview.daily_active_users_split.retained)).toMatchObject({ activity: 0 })
      expect(today(body.auth_overview.daily_active_teams_split.total)).toMatchObject({ activity: 1 })
      expect(body.email_overview).toMatchObject({ total_emails: 1, emails_sent: 1, deliverability_rate: 100 })
      expect(today(body.email_overview.daily_emails)).toMatchObject({ activity: 1 })
      expect(body.analytics_overview.daily_visitors).toHaveLength(31)
      expect(body.payments_overview.daily_subscriptions).toHaveLength(31)
    }).pipe(Effect.provide(current()))
  )

  it.effect("tell who came back from one day to the next, and who after a while", () =>
    Effect.gen(function* () {
      const { clock } = yield* Emulator
      const { refresh_token } = yield* signUp("ann@example.org")
      const visit = call("POST", "/auth/sessions/current/refresh", {
        headers: { "x-stack-refresh-token": refresh_token }
      })
      for (const days of ["1 day", "5 days"] as const) {
        yield* clock.advance(days)
        expect((yield* visit).status).toBe(200)
      }
      const { body } = yield* call("GET", "/internal/metrics", admin)
      const { new: fresh, reactivated, retained } = body.auth_overview.daily_active_users_split
      const active = (days: ReadonlyArray<{ readonly activity: number }>) =>
        days.map(({ activity }) => activity).slice(-7)
      expect(active(fresh)).toEqual([1, 0, 0, 0, 0, 0, 0])
      expect(active(retained)).toEqual([0, 1, 0, 0, 0, 0, 0])
      expect(active(reactivated)).toEqual([0, 0, 0, 0, 0, 0, 1])
    }).pipe(Effect.provide(current()))
  )

  it.effect("come without them in 2025-06", () =>
    Effect.gen(function* () {
      const { body } = yield* call("GET", "/internal/metrics", admin)
      expect(Object.keys(body).filter((name) => name.endsWith("_overview"))).toEqual([])
    }).pipe(Effect.provide(older))
  )
})

describe("an invitation", () => {
  const invited = Effect.gen(function* () {
    const team = yield* call("POST", "/teams", { level: "server", body: { display_name: "Crew" } })
    const body = { email: "bob@example.org", team_id: team.body.id, callback_url: CALLBACK }
    yield* call("POST", "/team-invitations/send-code", { level: "server", body })
    const { code } = yield* (yield* Emulator).mailbox.take({ to: "bob@example.org", subject: "invited" })
    return { code, team: team.body.id as string }
  })

  const accept = (token: string, code: string | undefined, at = "") =>
    call("POST", `/team-invitations/accept${at}`, {
      token,
      headers: { "x-stack-allow-restricted-user": "true" },
      body: { code }
    })

  it.effect("names its team", () =>
    Effect.gen(function* () {
      const { team } = yield* invited
      const { body } = yield* call("GET", `/team-invitations?team_id=${team}`, { level: "server" })
      expect(body.items).toMatchObject([{ team_display_name: "Crew" }])
    }).pipe(Effect.provide(current()))
  )

  it.effect("is not for restricted users, who spend its code when they accept it all the same", () =>
    Effect.gen(function* () {
      const { code } = yield* invited
      const bob = yield* signUp("bob@example.org")
      for (const at of ["/details", ""]) {
        const refused = yield* accept(bob.access_token, code, at)
        expect([refused.status, refused.knownError, refused.body.details]).toEqual([
          403,
          "TEAM_INVITATION_RESTRICTED_USER_NOT_ALLOWED",
          { restricted_reason: { type: "email_not_verified" } }
        ])
      }
      const wrong = yield* accept(bob.access_token, "0".repeat(45))
      expect(wrong.knownError).toBe("VERIFICATION_CODE_NOT_FOUND")
      yield* call("PATCH", `/users/${bob.user_id}`, { level: "server", body: { primary_email_verified: true } })
      expect((yield* accept(bob.access_token, code)).knownError).toBe("VERIFICATION_CODE_ALREADY_USED")
    }).pipe(Effect.provide(current({ config: { requireEmailVerification: true } })))
  )
})
