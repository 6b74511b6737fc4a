/** The options of the fixtures for Vitest. */
import { expect, test } from "../../src/testing/vitest.ts"

test.override({
  emulatorOptions: { project: {}, seedData: { users: [{ email: "eve@example.org", password: "correct horse" }] } }
})

test("a file has a seed of its own", async ({ admin, app }) => {
  await app.password.signIn({ email: "eve@example.org", password: "correct horse" })
  expect((await admin.users.list()).items).toHaveLength(1)
})
