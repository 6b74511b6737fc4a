/** The pages of the emulator's console, empty and filled. */
import type { Page } from "playwright-core"
import type { Shot } from "./gallery.ts"
import type { ConsoleWorld } from "./Worlds.ts"

type Row = readonly [name: string, path: string, reach?: (page: Page) => Promise<unknown>]

const firstLink = (list: RegExp | string) => async (page: Page) => {
  await page.getByRole("main").getByRole("link", { name: list }).first().click()
}

const areas: ReadonlyArray<Row> = [
  ["timeline", "/timeline"],
  ["mailbox", "/mailbox"],
  ["requests", "/requests"],
  ["webhooks", "/webhooks"],
  ["users", "/users"],
  ["teams", "/teams"],
  ["permissions", "/permissions"],
  ["keys", "/keys"],
  ["settings", "/settings"]
]

const ofEmulator: ReadonlyArray<Row> = [
  ["identities", "/identities"],
  ["faults", "/faults"],
  ["clock", "/clock"],
  ["state", "/state"]
]

const filled: ReadonlyArray<Row> = [
  ...areas,
  ["mail", "/mailbox", firstLink(/link@example.com/)],
  ["request", "/requests", firstLink(/sign-in/)],
  ["user", "/users", firstLink("Mia Moreau")],
  ...["Sign-in", "Sessions", "Teams and permissions", "Activity", "Metadata"].map((part): Row => [
    `user-${part.toLowerCase().replaceAll(" ", "-")}`,
    "/users",
    async (page) => {
      await firstLink("Mia Moreau")(page)
      await page.getByRole("link", { name: part, exact: true }).click()
    }
  ]),
  ["team", "/teams", firstLink("Night Shift")],
  [
    "palette-actions",
    "/timeline",
    async (page) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").getByRole("option").first().waitFor()
    }
  ],
  [
    "palette",
    "/timeline",
    async (page) => {
      await page.keyboard.press("Control+k")
      await page.getByRole("dialog").waitFor()
      await page.keyboard.type("mia")
      await page.getByRole("dialog").getByRole("option").first().waitFor()
    }
  ]
]

const shots = (
  prefix: string,
  baseUrl: string,
  projectId: string,
  rows: ReadonlyArray<Row>,
  isOfEmulator = false
): ReadonlyArray<Shot> =>
  rows.map(([name, path, reach = async () => undefined]) => ({
    area: "console",
    name: `${prefix}${name}`,
    language: "en",
    open: async (page) => {
      // Another fragment alone would not load the page.
      await page.goto("about:blank")
      await page.goto(`${baseUrl}/#${isOfEmulator ? path : `/projects/${projectId}${path}`}`)
      await page.getByRole("heading", { level: 1 }).first().waitFor({ state: "attached" })
      await page.waitForFunction(() => document.querySelector(".gf-skeleton, .gf-spinner") === null)
      await reach(page)
    }
  }))

/** Opens the console, which keeps the token. */
export const enter =
  ({ url }: ConsoleWorld) =>
  (page: Page): Promise<unknown> =>
    page.goto(url)

/** Goes to the timeline. */
export const timeline = ({ emulator: { baseUrl, project } }: ConsoleWorld) =>
  shots("", baseUrl, project.projectId, areas.slice(0, 1))[0]!.open

/** The pages of the console with people and traffic in it. */
export const console = ({ emulator: { baseUrl, project } }: ConsoleWorld) => [
  ...shots("", baseUrl, project.projectId, filled),
  ...shots("", baseUrl, project.projectId, ofEmulator, true)
]

/** The pages of a console as new. */
export const emptyConsole = ({ empty: { baseUrl, project } }: ConsoleWorld) => [
  ...shots("empty-", baseUrl, project.projectId, areas),
  ...shots("empty-", baseUrl, project.projectId, ofEmulator.slice(0, 1), true)
]

/** What somebody sees who does not have the token. */
export const locked = ({ emulator: { baseUrl } }: ConsoleWorld): ReadonlyArray<Shot> => [
  {
    area: "console",
    name: "locked",
    language: "en",
    open: async (page) => {
      await page.goto(baseUrl)
      await page.getByRole("heading", { level: 1 }).waitFor()
    }
  }
]
