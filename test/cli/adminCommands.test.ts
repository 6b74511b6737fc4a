/** The commands for teams, permissions, keys and project settings do what they say, and hide secrets. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { beforeFailure, failure, run, runJson, serving, withInput } from "./commands.ts"

const ann = Effect.map(runJson("users", "create", "--email", "ann@example.org"), ([user]) => user)

/** An emulator with the team Acme, and its ID. */
const acme = Effect.map(Effect.andThen(serving(), runJson("teams", "create", "Acme")), ([team]) => String(team.id))

describe("gatefold teams", () => {
  it.live("lists names without their control characters", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* run("teams", "create", "Acme \u001b[2J")
      expect((yield* run("teams", "list")).out.join("\n")).not.toContain("\u001b")
    })
  )

  it.live("changes only a name", () =>
    Effect.gen(function* () {
      yield* serving()
      const [team] = yield* runJson("teams", "create", "Acm", "--server-metadata", '{"plan":1}')
      const [changed] = yield* runJson("teams", "update", team.id, "--display-name", "Acme")
      expect(changed).toMatchObject({ displayName: "Acme", serverMetadata: { plan: 1 } })
    })
  )

  it.live("refuses an update without a change", () =>
    Effect.gen(function* () {
      expect((yield* failure("teams", "update", yield* acme)).message).toContain("Nothing to change")
    })
  )

  it.live("shows a team", () =>
    Effect.gen(function* () {
      expect((yield* run("teams", "get", yield* acme)).out[1]).toMatch(/^name +Acme$/)
    })
  )

  it.live("adds members", () =>
    Effect.gen(function* () {
      const teamId = yield* acme
      const { id: userId } = yield* ann
      expect(yield* runJson("teams", "members", "add", teamId, "ann@example.org")).toStrictEqual([{ teamId, userId }])
      expect((yield* runJson("teams", "members", "list", teamId))[0]).toMatchObject({ userId })
      expect((yield* runJson("teams", "list", "--user", "ann@example.org"))[0].id).toBe(teamId)
    })
  )

  it.live("removes members", () =>
    Effect.gen(function* () {
      const teamId = yield* acme
      const { id: userId } = yield* ann
      yield* run("teams", "members", "add", teamId, "ann@example.org")
      yield* run("teams", "members", "remove", teamId, userId, "--yes")
      expect(yield* runJson("teams", "members", "list", teamId)).toStrictEqual([])
    })
  )

  it.live("invites by mail", () =>
    Effect.gen(function* () {
      const page = "http://localhost:3000/handler/team-invitation"
      const { out } = yield* run("teams", "invite", yield* acme, "bob@example.org", "--callback-url", page)
      expect(out[0]).toContain("bob@example.org")
      expect((yield* runJson("mail", "wait", "--to", "bob@example.org"))[0].link).toContain("team-invitation")
    })
  )

  it.live("names the team that it would delete, and deletes it with --yes", () =>
    Effect.gen(function* () {
      const teamId = yield* acme
      expect((yield* failure("teams", "delete", teamId)).message).toContain("Delete the team Acme")
      yield* run("teams", "delete", teamId, "--yes")
      expect((yield* failure("teams", "get", teamId)).message).toContain(`No team has the ID ${teamId}`)
    })
  )
})

