import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { Emulator } from "../../../src/emulator/index.ts"
import { call, interleaved, layer, signUp } from "../harness.ts"

const admin = { level: "admin" } as const

const patch = (body: object) => call("PATCH", "/internal/projects/current", { ...admin, body })

const defaults = {
  allow_localhost: true,
  sign_up_enabled: true,
  credential_enabled: true,
  magic_link_enabled: false,
  passkey_enabled: false,
  client_team_creation_enabled: false,
  client_user_deletion_enabled: false,
  allow_user_api_keys: false,
  allow_team_api_keys: false,
  oauth_providers: [],
  enabled_oauth_providers: [],
  domains: [],
  email_config: { type: "shared" },
  create_team_on_sign_up: false,
  team_creator_default_permissions: [{ id: "team_admin" }],
  team_member_default_permissions: [{ id: "team_member" }],
  user_default_permissions: [],
  oauth_account_merge_strategy: "link_method"
}

describe("logos", () => {
  const none = { logo_url: null, logo_full_url: null, logo_dark_mode_url: null, logo_full_dark_mode_url: null }

  it.effect("are stored and removed one by one, in the current service", () =>
    Effect.gen(function* () {
      const logo_url = "https://example.org/logo.png"
      const logo_dark_mode_url = "data:image/gif;base64,R0lGODlhAQABAAAAACw="
      yield* patch({ logo_url, logo_dark_mode_url })
      yield* patch({ display_name: "Shop" })
      const read = Effect.map(call("GET", "/internal/projects/current", admin), ({ body }) => body)
      expect(yield* read).toMatchObject({ ...none, logo_url, logo_dark_mode_url, display_name: "Shop" })
      yield* patch({ logo_url: null })
      expect(yield* read).toMatchObject({ ...none, logo_dark_mode_url })
      expect((yield* patch({ logo_url: "javascript:alert(1)" })).knownError).toBe("SCHEMA_ERROR")
      const former = yield* Effect.provide(patch({ logo_url }), layer({ service: "2025-06" }))
      expect(former.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(layer({ service: "current" })))
  )
})

describe("projects", () => {
  it.effect("keep what is changed at the same time", () =>
    Effect.gen(function* () {
      const names = ["magic_link_enabled", "passkey_enabled", "allow_user_api_keys", "create_team_on_sign_up"]
      yield* Effect.all(
        [...names.map((name) => patch({ config: { [name]: true } })), patch({ display_name: "Shop" })],
        {
          concurrency: "unbounded"
        }
      )
      const { body } = yield* call("GET", "/internal/projects/current", admin)
      expect(body.display_name).toBe("Shop")
      expect(body.config).toMatchObject(Object.fromEntries(names.map((name) => [name, true])))
    }).pipe(Effect.provide(layer({ service: "2025-06" })), interleaved)
  )

  it.effect("belong to the developers who create them", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const dev = yield* signUp("dev@example.org", { project: internal })
      const as = { project: internal, token: dev.access_token }
      const made = yield* call("POST", "/internal/projects", { ...as, body: { display_name: "Shop" } })
      expect(made.status).toBe(201)
      expect(made.body).toStrictEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        display_name: "Shop",
        description: "",
        created_at_millis: 0,
        user_count: 0,
        is_production_mode: false,
        config: defaults
      })
      expect((yield* call("GET", "/internal/projects", as)).body.items).toStrictEqual([made.body])
      const other = yield* signUp("other@example.org", { project: internal })
      const others = yield* call("GET", "/internal/projects", { project: internal, token: other.access_token })
      expect(others.body.items).toStrictEqual([])
      expect((yield* call("GET", "/internal/projects", { project: internal })).knownError).toBe(
        "USER_AUTHENTICATION_REQUIRED"
      )
      const { access_token } = yield* signUp("ann@example.org")
      expect((yield* call("GET", "/internal/projects", { token: access_token })).knownError).toBe(
        "EXPECTED_INTERNAL_PROJECT"
      )
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("are all kept when many are created at once", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const dev = yield* signUp("dev@example.org", { project: internal })
      const as = { project: internal, token: dev.access_token }
      yield* Effect.all(
        Array.from({ length: 20 }, (_, i) =>
          call("POST", "/internal/projects", {
            ...as,
            body: { display_name: `P${i}`, config: { magic_link_enabled: true } }
          })
        ),
        { concurrency: "unbounded" }
      )
      const { body } = yield* call("GET", "/internal/projects", as)
      expect(body.items).toHaveLength(20)
      expect(body.items[0].config.magic_link_enabled).toBe(true)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("show clients what clients may see, at every level", () =>
    Effect.gen(function* () {
      const { project } = yield* Emulator
      for (const level of ["client", "server", "admin"] as const) {
        const { body } = yield* call("GET", "/projects/current", { level })
        expect(Object.keys(body)).toStrictEqual(["id", "display_name", "config"])
        expect(body.id).toBe(project?.projectId)
        expect(Object.keys(body.config)).toHaveLength(9)
      }
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("list providers and domains in their own order, each provider once", () =>
    Effect.gen(function* () {
      const shared = (id: string) => ({ id, type: "shared" })
      const standard = { id: "google", type: "standard", client_id: "abc", client_secret: "def" }
      const domain = (host: string) => ({ domain: `https://${host}.example.org`, handler_path: "/handler" })
      const { body } = yield* patch({
        config: {
          oauth_providers: [shared("spotify"), shared("google"), shared("github"), standard],
          domains: [domain("shop"), domain("blog")]
        }
      })
      expect(body.config).toMatchObject({
        oauth_providers: [shared("github"), standard, shared("spotify")],
        enabled_oauth_providers: [{ id: "github" }, { id: "google" }, { id: "spotify" }],
        domains: [domain("blog"), domain("shop")]
      })
      const unknown = yield* patch({ config: { oauth_providers: [shared("github"), shared("myspace")] } })
      expect([unknown.status, unknown.knownError]).toStrictEqual([400, "SCHEMA_ERROR"])
      expect(unknown.body.details.message).toContain("body.config.oauth_providers[1].id must be one of")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect.each(["2025-06", "current"] as const)(
    "list default permissions and domains by upper case (%s)",
    (service) =>
      Effect.gen(function* () {
        for (const scope of ["team", "project"] as const) {
          for (const id of ["t_admin", "ta"]) {
            yield* call("POST", `/${scope}-permission-definitions`, { ...admin, body: { id: `${scope}_${id}` } })
          }
        }
        const ids = (...names: ReadonlyArray<string>) => names.map((id) => ({ id }))
        const domains = ["b_c", "bd", "Bb", "a"].map((host) => ({ domain: `https://${host}.x`, handler_path: "/" }))
        const given = {
          team_creator_default_permissions: ids("team_t_admin", "team_member", "team_ta"),
          team_member_default_permissions: ids("team_t_admin", "team_ta"),
          user_default_permissions: ids("project_t_admin", "project_ta")
        }
        const { body } = yield* patch({ config: { ...given, domains } })
        expect(body.config).toMatchObject({
          team_creator_default_permissions: ids("team_member", "team_ta", "team_t_admin"),
          team_member_default_permissions: ids("team_ta", "team_t_admin"),
          user_default_permissions: ids("project_ta", "project_t_admin"),
          domains: [domains[3], domains[2], domains[1], domains[0]]
        })
      }).pipe(Effect.provide(layer({ service })))
  )

  it.effect("change by what is given; lists replace, localhost comes back", () =>
    Effect.gen(function* () {
      yield* signUp("ann@example.org")
      const standard = { id: "github", type: "standard", client_id: "abc", client_secret: "def" }
      const mail = {
        type: "standard",
        host: "smtp.example.org",
        port: 587,
        username: "u",
        password: "p",
        sender_name: "Shop",
        sender_email: "no@example.org"
      }
      const { body } = yield* patch({
        description: "What it is",
        is_production_mode: true,
        config: {
          allow_localhost: false,
          domains: [{ domain: "https://shop.example.org", handler_path: "/handler" }],
          oauth_providers: [standard, { id: "google", type: "shared" }],
          email_config: mail,
          user_default_permissions: [{ id: "anything" }]
        }
      })
      expect(body).toMatchObject({ description: "What it is", is_production_mode: true, user_count: 1 })
      expect(body.config).toMatchObject({
        allow_localhost: false,
        oauth_providers: [standard, { id: "google", type: "shared" }],
        enabled_oauth_providers: [{ id: "github" }, { id: "google" }],
        email_config: mail,
        user_default_permissions: [{ id: "anything" }]
      })
      expect((yield* call("GET", "/internal/projects/current", admin)).body).toStrictEqual(body)
      const next = (yield* patch({ description: null, config: { domains: [] } })).body
      expect(next.description).toBe("")
      expect(next.config).toMatchObject({ allow_localhost: true, domains: [], email_config: mail })
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("refuse configurations that cannot work", () =>
    Effect.gen(function* () {
      const bad: ReadonlyArray<object> = [
        { email_config: { type: "standard" } },
        ...[{ host: "" }, { port: 65_536 }, { port: 2.5 }, { sender_email: "nobody" }].map((wrong) => ({
          email_config: {
            type: "standard",
            host: "mail.example.org",
            port: 587,
            username: "u",
            password: "p",
            sender_name: "Us",
            sender_email: "us@example.org",
            ...wrong
          }
        })),
        { domains: [{ domain: "whatever://example.org", handler_path: "/handler" }] },
        { domains: [{ domain: "https://user@example.org", handler_path: "/handler" }] },
        { domains: [{ domain: "https://example.org?x=1", handler_path: "/handler" }] },
        { domains: [{ domain: "https://example.org", handler_path: "handler" }] },
        { oauth_providers: [{ id: "google", type: "standard", client_id: "x", client_secret: "" }] },
        { unknown_flag: true }
      ]
      for (const config of bad) {
        const answer = yield* patch({ config })
        expect([config, answer.knownError]).toStrictEqual([config, "SCHEMA_ERROR"])
      }
      expect((yield* call("GET", "/internal/projects/current", admin)).body.config).toStrictEqual(defaults)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("take everything with them when they are deleted", () =>
    Effect.gen(function* () {
      const { internal } = yield* Emulator
      const { access_token: token } = yield* signUp("ann@example.org")
      expect((yield* call("DELETE", "/internal/projects/current", admin)).body).toStrictEqual({ success: true })
      expect((yield* call("GET", "/users/me", { token })).knownError).toBe("INVALID_PUBLISHABLE_CLIENT_KEY")
      const own = yield* call("DELETE", "/internal/projects/current", { ...admin, project: internal })
      expect(own.status).toBe(400)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )
})

describe("key sets", () => {
  const create = (fields: object = {}) =>
    call("POST", "/internal/api-keys", {
      ...admin,
      body: {
        description: "web",
        expires_at_millis: 10_000,
        has_publishable_client_key: true,
        has_secret_server_key: true,
        has_super_secret_admin_key: false,
        ...fields
      }
    })

  const opens = Effect.fnUntraced(function* (keys: Readonly<Record<string, string>>) {
    const { project } = yield* Emulator
    const answer = yield* call("GET", "/projects/current", {
      level: "server",
      project: { projectId: project?.projectId ?? "", secretServerKey: keys.secret_server_key ?? "" }
    })
    return answer.status === 200
  })

  it.effect("are shown in full once", () =>
    Effect.gen(function* () {
      const made = yield* create()
      expect(made.status).toBe(200)
      const { id, publishable_client_key, secret_server_key, ...rest } = made.body
      expect(publishable_client_key).toMatch(/^pck_[0-9a-hjkmnp-tv-z]{45}$/)
      expect(secret_server_key).toMatch(/^ssk_[0-9a-hjkmnp-tv-z]{45}$/)
      expect(rest).toStrictEqual({ description: "web", created_at_millis: 0, expires_at_millis: 10_000 })
      const read = yield* call("GET", `/internal/api-keys/${id}`, admin)
      expect(read.body).toStrictEqual({
        id,
        description: "web",
        created_at_millis: 0,
        expires_at_millis: 10_000,
        publishable_client_key: { last_four: publishable_client_key.slice(-4) },
        secret_server_key: { last_four: secret_server_key.slice(-4) }
      })
      expect((yield* call("GET", "/internal/api-keys", admin)).text).not.toContain(secret_server_key)
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("work until they expire or are revoked, for good", () =>
    Effect.gen(function* () {
      const { body: lasting } = yield* create()
      const { body: revoked } = yield* create()
      expect(yield* opens(lasting)).toBe(true)
      const revoke = () =>
        call("PATCH", `/internal/api-keys/${revoked.id}`, { ...admin, body: { revoked: true, description: "gone" } })
      yield* TestClock.adjust(5_000)
      expect((yield* revoke()).body).toMatchObject({ manually_revoked_at_millis: 5_000, description: "gone" })
      yield* TestClock.adjust(1_000)
      expect((yield* revoke()).body.manually_revoked_at_millis).toBe(5_000)
      expect([yield* opens(revoked), yield* opens(lasting)]).toStrictEqual([false, true])
      yield* TestClock.adjust(4_000)
      expect(yield* opens(lasting)).toBe(false)
      const { body } = yield* call("GET", "/internal/api-keys", admin)
      expect(body.items.map((item: { readonly id: string }) => item.id).slice(0, 2)).toStrictEqual([
        revoked.id,
        lasting.id
      ])
      expect((yield* call("GET", "/internal/api-keys/00000000-0000-4000-8000-000000000000", admin)).knownError).toBe(
        "API_KEY_NOT_FOUND"
      )
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("stay revoked when they are described anew at the same time", () =>
    Effect.gen(function* () {
      for (let i = 0; i < 20; i++) {
        const { body: key } = yield* create()
        const update = (body: object) => call("PATCH", `/internal/api-keys/${key.id}`, { ...admin, body })
        yield* Effect.all([update({ revoked: true }), update({ description: "new" })], { concurrency: "unbounded" })
        const { body } = yield* call("GET", `/internal/api-keys/${key.id}`, admin)
        expect(body).toMatchObject({ description: "new", manually_revoked_at_millis: 0 })
      }
    }).pipe(Effect.provide(layer({ service: "2025-06" })), interleaved)
  )
})

describe("the configuration of the current service", () => {
  it.effect("has a theme for mails, which must be there", () =>
    Effect.gen(function* () {
      const { body } = yield* call("GET", "/internal/projects/current", admin)
      const dark = "a0172b5d-cff0-463b-83bb-85124697373a"
      expect(body.config.email_theme).not.toBe(dark)
      expect((yield* patch({ config: { email_theme: dark } })).body.config.email_theme).toBe(dark)
      const refused = yield* patch({ config: { email_theme: "some-invalid-theme" } })
      expect([refused.status, refused.knownError]).toEqual([400, undefined])
      expect((yield* patch({ config: {} })).body.config.email_theme).toBe(dark)
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("has no theme in 2025-06", () =>
    Effect.gen(function* () {
      const refused = yield* patch({ config: { email_theme: "a0172b5d-cff0-463b-83bb-85124697373a" } })
      expect(refused.knownError).toBe("SCHEMA_ERROR")
      const { body } = yield* call("GET", "/internal/projects/current", admin)
      expect(body.config).not.toHaveProperty("email_theme")
    }).pipe(Effect.provide(layer({ service: "2025-06" })))
  )

  it.effect("keeps localhost as it is, and shows clients its domains", () =>
    Effect.gen(function* () {
      const domains = [{ domain: "https://shop.example.com", handler_path: "/handler" }]
      yield* patch({ config: { allow_localhost: false, domains } })
      expect((yield* patch({ config: { sign_up_enabled: true } })).body.config.allow_localhost).toBe(false)
      expect((yield* call("GET", "/projects/current")).body.config.domains).toEqual(domains)
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("names each provider's entry", () =>
    Effect.gen(function* () {
      const { body } = yield* patch({ config: { oauth_providers: [{ id: "github", type: "shared" }] } })
      expect(body.config.oauth_providers).toEqual([{ id: "github", type: "shared", provider_config_id: "github" }])
    }).pipe(Effect.provide(layer({ service: "current" })))
  )
})
