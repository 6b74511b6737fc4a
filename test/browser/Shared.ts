/** What the test files of a worker share: the first one that needs it starts it, and it ends with the worker. */
import { test } from "vitest"
import * as Chromium from "./Chromium.ts"

/** Tests of the worker's Chromium, in which each has a profile of its own. */
// oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture needs
export const it = test.extend("browser", { scope: "worker" }, async ({}, { onCleanup }) => {
  const browser = await Chromium.launch()
  onCleanup(() => browser.close())
  return browser
})
