import { expect } from "vitest"
import * as World from "./World.ts"
import { newEmail, password, signedInAs, signOut, signUp, submit } from "./World.ts"

const { test } = World.use()

test("signs up, stays signed in over loads, signs out, and signs in again", async ({ app, page }) => {
  const email = await signUp(page, app.httpUrl)
  await page.reload()
  await signedInAs(page, email)
  await signOut(page)
  await page.goto(`${app.httpUrl}/handler/sign-in`)
  await submit(page, "sign-in", { email, password })
  await page.waitForURL(`${app.httpUrl}/`)
  await signedInAs(page, email)
})

test("refuses a wrong password with its own error", async ({ app, complaints, page }) => {
  await page.goto(`${app.httpUrl}/handler/sign-in`)
  await submit(page, "sign-in", { email: newEmail(), password })
  await page.getByText("Failed: EmailPasswordMismatch").waitFor()
  expect(complaints.splice(0)).toEqual([])
})

test("returns to where the user was before signing in", async ({ app, page }) => {
  const email = await signUp(page, app.httpUrl)
  await signOut(page)
  await page.goto(`${app.httpUrl}/protected?tab=2#end`)
  await page.waitForURL(`${app.httpUrl}/handler/sign-in?after_auth_return_to=*`)
  await submit(page, "sign-in", { email, password })
  await page.waitForURL(`${app.httpUrl}/protected?tab=2#end`)
  await signedInAs(page, email)
})
