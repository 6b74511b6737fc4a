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

const printed = (value: unknown) => [String(value), JSON.stringify(value), inspect(value, { depth: null }), `${value}`]

describe.each(all)("%s", (name, schema) => {
  it("hides its value and gives it back", () => {
    const decoded = Schema.decodeSync(schema)(makeValue(name))
    for (const text of printed(decoded)) expect(text).not.toContain(secret)
    expect(Schema.encodeSync(schema)(decoded)).toBe(makeValue(name))
  })
})

const credentials = [
  Secrets.AccessToken,
  Secrets.RefreshToken,
  Secrets.PublishableClientKey,
  Secrets.SecretServerKey,
  Secrets.SuperSecretAdminKey
]

describe("credentials", () => {
  it.each(["", "undefined", "two words", "line\nbreak", "\u0100", "tab\t"])("refuse %j without quoting it", (text) => {
    for (const schema of credentials) {
      const decoded = Schema.decodeResult(schema, { reportInput: true })(text)
      const encoded = Schema.encodeUnknownResult(schema, { reportInput: true })(Redacted.make(text))
      for (const issue of [getIssue(decoded), getIssue(encoded)]) {
        if (text !== "" && text !== "undefined") expect(issue.message).not.toContain(text)
      }
    }
  })
})

describe("issues about secrets", () => {
  const long = secret.repeat(10)

  it.each([
    ["a password that is too long", Secrets.Password, long],
    ["a code of the wrong length", Input.Code, secret]
  ] as const)("%s", (_, schema, text) => {
    const decoded = Schema.decodeResult(schema, { reportInput: true })(text)
    const encoded = Schema.encodeUnknownResult(schema, { reportInput: true })(Redacted.make(text))
    for (const issue of [getIssue(decoded), getIssue(encoded)]) {
      for (const text of printed(issue)) expect(text).not.toContain(secret)
    }
  })

  it("do not quote the secret of a request", () => {
    const requests: ReadonlyArray<readonly [HttpApiEndpoint.Top, unknown]> = [
      [top(Password.signIn), { email: "ann@example.org", password: Redacted.make(long) }],
      [top(Password.signUp), { email: "not an address", password: Redacted.make(long), verificationCallbackUrl: "x" }],
      [top(Users.updateUser), { password: Redacted.make(long), isAnonymous: true }]
    ]
    for (const [endpoint, payload] of requests) {
      const [schema] = listPayloads(endpoint)
      const result = Schema.encodeUnknownResult(schema as unknown as Schema.Codec<unknown, unknown>, {
        errors: "all",
        reportInput: true
      })(payload)
      for (const text of printed(getIssue(result))) expect(text).not.toContain(secret)
    }
  })

  it("do not quote the secret of an answer whose other half is wrong", () => {
    const result = Schema.decodeUnknownResult(SignIn)({ access_token: secret, refresh_token: secret, user_id: 7 })
    for (const text of printed(getIssue(result))) expect(text).not.toContain(secret)
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
    for (const value of [signIn, error, { error }, [signIn]]) {
      for (const text of printed(value)) expect(text).not.toContain(secret)
    }
    expect(Redacted.value(error.details.attemptCode)).toBe(secret)
  })
})
