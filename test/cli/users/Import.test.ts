/** `gatefold users import` names bad lines before it sends any, and can be repeated without duplicates. */
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { formatBar } from "../../../src/cli/output/ProgressBar.ts"
import type { FaultRule } from "../../../src/emulator/index.ts"
import { until } from "../../support/turns.ts"
import { beforeFailure, failure, run, runJson, runWith, serving } from "../commands.ts"

const hash = "$2a$04$vu0hMlAFLCkZTYGtoGsV3uJ/wV2UzvHbFo0E0EZn8jNNvNCrhtpFi"

/** Lines of CSV, with titles. */
const makeCsv = (count: number) =>
  ["email,display_name", ...Array.from({ length: count }, (_, at) => `user${at}@example.org,User ${at}`)].join("\n")

const listEmails = Effect.map(runJson("users", "list", "--all"), (users) =>
  users.map(({ primaryEmail }): string => primaryEmail).toSorted()
)

const makeEmails = (count: number) => Array.from({ length: count }, (_, at) => `user${at}@example.org`).toSorted()

const write = (folder: string, name: string, text: string | Uint8Array): string => {
  const file = path.join(folder, name)
  fs.writeFileSync(file, text)
  return file
}

/** A file of two users, of whom the service has one under another name. */
const withExistingUser = Effect.gen(function* () {
  const { folder } = yield* serving()
  yield* run("users", "create", "--email", "user0@example.org", "--display-name", "Before")
  return write(folder, "users.csv", makeCsv(2))
})

