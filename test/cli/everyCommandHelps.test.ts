/** Every command says what it does, has `--json`, and is in the completions and the guide. */
import * as fs from "node:fs"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { gatefold } from "../../src/cli/GatefoldCommand.ts"
import { listCommands, nowhere, run, runWith } from "./commands.ts"

const commands = listCommands(gatefold)

/** Commands of a project, which have examples. */
const ofProject = ["users", "teams", "permissions", "keys", "project", "export", "import"]

describe("help", () => {
  it("covers all commands", () => expect(commands.length).toBeGreaterThan(40))

  it("is in the guide", () => {
    const guide = fs.readFileSync(new URL("../../docs/guides/command-line.md", import.meta.url), "utf8")
    const cells = Array.from(guide.matchAll(/^\| (`gatefold [^|]*) \|/gm), ([, cell = ""]) => cell)
    const named = cells.flatMap((cell) => Array.from(cell.matchAll(/`(?:gatefold )?(\w+)`/g), ([, name = ""]) => name))
    expect(named.toSorted()).toStrictEqual([...new Set(commands.map(([name]) => name))].toSorted())
  })

  // What mcp prints is JSON anyway.
  const withoutJson = ["mcp"]
  const described = commands.map((typed) => ({
    typed,
    command: typed.join(" "),
    parts: [
      ...(withoutJson.includes(typed[0]!) ? [] : ["--json"]),
      ...(ofProject.includes(typed[0]!) ? ["EXAMPLES"] : [])
    ]
  }))

  it.effect.each(described)("is complete: gatefold $command", ({ parts, typed }) =>
    Effect.gen(function* () {
      yield* nowhere
      const text = (yield* run(...typed, "--help")).out.join("\n")
      expect(text).toMatch(/^DESCRIPTION\n {2}\S/)
      expect(text).not.toContain("\u001b")
      expect(parts.filter((part) => !text.includes(part))).toStrictEqual([])
    })
  )

  it.effect("has colors on a terminal", () =>
    Effect.map(runWith({ canColor: true }, ["--help"]), ({ out }) => expect(out.join("\n")).toContain("\u001b["))
  )

  it.effect.each(["bash", "zsh", "fish"])("completions for %s name the commands", (shell) =>
    Effect.map(run("--completions", shell), ({ out }) => {
      const script = out.join("\n")
      const names = [...ofProject, "members", "definitions", "emulator", "super-secret-admin-key"]
      expect(names.filter((name) => !script.includes(name))).toStrictEqual([])
    })
  )
})
