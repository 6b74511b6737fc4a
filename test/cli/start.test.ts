import { spawn } from "node:child_process"
import * as fs from "node:fs"
import { tmpdir } from "node:os"
import * as path from "node:path"
import { describe, expect, it } from "vitest"
import { services } from "../../src/emulator/Generation.ts"

const root = path.resolve(import.meta.dirname, "../..")

/** The published command, which loads in less than half the time of its sources. */
const main = path.join(root, "dist/cli/main.cjs")

/** What `npm start` runs. */
const withDemo = path.resolve(import.meta.dirname, "../tools/start.ts")

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

interface Terminal {
  readonly interrupt: () => void
  /** Reads no further. */
  readonly hangUp: () => void
}

/** Runs a program to its end; `onOutput` may stop it earlier. */
const node = (
  args: ReadonlyArray<string>,
  onOutput: (stdout: string, terminal: Terminal) => void = () => undefined,
  env: NodeJS.ProcessEnv = {}
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env } })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => {
      stdout += chunk
      onOutput(stdout, { interrupt: () => child.kill("SIGINT"), hangUp: () => child.stdout.destroy() })
    })
    child.stderr.on("data", (chunk) => (stderr += chunk))
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })

const gatefold = (args: ReadonlyArray<string>, ...rest: [Parameters<typeof node>[1]?, NodeJS.ProcessEnv?]) =>
  node([main, ...args], ...rest)

describe("gatefold tour", () => {
  it("goes through the product over HTTP, and ends", async () => {
    const { code, stderr, stdout } = await gatefold(["tour", "--json"])
    const steps = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(steps.length).toBeGreaterThanOrEqual(22)
    const observed = new Map<string, string>(steps.map(({ step }) => [step.name, step.observed]))
    const title = "Promises: "
    const again = [...observed.keys()].filter((name) => name.startsWith(title))
    expect(again).toHaveLength(12)
    expect([...observed.keys()]).toEqual(expect.arrayContaining(again.map((name) => name.slice(title.length))))
    for (const api of ["", title]) {
      const calls = observed.get(`${api}100 calls at once with an expired token`)
      expect(calls).toBe("100 calls, 1 refresh on the service's journal")
    }
  })

  it.each(services)("works with the service of %s", async (service) => {
    const { code, stderr, stdout } = await gatefold(["tour", "--json", "--service", service])
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout.trim().split("\n").length).toBeGreaterThanOrEqual(22)
  })

  it("ends quietly when nobody reads on", async () => {
    let lines = ""
    const { code, stderr } = await node([main, "tour"], (stdout, { hangUp }) => {
      lines = stdout
      if (stdout.includes("✓")) hangUp()
    })
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(lines).not.toContain("Promises: ")
  })
})