describe("gatefold users import", () => {
  it.live("reads CSV as spreadsheets and programs write it", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving({ config: { credentialEnabled: true } })
      const file = write(
        folder,
        "users.csv",
        "\ufeffid;Email;email-verified;displayName;password_hash;totp_secret;server_metadata\r\n" +
          `7;Ann@example.org;yes;"Ann ""A"" Ö; 漢字\r\nline two";${hash};JBSW Y3DP EHPK 3PXP;"{""plan"":""pro""}"\r\n` +
          "\r\n8;bob@example.org;0;;;;\r\n"
      )
      const { out } = yield* run("users", "import", file, "--delimiter", ";")
      expect(out).toStrictEqual(["2 created, 0 updated, 0 skipped, 0 failed, 0 before."])
      const [ann] = yield* runJson("users", "get", "ann@example.org")
      expect(ann).toMatchObject({
        displayName: 'Ann "A" Ö; 漢字\r\nline two',
        primaryEmailVerified: true,
        hasPassword: true,
        isMultiFactorRequired: true,
        serverMetadata: { plan: "pro" }
      })
      const [bob] = yield* runJson("users", "get", "bob@example.org")
      expect(bob).toMatchObject({ displayName: null, primaryEmailVerified: false, hasPassword: false })
      // The result of each row, readable by the owner of the file only.
      const progress = `${file}.progress`
      expect(fs.statSync(progress).mode & 0o777).toBe(0o600)
      expect(fs.readFileSync(progress, "utf8")).toContain(
        `"line":4,"oldId":"7","outcome":"created","userId":"${ann.id}"`
      )
      expect((yield* run("users", "import", file, "--delimiter", ";")).out[0]).toContain("0 created")
    })
  )

  it.live("names every line that cannot be imported, and sends nothing", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const file = write(
        folder,
        "users.csv",
        [
          "email,password,password_hash,email_verified,server_metadata,oauth_providers",
          "good@example.org,,,,,",
          "not-an-address,,,,,",
          "a@example.org,,$argon2id$v=19$m=1$x,,,",
          "b@example.org,,,maybe,{broken,",
          ",secret,,,,",
          "GOOD@example.org,,,,,",
          "c@example.org,,,,,,,too,many",
          'd@example.org,,,,,"[{""id"":1}]"'
        ].join("\n")
      )
      expect((yield* failure("users", "import", file, "--dry-run")).message).toBe("Nothing was sent.")
      expect((yield* failure("users", "import", file)).message).toContain("7 users cannot be imported")
      expect(yield* listEmails).toStrictEqual([])
      const { err } = yield* run("users", "import", file, "--skip-invalid")
      expect(err).toStrictEqual([
        "line 3: email: expected an email address of at most 254 characters",
        "line 4: password_hash: the service only accepts bcrypt hashes ($2a$, $2b$ or $2y$)",
        "line 5: email_verified: expected true or false",
        'line 5: server_metadata: expected JSON, such as {"plan":"pro"}',
        "line 6: a password needs an email to sign in with",
        "line 7: the same email as in line 2",
        expect.stringMatching(/^line 8: .*column/i),
        "line 9: oauth_providers[0].id: expected a string"
      ])
      expect(yield* listEmails).toStrictEqual(["good@example.org"])
    })
  )

  it.live("names a column that is misspelt once", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const lines = Array.from({ length: 50 }, (_, at) => `user${at}@example.org,Ann`)
      const file = write(folder, "users.csv", ["email,dispaly_name", ...lines].join("\n"))
      const { err } = yield* beforeFailure("users", "import", file)
      expect(err).toStrictEqual([expect.stringMatching(/^line 2: .*"dispaly_name"; did you mean display_name\?$/)])
      expect((yield* failure("users", "import", file)).message).toContain("50 users cannot be imported")
    })
  )

  it.live.each([
    ["CSV that is not UTF-8", "latin.csv", Buffer.from("email,display_name\na@b.de,J\xfcrgen", "latin1"), "UTF-8"],
    ["NDJSON that is not UTF-8", "latin.ndjson", Buffer.from('{"email":"\xfc"}', "latin1"), "UTF-8"],
    ["an unknown extension", "users.txt", "x", "--format"],
    ["JSON without a list", "one.json", "{}", "a list of users"]
  ] as const)("refuses a file for %s", ([, name, text, problem]) =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      expect((yield* failure("users", "import", write(folder, name, text))).message).toContain(problem)
    })
  )

  it.live("refuses a file that is not there", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      expect((yield* failure("users", "import", path.join(folder, "none.csv"))).message).toContain("Cannot read")
    })
  )

  it.live("says nothing about the encoding of a file whose name is impossible", () =>
    Effect.gen(function* () {
      yield* serving()
      expect((yield* failure("users", "import", "no\0file.csv")).message).not.toContain("UTF-8")
    })
  )

  it.live("suggests a delimiter for a file with semicolons", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const { err } = yield* run("users", "import", write(folder, "s.csv", "email;name\na;b"), "--skip-invalid")
      expect(err[0]).toContain("--delimiter")
    })
  )

  it.live("refuses to continue with another file's progress, unless it restarts", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const json = write(folder, "a.json", JSON.stringify([{ email: "j@example.org", emailVerified: true }]))
      expect((yield* runJson("users", "import", json))[0]).toMatchObject({ created: 1, failed: 0 })
      write(folder, "a.json", JSON.stringify([{ email: "k@example.org" }]))
      expect((yield* failure("users", "import", json)).message).toContain("the progress of another import")
      expect((yield* runJson("users", "import", json, "--restart"))[0]).toMatchObject({ created: 1 })
    })
  )

  it.live("fails for an existing user with --existing fail", () =>
    Effect.gen(function* () {
      const file = yield* withExistingUser
      expect((yield* failure("users", "import", file, "--existing", "fail")).message).toContain(
        "1 user could not be imported"
      )
    })
  )

  it.live.each([
    ["skips", "skip", { created: 1, skipped: 1 }, "Before"],
    ["changes", "update", { created: 1, updated: 1 }, "User 0"]
  ] as const)("%s an existing user with --existing %s", ([, flag, counts, displayName]) =>
    Effect.gen(function* () {
      const file = yield* withExistingUser
      expect((yield* runJson("users", "import", file, "--existing", flag))[0]).toMatchObject(counts)
      expect((yield* runJson("users", "get", "user0@example.org"))[0].displayName).toBe(displayName)
    })
  )

  it.live("never changes a user who has just signed up, however often it runs", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving({ config: { credentialEnabled: true } })
      yield* run("users", "create", "--email", "ann@example.org")
      const file = write(folder, "users.csv", "email,totp_secret\nann@example.org,JBSW Y3DP EHPK 3PXP\n")
      for (const round of [1, 2, 3]) {
        const { message } = yield* failure("users", "import", file)
        expect(message, `run ${round}`).toContain("1 user could not be imported")
      }
      const [ann] = yield* runJson("users", "get", "ann@example.org")
      expect(ann).toMatchObject({ isMultiFactorRequired: false })
    })
  )

  it.live("continues where it was interrupted, and creates no user twice", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const count = 2000
      const file = write(folder, "users.csv", makeCsv(count))
      const done = () =>
        fs.existsSync(`${file}.progress`) ? fs.readFileSync(`${file}.progress`, "utf8").split("\n").length : 0
      for (const stopAt of [150, 900]) {
        const printed = { out: [] as Array<string>, err: [] as Array<string> }
        const importing = yield* Effect.forkChild(runWith({}, ["users", "import", file], printed))
        yield* until(() => done() >= stopAt)
        yield* Fiber.interrupt(importing)
        expect(printed.err.at(-1), `stopped at ${stopAt}`).toBe("The import stopped. Run the same command to continue.")
        // As if the machine had stopped in the middle of a line.
        fs.appendFileSync(`${file}.progress`, '{"row":19')
      }
      const [{ before, created, failed }] = yield* runJson("users", "import", file)
      expect(before).toBeGreaterThan(0)
      expect({ imported: before + created, failed }).toStrictEqual({ imported: count, failed: 0 })
      expect(yield* listEmails).toStrictEqual(makeEmails(count))
    })
  )

  const faults: ReadonlyArray<readonly [string, FaultRule]> = [
    ["answers are lost", { path: "/users", method: "POST", every: 5, fault: "reset", carriedOut: true }],
    ["connections are reset before the request arrives", { path: "/users", method: "POST", every: 5, fault: "reset" }],
    ["the service is overloaded", { path: "/users", method: "POST", every: 7, status: 503 }],
    ["the service has too many requests", { path: "/users", method: "POST", every: 9, status: 429, retryAfter: 0 }],
    ["reading fails, too", { path: "/users", every: 5, status: 502, carriedOut: true }]
  ]
  it.live.each(faults)("loses no user and creates none twice when %s", ([, rule]) =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      const file = write(folder, "users.csv", makeCsv(30))
      yield* faults.add(rule)
      const [counts] = yield* runJson("users", "import", file, "--concurrency", "16")
      expect(counts).toMatchObject({ created: 30, failed: 0 })
      yield* faults.clear
      expect(yield* listEmails).toStrictEqual(makeEmails(30))
    })
  )

  it.live.each([0, 8])(
    "never takes another's user for its own if answers are lost, with the service's clock ahead by %s days",
    (days) =>
      Effect.gen(function* () {
        const { clock, faults, folder } = yield* serving()
        yield* clock.advance(`${days} days`)
        yield* run("users", "create", "--email", "user0@example.org")
        const file = write(folder, "users.csv", makeCsv(2))
        yield* faults.add({ path: "/users", method: "POST", first: 2, fault: "reset", carriedOut: true })
        const { out } = yield* beforeFailure("users", "import", file)
        expect(out).toStrictEqual(["1 created, 0 updated, 0 skipped, 1 failed, 0 before."])
      }).pipe(Effect.scoped)
  )

  it.live("reports users that the service refuses, and imports them when it runs again", () =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      const file = write(folder, "users.csv", makeCsv(20))
      yield* faults.add({ path: "/users", method: "POST", status: 401 })
      expect((yield* failure("users", "import", file)).message).toContain("20 users could not be imported")
      yield* faults.clear
      expect((yield* runJson("users", "import", file))[0]).toMatchObject({ created: 20 })
    })
  )

  it.live("stops when it cannot reach the service, keeps the progress, and continues later", () =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      const file = write(folder, "users.csv", makeCsv(20))
      yield* faults.add({ path: "/users", method: "POST", every: 2, status: 401 })
      yield* failure("users", "import", file)
      const progress = fs.readFileSync(`${file}.progress`, "utf8")
      const nowhere = ["--url", "http://127.0.0.1:2", "--project", "p", "--secret-server-key", "ssk_x"]
      for (const restart of [[], ["--restart"]]) {
        const gone = yield* failure("users", "import", file, ...nowhere, ...restart)
        expect(gone.exitCode, restart.join()).toBe(2)
        expect(gone.message, restart.join()).toMatch(/^Cannot reach the service\./)
        expect(fs.readFileSync(`${file}.progress`, "utf8"), restart.join()).toBe(progress)
      }
      yield* faults.clear
      expect((yield* runJson("users", "import", file))[0]).toMatchObject({ before: 10, created: 10, failed: 0 })
      expect(yield* listEmails).toStrictEqual(makeEmails(20))
    })
  )

  it.live.each([[404], [405]])("stops when another program answers with %s, and continues later", ([status]) =>
    Effect.gen(function* () {
      const { faults, folder, journal } = yield* serving()
      const file = write(folder, "users.csv", makeCsv(40))
      yield* faults.add({ path: "/users", method: "POST", every: 10, status })
      const error = yield* failure("users", "import", file, "--concurrency", "4")
      expect(error).toMatchObject({ exitCode: 1, code: "UnexpectedStatus" })
      expect(error.message).toBe(
        `This URL has no API of the service (status ${status}). Check that --url or STACK_API_URL is the URL of the ` +
          "service. The import has stopped; the same command goes on from here."
      )
      expect(yield* journal.count(({ method }) => method === "POST")).toBeLessThan(20)
      yield* faults.clear
      expect((yield* runJson("users", "import", file))[0]).toMatchObject({ failed: 0 })
      expect(yield* listEmails).toStrictEqual(makeEmails(40))
    })
  )
})

