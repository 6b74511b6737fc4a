/** The pages of the demo that are its own: those of the screens are photographed by themselves. */
import type { Page } from "playwright-core"
import { click, heading } from "../browser/demo/visitor.ts"
import type { Shot } from "./gallery.ts"
import type { DemoWorld } from "./Worlds.ts"

type Row = readonly [name: string, path: string, reach?: (page: Page) => Promise<unknown>]

const shots = (demo: DemoWorld, rows: ReadonlyArray<Row>): ReadonlyArray<Shot> =>
  rows.map(([name, path, reach = async () => undefined]) => ({
    area: "demo",
    name,
    language: "en",
    open: async (page) => {
      await page.goto(demo.demo.url + path)
      await page.getByRole("heading", { level: 1 }).first().waitFor()
      await page.waitForFunction(() => document.querySelector('.gf-skeleton, .gf-spinner, [aria-busy="true"]') === null)
      await reach(page)
    }
  }))

const inPanel = (page: Page) => page.getByRole("complementary", { name: "Developer panel" })

export const forVisitors = (demo: DemoWorld) =>
  shots(demo, [
    ["home", "/"],
    ["sign-up", "/handler/sign-up"],
    ["not-found", "/nowhere"],
    [
      "tour",
      "/",
      async (page) => {
        await click(page, "Take the two-minute tour")
        await page.locator(".tour").getByRole("link", { name: "Create an account" }).click()
        await heading(page, "Create your account")
      }
    ]
  ])

export const forUsers = (demo: DemoWorld) =>
  shots(demo, [
    ["home-of-a-user", "/"],
    ["account", "/account"],
    ["team", "/teams"],
    [
      "panel-mail",
      "/",
      async (page) => {
        if (!(await inPanel(page).isVisible())) await click(page, "Developer panel")
        await inPanel(page).locator(".mail-summary").first().click()
        await inPanel(page).frameLocator("iframe").getByRole("link").first().waitFor()
      }
    ],
    ["terminal", "/terminal"],
    ["become-admin", "/admin"]
  ])

export const forAdmins = (demo: DemoWorld) =>
  shots(demo, [
    ["admin", "/admin"],
    ["admin-users", "/admin/users"],
    [
      "admin-user",
      "/admin/users",
      async (page) => {
        await page.getByRole("table").getByRole("link").first().click()
        await page.getByRole("heading", { name: "Restriction" }).waitFor()
      }
    ],
    ["admin-teams", "/admin/teams"],
    ["admin-permissions", "/admin/permissions"],
    ["admin-project", "/admin/project"],
    ["admin-mails", "/admin/mails"]
  ])

/** Signs in to the demo. */
export const enter = (demo: DemoWorld, who: 0 | 1) => async (page: Page) => {
  await page.goto(demo.demo.url)
  await heading(page, /./)
  const { email, password } = demo.demo.accounts[who]
  await page.goto(`${demo.demo.url}/handler/sign-in`)
  await page.getByLabel("Email", { exact: true }).fill(email)
  await click(page, "Continue")
  await page.getByLabel("Password", { exact: true }).fill(password)
  await click(page, "Sign in")
  await heading(page, /^Hello/)
}
