/** Every known error of the service is declared as the catalog says. */
import { readFileSync } from "node:fs"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { describe, expect, it } from "vitest"
import * as Schemas from "../../../src/api/errors/index.ts"
import { isKnownErrorSchema, type KnownErrorSchema } from "../../../src/api/schema/KnownErrorSchema.ts"
import * as Errors from "../../../src/domain/errors/index.ts"
import { type AnyKnownErrorClass, isKnownError, type KnownError } from "../../../src/domain/errors/KnownError.ts"
import { readStatus } from "../../../tools/catalog/endpoints.ts"

interface Entry {
  readonly name: string
  readonly code: string
  readonly status: number | null
  readonly detailsKeys: Readonly<Record<string, string>>
  readonly parent: string | null
  readonly abstract: boolean
}

const read = (file: string): ReadonlyArray<Entry> =>
  JSON.parse(readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), "utf8"))

/** The catalog of 2025-06, with what the current service added to it: errors, and details of older ones. */
const catalog = [
  ...new Map(
    [...read("known-errors.json"), ...read("known-errors-2026.json")].map((entry) => [entry.name, entry])
  ).values()
]
const concrete = catalog.filter((entry) => !entry.abstract)
const listChildren = (parent: string) => catalog.filter((entry) => entry.parent === parent)

/** A family whose only member is another family is the same set, and has no name here. */
const families = catalog.filter(({ abstract, name }) => {
  const [first, ...others] = listChildren(name)
  return abstract && !(first?.abstract === true && others.length === 0)
})
const exported = Errors as unknown as Readonly<Record<string, unknown>>

const schemas: Readonly<Record<string, unknown>> = { ...Schemas }

const isErrorClass = (value: unknown): value is AnyKnownErrorClass =>
  typeof value === "function" && isKnownError(value.prototype)
const classes = Object.entries(exported).filter((pair): pair is [string, AnyKnownErrorClass] => isErrorClass(pair[1]))
const getSchema = (name: string): KnownErrorSchema<KnownError> => {
  const found = schemas[name]
  if (!isKnownErrorSchema(found)) throw new Error(`no schema ${name}`)
  return found
}

const wireDetails = (schema: Schema.Top): ReadonlyArray<PropertyKey> => {
  const body = SchemaAST.toEncoded(schema.ast)
  if (!SchemaAST.isObjects(body)) throw new Error("not an object")
  const details = body.propertySignatures.find(({ name }) => name === "details")
  return details === undefined || !SchemaAST.isObjects(details.type)
    ? []
    : details.type.propertySignatures.map(({ name }) => name)
}

describe("known errors", () => {
  it("has one class per concrete entry of the catalog, and no other", () => {
    expect(classes.map(([name]) => name).sort()).toStrictEqual(concrete.map(({ name }) => name).sort())
    expect(new Set(classes.map(([, known]) => known.code)).size).toBe(concrete.length)
  })

  it.each(concrete.map((entry) => [entry.code, entry] as const))(
    "has the class of %s as the catalog says",
    (code, entry) => {
      const schema = getSchema(entry.name)
      const known = schema.class
      expect(known).toBe(exported[entry.name])
      expect(known.code).toBe(code)
      expect(known.status).toBe(entry.status)
      expect(readStatus(schema)).toBe(entry.status)
      expect([...wireDetails(schema)].sort()).toStrictEqual(Object.keys(entry.detailsKeys).sort())
    }
  )

  it.each(families.map((entry) => [entry.name, entry] as const))(
    "include the family %s, with its members, its guard and its catch",
    (name) => {
      const members = exported[name] as ReadonlyArray<AnyKnownErrorClass>
      const descendants = (parent: string): ReadonlyArray<string> =>
        listChildren(parent).flatMap((entry) => (entry.abstract ? descendants(entry.name) : [entry.code]))
      expect(members.map(({ code }) => code).sort()).toStrictEqual([...descendants(name)].sort())
      const listed = schemas[name] as ReadonlyArray<KnownErrorSchema<KnownError>> | undefined
      expect(listed?.map((schema) => schema.class) ?? members).toStrictEqual(members)
      expect(exported[`is${name}`]).toBeTypeOf("function")
      expect(exported[`catch${name}`]).toBeTypeOf("function")
    }
  )

  it("speaks of mail templates only where those are missing", () => {
    const readMessage = (error: string) => new Errors.NotSupportedByService({ error }).message
    expect(readMessage("There is nothing at /api/v1/emails/outbox.")).not.toContain("template")
    expect(readMessage("There is nothing at /api/v1/internal/email-templates.")).toContain("tsxEmailTemplates")
  })

  it("quotes the texts that the specification quotes", () => {
    expect(new Errors.EmailPasswordMismatch().message).toBe("Wrong e-mail or password.")
    expect(new Errors.PasswordConfirmationMismatch().message).toBe("Passwords do not match.")
    expect(new Errors.CliAuthExpiredError().message).toBe("CLI authentication request expired. Please try again.")
    expect(new Errors.CliAuthUsedError().message).toBe("This authentication token has already been used.")
  })

  it("keeps the text of the service", () => {
    const body = { code: "PASSWORD_TOO_SHORT", details: { min_length: 8 }, error: "text of the service" }
    const error = Schema.decodeUnknownSync(Schemas.PasswordTooShort)(body)
    expect(error).toBeInstanceOf(Error)
    expect(error).toBeInstanceOf(Errors.PasswordTooShort)
    expect(isKnownError(error)).toBe(true)
    expect(error).toMatchObject({ _tag: "PasswordTooShort", status: 400, message: "text of the service" })
    expect(error.details.minLength).toBe(8)
    expect(Schema.encodeSync(Schemas.PasswordTooShort)(error)).toStrictEqual(body)
  })

  it("shows its name, its text and where it was made, and as JSON what it is on the wire with its tag", () => {
    const error = new Errors.PasswordTooShort({ details: { minLength: 8 } })
    expect(error.stack).toMatch(/^PasswordTooShort: The password is too short\.\n\s+at .*errorCatalog\.test/)
    expect(String(error)).toBe("PasswordTooShort: The password is too short.")
    expect(JSON.parse(JSON.stringify(error))).toStrictEqual({
      _tag: "PasswordTooShort",
      code: "PASSWORD_TOO_SHORT",
      details: { minLength: 8 },
      error: "The password is too short.",
      message: "The password is too short."
    })
    expect(new Errors.UserNotFound({ error: "Gone." }).message).toBe("Gone.")
  })

  it("leaves `details` out where an error has none", () => {
    expect(Schema.encodeSync(Schemas.UserNotFound)(new Errors.UserNotFound())).toStrictEqual({
      code: "USER_NOT_FOUND",
      error: "The user was not found."
    })
  })

  it("refuses the body of another error", () => {
    const decode = Schema.decodeUnknownResult(Schemas.UserNotFound)
    expect(decode({ code: "TEAM_NOT_FOUND", error: "x" })).toMatchObject({ _tag: "Failure" })
  })

  it("accepts access levels and scopes that it does not know", () => {
    const body = {
      code: "WRONG_PERMISSION_SCOPE",
      details: { permission_id: "p", expected_scope: "galaxy", actual_scope: null },
      error: "x"
    }
    expect(Schema.decodeUnknownSync(Schemas.PermissionScopeMismatch)(body).details.expectedScope).toBe("galaxy")
  })
})
