/** The tour, and the developer panel as people first see it. */
import type { Locator, Page } from "playwright-core"
import { describe, expect } from "vitest"
import { click, fillIn, follow, heading, newEmail, password } from "./visitor.ts"
import * as World from "./World.ts"

const { test } = World.use()

const findPanel = (page: Page) => page.getByRole("complementary", { name: "Developer panel" })

const step = (page: Page, name: string) => page.getByRole("heading", { level: 2, name, exact: true }).waitFor()

describe("the demo's first visit", () => {
  test("the developer panel is open on wide windows, and covers no page", async ({ another }) => {
    const wide = await another({ isPanelAsNew: true, viewport: { width: 1280, height: 800 } })
    await wide.page.goto("/")
    await findPanel(wide.page).waitFor()
    await wide.page.getByRole("heading", { level: 1, name: /^Sign-in and accounts/ }).waitFor()
    await click(wide.page, "Close the developer panel")
    await wide.page.reload()
    await heading(wide.page, /^Sign-in and accounts/)
    expect(await findPanel(wide.page).count()).toBe(0)

    const phone = await another({ isPanelAsNew: true, viewport: { width: 390, height: 844 } })
    await phone.page.goto("/")
    await heading(phone.page, /^Sign-in and accounts/)
    expect(await findPanel(phone.page).count()).toBe(0)
    await click(phone.page, "Developer panel")
    await findPanel(phone.page).waitFor()
    // What was opened over a page does not cover the next one.
    await phone.page.reload()
    await heading(phone.page, /^Sign-in and accounts/)
    expect(await findPanel(phone.page).count()).toBe(0)
  })

  // The panel is beside the pages of a desktop. On a phone, it is over them.
  describe.each([
    ["a desktop", { width: 1280, height: 800 }, { openPanel: async () => {}, closePanel: async () => {} }],
    [
      "a phone",
      { width: 390, height: 844 },
      {
        openPanel: (tour: Locator) => tour.getByRole("button", { name: "Open the panel" }).click(),
        closePanel: (page: Page) => click(page, "Close the developer panel")
      }
    ]
  ] as const)("on %s", (_, viewport, { closePanel, openPanel }) => {
    test("the tour goes from the sign-up to the request, is left and resumed", async ({ another }) => {
      const { page } = await another({ isPanelAsNew: true, viewport })
      await page.goto("/")
      await click(page, "Take the two-minute tour")
      await step(page, "Step 1 of 5: Sign up")
      const tour = page.locator(".tour")
      await tour.getByRole("link", { name: "Create an account" }).click()
      const email = newEmail()
      await heading(page, "Create your account")
      // The form is the only step to take.
      expect(await tour.getByRole("link").count()).toBe(0)
      await fillIn(page, { Email: email, Password: password })
      await click(page, "Create account")

      await step(page, "Step 2 of 5: See the email")
      await openPanel(tour)
      await findPanel(page)
        .getByRole("button", { name: new RegExp(email) })
        .click()
      await step(page, "Step 3 of 5: Open its link")
      await findPanel(page).getByRole("link", { name: "Open link" }).click()
      await heading(page, "Email verified")
      await step(page, "Step 4 of 5: Invite a friend")

      // It can be left, and goes on where it was.
      await tour.getByRole("button", { name: "Leave tour" }).click()
      await tour.waitFor({ state: "detached" })
      await page.goto("/")
      await click(page, "Resume the tour at step 4")
      await tour.getByRole("link", { name: "Go to teams" }).click()
      await heading(page, "Teams")
      await click(page, "Create team")
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("Team name").fill("Friends")
      await dialog.getByRole("button", { name: "Create team" }).click()
      await heading(page, "Friends")
      await page.getByRole("navigation", { name: "Team" }).getByRole("link", { name: "Invitations" }).click()
      await fillIn(page, { "Email address": "friend@example.com" })
      await click(page, "Send invitation")

      await step(page, "Step 5 of 5: See the request")
      await openPanel(tour)
      await findPanel(page)
        .getByRole("button", { name: /POST .*team-invitations\/send-code/ })
        .first()
        .click()
      await step(page, "That was the tour")
      await findPanel(page).getByText("Request ID").waitFor()
      await tour.getByRole("button", { name: "Close" }).click()
      await tour.waitFor({ state: "detached" })
      await closePanel(page)
      await follow(page, "Gatefold")
      await page.getByRole("button", { name: "Take the two-minute tour" }).waitFor()
    })
  })
})
