/** The project of `playwright.test.ts`, which says where app and browser are. */
import { defineConfig } from "@playwright/test"
import { waitMillis } from "../../support/patience.ts"

const { APP_URL, LAUNCH_OPTIONS = "{}" } = process.env

export default defineConfig({
  testDir: ".",
  outputDir: "../../../.cache/playwright",
  fullyParallel: true,
  workers: 2,
  timeout: waitMillis,
  expect: { timeout: waitMillis },
  use: { baseURL: APP_URL, launchOptions: JSON.parse(LAUNCH_OPTIONS) }
})
