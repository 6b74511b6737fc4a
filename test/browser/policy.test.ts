/** The content security policy and the watch for secrets hold in all browser tests. */
import { describe, expect } from "vitest"
import * as World from "./World.ts"
import { signUp } from "./World.ts"

const { test } = World.use()

describe("browser tests", () => {
  test("run under the content security policy and the watch for secrets", async ({ app, complaints, page }) => {
    await signUp(page, app.httpUrl)
    const response = await page.goto(app.httpUrl)
    expect(response?.headers()["content-security-policy"]).toContain("script-src 'self';")
    expect(complaints).toStrictEqual([])
    const refusal = await page.evaluate(() => {
      try {
        document.body.insertAdjacentHTML("beforeend", "<p>text</p>")
        return "none"
      } catch (error) {
        return (error as Error).message
      }
    })
    expect(refusal).toContain("TrustedHTML")
    await page.evaluate(() => console.log(document.cookie))
    await page.goto(`${app.httpUrl}/#${await page.evaluate(() => document.cookie)}`)
    expect(complaints.splice(0)).toStrictEqual(
      expect.arrayContaining([
        expect.stringContaining("a secret in the console"),
        expect.stringContaining("a secret in a fragment")
      ])
    )
  })
})
