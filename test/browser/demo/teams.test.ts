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

/** Signs up, and creates a team. */
const signUpWithTeam = async (page: Page, name: string) => {
  const email = await signUp(page)
  await page.goto("/teams")
  await createTeam(page, name)
  return email
}

/** Sends an invitation from the tab of a team. */
const invite = async (page: Page, email: string) => {
  await fillIn(page, { "Email address": email })
  await click(page, "Send invitation")
  await told(page, `Invitation sent to ${email}`)
}

/** Invites someone without an account, who creates one on the way to the team. */
const joinByMail = async (page: Page, guest: Page, team: string) => {
  const email = newEmail()
  await openTab(page, "Invitations")
  await invite(page, email)
  const { link } = await mailTo(email)
  await guest.goto(link ?? "")
  await heading(guest, "You are invited to a team")
  await click(guest, "Sign in")
  await follow(guest, "Create an account")
  await heading(guest, "Create your account")
  await fillIn(guest, { Email: email, Password: password })
  await click(guest, "Create account")
  await heading(guest, `Join ${team}`)
  await click(guest, "Accept invitation")
  await heading(guest, "Welcome to the team")
  await follow(guest, "Go to your teams")
  await follow(guest, team)
  await heading(guest, team)
}

describe("teams in the demo", () => {
  test("creators see everything that only they may do, and permissions by their descriptions", async ({ page }) => {
    await signUpWithTeam(page, "Foundry")
    await page.getByText("Current team").waitFor()
    await openTab(page, "API keys")
    await page.getByRole("button", { name: "Create API key" }).waitFor()
    await openTab(page, "Settings")
    await page.getByRole("button", { name: "Delete team" }).waitFor()
    await page.getByText("Remove members and revoke invitations").waitFor()
    expect(await page.getByText("$remove_members").count()).toBe(0)
  })

  test("creators rename themselves in a team, and the team", async ({ page }) => {
    await signUpWithTeam(page, "Foundry")
    await openTab(page, "Settings")
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
  })

  test("an invitation is withdrawn", async ({ page }) => {
    await signUpWithTeam(page, "Foundry")
    await openTab(page, "Invitations")
    await page.getByText("No pending invitations").waitFor()
    const email = newEmail()
    await invite(page, email)
    await click(page, `Revoke the invitation for ${email}`)
    await page.getByText(email, { exact: true }).waitFor({ state: "detached" })
  })

  test("members see nothing of what they may not do", async ({ another, page }) => {
    await signUpWithTeam(page, "Foundry")
    const { page: guest } = await another()
    await joinByMail(page, guest, "Foundry")

    const members = guest.getByRole("list", { name: "Members" })
    await members.getByText("Unnamed member").first().waitFor()
    expect(await guest.getByRole("button", { name: /^Actions for/ }).count()).toBe(0)
    const tabs = guest.getByRole("navigation", { name: "Team" }).getByRole("link")
    expect(await tabs.allInnerTexts()).toStrictEqual(["Members", "Invitations", "Settings"])
    await openTab(guest, "Settings")
    await guest.getByRole("button", { name: "Leave team" }).waitFor()
    for (const name of ["Team profile", "Delete team"]) expect(await guest.getByText(name).count(), name).toBe(0)
    // Members may also type the URL.
    await guest.goto(guest.url().replace(/settings$/, "api-keys"))
    await guest.getByText("You cannot see this page").waitFor()
  })

  test("members share notes, and lose the team when its creator removes them", async ({ another, page }) => {
    await signUpWithTeam(page, "Foundry")
    const { page: guest } = await another()
    await joinByMail(page, guest, "Foundry")

    // Notes come from the app's own backend.
    await fillIn(guest, { "New note": "Order more iron" })
    await click(guest, "Add")
    await guest.getByText("Order more iron").waitFor()
    await openTab(page, "Members")
    await page.getByText("Order more iron").waitFor()
    await click(page, "Delete the note “Order more iron”")
    await page.getByText("Order more iron").waitFor({ state: "detached" })

    // A member without a name is not shown by an ID.
    await choose(page, "Unnamed member", "Remove from team")
    await click(page, "Remove member")
    await told(page, "Unnamed member removed")
    await guest.reload()
    await heading(guest, "Team not found")
  })

  test("invited users join without the mail", async ({ page }) => {
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
    await signUpWithTeam(page, "Keyholders")
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

  test("users switch to another team", async ({ page }) => {
    const email = await signUpWithTeam(page, "Red")
    await page.goto("/teams")
    await createTeam(page, "Blue")
    await page.goto("/teams")
    await click(page, "Switch to team Red")
    await told(page, "You now work in Red")
    await page.goto("/")
    await signedInAs(page, email)
    await page.getByText("You work in Red").waitFor()
  })

  test("creators delete a team after they have typed its name", async ({ page }) => {
    await signUpWithTeam(page, "Red")
    await openTab(page, "Settings")
    await click(page, "Delete team")
    await fillIn(page, { "Type Red to confirm": "Red" })
    await page.getByRole("dialog").getByRole("button", { name: "Delete team" }).click()
    await told(page, "Red deleted")
    await page.getByText("No teams yet").waitFor()
  })

  test("users leave a team", async ({ page }) => {
    await signUpWithTeam(page, "Blue")
    await openTab(page, "Settings")
    await click(page, "Leave team")
    await page.getByRole("dialog").getByRole("button", { name: "Leave team" }).click()
    await told(page, "You left Blue")
    await page.getByText("No teams yet").waitFor()
  })

  test("a note that cannot be sent stays in its field", async ({ complaints, context, page }) => {
    await signUpWithTeam(page, "Offline")
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
