/** The recipe of a terminal program: login, a session that is kept, a call of the API, logout. */
import * as fs from "node:fs"
import type { AddressInfo } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import { serve } from "@hono/node-server"
import { describe, expect, it } from "vitest"
import { ordersRoute } from "../../../docs/examples/recipes/protect-a-route.ts"
import * as TestEmulator from "../../../src/testing/TestEmulator.ts"
import { start } from "./programs.ts"

describe("the recipe for a terminal program", () => {
  it("signs in through the browser, stays signed in, calls the API and signs out", async () => {
    await using emulator = await TestEmulator.serve()
    const home = fs.mkdtempSync(path.join(os.tmpdir(), "gatefold-recipe-"))
    const orders = ordersRoute(emulator.requestAuth())
    const server = serve({ fetch: (request) => orders(request), hostname: "127.0.0.1", port: 0 })
    try {
      await new Promise<void>((resolve) => (server.listening ? resolve() : server.once("listening", resolve)))
      const env = {
        HOME: home,
        APPDATA: home,
        XDG_CONFIG_HOME: home,
        APP_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        STACK_API_URL: emulator.apiUrl,
        STACK_PROJECT_ID: emulator.project.projectId,
        STACK_PUBLISHABLE_CLIENT_KEY: emulator.project.publishableClientKey
      }
      const run = (...args: ReadonlyArray<string>) => start(["node", "terminal.ts", ...args], env)
      expect(await run("orders").ended).toStrictEqual({
        code: 1,
        output: "You are signed out. Run: node terminal.ts login\n"
      })

      const { email, accessToken, refreshToken } = await emulator.signUp()
      const browser = emulator.newApp({ tokenStore: { accessToken, refreshToken } })
      const login = run("login")
      const [, link = ""] = await login.prints(/Open (\S+)\n/)
      expect(link).toContain(`${env.APP_URL}/handler/cli-auth-confirm?`)
      await browser.cliLogin.confirm({ loginCode: new URL(link).searchParams.get("login_code") ?? "" })
      expect(await login.ended).toStrictEqual({ code: 0, output: `Open ${link}\nSigned in as ${email}\n` })

      expect(await run("orders").ended).toStrictEqual({ code: 0, output: `{"ordersOf":"${email}"}\n` })
      expect(await run("logout").ended).toStrictEqual({ code: 0, output: "Signed out\n" })
      expect(fs.globSync("**/*.json", { cwd: home })).toStrictEqual([])
      expect((await run("orders").ended).code).toBe(1)
    } finally {
      server.close()
      fs.rmSync(home, { recursive: true })
    }
  })
})
