/** The Playwright fixture seeds its emulator before the page opens. */
import { expect, test } from "../../../src/testing/playwright/index.ts"

test.use({
  emulatorOptions: { seedData: { users: [{ email: "eve@example.org", password: "correct horse battery" }] } }
})

test("the users of a seed are there", async ({ admin }) => {
  const users = await admin.users.list()
  expect(users.map(({ primaryEmail }) => primaryEmail)).toStrictEqual(["eve@example.org"])
})
