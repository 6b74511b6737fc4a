/** How errors look on a console: tag and message first, then where, then the rest. */
import { inspect } from "node:util"
import * as Data from "effect/Data"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import * as configFile from "../../src/admin/ConfigFile.ts"
import * as admin from "../../src/admin/index.ts"
import * as backendClient from "../../src/backend/client/index.ts"
import * as backend from "../../src/backend/index.ts"
import { InvalidPublishableClientKey } from "../../src/domain/errors/ProjectAccess.ts"
import { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import { TaggedError } from "../../src/domain/errors/TaggedError.ts"
import { PasswordTooShort } from "../../src/domain/errors/Users.ts"
import * as emulator from "../../src/emulator/index.ts"
import * as client from "../../src/index.ts"
import * as payments from "../../src/payments/Payments.ts"
import * as server from "../../src/server/index.ts"
import * as terminal from "../../src/terminal/index.ts"
import * as testing from "../../src/testing/index.ts"

describe("an error", () => {
  it("prints tag, message, stack and members", () => {
    const error = new PasswordTooShort({ details: { minLength: 8 }, error: "Too short." })
    const [first, ...rest] = inspect(error).split("\n")
    expect(first).toBe(`PasswordTooShort: ${error.message}`)
    expect(rest[0]).toMatch(/^ {4}at .*printedErrors\.test\.ts/)
    expect(rest.join("\n")).toContain("{ minLength: 8 }")
  })

  it("prints the reason of an error without a stack of its own", () => {
    const error = new RequestRefused({
      reason: new InvalidPublishableClientKey({ details: { projectId: "internal" } })
    })
    const text = inspect(error)
    expect(text.split("\n")[0]).toBe(`RequestRefused: ${error.message}`)
    expect(text).toContain("reason: InvalidPublishableClientKey: ")
    expect(text).toContain("projectId: 'internal'")
    const { stack } = error.reason
    expect(stack).toContain("printedErrors.test.ts")
    expect(text.match(/\n\s+at .*printedErrors\.test\.ts/g)).toHaveLength(1)
  })

  it("prints no secret, and only its message if it has no fields", () => {
    class Locked extends TaggedError("Locked")<{ readonly key: Redacted.Redacted }> {}
    const error = new Locked({ key: Redacted.make("CANARY") })
    expect(inspect(error) + JSON.stringify(error)).not.toContain("CANARY")
    class Bare extends TaggedError("Bare")<{}> {
      override get message() {
        return "nothing to add"
      }
    }
    expect(inspect(new Bare())).toMatch(/^Bare: nothing to add\n {4}at [^{]*$/)
  })

  it("prints the request that an error came about with, which is no part of what the error is", () => {
    const error = new PasswordTooShort({ details: { minLength: 8 } })
    Object.defineProperty(error, "requestId", { value: "r_1" })
    expect(inspect(error)).toContain("requestId: 'r_1'")
    expect(Object.keys(error)).not.toContain("requestId")
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ _tag: "PasswordTooShort", requestId: "r_1" })
  })

  it("has tag, message and members in JSON, and those of its reason", () => {
    const reason = new InvalidPublishableClientKey({ details: { projectId: "internal" } })
    expect(JSON.parse(JSON.stringify({ error: new RequestRefused({ reason }) }))).toStrictEqual({
      error: {
        _tag: "RequestRefused",
        message: reason.message,
        reason: {
          _tag: "InvalidPublishableClientKey",
          message: reason.message,
          code: "INVALID_PUBLISHABLE_CLIENT_KEY",
          details: { projectId: "internal" },
          error: reason.error
        }
      }
    })
  })

  type ErrorClass = new (members: object) => Error

  const isNamespace = (value: unknown): value is object => Object.prototype.toString.call(value) === "[object Module]"

  /**
   * The error classes of a module and of the namespaces that it exports, by their names. Those with a schema are errors
   * of an app's own API, and print like any error of Effect's Schema.
   */
  const listErrors = (module: object, path = ""): ReadonlyArray<readonly [name: string, errorClass: ErrorClass]> =>
    Object.entries(module).flatMap(([key, value]: [string, unknown]) => {
      const name = path + key
      if (isNamespace(value)) return listErrors(value, `${name}.`)
      const isError = typeof value === "function" && value.prototype instanceof Error && !Schema.isSchema(value)
      return isError ? [[name, value as ErrorClass] as const] : []
    })

  /** Members from which every class can make its message. */
  const members = { reason: "Failed", problem: "why", details: {}, message: "why", path: "", file: "" }

  /** Whether an error prints its tag, its message and where it came about, and has both in JSON. */
  const printsAll = (errorClass: ErrorClass): boolean => {
    const error: Error & { readonly _tag?: string } = new errorClass(members)
    Object.defineProperty(error, "message", { value: "the message" })
    const json = JSON.parse(JSON.stringify(error))
    return (
      json._tag === error._tag &&
      json.message === "the message" &&
      new RegExp(`^${error._tag}: the message\\n {4}at .*printedErrors\\.test\\.ts`).test(inspect(error))
    )
  }

  /** The errors of modules that do not print like those of the package. */
  const othersIn = (modules: object): ReadonlyArray<string> =>
    listErrors(modules).flatMap(([name, errorClass]) => (printsAll(errorClass) ? [] : [name]))

  it("prints message and stack of each error of the package that an entry point exports, also in namespaces", () => {
    const entries = { client, server, admin, backend, backendClient, configFile, emulator, payments, terminal, testing }
    expect(othersIn(entries)).toStrictEqual([])
    expect(listErrors(entries).map(([name]) => name)).toStrictEqual(
      expect.arrayContaining(["client.TransportError", "client.CliLogin.CliLoginTimeout"])
    )
    class Planted extends Data.TaggedError("Planted")<{}> {}
    expect(othersIn({ Namespace: { Planted, [Symbol.toStringTag]: "Module" } })).toStrictEqual(["Namespace.Planted"])
  })
})