describe("gatefold permissions", () => {
  const definitions = ["permissions", "definitions"]

  /** An emulator with Ann in Acme and two permissions, of which one contains the other. Returns the flags of Acme. */
  const invoices = Effect.gen(function* () {
    yield* serving()
    yield* ann
    const [team] = yield* runJson("teams", "create", "Acme", "--creator", "ann@example.org")
    yield* run(...definitions, "create", "read_invoices", "--scope", "team")
    const contains = ["--contains", "read_invoices", "--description", "Write"]
    yield* run(...definitions, "create", "write_invoices", ...contains, "--scope", "team")
    return ["--team", String(team.id)]
  })

  const idsOfAnn = (...flags: ReadonlyArray<string>) =>
    Effect.map(runJson("permissions", "list", "ann@example.org", ...flags), (listed) => listed.map(({ id }) => id))

  it.live("asks for the scope of a definition", () =>
    Effect.gen(function* () {
      yield* serving()
      expect((yield* failure(...definitions, "create", "read_invoices")).message).toContain("Missing flag --scope")
    })
  )

  it.live("changes only the ID of a definition", () =>
    Effect.gen(function* () {
      yield* invoices
      const [changed] = yield* runJson(...definitions, "update", "write_invoices", "--new-id", "edit_invoices")
      expect(changed).toMatchObject({ description: "Write", containedPermissionIds: ["read_invoices"] })
      expect((yield* run(...definitions, "list")).out.join("\n")).toContain("edit_invoices")
    })
  )

  it.live("lists the definitions of both scopes or of one", () =>
    Effect.gen(function* () {
      yield* invoices
      yield* run(...definitions, "create", "use_beta", "--scope", "project")
      const scopes = (yield* runJson(...definitions, "list")).map(({ id, scope }) => [id, scope])
      expect(scopes).toStrictEqual(
        expect.arrayContaining([
          ["write_invoices", "team"],
          ["use_beta", "project"]
        ])
      )
      expect(yield* runJson(...definitions, "list", "--scope", "project")).toHaveLength(1)
    })
  )

  it.live("grants a permission with those that it contains", () =>
    Effect.gen(function* () {
      const inTeam = yield* invoices
      yield* run("permissions", "grant", "ann@example.org", "write_invoices", ...inTeam)
      const ids = yield* idsOfAnn(...inTeam)
      expect(ids).toStrictEqual(expect.arrayContaining(["read_invoices", "write_invoices"]))
    })
  )

  it.live("asks for the team of a team's permission", () =>
    Effect.gen(function* () {
      yield* invoices
      const { message } = yield* failure("permissions", "grant", "ann@example.org", "write_invoices")
      expect(message).toContain("Pass --team")
    })
  )

  it.live("revokes a permission", () =>
    Effect.gen(function* () {
      const inTeam = yield* invoices
      yield* run("permissions", "grant", "ann@example.org", "write_invoices", ...inTeam)
      yield* run("permissions", "revoke", "ann@example.org", "write_invoices", ...inTeam)
      expect(yield* idsOfAnn("--direct", ...inTeam)).not.toContain("write_invoices")
    })
  )

  it.live("revokes no permission that is only contained in another", () =>
    Effect.gen(function* () {
      const inTeam = yield* invoices
      yield* run("permissions", "grant", "ann@example.org", "write_invoices", ...inTeam)
      const { message } = yield* failure("permissions", "revoke", "ann@example.org", "read_invoices", ...inTeam)
      expect(message).toContain("was not granted")
    })
  )

  it.live("deletes a definition with its grants", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* ann
      yield* run(...definitions, "create", "use_beta", "--scope", "project")
      yield* run("permissions", "grant", "ann@example.org", "use_beta")
      expect(yield* idsOfAnn()).toContain("use_beta")
      yield* run(...definitions, "delete", "use_beta", "--yes")
      expect(yield* idsOfAnn()).not.toContain("use_beta")
    })
  )

  it.live("names a definition that does not exist", () =>
    Effect.gen(function* () {
      yield* serving()
      expect((yield* failure(...definitions, "delete", "use_bta", "--yes")).message).toContain("use_bta")
    })
  )
})

