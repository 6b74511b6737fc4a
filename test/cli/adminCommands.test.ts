/** The commands for teams, permissions, keys and project settings do what they say, and hide secrets. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { beforeFailure, failure, run, runJson, serving, withInput } from "./commands.ts"

const ann = Effect.map(runJson("users", "create", "--email", "ann@example.org"), ([user]) => user)

describe("gatefold teams", () => {
  it.live("creates, changes and deletes teams, and adds and removes members", () =>
    Effect.gen(function* () {
      yield* serving()
      const { id: userId } = yield* ann
      const [team] = yield* runJson("teams", "create", "Acme \u001b[2J", "--server-metadata", '{"plan":1}')
      expect((yield* run("teams", "list")).out.join("\n")).not.toContain("\u001b")
      expect((yield* runJson("teams", "update", team.id, "--display-name", "Acme"))[0]).toMatchObject({
        displayName: "Acme",
        serverMetadata: { plan: 1 }
      })
      expect((yield* failure("teams", "update", team.id)).message).toContain("Nothing to change")
      expect(yield* runJson("teams", "members", "add", team.id, "ann@example.org")).toStrictEqual([
        { teamId: team.id, userId }
      ])
      expect((yield* runJson("teams", "members", "list", team.id))[0]).toMatchObject({ userId })
      expect((yield* runJson("teams", "list", "--user", "ann@example.org"))[0].id).toBe(team.id)
      expect((yield* run("teams", "get", team.id)).out[1]).toBe("name             Acme")
      const page = "http://localhost:3000/handler/team-invitation"
      const { out } = yield* run("teams", "invite", team.id, "bob@example.org", "--callback-url", page)
      expect(out[0]).toContain("bob@example.org")
      expect((yield* runJson("mail", "wait", "--to", "bob@example.org"))[0].link).toContain("team-invitation")
      yield* run("teams", "members", "remove", team.id, userId, "--yes")
      expect(yield* runJson("teams", "members", "list", team.id)).toStrictEqual([])
      expect((yield* failure("teams", "delete", team.id)).message).toContain("Delete the team Acme")
      yield* run("teams", "delete", team.id, "--yes")
      expect((yield* failure("teams", "get", team.id)).message).toContain(`No team has the ID ${team.id}`)
    }).pipe(Effect.scoped)
  )
})

describe("gatefold permissions", () => {
  it.live("defines permissions, grants and revokes them", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* ann
      const [acme] = yield* runJson("teams", "create", "Acme", "--creator", "ann@example.org")
      const definitions = ["permissions", "definitions"]
      const team = ["--scope", "team"]
      expect((yield* failure(...definitions, "create", "read_invoices")).message).toContain("Missing flag --scope")
      yield* run(...definitions, "create", "read_invoices", ...team)
      const edit = ["create", "edit_invoices", "--contains", "read_invoices", "--description", "Edit"]
      yield* run(...definitions, ...edit, ...team)
      const [changed] = yield* runJson(...definitions, "update", "edit_invoices", "--new-id", "write_invoices")
      expect(changed).toMatchObject({ description: "Edit", containedPermissionIds: ["read_invoices"] })
      expect((yield* run(...definitions, "list")).out.join("\n")).toContain("write_invoices")
      const inTeam = ["--team", acme.id]
      const elsewhere = yield* failure("permissions", "grant", "ann@example.org", "write_invoices")
      expect(elsewhere.message).toContain("Pass --team")
      yield* run("permissions", "grant", "ann@example.org", "write_invoices", ...inTeam)
      const ids = (yield* runJson("permissions", "list", "ann@example.org", ...inTeam)).map(({ id }) => id)
      expect(ids).toStrictEqual(expect.arrayContaining(["read_invoices", "write_invoices"]))
      const contained = yield* failure("permissions", "revoke", "ann@example.org", "read_invoices", ...inTeam)
      expect(contained.message).toContain("was not granted")
      yield* run("permissions", "revoke", "ann@example.org", "write_invoices", ...inTeam)
      const after = yield* runJson("permissions", "list", "ann@example.org", "--direct", ...inTeam)
      expect(after.map(({ id }) => id)).not.toContain("write_invoices")
      yield* run(...definitions, "create", "use_beta", "--scope", "project")
      yield* run("permissions", "grant", "ann@example.org", "use_beta")
      expect((yield* run("permissions", "list", "ann@example.org")).out).toContain("use_beta")
      const scopes = (yield* runJson(...definitions, "list")).map(({ id, scope }) => [id, scope])
      expect(scopes).toStrictEqual(
        expect.arrayContaining([
          ["write_invoices", "team"],
          ["use_beta", "project"]
        ])
      )
      expect(yield* runJson(...definitions, "list", "--scope", "project")).toHaveLength(1)
      expect((yield* failure(...definitions, "delete", "use_bta", "--yes")).message).toContain("use_bta")
      yield* run(...definitions, "delete", "use_beta", "--yes")
      expect((yield* run("permissions", "list", "ann@example.org")).out).not.toContain("use_beta")
    }).pipe(Effect.scoped)
  )
})

describe("gatefold keys", () => {
  it.live("creates, checks and revokes API keys, and shows each once", () =>
    Effect.gen(function* () {
      yield* serving({ config: { allowUserApiKeys: true, allowTeamApiKeys: true } })
      yield* ann
      const created = yield* run("keys", "create", "CI", "--user", "ann@example.org", "--expires-at", "2090-01-31")
      const [value] = created.out
      expect(value).toMatch(/^sk_/)
      const listed = yield* run("keys", "list", "--user", "ann@example.org")
      expect(listed.out[1]).toContain(`…${value!.slice(-4)}`)
      expect(listed.out.join()).not.toContain(value)
      withInput(`${value}\n`)
      const [key] = yield* runJson("keys", "check", "--key-stdin")
      expect(key).toMatchObject({ description: "CI", expiresAt: "2090-01-31T00:00:00.000Z" })
      yield* run("keys", "revoke", key.id, "--yes")
      withInput(value!)
      const revoked = yield* failure("keys", "check", "--key-stdin")
      expect([revoked.exitCode, revoked.message.includes(value!)]).toStrictEqual([1, false])
      const [team] = yield* runJson("teams", "create", "Acme")
      const [ofTeam] = yield* runJson("keys", "create", "CI", "--team", team.id)
      expect(ofTeam.value).toMatch(/^sk_/)
      withInput(ofTeam.value)
      expect((yield* runJson("keys", "check", "--key-stdin", "--of-team"))[0].teamId).toBe(team.id)
      expect((yield* failure("keys", "list")).message).toContain("Pass either --user or --team")
      expect((yield* failure("keys", "check")).message).toContain("--key-stdin")
    }).pipe(Effect.scoped)
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
    }).pipe(Effect.scoped)
  )
})

describe("gatefold project", () => {
  it.live("shows and changes settings, and hides secrets", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      expect((yield* run("project", "get", "config.allowLocalhost")).out).toStrictEqual(["true"])
      expect((yield* failure("project", "get", "config.nothing")).message).toContain("Unknown setting config.nothing")
      const asked = yield* failure("project", "set", "config.allowLocalhost", "false")
      expect(asked.message).toContain("Pass --yes")
      const changed = yield* run("project", "set", "config.allowLocalhost", "false", "--yes")
      expect(changed.out).toStrictEqual(["config.allowLocalhost: true → false", "Changed."])
      expect((yield* run("project", "set", "config.allowLocalhost", "false", "--yes")).err).toStrictEqual([
        "No changes: the settings already have these values."
      ])
      const file = path.join(folder, "settings.yaml")
      fs.writeFileSync(
        file,
        "displayName: Shop\nconfig:\n  oauthProviders:\n    - { id: github, type: standard, clientId: a, clientSecret: canary }\n"
      )
      const several = yield* run("project", "set", "--file", file, "--yes")
      expect(several.out.join()).not.toContain("canary")
      const { out } = yield* run("project", "get")
      expect(out.join()).not.toContain("canary")
      expect(JSON.parse(out.join("\n"))).toMatchObject({ displayName: "Shop", config: { allowLocalhost: false } })
      const back = path.join(folder, "back.json")
      fs.writeFileSync(back, out.join("\n"))
      expect((yield* failure("project", "set", "--file", back, "--yes")).message).toContain(
        "The settings contain <redacted>"
      )
      expect((yield* failure("project", "set", "config.nothing", "1", "--yes")).message).toContain(
        "config.nothing is no"
      )
      expect((yield* failure("project", "set", "config.allowLocalhost", "maybe", "--yes")).message).toContain("boolean")
      expect((yield* failure("project", "set")).message).toContain("Pass a path and a value")
    }).pipe(Effect.scoped)
  )

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
    }).pipe(Effect.scoped)
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
    }).pipe(Effect.scoped)
  )
})
