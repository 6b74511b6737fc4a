/** A click in a browser signs a terminal in. */
import * as Effect from "effect/Effect"
import { describe, expect } from "vitest"
import { createClientApp } from "../../src/promise/index.ts"
import * as World from "./World.ts"
import { signUp, submit } from "./World.ts"

const { emulator, test } = World.use()

describe("command-line login", () => {
  test("signs a terminal in after a click in the browser", async ({ app, page }) => {
    const email = await signUp(page, app.httpUrl)
    const { baseUrl, project } = emulator()
    await using terminal = createClientApp({
      projectId: project?.projectId ?? "",
      publishableClientKey: project?.publishableClientKey ?? "",
      apiUrl: baseUrl
    })
    const confirm = async (url: string) => {
      await page.goto(url)
      await submit(page, "confirm")
      await page.getByText("Done: undefined").waitFor()
    }
    await terminal.cliLogin.login({ appUrl: app.httpUrl, promptLink: (url) => Effect.promise(() => confirm(url)) })
    expect((await terminal.currentUser.get())?.primaryEmail).toBe(email)
  })
})
