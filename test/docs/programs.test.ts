/** The programs and commands of the documentation: what says how it is run runs, and what is typed is there. */
import { execFile } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Emulator from "../../src/emulator/index.ts"
import { commonProviders, credentials, methods, toProject } from "../../src/emulator/seeds/Development.ts"
import { root } from "../support/root.ts"
import { type Block, listBlocks, pages } from "./markdown.ts"

const blocks = pages.flatMap(listBlocks)

const node = (args: ReadonlyArray<string>): Promise<{ readonly code: number; readonly output: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, ["-C", "gatefold-source", ...args], { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : 1, output: stdout + stderr })
    )
  )

describe("programs", () => {
  const programs = blocks.filter((block): block is Block & { readonly file: string } => block.command !== undefined)

  it.live.each(programs)("run: $page:$line", ({ code, file }) =>
    Effect.gen(function* () {
      const project = toProject({ methods, providers: commonProviders, randomKeys: false })
      const { baseUrl } = yield* Emulator.serve({ port: 0, project })
      const folder = path.join(root, ".cache", `programs-${process.pid}`)
      fs.mkdirSync(folder, { recursive: true })
      fs.writeFileSync(path.join(folder, file), code.replaceAll(credentials.apiUrl, baseUrl))
      const { code: status, output } = yield* Effect.promise(() => node([path.join(folder, file)])).pipe(
        Effect.ensuring(Effect.sync(() => fs.rmSync(folder, { recursive: true, force: true })))
      )
      expect(status, output).toBe(0)
    })
  )

  it("are there", () => expect(programs.length).toBeGreaterThan(0))
})

/** What the command says of itself, or of one of its parts. */
const help = (...part: ReadonlyArray<string>) => node(["src/cli/Program.ts", ...part, "--help"])

/** `npx gatefold start --port 1`, in a block for a terminal or in a sentence. */
const typed = /\bnpx gatefold(?: ([a-z][a-z-]*))?((?: --?[a-z-]+(?:[ =][^\s-`#][^\s`#]*)?)*)/g

describe("commands", () => {
  const commands = new Map<string, Set<string>>()
  for (const page of pages) {
    for (const [, command = "", flags = ""] of fs.readFileSync(path.join(root, page), "utf8").matchAll(typed)) {
      const known = commands.get(command) ?? new Set()
      for (const [flag] of flags.matchAll(/(?<= )--?[a-z-]+/g)) known.add(flag)
      commands.set(command, known)
    }
  }

  it.each([...commands])("have help: gatefold %s", async (command, flags) => {
    const { code, output } = await help(...(command === "" ? [] : [command]))
    expect(code, output).toBe(0)
    expect(output).toMatch(new RegExp(`^ +gatefold ${command === "" ? "<subcommand>" : command}(?= |$)`, "m"))
    expect([...flags].filter((flag) => !output.includes(flag))).toStrictEqual([])
  })

  it("are there", () => expect(commands.size).toBeGreaterThan(1))
})
