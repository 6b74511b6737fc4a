/** How wrong usage is told, and errors to programs. */
import * as NodeServices from "@effect/platform-node/NodeServices"
import { describe, expect, it } from "@effect/vitest"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import { runWith } from "../../src/cli/Run.ts"
import { wantsJson } from "../../src/cli/Usage.ts"
import { nowhere, run, serving } from "./commands.ts"

/** What a command that fails prints as a process does. */
const printed = (...args: ReadonlyArray<string>) => {
  const [out, err]: [Array<string>, Array<string>] = [[], []]
  const into = (lines: Array<string>) => (text: unknown) => void lines.push(...String(text).split("\n"))
  return runWith(gatefold, args).pipe(
    Effect.provideService(Console.Console, { ...globalThis.console, log: into(out), error: into(err) }),
    Effect.provide(NodeServices.layer),
    Effect.flip,
    Effect.as({ out, err })
  )
}

describe("wrong usage", () => {
  const wrong: ReadonlyArray<readonly [args: string, said: string, help: string]> = [
    ["nonsense", 'Unknown command "nonsense".', "gatefold"],
    ["users lst", 'Unknown command "lst". Did you mean list?', "gatefold users"],
    ["users list --limt 3", "Unknown flag --limt. Did you mean --limit?", "gatefold users list"],
    [
      "users list --limt 3 --fo",
      "Unknown flag --limt. Did you mean --limit? Unknown flag --fo.",
      "gatefold users list"
    ],
    ["users get", "Missing argument <user>.", "gatefold users get"],
    ["users get a b", 'Unexpected argument "b".', "gatefold users get"],
    ["users list --limit x", 'Invalid value for flag --limit: "x"', "gatefold users list"],
    ["users list --url nonsense", "a URL such as https://", "gatefold users list"]
  ]

  it.live.each(wrong)("is reported in two lines on standard error, or as a JSON object: %s", ([typed, said, help]) =>
    Effect.gen(function* () {
      yield* nowhere
      const { err, out } = yield* printed(...typed.split(" "))
      expect(out).toStrictEqual([])
      expect(err).toStrictEqual([expect.stringContaining(said), `Run ${help} --help for usage.`])
      const asJson = yield* printed(...typed.split(" "), "--json")
      expect({ out: asJson.out, err: asJson.err.length }).toStrictEqual({ out: [], err: 1 })
      expect(JSON.parse(asJson.err[0]!)).toStrictEqual({
        error: { code: "UsageError", exitCode: 1, help: `${help} --help`, message: expect.stringContaining(said) }
      })
    })
  )

  it.live("does not include help, which goes to standard output", () =>
    Effect.gen(function* () {
      yield* nowhere
      expect((yield* run("users", "--help")).out[0]).toBe("DESCRIPTION")
    })
  )

  it.live("prints no control characters", () =>
    Effect.gen(function* () {
      yield* nowhere
      const { err } = yield* printed("users", "get", "a", "b\u001b]0;x\u0007\u202e")
      expect(err.join("\n")).not.toMatch(/[^\P{C}\n]/u)
    })
  )
})

describe("errors with --json", () => {
  it("need the flag", () => {
    expect(wantsJson(["users", "list", "--json"])).toBe(true)
    expect(wantsJson(["users", "get", "--", "--json"])).toBe(false)
    expect(wantsJson(["users", "list"])).toBe(false)
  })

  it.live("have the tag of the operation's error", () =>
    Effect.gen(function* () {
      yield* serving()
      const readError = (...args: ReadonlyArray<string>) =>
        Effect.map(printed(...args, "--json"), ({ err }) => JSON.parse(err.at(-1)!).error)
      expect(yield* readError("users", "get", "nobody@example.org")).toMatchObject({
        code: "UserNotFound",
        exitCode: 1
      })
      expect(yield* readError("users", "create")).toMatchObject({ code: "Refused", exitCode: 1 })
      const keys = ["--project", "p", "--secret-server-key", "ssk_x"]
      expect(yield* readError("users", "list", "--url", "http://127.0.0.1:2", ...keys)).toMatchObject({
        code: "Network",
        exitCode: 2
      })
    })
  )

  it.live("are a line of text without the flag", () =>
    Effect.gen(function* () {
      yield* serving()
      const { err } = yield* printed("users", "create")
      expect(err).toStrictEqual([expect.stringMatching(/^A new user needs at least one field/)])
    })
  )
})
