/** The options of the fixtures for Vitest. */
import { describe } from "vitest"
import { expect, test as base } from "../../src/testing/vitest.ts"

// Of its own, because the files of one worker share `base` here (`isolate: false`).
const test = base.extend<Record<never, never>>({})

test.override({
  emulatorOptions: { project: {}, seedData: { users: [{ email: "eve@example.org", password: "correct horse" }] } }
})

describe("the options of the Vitest fixtures", () => {
  test("give each file its own seed", async ({ admin, app }) => {
    await app.password.signIn({ email: "eve@example.org", password: "correct horse" })
    expect(await admin.users.list()).toHaveLength(1)
  })
})
