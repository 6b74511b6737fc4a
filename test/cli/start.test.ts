import { spawn } from "node:child_process"
import * as path from "node:path"
import { describe, expect, it } from "vitest"

const main = path.resolve(import.meta.dirname, "../../src/cli/main.ts")

interface Outcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command to its end; `onOutput` may stop it earlier. */
const gatefold = (
  args: ReadonlyArray<string>,
  onOutput: (stdout: string, interrupt: () => void) => void = () => undefined,
  env: NodeJS.ProcessEnv = {}
): Promise<Outcome> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, ...env } })
    let stdout = ""
    let stderr = ""
    child.stdout.on("data", (chunk) => {
      stdout += chunk
      onOutput(stdout, () => child.kill("SIGINT"))
    })
    child.stderr.on("data", (chunk) => (stderr += chunk))
    child.on("close", (code) => resolve({ code, stdout, stderr }))
  })

describe("gatefold start", () => {
  it("takes the whole tour over HTTP and ends with --exit", async () => {
    const { code, stderr, stdout } = await gatefold(["start", "--exit", "--port", "0", "--json"])
    const [start, ...steps] = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(start.apiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(steps.length).toBeGreaterThanOrEqual(22)
    expect(JSON.stringify(steps)).toContain("100 calls, 1 refresh on the service's journal")
  })

  it("keeps serving after the tour until it is interrupted", async () => {
    let health: Promise<number> | undefined
    const { code, stdout } = await gatefold(["start", "--port", "0"], (stdout, interrupt) => {
      const url = /Serving at (\S+) until/.exec(stdout)?.[1]
      if (url === undefined || health !== undefined) return
      health = fetch(`${url}/health`).then(({ status }) => {
        interrupt()
        return status
      })
    })
    expect(await health).toBe(200)
    expect(code).toBe(130)
    expect(stdout).toContain("✓ The same through promises")
  })

  it("does not start in production", async () => {
    const { code, stderr, stdout } = await gatefold(["start", "--exit", "--port", "0"], undefined, {
      NODE_ENV: "production"
    })
    expect(code).toBe(1)
    expect(stdout + stderr).toContain("NODE_ENV is production")
  })
})
