/** `gatefold users` creates, lists, changes and deletes users, and never shows a key. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failure, run, runJson, runWith, serving, withInput } from "../commands.ts"

describe("gatefold users", () => {
  const createAnn = Effect.gen(function* () {
    yield* serving()
    withInput("correct horse battery\n")
    const [user] = yield* runJson(
      ..."users create --email ann@example.org --email-verified --display-name Ann --password-stdin".split(" "),
      "--server-metadata",
      '{"plan":"pro"}'
    )
    return user
  })

  it.live("creates a user with an email, a password and metadata", () =>
    Effect.gen(function* () {
      expect(yield* createAnn).toMatchObject({
        primaryEmail: "ann@example.org",
        primaryEmailVerified: true,
        primaryEmailAuthEnabled: true,
        hasPassword: true,
        serverMetadata: { plan: "pro" }
      })
    })
  )

  it.live("finds a user by email", () =>
    Effect.gen(function* () {
      const { id } = yield* createAnn
      const { out } = yield* run("users", "get", "ANN@example.org")
      expect(out[0]).toBe(`id               ${id}`)
    })
  )

  it.live("changes a user, and removes an empty name", () =>
    Effect.gen(function* () {
      const { id } = yield* createAnn
      const [changed] = yield* runJson("users", "update", id, "--display-name", "", "--no-email-verified")
      expect(changed).toMatchObject({ displayName: null, primaryEmailVerified: false, primaryEmail: "ann@example.org" })
    })
  )

  it.live("lists restricted users, too", () =>
    Effect.gen(function* () {
      const { id } = yield* createAnn
      const [restricted] = yield* runJson("users", "update", id, "--restrict", "spam")
      expect(restricted).toMatchObject({ restrictedByAdminReason: "spam" })
      expect((yield* run("users", "list")).out.join("\n")).toContain("restricted")
    })
  )

  it.live("deletes a user, but not without --yes", () =>
    Effect.gen(function* () {
      const { id } = yield* createAnn
      expect((yield* failure("users", "delete", "ann@example.org")).message).toContain("Pass --yes")
      expect(yield* runJson("users", "delete", "ann@example.org", "--yes")).toStrictEqual([{ deleted: id }])
      expect(yield* runJson("users", "list")).toStrictEqual([])
    })
  )

  it.live("lists page by page, and all", () =>
    Effect.gen(function* () {
      yield* serving()
      for (const name of ["a", "b", "c"]) yield* run("users", "create", "--email", `${name}@example.org`)
      const first = yield* run("users", "list", "--limit", "2")
      expect(first.out).toHaveLength(3)
      expect(first.out[0]).toMatch(/^ID {36}EMAIL/)
      const [, cursor] = /--cursor (\S+),/.exec(first.err.join())!
      const second = yield* run("users", "list", "--limit", "2", "--cursor", cursor!, "--json")
      expect({ out: second.out.length, err: second.err }).toStrictEqual({ out: 1, err: [] })
      const newest = yield* runJson("users", "list", "--all", "--order-by", "newest")
      expect(newest.map(({ primaryEmail }) => primaryEmail)).toStrictEqual([
        "c@example.org",
        "b@example.org",
        "a@example.org"
      ])
      yield* run("users", "create", "--email", "d@example.com")
      const emails = (...flags: ReadonlyArray<string>) =>
        Effect.map(runJson("users", "list", "--limit", "10", ...flags), (users) =>
          users.map(({ primaryEmail }) => primaryEmail[0]).join("")
        )
      expect(yield* emails("--excluded-email-domains", "example.org, @nobody.example")).toBe("d")
      expect((yield* emails("--order-by", "active")).length).toBe(4)
      expect(yield* emails("--order-by", "active")).toBe(
        [...(yield* emails("--order-by", "inactive"))].toReversed().join("")
      )
      const bad = yield* failure("users", "list", "--excluded-email-domains", "no domain")
      expect(bad.exitCode).toBe(1)
    })
  )

  it.live("says what it searched for, and which users match", () =>
    Effect.gen(function* () {
      yield* serving()
      const id = "11111111-1111-4111-8111-111111111111"
      expect((yield* failure("users", "get", id)).message).toContain(`No user has the ID ${id}`)
      expect((yield* failure("users", "get", "x@example.org")).message).toContain("No user has the email x@example.org")
      expect((yield* failure("users", "get", "../teams")).message).toContain("is not a user ID or an email")
      for (const name of ["One", "Two"]) {
        yield* run("users", "create", "--email", "x@example.org", "--no-email-sign-in", "--display-name", name)
      }
      const several = yield* failure("users", "delete", "x@example.org", "--yes")
      expect(several.message).toMatch(/Several users .* \(One\), .* \(Two\)\. Pass the ID of one/)
      expect((yield* failure("users", "update", "x@example.org")).message).toContain("Nothing to change")
      expect((yield* failure("users", "create", "--email", "none")).message).toMatch(/email/i)
    })
  )

  it.live("prints names without control characters, and colors only on a terminal", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* run("users", "create", "--email", "a@example.org", "--display-name", "\u001b]0;evil\u0007\u009b2J\nx")
      const printed = [yield* run("users", "list"), yield* run("users", "get", "a@example.org")]
      expect(printed.map(({ out }) => out.join("\n"))).toStrictEqual(
        Array(2).fill(expect.stringMatching(/^[\P{Cc}\n]*\]0;evil[\P{Cc}\n]*$/u))
      )
      const colored = yield* runWith({ canColor: true }, ["users", "list"])
      expect(colored.out[0]).toContain("\u001b[1m")
      expect(colored.out[1]).not.toContain("\u001b")
    })
  )

  it.live("never shows a key in an error", () =>
    Effect.gen(function* () {
      const { baseUrl, project } = yield* serving()
      const keys = ["--url", baseUrl, "--project", project.projectId, "--secret-server-key", "ssk_wrong_canary"]
      const wrong = yield* failure("users", "list", ...keys)
      expect(wrong).toMatchObject({ exitCode: 1, message: expect.stringContaining("STACK_SECRET_SERVER_KEY") })
      expect(wrong.message).not.toContain("canary")
      withInput(`STACK_API_URL=http://127.0.0.1:2\nSTACK_PROJECT_ID=x\nSTACK_SECRET_SERVER_KEY=ssk_canary\n`)
      const down = yield* failure("users", "list", "--read-env", "-")
      expect(down.exitCode).toBe(2)
      expect(down.message).not.toContain("canary")
    })
  )
})
