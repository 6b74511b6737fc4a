/** What people do on the demo's pages, whatever the test is about. */
import type { Page } from "playwright-core"

let users = 0

/** An address that nobody else has in this run. */
export const newEmail = (): string => `visitor-${++users}@example.com`

/** The password of everybody. */
export const password = "correct horse battery staple"

/** Waits for the first heading of a page. */
export const heading = (page: Page, name: string | RegExp) => page.getByRole("heading", { level: 1, name }).waitFor()

/** Waits for the home page of somebody who is signed in, by name or by the address of who has no name. */
export const signedInAs = async (page: Page, who: string) => {
  await heading(page, who.includes("@") ? "Hello there" : `Hello ${who}`)
  if (who.includes("@")) await page.getByRole("main").getByText(who).waitFor()
}

/** Waits for the home page of somebody who is not. */
export const signedOut = (page: Page) => heading(page, /^Sign-in and accounts/)

export const fillIn = async (page: Page, fields: Readonly<Record<string, string>>) => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value)
}

export const click = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true }).click()

export const follow = (page: Page, name: string | RegExp) => page.getByRole("link", { name, exact: true }).click()

/** Signs a new user up with a password, and waits for the home page. */
export const signUp = async (page: Page): Promise<string> => {
  const email = newEmail()
  await page.goto("/handler/sign-up")
  await fillIn(page, { Email: email, Password: password })
  await click(page, "Create account")
  await signedInAs(page, email)
  return email
}

/** Fills in both steps of the sign-in page, with a password. */
export const fillInSignIn = async (page: Page, email: string, given = password) => {
  await fillIn(page, { Email: email })
  await click(page, "Continue")
  await fillIn(page, { Password: given })
  await click(page, "Sign in")
}

/** Opens the sign-in page, and sends it with a password. */
export const submitSignIn = async (page: Page, email: string, given = password) => {
  await page.goto("/handler/sign-in")
  await fillInSignIn(page, email, given)
}

/**
 * Asks for an email with a link and a code on the sign-in page, which sends it at once to those who had one last time.
 */
export const askForLink = async (page: Page, email: string) => {
  await fillIn(page, { Email: email })
  await click(page, "Continue")
  const isSent = page.getByRole("heading", { name: "Check your email" })
  const byLink = page.getByRole("button", { name: "Email me a sign-in link" })
  await isSent.or(byLink).waitFor()
  if (await byLink.isVisible()) await byLink.click()
}

/** Signs in with a password, and waits for the home page. */
export const signIn = async (page: Page, email: string, name = email) => {
  await submitSignIn(page, email)
  await signedInAs(page, name)
}

/** Signs out by the menu, which leads home. */
export const signOut = async (page: Page) => {
  await click(page, "Your account")
  await page.locator(".gf-menu-popup").getByRole("button", { name: "Sign out" }).click()
  await signedOut(page)
}

/** Opens the menu of a row and chooses from it. */
export const choose = async (page: Page, what: string, action: string) => {
  await click(page, `Actions for ${what}`)
  await page.locator(".gf-menu-popup").getByRole("button", { name: action }).click()
}

/** Waits for a message in passing. */
export const told = (page: Page, message: string | RegExp) =>
  page.locator(".gf-toast", { hasText: message }).first().waitFor()

/** Waits for something that went wrong. */
export const refused = (page: Page, message: string | RegExp) =>
  page.getByRole("alert").filter({ hasText: message }).waitFor()

/** Answers the page of the identity provider as somebody new. */
export const approve = async (page: Page, provider: string, email: string) => {
  await page.getByRole("heading", { name: `Sign in with ${provider}` }).waitFor()
  await page.getByRole("radio", { name: "Use another account" }).check()
  await page.getByRole("textbox", { name: "Email" }).fill(email)
  await page.getByRole("button", { name: "Allow" }).click()
}
