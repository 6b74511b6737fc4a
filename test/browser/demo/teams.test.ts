/** Teams of the demo, with two people in two browsers. */
import type { Page } from "playwright-core"
import { describe, expect } from "vitest"
import {
  choose,
  click,
  fillIn,
  follow,
  heading,
  newEmail,
  password,
  refused,
  signedInAs,
  signIn,
  signUp,
  told
} from "./visitor.ts"
import * as World from "./World.ts"

const { mailTo, test } = World.use()

/** Creates a team on the page of all teams, which leads to its page. */
const createTeam = async (page: Page, name: string) => {
  await click(page, "Create team")
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Team name").fill(name)
  await dialog.getByRole("button", { name: "Create team" }).click()
  await heading(page, name)
}

/** Goes to a tab of the page of a team. */
const openTab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Team" }).getByRole("link", { name, exact: true }).click()

describe("teams in the demo", () => {
  test("a team is created, gets a second member by mail, and loses them again", async ({ another, page }) => {
    await signUp(page)
    await page.goto("/teams")
    await createTeam(page, "Foundry")
    await page.getByText("Current team").waitFor()

    // What only its creator may do is there.
    await openTab(page, "API keys")
    await page.getByRole("button", { name: "Create API key" }).waitFor()
    await openTab(page, "Settings")
    await page.getByRole("button", { name: "Delete team" }).waitFor()
    // Permissions are described, and not named.
    await page.getByText("Remove members and revoke invitations").waitFor()
    expect(await page.getByText("$remove_members").count()).toBe(0)
    await fillIn(page, { "Your name": "Fay" })
    await page.getByRole("region", { name: "Your profile in this team" }).getByRole("button", { name: "Save" }).click()
    await told(page, "Profile saved")
    await fillIn(page, { "Team name": "Foundry Two" })
    await page.getByRole("region", { name: "Team profile" }).getByRole("button", { name: "Save" }).click()
    await heading(page, "Foundry Two")
    // A tab has a URL of its own.
    await page.reload()
    await page.getByRole("region", { name: "Team profile" }).waitFor()
    await openTab(page, "Members")
    await page.getByRole("list", { name: "Members" }).getByText("Fay").waitFor()

    // An invitation is withdrawn, another accepted by somebody new.
    await openTab(page, "Invitations")
    await page.getByText("No pending invitations").waitFor()
    const [unwanted, email] = [newEmail(), newEmail()]
    for (const address of [unwanted, email]) {
      await fillIn(page, { "Email address": address })
      await click(page, "Send invitation")
      await told(page, `Invitation sent to ${address}`)
    }
    await click(page, `Revoke the invitation for ${unwanted}`)
    await page.getByText(unwanted, { exact: true }).waitFor({ state: "detached" })

    const { page: guest } = await another()
    const { link } = await mailTo(email)
    await guest.goto(link ?? "")
    await heading(guest, "You are invited to a team")
    await click(guest, "Sign in")
    await follow(guest, "Create an account")
    await heading(guest, "Create your account")
    await fillIn(guest, { Email: email, Password: password })
    await click(guest, "Create account")
    await heading(guest, "Join Foundry Two")
    await click(guest, "Accept invitation")
    await heading(guest, "Welcome to the team")
    await follow(guest, "Go to your teams")
    await follow(guest, "Foundry Two")
    await heading(guest, "Foundry Two")

    // What members may not do is not there.
    const members = guest.getByRole("list", { name: "Members" })
    await members.getByText("Fay").waitFor()
    expect(await guest.getByRole("button", { name: "Actions for Fay" }).count()).toBe(0)
    const tabs = guest.getByRole("navigation", { name: "Team" }).getByRole("link")
    expect(await tabs.allInnerTexts()).toStrictEqual(["Members", "Invitations", "Settings"])
    await openTab(guest, "Settings")
    await guest.getByRole("button", { name: "Leave team" }).waitFor()
    for (const name of ["Team profile", "Delete team"]) expect(await guest.getByText(name).count()).toBe(0)
    // Somebody who types the URL.
    await guest.goto(`${guest.url().replace(/settings$/, "api-keys")}`)
    await guest.getByText("You cannot see this page").waitFor()
    await openTab(guest, "Members")

    // Notes come from the app's own backend.
    await fillIn(guest, { "New note": "Order more iron" })
    await click(guest, "Add")
    await guest.getByText("Order more iron").waitFor()
    await openTab(page, "Members")
    await page.getByText("Order more iron").waitFor()
    await click(page, "Delete the note “Order more iron”")
    await page.getByText("Order more iron").waitFor({ state: "detached" })

    // Whoever has no name is not shown by an id.
    const nameless = page.getByRole("list", { name: "Members" }).getByText("Unnamed member")
    await nameless.waitFor()
    await choose(page, "Unnamed member", "Remove from team")
    await click(page, "Remove member")
    await told(page, "Unnamed member removed")
    await guest.reload()
    await heading(guest, "Team not found")
  })

  test("who is invited joins without the mail", async ({ page }) => {
    await signIn(page, "mia@example.org", "Mia Moreau")
    await page.goto("/teams")
    await page.getByRole("region", { name: "Invitations for you" }).getByText("Sent to mia@example.org").waitFor()
    await click(page, "Join Night Shift")
    await told(page, "Welcome to Night Shift")
    await page.getByRole("region", { name: "Invitations for you" }).waitFor({ state: "detached" })
    await follow(page, "Night Shift")
    await heading(page, "Night Shift")
  })

  test("a team's API key is shown once", async ({ page }) => {
    await signUp(page)
    await page.goto("/teams")
    await createTeam(page, "Keyholders")
    await openTab(page, "API keys")
    await page.getByText("No API keys yet").waitFor()
    await click(page, "Create API key")
    await fillIn(page, { Name: "Deployment" })
    await click(page, "Create key")
    const key = await page.locator(".gf-secret code").textContent()
    await click(page, "Done")
    await page.getByText(`…${key?.slice(-4)}`).waitFor()
    await click(page, "Revoke Deployment")
    await click(page, "Revoke key")
    await page.getByText("Revoked", { exact: true }).waitFor()
  })

  test("teams are switched, left and deleted", async ({ page }) => {
    const email = await signUp(page)
    for (const name of ["Red", "Blue"]) {
      await page.goto("/teams")
      await createTeam(page, name)
    }
    await page.goto("/teams")
    await click(page, "Switch to team Red")
    await told(page, "You now work in Red")
    await page.goto("/")
    await signedInAs(page, email)
    await page.getByText("You work in Red").waitFor()

    await page.goto("/teams")
    await follow(page, "Red")
    await openTab(page, "Settings")
    await click(page, "Delete team")
    await fillIn(page, { "Type Red to confirm": "Red" })
    await page.getByRole("dialog").getByRole("button", { name: "Delete team" }).click()
    await told(page, "Red deleted")
    await click(page, "Dismiss")
    await follow(page, "Blue")
    await openTab(page, "Settings")
    await click(page, "Leave team")
    await page.getByRole("dialog").getByRole("button", { name: "Leave team" }).click()
    await told(page, "You left Blue")
    await page.getByText("No teams yet").waitFor()
  })

  test("what the backend refuses has its own words", async ({ complaints, context, page }) => {
    await signUp(page)
    await page.goto("/teams")
    await createTeam(page, "Offline")
    await page.getByText("Nobody has written anything yet").waitFor()
    await context.setOffline(true)
    await fillIn(page, { "New note": "Lost" })
    await click(page, "Add")
    await refused(page, /connection|reached|offline/i)
    // What was typed stays.
    expect(await page.getByLabel("New note").inputValue()).toBe("Lost")
    await context.setOffline(false)
    complaints.splice(0)
  })
})
