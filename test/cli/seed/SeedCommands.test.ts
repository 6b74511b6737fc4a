/** `gatefold export` and `gatefold import` carry a whole project over, and can be repeated. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SeedText from "../../../src/cli/seed/SeedText.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { isLinear } from "../../support/growth.ts"
import { failure, run, runJson, serving } from "../commands.ts"

const seed = {
  permissions: [
    { id: "read_invoices", scope: "team" },
    { id: "edit_invoices", scope: "team", contains: ["read_invoices"] },
    { id: "use_beta", scope: "project" }
  ],
  users: [
    {
      id: "11111111-1111-4111-8111-111111111111",
      email: "ann@example.org",
      displayName: "Ann",
      permissions: ["use_beta"]
    },
    { email: "bob@example.org", emailVerified: false, serverMetadata: { plan: "pro" } }
  ],
  teams: [
    {
      displayName: "Acme",
      clientMetadata: { size: 2 },
      members: [
        { user: "ann@example.org", permissions: ["edit_invoices"], displayName: "Ann of Acme" },
        { user: "bob@example.org" }
      ]
    },
    { displayName: "Acme", members: [{ user: "bob@example.org" }] },
    { displayName: "Beta" }
  ]
}

/** What is in a project, without what differs between two. */
const readContent = (text: string) => {
  const { permissions, teams, users }: Emulator.Seed = JSON.parse(text)
  const namesById = new Map(users!.map(({ contactChannels, id }) => [id!, contactChannels![0]!.value]))
  return {
    permissions: permissions!.filter(({ id }) => /invoices|beta/.test(id)),
    users: users!.map(({ id: _, lastActiveAt: _l, signedUpAt: _s, ...rest }) => rest),
    teams: teams!
      .map(({ createdAt: _, id: _i, members, ...rest }) => ({
        ...rest,
        members: members!.map(({ user, ...member }) => ({ ...member, user: namesById.get(user) }))
      }))
      .toSorted((a, b) => a.displayName.localeCompare(b.displayName))
  }
}

const exported = Effect.map(run("export", "-"), ({ out }): Emulator.Seed => JSON.parse(out.join("\n")))

