/** How people write a name, and which one it is. */
import { expect, it } from "vitest"
import { toSnakeCase } from "../../../src/domain/text/SnakeCase.ts"

it.each([
  ["Display Name", "display_name"],
  ["Email Verified", "email_verified"],
  ["emailVerified", "email_verified"],
  [" email-verified ", "email_verified"],
  ["email__verified", "email_verified"],
  ["totpSecretBase64", "totp_secret_base64"],
  ["ID", "id"],
  ["EMAIL", "email"]
])("the name %j is %s in snake case", (name, snake) => {
  expect(toSnakeCase(name)).toBe(snake)
})
