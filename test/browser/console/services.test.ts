/** The console of the service of 2025-06, which lacks some of what the current one has. */
import * as Effect from "effect/Effect"
import { describe } from "vitest"
import { follow, heading } from "../demo/visitor.ts"
import * as World from "./World.ts"

const { emulator, test, url } = World.use({ service: "2025-06" })

describe("the console of a 2025-06 service", () => {
  test("requests nothing that this service lacks", async ({ page }) => {
    await Effect.runPromise(emulator().seed({ users: [{ email: "ann@example.org", displayName: "Ann" }] }))
    await page.goto(url())
    await follow(page, "Users")
    await follow(page, "Ann")
    await heading(page, "Ann")
    for (const part of ["Sign-in", "Sessions", "Teams and permissions", "Metadata"]) {
      await follow(page, part)
      await page.locator(".gf-skeleton").first().waitFor({ state: "detached" })
    }
    for (const area of ["Teams", "Permissions", "API keys", "Settings"]) {
      await follow(page, area)
      await heading(page, area)
      await page.locator(".gf-skeleton").first().waitFor({ state: "detached" })
    }
  })
})
