/** What a row of a file of users says, and what it cannot say. */
import { describe, expect, it } from "vitest"
import * as Columns from "../../../src/cli/bulk/Columns.ts"

const listProblems = (values: Columns.RowValues) => {
  const row = Columns.read(1, 2, values)
  return Columns.isRow(row) ? [] : row.problems
}

const passwords = { email: "ann@example.org", password: "x", password_hash: `$2b$10$${"a".repeat(53)}` }

describe("a row of users to import", () => {
  it.each([
    [
      "an authenticator secret in two forms",
      { totp_secret: "JBSWY3DPEHPK3PXP", totp_secret_base64: "SGVsbG8h3q2+7w==" },
      "pass either totp_secret or totp_secret_base64"
    ],
    [
      "one column under two names",
      { email_verified: "yes", emailVerified: "no" },
      "pass either email_verified or emailVerified"
    ],
    ["a password and its hash", passwords, "pass either password or password_hash"]
  ])("is refused with %s", (_, values, problem) => {
    expect(listProblems(values)).toStrictEqual([problem])
  })

  it("may leave one of two columns for the same field empty", () => {
    expect(listProblems({ totp_secret: "JBSWY3DPEHPK3PXP", totp_secret_base64: "" })).toStrictEqual([])
  })

  it("may have titles as people write them", () => {
    const titles = { ID: 7, "Display Name": "Ann", EMAIL: "ann@example.org", "Email Verified": "yes" }
    expect(Columns.read(1, 2, titles)).toMatchObject({
      oldId: "7",
      create: { displayName: "Ann", primaryEmail: "ann@example.org", primaryEmailVerified: true }
    })
  })

  it.each([
    ["a name of Object.prototype", "constructor"],
    ["a list with a truth value", ["true"]]
  ])("takes %s for no truth value", (_, value) => {
    expect(listProblems({ email_verified: value })).toStrictEqual(["email_verified: expected true or false"])
  })
})
