/** `gatefold users delete`: one user, those of a file, of standard input or of a query. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { failure, run, runJson, serving, withInput } from "../commands.ts"

const create = (...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) =>
    Effect.map(runJson("users", "create", "--email", `${name}@example.org`), ([user]): string => user.id)
  )

const left = Effect.map(runJson("users", "list"), (users) => users.map(({ primaryEmail }) => primaryEmail))

const remove = (...args: ReadonlyArray<string>) => run("users", "delete", ...args, "--yes")

describe("gatefold users delete", () => {
  it.live("accepts IDs and emails, and deletes no user if one of them is wrong", () =>
    Effect.gen(function* () {
      yield* serving()
      const [a] = yield* create("a", "b", "c")
      const wrong = yield* failure("users", "delete", a!, "b@example.org", "d@example.org", "--yes")
      expect(wrong.message).toContain("d@example.org")
      expect(yield* left).toHaveLength(3)
      const { out } = yield* remove(a!, "B@example.org", "b@example.org")
      expect(out).toStrictEqual([expect.stringMatching(/^Deleted a@example.org \(.*, b@example.org \(.*\)\.$/)])
      expect(yield* left).toStrictEqual(["c@example.org"])
    })
  )

  it.live("accepts lines of standard input: IDs, emails, and the output of the list", () =>
    Effect.gen(function* () {
      yield* serving()
      const [a] = yield* create("a", "b", "c", "d")
      const listed = (yield* run("users", "list", "--query", "c@example.org", "--json")).out[0]
      withInput(`${a}\r\n\nb@example.org\n${listed}\n`)
      expect((yield* failure("users", "delete", "-")).message).toBe(
        `Delete ${a}, b@example.org, ${JSON.parse(listed!).id}, with their memberships, sessions and keys? ` +
          "This is not a terminal, so the command cannot ask. Pass --yes to confirm."
      )
      withInput(`${a}\r\n\nb@example.org\n${listed}\n`)
      expect(yield* runJson("users", "delete", "-", "--yes")).toHaveLength(3)
      expect(yield* left).toStrictEqual(["d@example.org"])
    })
  )

  it.live.each([
    ["users.csv", (ids: ReadonlyArray<string>) => `email,id\n,${ids[0]}\nb@example.org,\n`],
    ["users.txt", (ids: ReadonlyArray<string>) => `${ids[0]}\nb@example.org`],
    ["users.ndjson", (ids: ReadonlyArray<string>) => `{"id":"${ids[0]}"}\n{"primaryEmail":"b@example.org"}\n`],
    ["users.json", (ids: ReadonlyArray<string>) => `[{"id":"${ids[0]}"},{"email":"b@example.org"}]`]
  ] as const)("accepts a file, and continues when it runs again: %s", ([name, content]) =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const ids = yield* create("a", "b", "c")
      const file = path.join(folder, name)
      fs.writeFileSync(file, content(ids))
      yield* remove(ids[0]!)
      expect((yield* remove("--file", file)).out).toStrictEqual(["Deleted 1 user. 1 user did not exist."])
      expect(yield* left).toStrictEqual(["c@example.org"])
      expect((yield* remove("--file", file)).out).toStrictEqual(["Deleted 0 users. 2 users did not exist."])
    })
  )

  it.live("deletes a user who is named by ID and by email once", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const [a, b] = yield* create("a", "b", "c")
      const file = path.join(folder, "users.txt")
      fs.writeFileSync(file, `a@example.org\n${b}\nB@example.org`)
      expect((yield* remove(a!, "--file", file)).out).toStrictEqual(["Deleted 2 users."])
      expect(yield* left).toStrictEqual(["c@example.org"])
    })
  )

  it.live("names the line of a file without a user, and deletes no user", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      yield* create("a")
      const file = path.join(folder, "users.csv")
      fs.writeFileSync(file, "email,name\na@example.org,A\n,B\n")
      const { message } = yield* failure("users", "delete", "--file", file, "--yes")
      expect(message).toBe(`Line 3 of ${file} has neither an ID nor an email. Nothing was deleted.`)
      withInput("a@example.org\n{broken\n")
      expect((yield* failure("users", "delete", "-", "--yes")).message).toMatch(/^Line 2 of standard input/)
      expect(yield* left).toHaveLength(1)
    })
  )

  it.live("deletes what a query finds, over pages, in parallel", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* create(...Array.from({ length: 12 }, (_, at) => `spam${at}`), "ann")
      const { message } = yield* failure("users", "delete", "--query", "spam")
      expect(message).toMatch(/^Delete 12 users, with their memberships/)
      expect((yield* remove("--query", "spam", "--concurrency", "4")).out).toStrictEqual(["Deleted 12 users."])
      expect(yield* left).toStrictEqual(["ann@example.org"])
      expect((yield* remove("--query", "spam")).err).toStrictEqual(["No users found."])
    })
  )

  it.live("refuses an empty query and an empty list", () =>
    Effect.gen(function* () {
      yield* serving()
      yield* create("a")
      expect((yield* failure("users", "delete", "--query", " ", "--yes")).message).toContain("every user")
      expect((yield* failure("users", "delete", "--yes")).message).toMatch(/^Name the users to delete/)
      expect(yield* left).toHaveLength(1)
    })
  )

  it.live("counts a user as deleted if the answer to the deletion is lost", () =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      const ids = yield* create("a", "b")
      const file = path.join(folder, "users.txt")
      fs.writeFileSync(file, ids.join("\n"))
      yield* faults.add({ path: "/users/**", method: "DELETE", first: 1, fault: "reset", carriedOut: true })
      expect((yield* remove("--file", file)).out).toStrictEqual([expect.stringMatching(/^Deleted .*, .*\.$/)])
      expect(yield* left).toStrictEqual([])
    })
  )

  it.live("counts a user who did not exist as such, also if the first attempt was refused", () =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      const file = path.join(folder, "users.txt")
      fs.writeFileSync(file, "a0000000-0000-4000-8000-000000000001")
      yield* faults.add({ path: "/users/**", method: "DELETE", first: 1, status: 429, retryAfter: 0 })
      expect((yield* remove("--file", file)).out).toStrictEqual(["Deleted 0 users. 1 user did not exist."])
    })
  )
})
