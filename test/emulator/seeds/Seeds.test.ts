/** Seeds: what they put in, what they refuse, and that export and import lose nothing. */
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { defineSeed, Emulator, mailServer, type Seed } from "../../../src/emulator/index.ts"
import {
  admin,
  call,
  callbackUrl,
  interleaved,
  layer,
  password,
  refresh,
  server,
  signUp
} from "../../support/emulatorCalls.ts"
import { countSeeds } from "../../support/seeds.ts"
import { temporaryFolder } from "../../support/temporaryFolder.ts"
import { turns } from "../../support/turns.ts"
import { person, send, withMail } from "../mail/serverMails.ts"

const everybody = defineSeed({
  config: { allowUserApiKeys: true, allowTeamApiKeys: true, magicLinkEnabled: true },
  permissions: [
    { id: "orders:read", description: "May see orders" },
    { id: "orders:write", contains: ["orders:read"] },
    { id: "desk", scope: "team" },
    { id: "team_member", isRemoved: true }
  ],
  users: [
    {
      id: "a0000000-0000-4000-8000-000000000001",
      email: "ann@example.org",
      password,
      displayName: "Ann",
      clientMetadata: { theme: "dark" },
      sessions: [{ refreshToken: "ann-is-signed-in" }, { refreshToken: "robot-of-ann", agentName: "Robot" }],
      apiKeys: [{ value: "sk_of_ann", description: "Laptop" }],
      providerAccounts: [{ provider: "github", accountId: "42", grants: [{ accessToken: "gho_1" }] }],
      permissions: ["orders:write"]
    },
    { email: "bob@example.org", emailVerified: false, totpSecretBase64: "c2VjcmV0IG9mIGJvYiBoZXJl" },
    { isAnonymous: true },
    { email: "eve@example.org", restrictedByAdmin: true, restrictedByAdminReason: "Spam" }
  ],
  teams: [
    {
      displayName: "Sales",
      members: [{ user: "ann@example.org", permissions: ["team_admin", "desk"] }, { user: "bob@example.org" }],
      apiKeys: [{ value: "sk_of_sales" }]
    }
  ],
  identities: [{ provider: "github", id: "42", email: "ann@example.org" }]
})

