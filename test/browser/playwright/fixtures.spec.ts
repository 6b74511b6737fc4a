/** Tests of an app, as its author writes them, with the fixtures for Playwright. */
import { expect, test } from "../../../src/testing/playwright/index.ts"

test("a test that asks for user begins signed in", async ({ page, user }) => {
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText(`Signed in as ${user.email}`)
})

test("another test begins signed out", async ({ admin, page }) => {
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText("Nobody is signed in")
  expect(await admin.users.list()).toStrictEqual([])
})

test("a user signs in with the form", async ({ emulator, page }) => {
  const { email, password } = await emulator.signUp()
  await page.goto("/handler/sign-in")
  await page.locator("#sign-in [name=email]").fill(email)
  await page.locator("#sign-in [name=password]").fill(password)
  await page.locator("#sign-in button").click()
  await expect(page.locator("#user")).toHaveText(`Signed in as ${email}`)
})

test("the link of a mail leads to the app", async ({ baseURL, mailbox, page }) => {
  await page.goto("/handler/sign-in")
  await page.locator("#magic-link [name=email]").fill("ann@example.org")
  await page.locator("#magic-link button").click()
  const link = await mailbox.linkTo("ann@example.org")
  expect(link.startsWith(`${baseURL}/`)).toBe(true)
  await page.goto(link)
  await expect(page.locator("#user")).toHaveText("Signed in as ann@example.org")
})

test("a provider leads back", async ({ emulator, page }) => {
  await emulator.identityProvider.script({ identity: { email: "ann@example.org" } })
  await page.goto("/handler/sign-in")
  await page.locator("#oauth [name=provider]").fill("github")
  await page.locator("#oauth button").click()
  await expect(page.locator("#user")).toHaveText("Signed in as ann@example.org")
})

test("two people meet", async ({ browser, page, signIn }) => {
  const ann = await signIn({ displayName: "Ann" })
  const other = await browser.newContext()
  const bob = await signIn({ displayName: "Bob" }, other)
  const bobsPage = await other.newPage()
  await Promise.all([page.goto("/"), bobsPage.goto("/")])
  await expect(page.locator("#user")).toHaveText(`Signed in as ${ann.email}`)
  await expect(bobsPage.locator("#user")).toHaveText(`Signed in as ${bob.email}`)
  await other.close()
})

test("a session ends when the clock says so", async ({ clock, page, user }) => {
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText(`Signed in as ${user.email}`)
  await clock.advance("104 weeks")
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText("Nobody is signed in")
})

test("a fault reaches the page, which asks again", async ({ faults, page, user }) => {
  expect(user.email).toBe("user-1@example.org")
  await faults.add({ path: "/users/me", fault: "reset", first: 1 })
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText(`Signed in as ${user.email}`)
  expect(await faults.list()).toMatchObject([{ hits: 1 }])
})

test("rules of another test are gone", async ({ clock, faults }) => {
  expect(await faults.list()).toStrictEqual([])
  expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(3_600_000)
})

test("storage state is what the browser keeps", async ({ context, page, user }) => {
  const { cookies } = await context.storageState()
  expect(cookies.map(({ name }) => name).toSorted()).toStrictEqual([
    "stack-access",
    "stack-refresh-e0a43005-f082-4dc3-8973-163670d4cdf8"
  ])
  await page.goto("/")
  await expect(page.locator("#user")).toHaveText(`Signed in as ${user.email}`)
})