describe("gatefold export and import", () => {
  const imported = Effect.gen(function* () {
    const { folder } = yield* serving()
    const file = path.join(folder, "seed.json")
    fs.writeFileSync(file, JSON.stringify(seed))
    return { folder, file, out: (yield* run("import", file)).out }
  })

  /** A project of which a file was imported, as another file. */
  const transferred = Effect.gen(function* () {
    const { folder } = yield* imported
    const file = path.join(folder, "out.json")
    const { err } = yield* run("export", file)
    const text = fs.readFileSync(file, "utf8")
    return { folder, file, err, text, content: readContent(text) }
  })

  it.live("say how many users and teams were created", () =>
    Effect.gen(function* () {
      const { out } = yield* imported
      expect(out).toStrictEqual(["2 created, 0 updated, 0 skipped, 0 failed, 0 before. 3 teams."])
    })
  )

  it.live("create nobody twice when an import runs again", () =>
    Effect.gen(function* () {
      const { file } = yield* imported
      expect((yield* run("import", file)).out[0]).toContain("0 created")
    })
  )

  it.live("say that a file has no passwords, and let nobody else read it", () =>
    Effect.gen(function* () {
      const { err, file } = yield* transferred
      expect(err.join()).toContain("passwords")
      expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    })
  )

  it.live("transfer users and definitions of permissions", () =>
    Effect.gen(function* () {
      const { permissions, users } = (yield* transferred).content
      expect(users.map((user) => [user.displayName, user.permissions])).toMatchObject([
        ["Ann", ["use_beta"]],
        [undefined, undefined]
      ])
      expect(permissions.map(({ id }) => id).toSorted()).toStrictEqual(["edit_invoices", "read_invoices", "use_beta"])
    })
  )

  it.live("transfer teams, with what their members are called and may do there", () =>
    Effect.gen(function* () {
      const { teams } = (yield* transferred).content
      expect(teams.map(({ displayName, members }) => [displayName, members.length]).toSorted()).toStrictEqual([
        ["Acme", 1],
        ["Acme", 2],
        ["Beta", 0]
      ])
      expect(teams.find(({ members }) => members.length === 2)!.members[0]).toMatchObject({
        displayName: "Ann of Acme",
        user: "ann@example.org",
        permissions: expect.arrayContaining(["edit_invoices"])
      })
    })
  )

  const exportFrom = Effect.fnUntraced(function* (
    folder: string,
    { baseUrl, project }: { readonly baseUrl: string; readonly project: Emulator.ProjectCredentials },
    file?: string
  ) {
    const env = path.join(folder, "other.env")
    const { projectId, superSecretAdminKey } = project
    const lines = [`API_URL=${baseUrl}`, `PROJECT_ID=${projectId}`, `SUPER_SECRET_ADMIN_KEY=${superSecretAdminKey}`]
    fs.writeFileSync(env, lines.map((line) => `STACK_${line}`).join("\n"))
    if (file !== undefined) yield* run("import", file, "--read-env", env)
    return readContent((yield* run("export", "-", "--read-env", env)).out.join("\n"))
  })

  it.live("give the same to an emulator that begins with a file", () =>
    Effect.gen(function* () {
      const { content, folder, text } = yield* transferred
      const second = yield* Emulator.serve({ port: 0, project: {}, seedData: JSON.parse(text) })
      expect(yield* exportFrom(folder, second)).toStrictEqual(content)
    })
  )

  it.live("give the same to another project", () =>
    Effect.gen(function* () {
      const { content, file, folder } = yield* transferred
      const second = yield* Emulator.serve({ port: 0, project: {} })
      expect(yield* exportFrom(folder, second, file)).toStrictEqual(content)
    })
  )

  it.live("create no team twice", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = path.join(folder, "seed.json")
      fs.writeFileSync(file, JSON.stringify({ teams: seed.teams.map(({ displayName }) => ({ displayName })) }))
      yield* run("import", file)
      yield* run("import", file)
      expect((yield* exported).teams).toHaveLength(3)
      // A new import also creates teams whose names there are.
      yield* run("import", file, "--restart")
      expect((yield* exported).teams).toHaveLength(6)
    })
  )

  it.live("remove the permissions that the seed does not have", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = path.join(folder, "seed.json")
      const permissions = ["team_member", "unknown"].map((id) => ({ id, isRemoved: true }))
      fs.writeFileSync(file, JSON.stringify({ permissions }))
      yield* run("import", file)
      const kept = (yield* exported).permissions?.filter(({ isRemoved }) => isRemoved !== true)
      expect(kept?.map(({ id }) => id)).toStrictEqual(["team_admin"])
    })
  )

  it.live("send nothing of an invalid file, or with users who cannot be imported", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const importing = (text: string) => {
        const file = path.join(folder, "bad.yaml")
        fs.writeFileSync(file, text)
        return Effect.map(failure("import", file), ({ message }) => message)
      }
      expect(yield* importing("users: [{ emial: a@example.org }]")).toContain("users[0].emial")
      expect(yield* importing("users: [{ email: a@b.de, contactChannels: [{ value: b@b.de }] }]")).toContain(
        "nothing was sent"
      )
      // The emulator accepts a higher cost of bcrypt than the service.
      const tooCostly = `$2a$17$${"x".repeat(53)}`
      expect(
        yield* importing(
          `users: [{ contactChannels: [{ value: a@b.de, isPrimary: true }], passwordHash: ${tooCostly} }]`
        )
      ).toContain("nothing was sent")
      expect(yield* runJson("users", "list")).toStrictEqual([])
    })
  )

  it.live.each([{ isPrimary: true, usedForAuth: true, isVerified: true }, { isPrimary: true }])(
    "give contact channels the meaning that they have in an emulator: $0",
    (kind) =>
      Effect.gen(function* () {
        const { folder, reset, seed } = yield* serving()
        const file = path.join(folder, "seed.json")
        const value = "ann@example.org"
        const users = [{ contactChannels: [{ value, ...kind }] }]
        yield* reset
        yield* seed({ users })
        const expected = yield* exported
        yield* reset
        fs.writeFileSync(file, JSON.stringify({ users }))
        expect((yield* run("import", file, "--restart")).err.join()).not.toContain("Passed over")
        expect((yield* exported).users![0]!.contactChannels).toStrictEqual(expected.users![0]!.contactChannels)
      })
  )

  it.live.each([
    ["alone", [{ value: "ann@example.org" }]],
    ["beside the primary one", [{ value: "ann@example.org", isPrimary: true }, { value: "ann@example.com" }]]
  ] as const)("say that a channel that is not primary is passed over: %s", ([, contactChannels]) =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = path.join(folder, "seed.json")
      fs.writeFileSync(file, JSON.stringify({ users: [{ contactChannels }] }))
      expect((yield* run("import", file)).err.join()).toContain("further contactChannels")
      const [user] = yield* runJson("users", "list")
      expect(user.primaryEmail).toBe(contactChannels.length === 1 ? null : "ann@example.org")
    })
  )

  it("read an export in time proportional to its size", () => {
    const user = { contactChannels: [{ value: "ann@example.org", isPrimary: true }], otpAuthEnabled: false }
    const text = (count: number) => JSON.stringify({ users: Array.from({ length: count }, () => user) }, undefined, 2)
    expect(SeedText.parse(text(2))).toStrictEqual({ users: [user, user] })
    expect(isLinear(SeedText.parse, text, 125)).toBe(true)
  })

  it.live("request each page once where all users exist, and not each user", () =>
    Effect.gen(function* () {
      const { folder, journal, reset, seed } = yield* serving()
      const reads = (count: number) =>
        Effect.gen(function* () {
          const users = Array.from({ length: count }, (_, at) => ({ email: `user${at}@example.org` }))
          yield* reset
          yield* seed({ users })
          const exported = path.join(folder, `${count}.exported.json`)
          yield* run("export", exported)
          yield* journal.clear
          expect((yield* run("import", exported, "--existing", "skip")).out[0]).toContain(`${count} skipped`)
          return yield* journal.count(({ method, path }) => method === "GET" && path.endsWith("/users"))
        })
      const [small, large] = [yield* reads(1), yield* reads(101)]
      // One more at first, to find out whether the service is there.
      expect({ small, large }).toStrictEqual({ small: 1 + 1, large: 1 + 2 })
    })
  )
})