describe("gatefold start", () => {
  it("serves at once, and says where and with which keys", async () => {
    let health: Promise<number> | undefined
    const { code, stderr, stdout } = await gatefold(["start", "--port", "0", "--json"], (stdout, { interrupt }) => {
      if (health !== undefined || !stdout.includes("\n")) return
      const { apiUrl } = JSON.parse(stdout)
      health = fetch(`${apiUrl}/health`)
        .then(({ status }) => status)
        .finally(interrupt)
    })
    expect(await health).toBe(200)
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" })
    const { apiUrl, controlToken, internal } = JSON.parse(stdout)
    expect(apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(controlToken).toMatch(/^[\w-]{32}$/)
    expect(internal.projectId).toBe("internal")
  })

  it("makes up keys when asked to, prints them, and trusts the origins that it is told", async () => {
    const origin = "http://localhost:5173"
    let answers: Promise<ReadonlyArray<number>> | undefined
    const args = ["start", "--port", "0", "--json", "--random-keys", "--trust-origin", origin]
    await gatefold(args, (stdout, { interrupt }) => {
      if (answers !== undefined || !stdout.includes("\n")) return
      const { apiUrl, internal } = JSON.parse(stdout.split("\n", 1)[0]!)
      const ask = async (key: string, from: string) => {
        const { status } = await fetch(`${apiUrl}/api/v1/users`, {
          headers: {
            origin: from,
            "x-stack-access-type": "server",
            "x-stack-project-id": internal.projectId,
            "x-stack-secret-server-key": key
          }
        })
        return status
      }
      answers = Promise.all([
        ask(internal.secretServerKey, origin),
        ask(internal.secretServerKey, "https://evil.example"),
        ask("this-secret-server-key-is-for-local-development-only", origin)
      ]).finally(interrupt)
    })
    expect(await answers).toEqual([200, 403, 401])
  })

  it("does not start in production", async () => {
    const { code, stderr, stdout } = await gatefold(["start", "--port", "0"], undefined, {
      NODE_ENV: "production"
    })
    expect(code).toBe(1)
    expect(stdout + stderr).toContain("NODE_ENV is production")
  })
})

describe("gatefold start --data", () => {
  it("says in one sentence what is wrong with the file", async () => {
    const folder = fs.mkdtempSync(path.join(tmpdir(), "gatefold-"))
    const file = path.join(folder, "emulator.db")
    const start = (...args: ReadonlyArray<string>) => ["start", "--port", "0", "--data", file, ...args]
    let second: Promise<Outcome> | undefined
    await gatefold(start("--json"), (_, { interrupt }) => {
      second ??= gatefold(start()).finally(interrupt)
    })
    const inUse = `The database file ${file} is in use, by another emulator or by a program that has locked it. End that one, or name another file.\n`
    expect(await second).toEqual({ code: 1, stdout: "", stderr: inUse })
    fs.writeFileSync(file, "my notes")
    const foreign = `The file ${file} is no database of the emulator, and was left as it is. Name another file.\n`
    expect(await gatefold(start())).toEqual({ code: 1, stdout: "", stderr: foreign })
    fs.rmSync(folder, { recursive: true })
  })
})

/** A command with a step that goes wrong, as a program. */
const failing = `
  import * as Command from "effect/cli/Command"
  import * as Effect from "effect/Effect"
  import { run } from "./src/cli/Run.ts"
  import { step } from "./src/cli/tour/Step.ts"
  const look = step("Look", Effect.tryPromise(() => Promise.reject(new Error("nothing there"))))
  run(Command.make("tour", {}, () => look))
`

describe("a step that fails", () => {
  it("is printed once, with its name and its reason", async () => {
    const { code, stderr, stdout } = await node(["--input-type=module", "--eval", failing])
    expect({ code, stderr, stdout }).toEqual({
      code: 1,
      stderr: `  ✗ The tour stopped at "Look": nothing there\n`,
      stdout: ""
    })
  })
})

describe("npm start", () => {
  it("serves the emulator and the demo after the tour, until it is interrupted", async () => {
    let answers: Promise<ReadonlyArray<Response>> | undefined
    const { code, stderr, stdout } = await node(
      ["-C", "gatefold-source", withDemo, "--port", "0"],
      (stdout, { interrupt }) => {
        const demo = /Demo at (\S+)/.exec(stdout)?.[1]
        const emulator = /Serving at (\S+) until/.exec(stdout)?.[1]
        if (demo === undefined || emulator === undefined || answers !== undefined) return
        answers = Promise.all([
          fetch(`${emulator}/health`),
          fetch(`${demo}/teams`, { headers: { accept: "text/html" } }),
          fetch(`${demo}/api/me`)
        ]).finally(interrupt)
      }
    )
    expect((await answers)?.map(({ status }) => status)).toEqual([200, 200, 401])
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" })
    expect(stdout).toContain("✓ Promises: Sign in with the new password, sign out")
    expect(stdout).toContain("401 for strangers; the admin sees 62 users")
    expect(stdout).toContain("admin@example.org")
  })
})
