/** `docs/examples/atoms`, from the packed package: its types, its build, and its page in Chromium. */
import * as path from "node:path"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Emulator } from "../../src/emulator/node.ts"
import * as Serve from "../../src/emulator/Serve.ts"
import { launch } from "../browser/Chromium.ts"
import { findings } from "../browser/demo/Axe.ts"
import { install, type InstalledExample, serve } from "../support/InstalledExample.ts"
import { waitMillis } from "../support/patience.ts"

const scope = Scope.makeUnsafe()
let emulator: Emulator["Service"]
let app: InstalledExample

beforeAll(async () => {
  const service = Serve.layer({
    port: 0,
    passwordCost: "insecure-fast",
    project: { config: { allowLocalhost: true, clientTeamCreationEnabled: true } }
  })
  emulator = Context.get(await Effect.runPromise(Layer.buildWithScope(service, scope)), Emulator)
  app = await install("atoms")
})

afterAll(async () => {
  app?.remove()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

describe("the example of atoms", () => {
  it("agrees with the types of @effect/atom-react", async () => {
    expect(await app.checkTypes()).toBe("")
  })

  it("follows sign-ins, sign-outs and changes, also of another tab", async () => {
    const { projectId, publishableClientKey } = emulator.project!
    const variables = {
      VITE_STACK_API_URL: emulator.baseUrl,
      VITE_STACK_PROJECT_ID: projectId,
      VITE_STACK_PUBLISHABLE_CLIENT_KEY: publishableClientKey!
    }
    await app.build(variables, "vite", "build")
    await using web = await serve(path.join(app.folder, "dist"))
    const browser = await launch()
    try {
      const context = await browser.newContext({ colorScheme: "dark" })
      context.setDefaultTimeout(waitMillis)
      const page = await context.newPage()
      const complaints: Array<string> = []
      page.on("pageerror", ({ message }) => void complaints.push(message))

      await page.goto(web.url)
      await page.getByLabel("Email").fill("ann@example.org")
      await page.getByLabel("Password").fill("a wrong password")
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("alert").getByText(/\w/).waitFor()
      expect(await findings(page)).toStrictEqual([])

      await page.getByLabel("Password").fill("correct horse battery staple")
      await page.getByRole("button", { name: "Create an account" }).click()
      await page.getByRole("heading", { name: "Hello ann@example.org" }).waitFor()
      await page.getByText("Your crews will appear here").waitFor()

      for (const name of ["Sailors", "Climbers"]) {
        await page.getByLabel("Name").fill(name)
        await page.getByRole("button", { name: "Create crew" }).click()
        await page.getByRole("listitem").filter({ hasText: name }).waitFor()
      }
      await page.getByRole("button", { name: "Leave Sailors" }).click()
      await page.getByRole("listitem").filter({ hasText: "Sailors" }).waitFor({ state: "detached" })
      expect(await page.getByRole("listitem").count()).toBe(1)
      expect(await findings(page)).toStrictEqual([])

      // The session is in cookies, and its end reaches the first tab.
      const other = await context.newPage()
      await other.goto(web.url)
      await other.getByRole("listitem").filter({ hasText: "Climbers" }).waitFor()
      await other.getByRole("button", { name: "Sign out" }).click()
      await other.getByRole("heading", { name: "Sign in" }).waitFor()
      await page.getByRole("heading", { name: "Sign in" }).waitFor()
      expect(complaints).toStrictEqual([])
    } finally {
      await browser.close()
    }
  })
})
