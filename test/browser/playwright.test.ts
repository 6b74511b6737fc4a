/** The fixtures for Playwright, in the runner itself. */
import { execFile } from "node:child_process"
import * as path from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { credentials } from "../../src/emulator/seeds/Development.ts"
import { root } from "../support/root.ts"
import * as AppServer from "./AppServer.ts"
import * as Chromium from "./Chromium.ts"

let app: AppServer.AppServer

beforeAll(async () => {
  app = await AppServer.serve(credentials)
})

afterAll(() => app?.close())

describe("the Playwright fixtures", () => {
  it("give each test a service and a browser", async () => {
    const cli = path.join(root, "node_modules/@playwright/test/cli.js")
    const args = [cli, "test", "-c", path.join(import.meta.dirname, "playwright"), "--reporter=list"]
    const encodedLaunchOptions = JSON.stringify(await Chromium.launchOptions())
    const { code, output } = await new Promise<{ readonly code: number; readonly output: string }>((resolve) =>
      execFile(
        process.execPath,
        args,
        { cwd: root, env: { ...process.env, APP_URL: app.httpUrl, LAUNCH_OPTIONS: encodedLaunchOptions } },
        (error, stdout, stderr) => resolve({ code: error === null ? 0 : 1, output: stdout + stderr })
      )
    )
    expect(code, output).toBe(0)
    expect(output).toMatch(/^\s*11 passed/m)
  })
})
