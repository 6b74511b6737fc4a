import { expect } from "vitest"
import {
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
} from "./Visitor.ts"
import * as World from "./World.ts"

const { mailTo, test } = World.use()

test("a team is created, gets a second member by mail, and loses them again", async ({ another, page }) => {
  await signUp(page)
  await page.goto("/teams")
  await fillIn(page, { "Name of the team": "Foundry" })
  await click(page, "Create team")
  await heading(page, "Foundry")
  await page.getByText("Current team").waitFor()

  // what only its creator may do is there
  for (const name of ["Rename", "Delete team", "Create key"]) await page.getByRole("button", { name }).waitFor()
  await fillIn(page, { "Your name": "Fay" })
  await page.getByRole("region", { name: "You in this team" }).getByRole("button", { name: "Save" }).click()
  await page.getByRole("region", { name: "Members" }).getByText("Fay").waitFor()
  await fillIn(page, { Name: "Foundry Two" })
  await click(page, "Rename")
  await heading(page, "Foundry Two")

  // an invitation is withdrawn, another accepted by somebody new
  const [unwanted, email] = [newEmail(), newEmail()]
  for (const address of [unwanted, email]) {
    await fillIn(page, { "E-mail address": address })
    await click(page, "Invite")
    await told(page, `The invitation is on its way to ${address}`)
  }
  await click(page, `Revoke the invitation of ${unwanted}`)
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

  // what members may not do is not there
  await guest.getByRole("region", { name: "Members" }).getByText("Fay").waitFor()
  await guest.getByRole("region", { name: "Invitations" }).waitFor()
  for (const name of ["Rename", "Delete team", "Create key", "Remove Fay"]) {
    expect(await guest.getByRole("button", { name }).count()).toBe(0)
  }

  // notes come from the app's own backend
  await fillIn(guest, { "New note": "Order more iron" })
  await click(guest, "Add")
  await guest.getByText("Order more iron").waitFor()
  await page.reload()
  await page.getByText("Order more iron").waitFor()
  await click(page, "Delete the note “Order more iron”")
  await page.getByText("Order more iron").waitFor({ state: "detached" })

  await page.getByRole("button", { name: /^Remove Member/ }).click()
  await click(page, "Remove member")
  await told(page, "is no longer in the team")
  await guest.reload()
  await heading(guest, "Not your team")
})

test("who is invited joins without the mail", async ({ page }) => {
  await signIn(page, "mia@example.org", "Mia Moreau")
  await page.goto("/teams")
  await page.getByRole("region", { name: "You are invited" }).getByText("To mia@example.org").waitFor()
  await click(page, "Join Night Shift")
  await told(page, "Welcome to Night Shift")
  await page.getByRole("region", { name: "You are invited" }).waitFor({ state: "detached" })
  await follow(page, "Night Shift")
  await heading(page, "Night Shift")
})

test("a team's API key is shown once", async ({ page }) => {
  await signUp(page)
  await page.goto("/teams")
  await fillIn(page, { "Name of the team": "Keyholders" })
  await click(page, "Create team")
  await fillIn(page, { "What is the key for?": "Deployment" })
  await click(page, "Create key")
  const key = await page.locator(".gf-secret code").textContent()
  await page.getByText(`…${key?.slice(-4)}`).waitFor()
  await click(page, "Revoke the key “Deployment”")
  await page.getByText("Revoked").waitFor()
})

test("teams are switched, left and deleted", async ({ page }) => {
  const email = await signUp(page)
  for (const name of ["Red", "Blue"]) {
    await page.goto("/teams")
    await fillIn(page, { "Name of the team": name })
    await click(page, "Create team")
    await heading(page, name)
  }
  await page.goto("/teams")
  await click(page, "Work in Red")
  await told(page, "You now work in Red")
  await page.goto("/")
  await signedInAs(page, email)
  await page.getByText("You work in Red").waitFor()

  await page.goto("/teams")
  await follow(page, "Red")
  await click(page, "Delete team")
  await fillIn(page, { "Type Red to confirm": "Red" })
  await click(page, "Delete for everybody")
  await told(page, "Red was deleted")
  await click(page, "Dismiss")
  await follow(page, "Blue")
  await click(page, "Leave team")
  await page.getByRole("dialog").getByRole("button", { name: "Leave team" }).click()
  await told(page, "You have left Blue")
  await page.getByText("No team yet").waitFor()
})

test("what the backend refuses has its own words", async ({ complaints, context, page }) => {
  await signUp(page)
  await page.goto("/teams")
  await fillIn(page, { "Name of the team": "Offline" })
  await click(page, "Create team")
  await heading(page, "Offline")
  await page.getByText("Nobody has written anything yet").waitFor()
  await context.setOffline(true)
  await fillIn(page, { "New note": "Lost" })
  await click(page, "Add")
  await refused(page, /connection|reached|offline/i)
  // what was typed stays
  expect(await page.getByLabel("New note").inputValue()).toBe("Lost")
  await context.setOffline(false)
  complaints.splice(0)
})