describe("a seed", () => {
  it.effect("has people sign in, with passwords, tokens and keys that it names", () =>
    Effect.gen(function* () {
      const ann = yield* call("POST", "/auth/password/sign-in", {
        body: { email: "ann@example.org", password }
      })
      expect(ann.body.user_id).toBe("a0000000-0000-4000-8000-000000000001")
      const { body: session } = yield* refresh("ann-is-signed-in")
      const { body: listed } = yield* call("GET", "/auth/sessions?user_id=me", { token: session.access_token })
      const named: ReadonlyArray<{ readonly agent_name?: string }> = listed.items
      expect(named.filter(({ agent_name }) => agent_name === "Robot")).toHaveLength(1)
      const { body: me } = yield* call("GET", "/users/me", { token: session.access_token })
      expect(me).toMatchObject({
        display_name: "Ann",
        client_metadata: { theme: "dark" },
        primary_email_verified: true
      })
      const key = yield* call("POST", "/user-api-keys/check", { ...server, body: { api_key: "sk_of_ann" } })
      expect(key.body).toMatchObject({ user_id: me.id, description: "Laptop" })
      const permissions = yield* call("GET", `/project-permissions?user_id=${me.id}&recursive=true`, server)
      expect(permissions.body.items.map(({ id }: { readonly id: string }) => id)).toStrictEqual([
        "orders:read",
        "orders:write"
      ])
      const teams = yield* call("GET", `/teams?user_id=${me.id}`, server)
      expect(teams.body.items.map((team: { readonly display_name: string }) => team.display_name)).toStrictEqual([
        "Sales"
      ])
      const definitions = yield* call("GET", "/team-permission-definitions", admin)
      const ids = definitions.body.items.map(({ id }: { readonly id: string }) => id)
      expect(ids).toContain("desk")
      expect(ids).not.toContain("team_member")
    }).pipe(Effect.provide(layer({ seedData: everybody })))
  )

  it.effect("is there again after a reset", () =>
    Effect.gen(function* () {
      const { exportSeed, reset } = yield* Emulator
      const before = yield* exportSeed
      yield* signUp("joe@example.org")
      yield* reset
      expect(yield* exportSeed).toStrictEqual(before)
    }).pipe(Effect.provide(layer({ seedData: everybody })))
  )

  it.effect("is added to what is there", () =>
    Effect.gen(function* () {
      const { seed } = yield* Emulator
      yield* signUp("ann@example.org")
      yield* seed({
        users: [{ email: "bob@example.org" }],
        teams: [{ displayName: "Both", members: [{ user: "ann@example.org" }, { user: "bob@example.org" }] }],
        projects: [{ displayName: "Other", users: [{ email: "ann@example.org" }] }]
      })
      const { body } = yield* call("GET", "/users", server)
      expect(body.items.length).toBe(2)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("tells no endpoint of webhooks what it has put in", () =>
    Effect.gen(function* () {
      const { seed, webhooks } = yield* Emulator
      yield* seed({ webhooks: [{ id: "ep_1", url: "http://127.0.0.1:9/" }], users: [{ email: "ann@example.org" }] })
      yield* call("GET", "/users", server)
      expect(webhooks.endpoints.map(({ id }) => id)).toContain("ep_1")
      expect(yield* webhooks.attempts).toStrictEqual([])
    }).pipe(Effect.provide(layer({ webhooks: [{ url: "http://127.0.0.1:9/" }] })))
  )
})

describe("a bad seed", () => {
  const cases: ReadonlyArray<readonly [name: string, seed: unknown, path: string, problem: RegExp]> = [
    ...[
      "scrypt$x$8$1$AAAA$AAAA",
      `scrypt$3$8$1$${"A".repeat(22)}$${"A".repeat(43)}`,
      `scrypt-sha512$${2 ** 40}$8$1$${"A".repeat(22)}$${"A".repeat(43)}`,
      `argon2id$1$2$1$${"A".repeat(22)}$${"A".repeat(43)}`,
      `argon2id$19456$2$1$${"A".repeat(22)}$${"A".repeat(42)}`,
      `scrypt$2$1$1$${"A".repeat(22)}$${"A".repeat(43)}$`,
      "$2b$10$short",
      "plain"
    ].map(
      (passwordHash) =>
        [
          `the password hash ${passwordHash}`,
          { users: [{ passwordHash }] },
          "users[0].passwordHash",
          /Copy it unchanged/
        ] as const
    ),
    ["an unknown field", { users: [{ mail: "ann@example.org" }] }, "users[0].mail", /./],
    ["no address", { users: [{}, { email: "ann" }] }, "users[1].email", /email address/],
    ["a short password", { users: [{ password: "short" }] }, "users[0].password", /8/],
    ["two ways to say one thing", { users: [{ email: "ann@example.org", contactChannels: [] }] }, "users[0]", /either/],
    [
      "an address twice",
      { users: [{ email: "ann@example.org" }, { email: "ann@example.org" }] },
      "users[1].contactChannels[0]",
      /another user/
    ],
    [
      "an unknown member",
      { teams: [{ displayName: "A", members: [{ user: "bob@example.org" }] }] },
      "teams[0].members[0].user",
      /no such user/
    ],
    ["an unknown permission", { users: [{ permissions: ["fly"] }] }, "users[0].permissions[0]", /not there/],
    [
      "an unknown team",
      { users: [{ selectedTeamId: "a0000000-0000-4000-8000-000000000009" }] },
      "users[0]",
      /not there/
    ],
    ["no time", { users: [{ signedUpAt: "yesterday" }] }, "users[0].signedUpAt", /time/],
    ["no URL", { webhooks: [{ url: "ftp://example.org" }] }, "webhooks[0]", /URL/],
    ["no seed", [], "", /./],
    ["a project inside", { projects: [{ users: [{ email: 1 }] }] }, "projects[0].users[0].email", /./]
  ]

  it.effect.each(cases)("is refused with the place of its error: %s", ([, seed, path, problem]) =>
    Effect.gen(function* () {
      const emulator = yield* Emulator
      const before = yield* emulator.exportSeed
      const error = yield* Effect.flip(emulator.seed(seed as Seed))
      expect({ _tag: error._tag, path: error.path }).toStrictEqual({ _tag: "SeedError", path })
      expect(error.message).toMatch(problem)
      expect(yield* emulator.exportSeed).toStrictEqual(before)
      const again = yield* Effect.flip(emulator.importSeed(seed as Seed))
      expect(again.path).toBe(path)
      expect(yield* emulator.exportSeed).toStrictEqual(before)
    }).pipe(Effect.provide(layer()))
  )
})

describe("at run time", () => {
  it.effect("a bad seed interrupts no request", () =>
    Effect.gen(function* () {
      const { faults, importSeed } = yield* Emulator
      yield* faults.add({ path: "/nowhere", status: 503 })
      const ann = { body: { email: "ann@example.org", password, verification_callback_url: callbackUrl } }
      const signingUp = yield* Effect.forkChild(call("POST", "/auth/password/sign-up", ann), { startImmediately: true })
      const twice = [{ email: "eve@example.org" }, { email: "eve@example.org" }]
      const [error, answer] = yield* Effect.all([Effect.flip(importSeed({ users: twice })), Fiber.join(signingUp)], {
        concurrency: "unbounded"
      })
      expect(error._tag).toBe("SeedError")
      expect(answer.status).toBe(200)
      expect(yield* faults.list).toHaveLength(1)
    }).pipe(Effect.provide(layer()), interleaved)
  )

  it.effect("mails of a seed are sent when their time has come", () =>
    Effect.gen(function* () {
      const { clock, exportSeed, mailbox, seed } = yield* Emulator
      const { email, id } = yield* person()
      yield* send({ user_ids: [id] })
      expect((yield* mailbox.take({ to: email })).subject).toBe("Hello")
      const [, project] = (yield* exportSeed).projects ?? []
      const [{ finished_sending_at: _, started_sending_at: __, ...row } = {}] = project?.outbox ?? []
      const later = {
        ...row,
        id: "00000000-0000-4000-8000-00000000abcd",
        scheduled_at: Number(row["scheduled_at"]) + 3_600_000
      }
      yield* seed({ outbox: [later] })
      expect(yield* mailbox.list({ to: email })).toHaveLength(1)
      yield* clock.advance("61 minutes")
      expect((yield* mailbox.take({ to: email })).subject).toBe("Hello")
    }).pipe(Effect.provide(withMail()))
  )
})

describe("a file", () => {
  const project = { id: "b0000000-0000-4000-8000-000000000001" }

  const names = Effect.gen(function* () {
    const { body } = yield* call("GET", "/users", server)
    return body.items.map((user: { readonly display_name: string }) => user.display_name)
  })

  it.effect("begins with a seed once; with one that cannot be used it stays new", () =>
    Effect.gen(function* () {
      const data = path.join(yield* temporaryFolder, "emulator.db")
      const begin = (seedData: Seed) => Effect.provide(names, layer({ data, project, seedData }))
      const bad = yield* Effect.flip(begin({ users: [{ displayName: "Ann" }, { permissions: ["fly"] }] }))
      expect(bad).toMatchObject({ _tag: "SeedError", message: expect.stringContaining("users[1].permissions[0]") })
      expect(yield* begin({ users: [{ displayName: "Bob" }] })).toStrictEqual(["Bob"])
      expect(yield* begin({ users: [{ displayName: "Eve" }] })).toStrictEqual(["Bob"])
    })
  )
})

describe("export and import", () => {
  const Operation = Schema.Struct({
    kind: Schema.Literals([
      "sign-up",
      "guest",
      "user",
      "team",
      "member",
      "key",
      "permission",
      "grant",
      "reset-code",
      "verify",
      "rename",
      "remove",
      "project",
      "mail",
      "session",
      "settings",
      "time"
    ]),
    number: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 99 }))
  })

  const carryOut = Effect.fnUntraced(function* ({ kind, number }: typeof Operation.Type, at: number) {
    const { clock, internal } = yield* Emulator
    const users = (yield* call("GET", "/users?limit=50", server)).body.items
    const user = users[number % Math.max(1, users.length)]
    const teams = (yield* call("GET", "/teams", server)).body.items
    const team = teams[number % Math.max(1, teams.length)]
    const post = (path: string, body: object) => call("POST", path, { ...admin, body })
    if (kind === "sign-up") return yield* signUp(`user${at}@example.org`)
    if (kind === "guest") return yield* call("POST", "/auth/anonymous/sign-up", { body: {} })
    if (kind === "time") return yield* clock.advance("90 minutes")
    if (kind === "permission") {
      return yield* post(`/${number % 2 === 0 ? "project" : "team"}-permission-definitions`, { id: `p${number}` })
    }
    if (kind === "user") {
      return yield* post("/users", {
        primary_email: `made${at}@example.org`,
        primary_email_verified: number % 2 === 0,
        primary_email_auth_enabled: true,
        password,
        server_metadata: { b: number, a: [null, "x"] },
        totp_secret_base64: number % 3 === 0 ? "c2VjcmV0IG9mIGJvYiBoZXJl" : null,
        oauth_providers: [{ id: "github", account_id: `${at}`, email: `made${at}@example.org` }]
      })
    }
    if (kind === "settings") {
      const config = {
        magic_link_enabled: number % 2 === 0,
        domains: [{ domain: "https://a.example", handler_path: "/h" }]
      }
      return yield* call("PATCH", "/internal/projects/current", { ...admin, body: { config } })
    }
    if (kind === "project") {
      const owner = yield* signUp(`owner${at}@example.org`, { project: internal })
      const body = { display_name: `Project ${number}` }
      return yield* call("POST", "/internal/projects", { project: internal, token: owner.access_token, body })
    }
    if (user === undefined) return
    if (kind === "team") return yield* post("/teams", { display_name: `T${number}`, creator_user_id: user.id })
    if (kind === "key") return yield* post("/user-api-keys", { user_id: user.id, description: `K${number}` })
    if (kind === "rename") {
      return yield* call("PATCH", `/users/${user.id}`, { ...server, body: { display_name: `N${number}` } })
    }
    if (kind === "remove") return yield* call("DELETE", `/users/${user.id}`, server)
    if (kind === "grant") return yield* post(`/project-permissions/${user.id}/p${number}`, {})
    if (kind === "session") return yield* post("/auth/sessions", { user_id: user.id })
    if (kind === "mail") {
      return yield* post("/emails/send-email", { user_ids: [user.id], subject: "Hi", html: "<p>Hi</p>" })
    }
    if (kind === "verify") {
      const mails = yield* (yield* Emulator).mailbox.list({ subject: "Verify" })
      return yield* post("/contact-channels/verify", { code: mails[number % Math.max(1, mails.length)]?.code ?? "" })
    }
    if (kind === "reset-code") {
      return yield* call("POST", "/auth/password/send-reset-code", {
        body: { email: user.primary_email, callback_url: callbackUrl }
      })
    }
    if (team !== undefined) return yield* post(`/team-memberships/${team.id}/${user.id}`, {})
  })

  const project = {
    config: { allowUserApiKeys: true, emailConfig: { type: "standard" as const, ...mailServer } }
  }

  it.effect.prop(
    "lose nothing, byte for byte",
    [Schema.Array(Operation).check(Schema.isMinLength(20), Schema.isMaxLength(40))],
    ([operations]) =>
      Effect.gen(function* () {
        const { exportSeed, snapshot } = yield* Emulator
        // Otherwise there is nobody to do anything with.
        for (const kind of ["sign-up", "user", "team", "verify"] as const) yield* carryOut({ kind, number: 0 }, 100)
        for (const [at, operation] of operations.entries()) yield* carryOut(operation, at)
        // Lets what goes on in the background end, such as mails that are sent one after another.
        let { tables } = yield* snapshot
        for (let before = ""; before !== JSON.stringify(tables);) {
          before = JSON.stringify(tables)
          yield* turns(20)
          tables = (yield* snapshot).tables
        }
        const text = JSON.stringify(yield* exportSeed)
        yield* Effect.gen(function* () {
          const other = yield* Emulator
          yield* signUp("somebody@else.example")
          yield* other.importSeed(JSON.parse(text))
          expect(JSON.stringify(yield* other.exportSeed)).toBe(text)
          // Not only what is exported: the tables are the same, but for sign-ins that are half done.
          const restored = (yield* other.snapshot).tables
          const sorted = (rows: ReadonlyArray<unknown> = []) => rows.map((row) => JSON.stringify(row)).toSorted()
          const ofMinutes = ["cli_logins", "idp_access_tokens", "idp_grants", "oauth_codes", "oauth_flows"]
          for (const table of Object.keys(tables).filter((name) => !ofMinutes.includes(name))) {
            expect(sorted(restored[table]), table).toStrictEqual(sorted(tables[table]))
          }
        }).pipe(Effect.provide(layer({ randomSeed: "other", project: { displayName: "Other" } })))
        // At the start of another emulator.
        yield* Effect.gen(function* () {
          expect(JSON.stringify((yield* (yield* Emulator).exportSeed).projects?.[1]?.users)).toBe(
            JSON.stringify((JSON.parse(text) as Seed).projects?.[1]?.users)
          )
        }).pipe(Effect.provide(layer({ randomSeed: "third", project: undefined, seedData: JSON.parse(text) })))
      }).pipe(Effect.provide(layer({ project }))),
    { arbitrary: { runs: countSeeds(6, 1 / 3) } }
  )
})
