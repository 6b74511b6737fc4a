/** The configuration document and the project's settings are two views of the same state. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Overrides from "../../../src/emulator/projects/Overrides.ts"
import * as ProjectSettings from "../../../src/emulator/projects/ProjectSettings.ts"
import { admin, type Answer, call, callbackUrl, layer, password, server } from "../../support/emulatorCalls.ts"
import { countSeeds } from "../../support/seeds.ts"

type Level = "project" | "branch" | "environment"

const at = (level: Level) => `/internal/config/override/${level}`

const patch = (level: Level, changes: unknown, as: { readonly level: "admin" | "server" } = admin) =>
  call("PATCH", at(level), {
    ...as,
    body: { config_override_string: typeof changes === "string" ? changes : JSON.stringify(changes) }
  })

const put = (level: Level, values: unknown, source?: unknown) =>
  call("PUT", at(level), { ...admin, body: { config_string: JSON.stringify(values), source } })

const reset = (level: Level, keys: ReadonlyArray<string>) =>
  call("POST", `${at(level)}/reset-keys`, { ...admin, body: { keys } })

const json = ({ body }: Answer) => JSON.parse(body.config_string)

const document = Effect.map(call("GET", "/internal/config", admin), json)

const overrides = (level: Level) => Effect.map(call("GET", at(level), admin), json)

const github = {
  type: "pushed-from-github",
  owner: "acme",
  repo: "shop",
  branch: "main",
  commit_hash: "abc123",
  config_file_path: "stack.config.ts"
}

const source = Effect.map(call("GET", "/internal/config/source", admin), ({ body }) => body.source)

const current = layer({ service: "current" })

describe("the configuration document", () => {
  it.effect("has every part in a new project", () =>
    Effect.gen(function* () {
      expect(yield* document).toMatchObject({
        apps: { installed: {} },
        auth: {
          allowSignUp: true,
          oauth: { accountMergeStrategy: "link_method", providers: {} },
          otp: { allowSignIn: false },
          passkey: { allowSignIn: false },
          password: { allowSignIn: true },
          signUpRules: {},
          signUpRulesDefaultAction: "allow"
        },
        domains: { allowLocalhost: true, trustedDomains: {} },
        emails: { server: { isShared: true } },
        rbac: {
          defaultPermissions: { teamCreator: { team_admin: true }, teamMember: { team_member: true }, signUp: {} },
          permissions: {
            team_member: { scope: "team", containedPermissionIds: { $invite_members: true, $read_members: true } }
          }
        }
      })
      expect(yield* overrides("branch")).toStrictEqual({})
    }).pipe(Effect.provide(current))
  )

  it.effect("is another view of what the project's settings are", () =>
    Effect.gen(function* () {
      const config = {
        magic_link_enabled: true,
        domains: [{ domain: "https://shop.example", handler_path: "/auth" }],
        oauth_providers: [{ id: "github", type: "standard", client_id: "id", client_secret: "secret" }],
        user_default_permissions: [{ id: "guest" }]
      }
      yield* call("PATCH", "/internal/projects/current", { ...admin, body: { config } })
      const { auth, domains, rbac } = yield* document
      expect(auth.otp.allowSignIn).toBe(true)
      expect(auth.oauth.providers.github).toStrictEqual({
        type: "github",
        isShared: false,
        allowSignIn: true,
        allowConnectedAccounts: true,
        clientId: "id",
        clientSecret: "secret"
      })
      expect(Object.values(domains.trustedDomains)).toStrictEqual([
        { baseUrl: "https://shop.example", handlerPath: "/auth" }
      ])
      expect(rbac.defaultPermissions.signUp).toStrictEqual({ guest: true })
      const server = { isShared: false, host: "smtp.example", port: 25, username: "u", password: "p" }
      const sender = { senderName: "Shop", senderEmail: "shop@example.org" }
      yield* patch("environment", {
        "emails.server": { ...server, ...sender, provider: "smtp" },
        "domains.trustedDomains.second": { baseUrl: "https://*.shop.example" },
        "rbac.defaultPermissions.signUp": {}
      })
      const project = yield* call("GET", "/internal/projects/current", admin)
      expect(project.body.config).toMatchObject({
        ...config,
        oauth_providers: [{ ...config.oauth_providers[0], provider_config_id: "github" }],
        domains: [{ domain: "https://*.shop.example", handler_path: "/handler" }, ...config.domains],
        email_config: {
          type: "standard",
          host: "smtp.example",
          port: 25,
          username: "u",
          password: "p",
          sender_name: "Shop",
          sender_email: "shop@example.org"
        },
        user_default_permissions: []
      })
    }).pipe(Effect.provide(current))
  )

  it.effect("takes paths and objects; a path into an entry that does not exist says nothing", () =>
    Effect.gen(function* () {
      const domains = Effect.map(document, (all) => all.domains.trustedDomains)
      const one = { baseUrl: "http://*:*", handlerPath: "/" }
      yield* patch("environment", { domains: { trustedDomains: { "1": one } } })
      expect(yield* domains).toStrictEqual({ "1": one })
      yield* patch("environment", { "domains.trustedDomains.2.baseUrl": "https://example.com" })
      expect(yield* domains).toStrictEqual({ "1": one })
      yield* patch("environment", { "domains.trustedDomains.1.handlerPath": "/here" })
      expect(yield* domains).toStrictEqual({ "1": { ...one, handlerPath: "/here" } })
      yield* patch("environment", { "domains.trustedDomains": null })
      expect(yield* domains).toStrictEqual({})
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    ["environment", { nonExistentField: 1 }, 'The key "nonExistentField" is not valid'],
    ["environment", { "auth.allowSignUp.deeper": 1 }, "auth.allowSignUp.deeper"],
    ["environment", { auth: { allowSignUp: true, other: true } }, "auth.other"],
    ["environment", { "auth.allowSignUp": "yes" }, "auth.allowSignUp must be true or false"],
    ["environment", { __proto__x: 1, "constructor.prototype": {} }, "not valid"],
    ["environment", { "domains.trustedDomains.x": { baseUrl: "example.com" } }, "must be an http(s) URL"],
    ["environment", { [`${"a.".repeat(100_000)}b`]: 1 }, "not valid"],
    ["environment", { "project.requirePublishableClientKey": true }, "level environment"],
    [
      "branch",
      { "domains.trustedDomains.x": { baseUrl: "https://example.com", handlerPath: "/" } },
      "domains.trustedDomains"
    ],
    ["branch", { "emails.server": { isShared: false } }, "emails.server"],
    ["branch", { "auth.oauth.providers.google": { type: "google", clientId: "id" } }, "auth.oauth.providers"],
    ["branch", { "auth.oauth.providers.x": { type: "nothing" } }, "must be one of the following values: google"],
    ["branch", { "rbac.permissions.Upper": {} }, "rbac.permissions.Upper"],
    ["project", { "auth.allowSignUp": true }, "level project"],
    ["environment", "{ invalid json }", "Invalid config JSON"],
    ["environment", "5", "Invalid config JSON"],
    ["environment", "[1]", "Invalid config JSON"],
    ["environment", "[".repeat(10_000), "Invalid config JSON"]
  ] as const)("refuses a key, value or level that is not right: %#", ([level, changes, words]) =>
    Effect.gen(function* () {
      const before = yield* document
      const refused = yield* patch(level, changes)
      expect(refused).toMatchObject({ status: 400, knownError: undefined })
      expect(refused.text).toContain(words)
      expect(yield* document).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("takes a list, which changes nothing", () =>
    Effect.gen(function* () {
      const before = yield* document
      expect((yield* patch("branch", [])).status).toBe(200)
      expect(yield* document).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("has no other levels", () =>
    Effect.gen(function* () {
      const unknown = yield* call("PATCH", "/internal/config/override/other", { ...admin, body: {} })
      expect(unknown.knownError).toBe("SCHEMA_ERROR")
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    [undefined, { knownError: undefined, text: expect.stringContaining("source is required") }],
    [{ type: "pushed-from-github", owner: "acme" }, { knownError: "SCHEMA_ERROR" }],
    [{ type: "elsewhere" }, { status: 400 }]
  ])("is not replaced at the branch from the source %j", ([from, refusal]) =>
    Effect.gen(function* () {
      expect(yield* put("branch", {}, from)).toMatchObject({ status: 400, ...refusal })
      expect(yield* source).toStrictEqual({ type: "unlinked" })
    }).pipe(Effect.provide(current))
  )

  it.effect("is replaced at the branch, and keeps its environment", () =>
    Effect.gen(function* () {
      yield* patch("environment", { "users.allowClientUserDeletion": true })
      yield* patch("branch", { "teams.allowClientTeamCreation": true })
      expect((yield* put("branch", { "auth.passkey.allowSignIn": true }, github)).status).toBe(200)
      const { auth, rbac, teams, users } = yield* document
      expect({
        allowSignIn: auth.passkey.allowSignIn,
        allowClientTeamCreation: teams.allowClientTeamCreation
      }).toStrictEqual({ allowSignIn: true, allowClientTeamCreation: false })
      expect(users.allowClientUserDeletion).toBe(true)
      // The roles of a new project belong to the environment.
      expect(Object.keys(rbac.permissions)).toStrictEqual(["team_admin", "team_member"])
    }).pipe(Effect.provide(current))
  )

  it.effect("is replaced at the environment", () =>
    Effect.gen(function* () {
      yield* patch("environment", { "users.allowClientUserDeletion": true })
      expect((yield* put("environment", { "auth.allowSignUp": false })).status).toBe(200)
      expect(yield* overrides("environment")).toStrictEqual({ "auth.allowSignUp": false })
    }).pipe(Effect.provide(current))
  )

  it.effect("knows where the branch was pushed from until that is deleted, which changes no setting", () =>
    Effect.gen(function* () {
      yield* put("branch", { "auth.passkey.allowSignIn": true }, github)
      expect(yield* source).toStrictEqual(github)
      yield* patch("branch", { "auth.passkey.allowSignIn": false })
      expect(yield* source).toStrictEqual(github)
      expect((yield* call("DELETE", "/internal/config/source", admin)).status).toBe(200)
      expect(yield* source).toStrictEqual({ type: "unlinked" })
      expect(yield* overrides("branch")).toStrictEqual({ "auth.passkey.allowSignIn": false })
    }).pipe(Effect.provide(current))
  )

  it.effect("lets servers change and read the branch", () =>
    Effect.gen(function* () {
      const changes = { "teams.allowClientTeamCreation": true }
      expect((yield* patch("branch", changes, server)).status).toBe(200)
      expect(json(yield* call("GET", at("branch"), server))).toStrictEqual(changes)
    }).pipe(Effect.provide(current))
  )

  it.effect.each(["environment", "project"] as const)("lets no server change or read the level $0", (level) =>
    Effect.gen(function* () {
      expect((yield* patch(level, {}, server)).status).toBe(403)
      expect((yield* call("GET", at(level), server)).status).toBe(403)
    }).pipe(Effect.provide(current))
  )

  it.effect.each([
    ["GET", "/internal/config", undefined],
    ["GET", "/internal/config/source", undefined],
    ["POST", `${at("branch")}/reset-keys`, { keys: [] }]
  ] as const)("needs the admin key for $0 $1", ([method, path, body]) =>
    Effect.gen(function* () {
      expect((yield* call(method, path, { ...server, body })).knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(current))
  )

  it.effect("lets no client change the branch", () =>
    Effect.gen(function* () {
      expect((yield* call("PATCH", at("branch"), { body: {} })).knownError).toBe("INSUFFICIENT_ACCESS_TYPE")
    }).pipe(Effect.provide(current))
  )
})

describe("a hostile document", () => {
  it.effect("chooses names for its additions, and changes nothing else", () =>
    Effect.gen(function* () {
      const before = yield* document
      const names = ["__proto__", "constructor", "hasOwnProperty"]
      const readStatus = (changes: string) => Effect.map(patch("environment", changes), ({ status }) => status)
      const statuses = yield* Effect.forEach(names, (name) =>
        Effect.all({
          name: Effect.succeed(name),
          // Texts, because an object literal would set its prototype.
          app: readStatus(`{"apps.installed.${name}":{"enabled":true}}`),
          store: readStatus(`{"dataVault.stores":{"${name}":{}}}`),
          root: readStatus(`{"${name}":{"auth":{}}}`),
          field: readStatus(`{"auth":{"${name}":{"allowSignUp":false}}}`)
        })
      )
      expect(statuses).toStrictEqual(names.map((name) => ({ name, app: 200, store: 200, root: 400, field: 400 })))
      const after = yield* document
      expect(Object.keys(after.apps.installed)).toStrictEqual(names)
      expect(Object.keys(after.dataVault.stores)).toStrictEqual(["hasOwnProperty"])
      expect(Object.hasOwn(after.apps.installed, "__proto__")).toBe(true)
      expect({ ...after, apps: before.apps, dataVault: before.dataVault }).toStrictEqual(before)
      yield* reset("environment", ["apps.installed", "dataVault", "__proto__", "constructor.prototype"])
      expect(yield* document).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("is refused with a short text, and loses nothing", () =>
    Effect.gen(function* () {
      yield* patch("environment", { "auth.passkey.allowSignIn": true })
      const before = yield* document
      const long = "x".repeat(1_000_000)
      for (const [changes, words] of [
        ...["a..b", "", ".", "apps.", ".apps", "apps..installed", "auth.allowSignUp."].map(
          (path) => [{ [path]: true }, `The key "${path}" is not valid`] as const
        ),
        [{ [long]: true }, 'The key "xxx'],
        [{ "apps.installed": { [long]: {} } }, 'The key "apps.installed.xxx'],
        [`{"apps":${'{"installed":'.repeat(30)}{}${"}".repeat(31)}`, "nested too deep"],
        ['{"emails.server.port":1e999}', "emails.server.port must be a number"],
        ['{"auth.signUpRules.x":{"priority":-1e999}}', "priority must be a number"],
        // The first change is fine; nothing of it stays.
        [{ "auth.allowSignUp": false, "auth.unknown": 1 }, "auth.unknown"]
      ] as const) {
        const refused = yield* patch("environment", changes)
        expect(refused, words).toMatchObject({
          status: 400,
          knownError: undefined,
          text: expect.stringContaining(words)
        })
        expect(refused.text.length, words).toBeLessThan(1_000)
        const replaced = yield* call("PUT", at("environment"), {
          ...admin,
          body: { config_string: typeof changes === "string" ? changes : JSON.stringify(changes) }
        })
        expect(replaced.text, words).toBe(refused.text)
      }
      expect(yield* document).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("may have roles that contain each other, and themselves", () =>
    Effect.gen(function* () {
      const role = (...ids: ReadonlyArray<string>) => ({
        containedPermissionIds: Object.fromEntries(ids.map((id) => [id, true]))
      })
      const roles = { a: role("a", "b"), b: role("c", "nobody"), c: role("a", "$read_members") }
      expect((yield* patch("environment", { "rbac.permissions": roles })).status).toBe(200)
      expect((yield* document).rbac.permissions.b.containedPermissionIds).toStrictEqual({ c: true })
      const { body: user } = yield* call("POST", "/users", { ...server, body: {} })
      const { body: team } = yield* call("POST", "/teams", {
        ...server,
        body: { display_name: "Crew", creator_user_id: user.id }
      })
      expect((yield* call("POST", `/team-permissions/${team.id}/${user.id}/a`, { ...server, body: {} })).status).toBe(
        201
      )
      const held = yield* call("GET", `/team-permissions?team_id=${team.id}&user_id=${user.id}&recursive=true`, server)
      expect(held.body.items.map(({ id }: { readonly id: string }) => id)).toStrictEqual([
        "$read_members",
        "a",
        "b",
        "c"
      ])
    }).pipe(Effect.provide(current))
  )

  it.effect("cannot break sign-up, mails and providers by values that make no sense", () =>
    Effect.gen(function* () {
      const changed = yield* patch("environment", {
        "auth.signUpRules": {
          long: { enabled: true, condition: `email == "${"x".repeat(1_000_000)}"`, action: { type: "reject" } },
          slow: { enabled: true, condition: 'email.matches("(a+)+$")', action: { type: "reject" } },
          never: {
            enabled: true,
            condition: 'email.matches("((((){999}){999}){999}){999}x{9}")',
            action: { type: "reject" }
          }
        },
        "domains.trustedDomains": {
          one: { baseUrl: "https://[" },
          two: { baseUrl: `https://${"*.".repeat(5_000)}com` },
          three: { baseUrl: "https://%zz" }
        },
        "emails.selectedThemeId": "nothing",
        "emails.server": { isShared: false, port: -5 },
        "auth.oauth.providers.github": { type: "github", isShared: false, allowSignIn: true }
      })
      expect(changed.status).toBe(200)
      const signedUp = yield* call("POST", "/auth/password/sign-up", {
        body: { email: `${"a".repeat(60)}@example.org`, password, verification_callback_url: callbackUrl }
      })
      expect(signedUp.status).toBe(200)
      const elsewhere = yield* call("POST", "/auth/password/sign-up", {
        body: {
          email: "b@example.org",
          password,
          verification_callback_url: `https://${"a.".repeat(120)}net`
        }
      })
      expect(elsewhere.knownError).toBe("REDIRECT_URL_NOT_WHITELISTED")
      const project = yield* call("GET", "/internal/projects/current", admin)
      expect(project.status).toBe(200)
      for (const path of ["/internal/metrics", "/emails/outbox"]) {
        expect((yield* call("GET", path, admin)).status, path).toBe(200)
      }
      yield* reset("environment", ["auth.signUpRules", "domains", "emails", "auth.oauth"])
      expect((yield* document).domains.trustedDomains).toStrictEqual({})
    }).pipe(Effect.provide(current))
  )
})

describe("permissions of the document", () => {
  const definitions = (scope: "team" | "project") =>
    Effect.map(
      call("GET", `/${scope}-permission-definitions`, admin),
      ({ body }): ReadonlyArray<{ readonly id: string; readonly description?: string }> =>
        body.items.filter(({ id }: { readonly id: string }) => !id.startsWith("$"))
    )

  const roles = Effect.map(document, ({ rbac }) => rbac.permissions)

  const prepare = patch("branch", {
    "rbac.permissions.writer": {
      description: "Writes",
      containedPermissionIds: { reader: true, unknown: true, $read_members: true }
    },
    "rbac.permissions.reader": {},
    "rbac.permissions.visitor": { scope: "project" }
  })

  const defineEditor = call("POST", "/team-permission-definitions", {
    ...admin,
    body: { id: "editor", description: "Edits", contained_permission_ids: ["writer"] }
  })

  it.effect("are definitions", () =>
    Effect.gen(function* () {
      yield* prepare
      expect(yield* definitions("team")).toStrictEqual(
        expect.arrayContaining([
          { id: "writer", description: "Writes", contained_permission_ids: ["$read_members", "reader"] },
          { id: "reader", contained_permission_ids: [] }
        ])
      )
      expect(yield* definitions("project")).toStrictEqual([{ id: "visitor", contained_permission_ids: [] }])
    }).pipe(Effect.provide(current))
  )

  it.effect("include those that an endpoint has defined, which the document can change", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* defineEditor
      expect((yield* roles).editor).toStrictEqual({
        description: "Edits",
        scope: "team",
        containedPermissionIds: { writer: true }
      })
      yield* patch("environment", { "rbac.permissions.editor.description": "Changes" })
      expect((yield* definitions("team")).find(({ id }) => id === "editor")?.description).toBe("Changes")
    }).pipe(Effect.provide(current))
  )

  it.effect("are removed at the level that has them, and from those that contain them", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* defineEditor
      yield* patch("environment", { "rbac.permissions.writer": null })
      yield* reset("environment", ["rbac.permissions.visitor"])
      expect(Object.keys(yield* roles)).toContain("visitor")
      expect(yield* overrides("environment")).not.toHaveProperty(["rbac.permissions.reader"])
      yield* reset("branch", ["rbac.permissions.visitor"])
      expect(Object.keys(yield* roles).sort()).toStrictEqual(["editor", "reader", "team_admin", "team_member"])
      expect((yield* roles).editor.containedPermissionIds).toStrictEqual({})
    }).pipe(Effect.provide(current))
  )

  it.effect("can be written as they were read", () =>
    Effect.gen(function* () {
      yield* prepare
      yield* defineEditor
      const before = yield* document
      yield* put("environment", yield* overrides("environment"))
      expect(yield* document).toStrictEqual(before)
    }).pipe(Effect.provide(current))
  )

  it.effect("are those of both levels, until each is replaced", () =>
    Effect.gen(function* () {
      yield* put("branch", { rbac: { permissions: { pushed: {} } } }, { type: "unlinked" })
      expect(Object.keys(yield* roles).sort()).toStrictEqual(["pushed", "team_admin", "team_member"])
      yield* put("environment", {})
      expect(Object.keys(yield* roles)).toStrictEqual(["pushed"])
      yield* put("branch", {}, { type: "unlinked" })
      expect(yield* roles).toStrictEqual({})
    }).pipe(Effect.provide(current))
  )
})

describe("stored settings", () => {
  it("are read from earlier versions", () => {
    const settings = ProjectSettings.parse(
      '{"signUpEnabled":false,"domains":[{"domain":"https://a.example","handlerPath":"/h"}]}'
    )
    expect(ProjectSettings.readConfig(settings)).toMatchObject({
      signUpEnabled: false,
      credentialEnabled: true,
      domains: [{ domain: "https://a.example", handlerPath: "/h" }]
    })
    expect(ProjectSettings.parse(ProjectSettings.stringify(settings))).toStrictEqual(settings)
  })

  const values = {
    auth: { allowSignUp: false, otp: { allowSignIn: true } },
    "auth.passkey.allowSignIn": true,
    "apps.installed": {},
    "rbac.permissions": { editor: { containedPermissionIds: { reader: true } }, reader: {} }
  }

  it.each([
    [["auth.allowSignUp"], { ...values, auth: { otp: { allowSignIn: true } } }],
    [["auth.otp", "auth.allowSignUp.deeper"], { ...values, auth: { allowSignUp: false } }],
    [
      ["auth"],
      {
        "apps.installed": {},
        "rbac.permissions": values["rbac.permissions"]
      }
    ],
    [["apps.installed.x", "", ".", "auth..otp", "__proto__", "constructor", "auth.toString"], values],
    [
      ["rbac.permissions.editor", "rbac.permissions.editor.containedPermissionIds"],
      { ...values, "rbac.permissions": { reader: {} } }
    ],
    [["rbac.permissions.editor.containedPermissionIds.reader", "auth", "apps"], { "rbac.permissions": { reader: {} } }]
  ] as const)("are taken back by paths into them, above them and beside them: $0", (keys, left) => {
    expect(Overrides.reset(values, keys)).toStrictEqual(left)
  })

  it("are changed in time that grows with their number", () => {
    const count = countSeeds(50_000)
    const values = Object.fromEntries(
      Array.from({ length: count }, (_, n) => [`apps.installed.a${n}`, { enabled: true }])
    )
    const twice = Overrides.patch(Overrides.patch({}, values), values)
    expect(Object.keys(twice)).toHaveLength(count)
    expect(Overrides.reset(twice, Object.keys(values))).toStrictEqual({})
    expect(Overrides.reset(twice, ["apps"])).toStrictEqual({})
    const installed = Object.fromEntries(Array.from({ length: count }, (_, n) => [`a${n}`, { enabled: true }]))
    const others = { "auth.allowSignUp": false }
    const first = { a0: { enabled: true } }
    for (const [nested, kept] of [
      [{ apps: { installed } }, { apps: { installed: first } }],
      [{ "apps.installed": installed }, { "apps.installed": first }]
    ]) {
      expect(Overrides.reset({ ...nested, ...others }, Object.keys(values))).toStrictEqual(others)
      expect(Overrides.reset({ ...nested, ...others }, Object.keys(values).slice(1))).toStrictEqual({
        ...kept,
        ...others
      })
    }
  })
})
