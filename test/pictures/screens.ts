/** The screens that are looked at, and how a person comes to them. Another screen is another row. */
import type { Page } from "playwright-core"
import type { Kind } from "./kinds.ts"

/** A screen. */
export interface Screen {
  readonly name: string
  /** Where it is, in an app of a kind. */
  readonly path: (kind: Kind) => string
  readonly isSignedIn: boolean
  /** What to do on the page, and what is then there. */
  readonly reach: (page: Page) => Promise<unknown>
}

const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { name }).first().waitFor()
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()
const at = (path: string) => () => path

const account = (part: string, title: string | RegExp): Screen => ({
  name: `account-${part}`,
  path: at(`/account/${part}`),
  isSignedIn: true,
  reach: heading(title)
})

export const password = "correct horse battery staple"

/** Signs somebody new up, who has a team from then on. */
export const signUp = async (page: Page, url: string, email: string): Promise<void> => {
  await page.goto(`${url}/handler/sign-up`)
  await page.getByLabel("Email").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Create account" }).click()
  await page.waitForURL((current) => !current.pathname.startsWith("/handler"))
  await page.goto(`${url}/teams`)
  await press(page, "Create team")
  await page.getByLabel("Team name").fill("Crew of the Albatross")
  await page.getByRole("dialog").getByRole("button", { name: "Create team" }).click()
  await page.getByRole("heading", { name: "Crew of the Albatross" }).first().waitFor()
}

export const screens: ReadonlyArray<Screen> = [
  { name: "sign-in", path: at("/handler/sign-in"), isSignedIn: false, reach: heading("Sign in") },
  {
    name: "sign-in-link",
    path: at("/handler/sign-in"),
    isSignedIn: false,
    reach: async (page) => {
      await page.getByLabel("Email").fill("new@example.org")
      await press(page, "Continue")
      await press(page, "Email me a sign-in link")
      await page.getByLabel("Code").waitFor()
    }
  },
  {
    name: "sign-in-refused",
    path: at("/handler/sign-in"),
    isSignedIn: false,
    reach: async (page) => {
      await page.getByLabel("Email").fill("nobody@example.org")
      await press(page, "Continue")
      await page.getByLabel("Password", { exact: true }).fill(password)
      await press(page, /^Sign in$/)
      await page.getByRole("alert").filter({ hasText: "Wrong email or password" }).waitFor()
    }
  },
  { name: "sign-up", path: at("/handler/sign-up"), isSignedIn: false, reach: heading("Create your account") },
  {
    name: "forgot-password",
    path: at("/handler/forgot-password"),
    isSignedIn: false,
    reach: heading("Reset your password")
  },
  { name: "no-code", path: at("/handler/email-verification"), isSignedIn: false, reach: heading(/./) },
  { name: "not-found", path: at("/handler/nowhere"), isSignedIn: false, reach: heading(/./) },
  {
    name: "user-menu",
    path: ({ menus }) => menus,
    isSignedIn: true,
    reach: (page) => press(page, "Your account")
  },
  { name: "team-menu", path: ({ menus }) => menus, isSignedIn: true, reach: (page) => press(page, /^Team: /) },
  { ...account("profile", "Profile"), path: at("/account") },
  account("emails", "Emails"),
  account("security", "Security"),
  account("sessions", "Sessions"),
  account("api-keys", "API keys"),
  account("connections", "Connections"),
  account("notifications", "Notifications"),
  { name: "teams", path: at("/teams"), isSignedIn: true, reach: heading("Teams") },
  {
    name: "team",
    path: at("/teams"),
    isSignedIn: true,
    reach: async (page) => {
      await page.getByRole("link", { name: "Crew of the Albatross" }).first().click()
      await heading("Crew of the Albatross")(page)
    }
  },
  {
    name: "dialog",
    path: at("/account"),
    isSignedIn: true,
    reach: async (page) => {
      await press(page, /Delete/)
      await page.getByRole("dialog").waitFor()
    }
  }
]
