/** Every page of the demo is accessible. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import { examine as examineWith } from "./examine.ts"
import { click, fillInSignIn, heading, signIn } from "./visitor.ts"
import * as World from "./World.ts"

const { test } = World.use()

const examine = (page: Page, name: string) => examineWith(page, name, World.takeScreenshot)

const examineAll = async (page: Page, paths: ReadonlyArray<string>, home = "home") => {
  const problems: Array<unknown> = []
  for (const path of paths) {
    await page.goto(path)
    problems.push(...(await examine(page, path === "/" ? home : path.slice(1))))
  }
  return problems
}

describe("pages of the demo", () => {
  test("pages for everybody can be used by everybody", async ({ page }) => {
    const problems = await examineAll(page, [
      "/",
      "/handler/sign-in",
      "/handler/sign-up",
      "/handler/forgot-password",
      "/handler/email-verification",
      "/handler/password-reset",
      "/handler/magic-link-callback",
      "/handler/team-invitation",
      "/handler/cli-auth-confirm",
      "/handler/error",
      "/terminal",
      "/nowhere"
    ])
    await page.goto("/handler/sign-in")
    await fillInSignIn(page, "nobody@example.org", "wrong")
    await page.getByRole("alert").waitFor()
    problems.push(...(await examine(page, "sign-in refused")))
    expect(problems).toStrictEqual([])
  })

  test("pages for users can be used by everybody", async ({ demo, page }) => {
    await signIn(page, demo.accounts[1].email, "Mia Moreau")
    const problems = await examineAll(
      page,
      [
        "/",
        "/account",
        "/account/emails",
        "/account/security",
        "/account/sessions",
        "/account/api-keys",
        "/account/connections",
        "/account/notifications",
        "/teams"
      ],
      "home of a user"
    )
    await page.getByRole("link", { name: "Acme" }).click()
    await heading(page, "Acme")
    problems.push(...(await examine(page, "team")))
    for (const tab of ["Invitations", "API keys", "Settings"]) {
      await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: tab }).click()
      problems.push(...(await examine(page, `team ${tab}`)))
    }
    await page.goto("/account/emails")
    await click(page, "Actions for mia@example.org")
    problems.push(...(await examine(page, "menu of an email")))
    await page.goBack()
    await click(page, "Leave team")
    problems.push(...(await examine(page, "dialog")))
    expect(problems).toStrictEqual([])
  })

  test("pages for admins and developers can be used by everybody", async ({ demo, page }) => {
    await page.goto("/")
    await signIn(page, demo.accounts[0].email, "Root")
    const problems = await examineAll(page, [
      "/admin",
      "/admin/users",
      "/admin/users?q=nobody",
      "/admin/teams",
      "/admin/permissions",
      "/admin/project",
      "/admin/mails"
    ])
    await page.goto("/admin/users")
    await click(page, "Create user")
    problems.push(...(await examine(page, "create user")))
    await page.keyboard.press("Escape")
    await page.getByRole("table").getByRole("link").first().click()
    await page.getByRole("heading", { name: "Restriction" }).waitFor()
    problems.push(...(await examine(page, "admin user")))
    for (const part of ["Access", "Sessions", "Metadata", "Mails"]) {
      await page.getByRole("navigation", { name: "User" }).getByRole("link", { name: part }).click()
      problems.push(...(await examine(page, `admin user ${part}`)))
    }
    await page.goto("/admin/teams")
    await page.getByRole("table").getByRole("link").first().click()
    await page.getByRole("heading", { name: "Members" }).waitFor()
    problems.push(...(await examine(page, "admin team")))
    await page.goto("/terminal")
    await click(page, "Run the program")
    await click(page, "Developer panel")
    const panel = page.getByRole("complementary", { name: "Developer panel" })
    await panel.locator(".mail-summary").first().click()
    await panel.frameLocator("iframe").getByRole("link").first().waitFor()
    problems.push(...(await examine(page, "panel")))
    expect(problems).toStrictEqual([])
  })
})
