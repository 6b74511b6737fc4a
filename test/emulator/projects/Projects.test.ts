/** Settings, logos and key sets of projects survive parallel changes, and invalid ones are refused. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { admin, call, interleaved, layer, signUp } from "../../support/emulatorCalls.ts"

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
      expect(unknown).toMatchObject({ status: 400, knownError: "SCHEMA_ERROR" })
      expect(unknown.body.details.message).toContain("body.config.oauth_providers[1].id must be one of")
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
        expect(answer.knownError, JSON.stringify(config)).toBe("SCHEMA_ERROR")
      }
      expect((yield* call("GET", "/internal/projects/current", admin)).body.config).toStrictEqual(defaults)
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

  it.effect("stay revoked when their description changes at the same time", () =>
    Effect.gen(function* () {
      const updateTwice = Effect.gen(function* () {
        const { body: key } = yield* create()
        const update = (body: object) => call("PATCH", `/internal/api-keys/${key.id}`, { ...admin, body })
        yield* Effect.all([update({ revoked: true }), update({ description: "new" })], { concurrency: "unbounded" })
        return (yield* call("GET", `/internal/api-keys/${key.id}`, admin)).body
      })
      const keys = yield* Effect.replicateEffect(updateTwice, 20)
      expect(keys).toMatchObject(keys.map(() => ({ description: "new", manually_revoked_at_millis: 0 })))
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
      expect(refused).toMatchObject({ status: 400, knownError: undefined })
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
      expect((yield* call("GET", "/projects/current")).body.config.domains).toStrictEqual(domains)
    }).pipe(Effect.provide(layer({ service: "current" })))
  )

  it.effect("names each provider's entry", () =>
    Effect.gen(function* () {
      const { body } = yield* patch({ config: { oauth_providers: [{ id: "github", type: "shared" }] } })
      expect(body.config.oauth_providers).toStrictEqual([
        { id: "github", type: "shared", provider_config_id: "github" }
      ])
    }).pipe(Effect.provide(layer({ service: "current" })))
  )
})
