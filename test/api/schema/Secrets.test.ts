/** A secret never appears where it could be read by accident. */
import { inspect } from "node:util"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { MultiFactorAuthenticationRequired } from "../../../src/api/errors/Mfa.ts"
import * as Input from "../../../src/api/Input.ts"
import * as Password from "../../../src/api/Password.ts"
import * as Secrets from "../../../src/api/schema/Secrets.ts"
import { SignIn } from "../../../src/api/schema/Tokens.ts"
import * as Users from "../../../src/api/Users.ts"
import { listPayloads } from "../../../tools/catalog/endpoints.ts"

const all = Object.entries(Secrets) as ReadonlyArray<readonly [string, Schema.Codec<Redacted.Redacted<string>, string>]>
const secret = "hunter2-hunter2-hunter2"

/** A value with the secret in it, for a schema that does not take every text. */
const makeValue = (name: string) => (name === "ConfigurationText" ? JSON.stringify({ secret }) : secret)

/** The issue, where there must be one. */
const getIssue = <A>(result: Result.Result<A, Schema.SchemaError>): Schema.SchemaError => {
  if (Result.isSuccess(result)) throw new Error("accepted")
  return result.failure
}

const top = (endpoint: unknown) => endpoint as HttpApiEndpoint.Top

/** The value in each of the ways to print one. */
const print = (value: unknown) =>
  [String(value), JSON.stringify(value), inspect(value, { depth: null }), `${value}`].join("\n")

describe.each(all)("%s", (name, schema) => {
  it("hides its value and gives it back", () => {
    const decoded = Schema.decodeSync(schema)(makeValue(name))
    expect(print(decoded)).not.toContain(secret)
    expect(Schema.encodeSync(schema)(decoded)).toBe(makeValue(name))
  })
})

/** The issues of a text, read and written. */
const listIssues = (schema: Schema.Codec<Redacted.Redacted<string>, string>, text: string) => [
  getIssue(Schema.decodeResult(schema, { reportInput: true })(text)),
  getIssue(Schema.encodeUnknownResult(schema, { reportInput: true })(Redacted.make(text)))
]

const { AccessToken, PublishableClientKey, RefreshToken, SecretServerKey, SuperSecretAdminKey } = Secrets

describe.each(
  Object.entries({ AccessToken, PublishableClientKey, RefreshToken, SecretServerKey, SuperSecretAdminKey })
)("a credential %s", (_, schema) => {
  it.each(["", "undefined"])("refuses %j", (text) => {
    expect(listIssues(schema, text)).toHaveLength(2)
  })

  it.each(["two words", "line\nbreak", "\u0100", "tab\t"])("refuses %j without quoting it", (text) => {
    const messages = listIssues(schema, text).map(({ message }) => message)
    expect(messages.join("\n\n")).not.toContain(text)
  })
})

describe("issues about secrets", () => {
  const long = secret.repeat(10)

  it.each([
    ["a password that is too long", Secrets.Password, long],
    ["a code of the wrong length", Input.Code, secret]
  ] as const)("do not quote %s", (_, schema, text) => {
    expect(listIssues(schema, text).map(print).join("\n")).not.toContain(secret)
  })

  const tooLong = Redacted.make(long)
  it.each([
    ["a sign-in", top(Password.signIn), { email: "ann@example.org", password: tooLong }],
    ["a sign-up", top(Password.signUp), { email: "no address", password: tooLong, verificationCallbackUrl: "x" }],
    ["an update", top(Users.updateUser), { password: tooLong, isAnonymous: true }]
  ])("do not quote the secret of %s", (_, endpoint, payload) => {
    const [schema] = listPayloads(endpoint)
    const result = Schema.encodeUnknownResult(schema as unknown as Schema.Codec<unknown, unknown>, {
      errors: "all",
      reportInput: true
    })(payload)
    expect(print(getIssue(result))).not.toContain(secret)
  })

  it("do not quote the secret of an answer whose other half is wrong", () => {
    const result = Schema.decodeUnknownResult(SignIn)({ access_token: secret, refresh_token: secret, user_id: 7 })
    expect(print(getIssue(result))).not.toContain(secret)
  })
})

describe("values that hold secrets", () => {
  it("hide them", () => {
    const signIn = Schema.decodeSync(SignIn)({ access_token: secret, refresh_token: secret, user_id: "u" })
    const error = Schema.decodeSync(MultiFactorAuthenticationRequired)({
      code: "MULTI_FACTOR_AUTHENTICATION_REQUIRED",
      details: { attempt_code: secret },
      error: "second factor"
    })
    expect([signIn, error, { error }, [signIn]].map(print).join("\n")).not.toContain(secret)
    expect(Redacted.value(error.details.attemptCode)).toBe(secret)
  })
})