describe("gatefold keys", () => {
  const servingKeys = serving({ config: { allowUserApiKeys: true, allowTeamApiKeys: true } })

  /** An emulator with an API key of Ann, and the value of the key. */
  const keyOfAnn = Effect.gen(function* () {
    yield* servingKeys
    yield* ann
    const { out } = yield* run("keys", "create", "CI", "--user", "ann@example.org", "--expires-at", "2090-01-31")
    return String(out[0])
  })

  it.live("shows the value of an API key once", () =>
    Effect.gen(function* () {
      const value = yield* keyOfAnn
      expect(value).toMatch(/^sk_/)
      const listed = yield* run("keys", "list", "--user", "ann@example.org")
      expect(listed.out[1]).toContain(`…${value.slice(-4)}`)
      expect(listed.out.join()).not.toContain(value)
    })
  )

  it.live("checks an API key from stdin", () =>
    Effect.gen(function* () {
      withInput(`${yield* keyOfAnn}\n`)
      const [key] = yield* runJson("keys", "check", "--key-stdin")
      expect(key).toMatchObject({ description: "CI", expiresAt: "2090-01-31T00:00:00.000Z" })
    })
  )

  it.live("revokes an API key, which then fails its check without being shown", () =>
    Effect.gen(function* () {
      const value = yield* keyOfAnn
      const [key] = yield* runJson("keys", "list", "--user", "ann@example.org")
      yield* run("keys", "revoke", key.id, "--yes")
      withInput(value)
      const revoked = yield* failure("keys", "check", "--key-stdin")
      expect(revoked).toMatchObject({ exitCode: 1, message: expect.not.stringContaining(value) })
    })
  )

  it.live("creates API keys of teams", () =>
    Effect.gen(function* () {
      yield* servingKeys
      const [team] = yield* runJson("teams", "create", "Acme")
      const [key] = yield* runJson("keys", "create", "CI", "--team", team.id)
      expect(key.value).toMatch(/^sk_/)
      withInput(String(key.value))
      expect((yield* runJson("keys", "check", "--key-stdin", "--of-team"))[0].teamId).toBe(team.id)
    })
  )

  it.live.each([
    ["list", "Pass either --user or --team"],
    ["check", "--key-stdin"]
  ] as const)("says which flag $0 needs", ([command, hint]) =>
    Effect.gen(function* () {
      yield* servingKeys
      expect((yield* failure("keys", command)).message).toContain(hint)
    })
  )

  it.live("creates key sets as lines of an env file, which work", () =>
    Effect.gen(function* () {
      const { baseUrl, folder, project } = yield* serving()
      const { err, out } = yield* run(
        "keys",
        "project",
        "create",
        "ci",
        "--server",
        "--admin",
        "--expires-at",
        "2090-01-31"
      )
      expect(out).toStrictEqual([
        expect.stringMatching(/^STACK_SECRET_SERVER_KEY=ssk_/),
        expect.stringMatching(/^STACK_SUPER_SECRET_ADMIN_KEY=sak_/)
      ])
      const file = path.join(folder, "new.env")
      fs.writeFileSync(file, [`STACK_API_URL=${baseUrl}`, `STACK_PROJECT_ID=${project.projectId}`, ...out].join("\n"))
      const [set] = yield* runJson("keys", "project", "list", "--read-env", file)
      expect(err.join()).toContain(set.id)
      yield* run("keys", "project", "revoke", set.id, "--yes")
      expect((yield* failure("users", "list", "--read-env", file)).message).toContain("STACK_SECRET_SERVER_KEY")
      expect((yield* failure("keys", "project", "create", "x", "--expires-at", "2090-01-31")).message).toContain(
        "--server"
      )
    })
  )
})