describe("gatefold users export", () => {
  it.live("writes what an import reads, for the owner only", () =>
    Effect.gen(function* () {
      const { folder } = yield* serving()
      const name = '=HYPERLINK(1)\n"quoted" ö'
      yield* run("users", "create", "--email", "a@example.org", "--display-name", name, "--server-metadata", "[1]")
      yield* run("users", "create", "--email", "b@example.org", "--email-verified")
      for (const form of ["csv", "json", "ndjson"]) {
        const file = path.join(folder, `out.${form}`)
        expect((yield* run("users", "export", file, "--raw")).out[0], form).toContain("Wrote 2 users")
        expect(fs.statSync(file).mode & 0o777, form).toBe(0o600)
        yield* run("users", "delete", "a@example.org", "b@example.org", "--yes")
        expect((yield* runJson("users", "import", file))[0], form).toMatchObject({ created: 2 })
        // An import creates users at the same time.
        const [a, b] = (yield* runJson("users", "list")).toSorted((a, b) =>
          a.primaryEmail.localeCompare(b.primaryEmail)
        )
        expect(a, form).toMatchObject({ primaryEmail: "a@example.org", displayName: name, serverMetadata: [1] })
        expect(b, form).toMatchObject({ primaryEmail: "b@example.org", primaryEmailVerified: true, displayName: null })
      }
      const safe = path.join(folder, "safe.csv")
      yield* run("users", "export", safe)
      expect(fs.readFileSync(safe, "utf8")).toContain(`"'=HYPERLINK(1)`)
    })
  )

  it.live("replaces an earlier export only when the new one is complete", () =>
    Effect.gen(function* () {
      const { faults, folder } = yield* serving()
      yield* run("users", "import", write(folder, "many.csv", makeCsv(101)))
      const file = write(folder, "users.json", "of yesterday")
      // The second page.
      yield* faults.add({ path: "/users", method: "GET", nth: 2, status: 401 })
      yield* failure("users", "export", file)
      expect(fs.readFileSync(file, "utf8")).toBe("of yesterday")
      expect(fs.readdirSync(folder).filter((name) => name.includes("users.json"))).toStrictEqual(["users.json"])
    })
  )
})

it.each([
  ["at its start", { done: 0, total: 4, elapsedMillis: 0 }, "[------------------------] 0 of 4"],
  ["halfway", { done: 2, total: 4, elapsedMillis: 2000 }, "[############------------] 2 of 4  1/s, 0:02 left"],
  ["at its end", { done: 4, total: 4, elapsedMillis: 1000 }, "[########################] 4 of 4  4/s"],
  [
    "with the speed of this run",
    { done: 1, before: 2, total: 4, elapsedMillis: 1000 },
    "[##################------] 3 of 4  1/s, 0:01 left"
  ],
  ["without a known end", { done: 3, total: undefined, elapsedMillis: 1000 }, "3  3/s"]
])("an import draws its progress %s", (_, progress, bar) => {
  expect(formatBar(progress)).toBe(bar)
})
