/** Messages of all commands: in words of the command line, on standard error, and as JSON with `--json`. */
import * as fs from "node:fs"
import * as http from "node:http"
import * as path from "node:path"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as Arr from "effect/Array"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import { reportCrash, runWith } from "../../src/cli/Run.ts"
import { serve } from "../support/listen.ts"
import { takeSample } from "../support/seeds.ts"
import { unknownId } from "../support/unknownId.ts"
import { listCommands, nowhere, serving, withInput } from "./commands.ts"

interface Printed {
  readonly out: ReadonlyArray<string>
  readonly err: ReadonlyArray<string>
  readonly exitCode: unknown
}

const capturing = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const [out, err]: [Array<string>, Array<string>] = [[], []]
    const into = (lines: Array<string>) => (text: unknown) => void lines.push(...String(text).split("\n"))
    return effect.pipe(
      Effect.provideService(Console.Console, { ...globalThis.console, log: into(out), error: into(err) }),
      Effect.map((value) => ({ out, err, value }))
    )
  })

/** Runs a command that fails, as a process does. */
const failing = (args: ReadonlyArray<string>): Effect.Effect<Printed> =>
  capturing(Effect.flip(runWith(gatefold, args))).pipe(
    Effect.provide(NodeServices.layer),
    Effect.map(({ err, out, value }) => ({ out, err, exitCode: Reflect.get(Object(value), "exitCode") ?? 1 })),
    Effect.orDie
  )