describe("gatefold project", () => {
  it.live("shows a setting", () =>
    Effect.gen(function* () {
      yield* serving()
      expect((yield* run("project", "get", "config.allowLocalhost")).out).toStrictEqual(["true"])
    })
  )

  it.live("changes a setting, and prints its old and its new value", () =>
    Effect.gen(function* () {
      yield* serving()
      const { out } = yield* run("project", "set", "config.allowLocalhost", "false", "--yes")
      expect(out).toStrictEqual(["config.allowLocalhost: true → false", "Changed."])
    })
  )

  it.live("says so if a setting has the value already", () =>
    Effect.gen(function* () {
      yield* serving()
      const { err } = yield* run("project", "set", "config.allowLocalhost", "true", "--yes")
      expect(err).toStrictEqual(["No changes: the settings already have these values."])
    })
  )

  it.live.each([
    [["get", "config.nothing"], "Unknown setting config.nothing"],
    [["set", "config.allowLocalhost", "false"], "Pass --yes"],
    [["set", "config.nothing", "1", "--yes"], "config.nothing is no"],
    [["set", "config.allowLocalhost", "maybe", "--yes"], "boolean"],
    [["set"], "Pass a path and a value"]
  ] as const)("refuses %j", ([args, message]) =>
    Effect.gen(function* () {
      yield* serving()
      expect((yield* failure("project", ...args)).message).toContain(message)
    })
  )

  describe("with settings from a file", () => {
    /** An emulator after a change from a file with a secret, and what the command printed. */
    const changed = Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = path.join(folder, "settings.yaml")
      fs.writeFileSync(
        file,
        "displayName: Shop\nconfig:\n  oauthProviders:\n    - { id: github, type: standard, clientId: a, clientSecret: canary }\n"
      )
      return { folder, out: (yield* run("project", "set", "--file", file, "--yes")).out }
    })

    it.live("does not print a secret that it sets", () =>
      Effect.gen(function* () {
        expect((yield* changed).out.join()).not.toContain("canary")
      })
    )

    it.live("shows all settings but the secrets", () =>
      Effect.gen(function* () {
        yield* changed
        const { out } = yield* run("project", "get")
        expect(out.join()).not.toContain("canary")
        expect(JSON.parse(out.join("\n"))).toMatchObject({ displayName: "Shop", config: { allowLocalhost: true } })
      })
    )

    it.live("does not take the place of a secret for the secret", () =>
      Effect.gen(function* () {
        const { folder } = yield* changed
        const file = path.join(folder, "back.json")
        fs.writeFileSync(file, (yield* run("project", "get")).out.join("\n"))
        const { message } = yield* failure("project", "set", "--file", file, "--yes")
        expect(message).toContain("The settings contain <redacted>")
      })
    )
  })

  it.live("reports errors and risks, and exits with 1", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving({
        config: {
          magicLinkEnabled: true,
          domains: [
            { domain: "https://**.example.org", handlerPath: "/handler" },
            { domain: "http://10.0.0.1", handlerPath: "/handler" }
          ],
          oauthProviders: [{ id: "github", type: "shared" }]
        }
      })
      expect((yield* failure("project", "check")).exitCode).toBe(1)
      const { out } = yield* beforeFailure("project", "check", "--json")
      expect(out.map((line) => JSON.parse(line).rule).toSorted()).toStrictEqual([
        "domain-problems",
        "domain-problems",
        "production-mode",
        "shared-mail-server",
        "shared-provider-keys",
        "wide-wildcard"
      ])
      const file = path.join(folder, "good.json")
      fs.writeFileSync(
        file,
        JSON.stringify({
          isProductionMode: true,
          config: {
            allowLocalhost: false,
            domains: [{ domain: "https://app.example.org", handlerPath: "/handler" }],
            oauthProviders: [{ id: "github", type: "standard", clientId: "a", clientSecret: "b" }],
            emailConfig: {
              type: "standard",
              host: "mail.example.org",
              port: 587,
              username: "u",
              password: "p",
              senderName: "Shop",
              senderEmail: "shop@example.org"
            }
          }
        })
      )
      yield* run("project", "set", "--file", file, "--yes")
      expect((yield* run("project", "check")).out).toStrictEqual(["No problems found."])
    })
  )

  it.live("says that it needs the admin key", () =>
    Effect.gen(function* () {
      const { baseUrl, folder, project } = yield* serving()
      const file = path.join(folder, "server.env")
      const { projectId, secretServerKey } = project
      // Under another name: the emulator that runs here would give the key otherwise.
      const lines = [`API_URL=${baseUrl.replace("127.0.0.1", "localhost")}`, `PROJECT_ID=${projectId}`]
      fs.writeFileSync(
        file,
        [...lines, `SECRET_SERVER_KEY=${secretServerKey}`].map((line) => `STACK_${line}`).join("\n")
      )
      expect((yield* failure("project", "get", "--read-env", file)).message).toContain("STACK_SUPER_SECRET_ADMIN_KEY")
    })
  )
})
