/** Output that cannot be written, and tables of names that nobody would write. */
import { spawn } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { text } from "node:stream/consumers"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { takeSample } from "../support/seeds.ts"
import { run, serving } from "./commands.ts"

const program = path.resolve(import.meta.dirname, "../../src/cli/Program.ts")

/** Runs a command whose standard output is a file or device. */
const into = async (file: string, ...args: ReadonlyArray<string>) => {
  const output = fs.openSync(file, "w")
  const child = spawn(process.execPath, ["-C", "gatefold-source", program, ...args], {
    stdio: ["ignore", output, "pipe"]
  })
  fs.closeSync(output)
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  return { err: await text(child.stderr!), exitCode: await ended }
}

describe("the output of a command", () => {
  it.skipIf(!fs.existsSync("/dev/full"))("fails on a full disk, and is never a defect or a success", async () => {
    for (const args of takeSample([["docs", "teams"], ["--help"]])) {
      expect(await into("/dev/full", ...args), args.join(" ")).toStrictEqual({
        err: "Cannot write the output: the disk is full.\n",
        exitCode: 1
      })
    }
    const { err, exitCode } = await into("/dev/full", "docs", "teams", "--json")
    expect(JSON.parse(err)).toStrictEqual({
      error: { code: "Output", message: "Cannot write the output: the disk is full.", exitCode: 1 }
    })
    expect(exitCode).toBe(1)
  })

  it.live("does not pad each row to the longest name", () =>
    Effect.gen(function* () {
      yield* serving()
      const long = "A".repeat(10_000)
      yield* run("users", "create", "--email", "long@example.org", "--display-name", long)
      for (const name of ["ann", "bob"]) yield* run("users", "create", "--email", `${name}@example.org`)
      const { out } = yield* run("users", "list")
      expect(out).toHaveLength(4)
      const others = out.filter((line) => !line.includes(long))
      expect(others).toHaveLength(3)
      expect(others.filter((line) => line.length >= 500)).toStrictEqual([])
    })
  )
})