/** Words of the code, of schemas and of the contract, and phrases that messages avoid. */
const internals =
  /\["|Expected: |got (a |nothing)|ENOENT|SyntaxError|Schema|Request validation|\/api\/v1|(GET|POST|PATCH|PUT|DELETE) \/|[a-z]+(Id|Url|Email)\b|[Nn]obody|[Ss]omebody|[Ww]hoever|[Ee]-mail|\bis no\b|\b1 \w+s\b|undefined|\[object|`/

/** Checks one failure on standard error and with `--json`. */
const checked = Effect.fnUntraced(function* (args: ReadonlyArray<string>, exitCode = 1) {
  const plain = yield* failing(args)
  const text = plain.err.join("\n")
  expect(plain.out, args.join(" ")).toStrictEqual([])
  expect(plain.exitCode, `${args.join(" ")}: ${text}`).toBe(exitCode)
  expect(text, args.join(" ")).not.toMatch(internals)
  expect(text, args.join(" ")).toMatch(/^["\w-][^]*[.?!:]|^\w+ /)
  expect(plain.err.length, text).toBeLessThan(6)
  const asJson = yield* failing([...args, "--json"])
  expect(asJson.out, args.join(" ")).toStrictEqual([])
  expect(asJson.err.length, asJson.err.join("\n")).toBe(1)
  expect(JSON.parse(asJson.err[0]!).error).toMatchObject({ exitCode, message: expect.not.stringMatching(internals) })
  return text
})

describe("every command", () => {
  // `mcp` has no --json, because everything that it prints is JSON. `npm test` takes some of them.
  const all = listCommands(gatefold)
    .filter(([name]) => name !== "mcp")
    .map((typed) => ({ typed, command: typed.join(" ") }))

  it.live.each(takeSample(all, 0, 3))("tells of an unknown flag: gatefold $command", ({ typed }) =>
    Effect.gen(function* () {
      yield* nowhere
      expect(yield* checked([...typed, "--nonsense"])).toContain("Unknown flag --nonsense.")
    })
  )

  const takesAny = /^(docs|add|users delete)$/

  it.live.each(takeSample(all, 1, 3).filter(({ command }) => !takesAny.test(command)))(
    "tells of too many arguments: gatefold $command",
    ({ typed }) =>
      Effect.gen(function* () {
        yield* nowhere
        const many = Array.from({ length: 5 }, () => unknownId)
        expect(yield* checked([...typed, ...many])).toMatch(
          /^(Unexpected argument|Missing flag|Cannot read|Invalid value)/
        )
      })
  )
})

const isOfProject = ([name = ""]: ReadonlyArray<string>): boolean =>
  ["users", "teams", "permissions", "keys", "project", "export", "import"].includes(name)

/** Arguments and flags with which each command of a project is complete. */
const complete: Readonly<Record<string, string>> = {
  "users get": unknownId,
  "users create": "--email ann@example.org",
  "users update": `${unknownId} --display-name Ann`,
  "users delete": `${unknownId} --yes`,
  "users import": "users.csv --restart",
  "users export": "out.csv",
  "teams get": unknownId,
  "teams create": "Acme",
  "teams update": `${unknownId} --display-name Acme`,
  "teams delete": `${unknownId} --yes`,
  "teams members list": unknownId,
  "teams members add": `${unknownId} ${unknownId}`,
  "teams members remove": `${unknownId} ${unknownId} --yes`,
  "teams invite": `${unknownId} ann@example.org --callback-url http://localhost:3000`,
  "permissions definitions create": "read --scope team",
  "permissions definitions update": "read --description x",
  "permissions definitions delete": "read --yes",
  "permissions list": unknownId,
  "permissions grant": `${unknownId} read`,
  "permissions revoke": `${unknownId} read`,
  "keys list": `--team ${unknownId}`,
  "keys create": `x --team ${unknownId}`,
  "keys revoke": `${unknownId} --yes`,
  "keys check": "--key-stdin",
  "keys project create": "x --client --expires-at 2999-01-01",
  "keys project revoke": `${unknownId} --yes`,
  "project set": "config.allowLocalhost false --yes",
  export: "out.json",
  import: "seed.json --restart"
}

/** A server that is not the service. */
const otherProgram = Effect.suspend(() =>
  serve(http.createServer((_, response) => response.writeHead(404).end("<h1>Not here</h1>")))
)

describe("every command of a project", () => {
  const all = listCommands(gatefold).filter(isOfProject)

  const prepared = Effect.gen(function* () {
    const folder = yield* nowhere
    fs.writeFileSync(path.join(folder, "users.csv"), "email\nann@example.org\n")
    fs.writeFileSync(path.join(folder, "seed.json"), `{"users":[{"email":"ann@example.org"}]}`)
    return folder
  })

  const makeArgs = (typed: ReadonlyArray<string>, folder: string): ReadonlyArray<string> => [
    ...typed,
    ...(complete[typed.join(" ")] ?? "")
      .split(" ")
      .filter((word) => word !== "")
      .map((word) => (/^(users\.csv|seed\.json|out\.)/.test(word) ? path.join(folder, word) : word))
  ]

  const keys = ["--project", unknownId, "--secret-server-key", "ssk_wrong", "--super-secret-admin-key", "sak_wrong"]

  /** What is wrong with the service that is named: its flags, the exit code, and what the message says. */
  const services = [
    { problem: "none is configured", flags: Effect.succeed([]), exitCode: 2, says: /No project is configured/ },
    {
      problem: "it does not answer",
      flags: Effect.succeed(["--url", "http://127.0.0.1:4", ...keys]),
      exitCode: 2,
      says: /^Cannot reach the service\./m
    },
    {
      problem: "it is another program",
      flags: Effect.map(otherProgram, ({ url }) => ["--url", url, ...keys]),
      exitCode: 1,
      says: /Check that --url/
    },
    {
      problem: "it is not a URL",
      flags: Effect.succeed(["--url", "nonsense", ...keys]),
      exitCode: 1,
      says: /Invalid value for flag --url/
    },
    {
      problem: "it is not encrypted",
      flags: Effect.succeed(["--url", "http://example.org", ...keys]),
      exitCode: 1,
      says: /https only/
    }
  ]

  const rows = Arr.cartesian(takeSample(all, 0, 2), services).map(([typed, service]) => ({
    ...service,
    typed,
    command: typed.join(" ")
  }))

  it.live.each(rows)("says what is wrong with the service if $problem: gatefold $command", (row) =>
    Effect.gen(function* () {
      const args = [...makeArgs(row.typed, yield* prepared), ...(yield* row.flags)]
      const direct = vi.spyOn(globalThis.console, "error")
      withInput("sk_x")
      const text = yield* failing(args)
      // Read again for --json.
      withInput("sk_x")
      const json = yield* failing([...args, "--json"])
      // An import counts its users even when all of them failed.
      expect(text.out.filter((line) => !/^\d+ created/.test(line))).toStrictEqual([])
      expect(text.err.join("\n")).toMatch(row.says)
      expect(text.err.join("\n")).not.toMatch(internals)
      expect([text.exitCode, json.exitCode, JSON.parse(json.err.at(-1)!).error.exitCode]).toStrictEqual(
        Array(3).fill(row.exitCode)
      )
      // Nothing beside the command's own error.
      expect(direct).not.toHaveBeenCalled()
    })
  )

  it.live("says which key is wrong", () =>
    Effect.gen(function* () {
      const { baseUrl, project } = yield* serving()
      const folder = process.cwd()
      fs.writeFileSync(path.join(folder, "users.csv"), "email\nann@example.org\n")
      fs.writeFileSync(path.join(folder, "seed.json"), `{"users":[{"email":"ann@example.org"}]}`)
      for (const typed of all) {
        withInput("sk_x")
        const keys = ["--secret-server-key", "ssk_wrong", "--super-secret-admin-key", "sak_wrong"]
        const args = [...makeArgs(typed, folder), "--url", baseUrl, "--project", project.projectId, ...keys]
        const { err, exitCode } = yield* failing(args)
        expect([exitCode, err.join("\n")], typed.join(" ")).toStrictEqual([
          1,
          expect.stringMatching(/key is not valid for this project\. Check STACK_\w+_KEY or --/)
        ])
      }
    })
  )
})

describe("a message", () => {
  const wrong: ReadonlyArray<readonly [args: ReadonlyArray<string>, said: string]> = [
    [["users", "create", "--email", "x"], "Invalid value for --email: expected an email address"],
    [
      ["users", "create", "--email", "a@example.org", "--profile-image-url", "x"],
      "--profile-image-url: expected an absolute URL"
    ],
    [["users", "create", "--server-metadata", "{x"], "Expected JSON, such as"],
    [["users", "list", "--cursor", "x"], "Invalid value for flag --cursor"],
    [["users", "list", "--team", "x"], "Expected an ID such as"],
    [["users", "list", "--order-by", "x"], "Expected oldest, newest, active or inactive."],
    [["users", "list", "--limit", "x"], "Expected a number."],
    [["users", "list", "--limit"], "Missing value for flag --limit. Expected a number."],
    [["users", "update", unknownId, "--restrict", "a", "--lift-restriction"], "contradict each other"],
    [["users", "update", unknownId, "--remove-password", "--ask-password"], "contradict each other"],
    [["users", "get", "x"], "is not a user ID or an email"],
    [["users", "export", "/nowhere/x.csv"], "Cannot write /nowhere/x.csv: no such file or folder."],
    [["users", "delete", "--file", "/nowhere/x", "--yes"], "Cannot read /nowhere/x: no such file or folder."],
    [["users", "list", "--read-env", "/nowhere"], "Cannot read the env file /nowhere: no such file or folder."],
    [["users", "import", "users.csv", "--delimiter", "xx"], "Expected one character"],
    [["teams", "create", ""], "A team needs a name"],
    [["teams", "invite", unknownId, "a@example.org", "--callback-url", "x"], "Invalid value for flag --callback-url"],
    [["permissions", "definitions", "create", "p"], "Missing flag --scope."],
    [["permissions", "definitions", "create", "B d", "--scope", "team"], "Invalid value for the ID"],
    [["permissions", "definitions", "update", "p"], "Nothing to change."],
    [["permissions", "list", unknownId, "--team", "x"], "Invalid value for flag --team"],
    [["keys", "list", "--team", "x"], "Invalid value for flag --team"],
    [["keys", "revoke", "x"], "Invalid value for argument <id>"],
    [["keys", "create", "", "--team", unknownId], "A key needs a description"],
    [["keys", "create", "x", "--team", unknownId, "--expires-at", "2020-01-01"], "Expected a date in the future"],
    [["keys", "create", "x", "--team", unknownId, "--expires-at", "x"], "Expected a date, such as"],
    [["keys", "project", "create", "x", "--expires-at", "2999-01-01"], "Pass at least one of --client"],
    [
      ["project", "set", "config.allowLocalhost", "maybe", "--yes"],
      "Invalid value for config.allowLocalhost: expected a boolean."
    ],
    [["project", "set", "--file", "/nowhere"], "Cannot read it: no such file or folder."],
    [["emulator", "requests", "--url", "x"], "Invalid value for flag --url"],
    [["emulator", "seed", "/nowhere"], "Cannot read it: no such file or folder."],
    [["emulator", "restore", "/nowhere"], "Cannot read /nowhere: no such file or folder."],
    [["emulator", "clock", "advance", "x"], 'Invalid duration "x"'],
    [["emulator", "clock", "advance", "0 days"], "The clock only moves forward."],
    [["doctor", "--url", "x"], "Invalid value for flag --url"],
    [["emulator", "clock", "advance", "-1 day"], "Unknown flag -1 day. Put -- before"],
    [["emulator", "faults", "add"], "The rule has no effect."],
    [["emulator", "faults", "add", "--status", "99"], "--status: Write a status, 200 to 599."],
    [
      ["emulator", "faults", "add", "--status", "500", "--fault", "drop"],
      "Pass only one of --fault, --status and --error."
    ],
    [
      ["emulator", "faults", "add", "--status", "503", "--nth", "1", "--every", "2"],
      "Pass only one of --nth, --every, --first and --probability."
    ],
    [
      ["emulator", "faults", "add", "--fault", "drop", "--retry-after", "1"],
      "Headers and --retry-after need a status or an error."
    ],
    [["emulator", "faults", "add", "--details", "x"], "Expected key=value"],
    [["mail", "show"], "The emulator has not caught an email yet."],
    [["mail", "wait", "--within", "-1"], "Expected seconds from 0 to 600."],
    [["mail", "list", "--since", "x"], "Expected a date, such as"],
    [["start", "--smtp-port", "70000"], "Expected a whole number from 0 to 65535."],
    [["start", "--port", "-1"], "Expected a whole number from 0 to 65535."],
    [["start", "--seed", "/nowhere"], "Cannot read it: no such file or folder."],
    [["login", "--app-url", "x"], "Invalid value for flag --app-url"],
    [["redirect", "explain", "/x", "--page", "app"], "Invalid value for flag --page"],
    [["doctor", "--app-url", "x"], "Invalid value for flag --app-url"]
  ]

  it.live("names flags and values, and nothing of the code", () =>
    Effect.gen(function* () {
      yield* serving()
      for (const [args, said] of wrong) expect(yield* checked(args), args.join(" ")).toContain(said)
    })
  )

  it.live("reports an empty standard input, which is no password and no token", () =>
    Effect.gen(function* () {
      yield* serving()
      withInput("")
      const password = yield* failing(["users", "create", "--email", "ann@example.org", "--password-stdin"])
      expect(password).toMatchObject({
        out: [],
        err: ["Standard input is empty. Write the secret to it."]
      })
      withInput("")
      const token = yield* failing(["token"])
      expect({ out: token.out, err: token.err[0] }).toStrictEqual({
        out: [],
        err: expect.stringMatching(/^No token\./)
      })
    })
  )

  it.live("is on standard error for an unexpected error, and JSON with --json", () =>
    Effect.gen(function* () {
      const cause = Cause.die(new RangeError("out of range"))
      const text = yield* capturing(reportCrash(cause, ["start"]))
      expect({ out: text.out, err: text.err[0] }).toStrictEqual({ out: [], err: "Unexpected error: out of range" })
      const { err } = yield* capturing(reportCrash(cause, ["start", "--json"]))
      expect(JSON.parse(err.join("\n"))).toStrictEqual({
        error: { code: "Unexpected", exitCode: 1, message: "Unexpected error: out of range" }
      })
    })
  )
})
