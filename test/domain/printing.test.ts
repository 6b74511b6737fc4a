/** How errors look on a console: tag and message first, then where, then the rest. */
import { inspect } from "node:util"
import * as Redacted from "effect/Redacted"
import { expect, it } from "vitest"
import * as admin from "../../src/admin/index.ts"
import * as backend from "../../src/backend/index.ts"
import { InvalidPublishableClientKey } from "../../src/domain/errors/ProjectAccess.ts"
import { PasswordTooShort } from "../../src/domain/errors/Users.ts"
import { RequestRefused } from "../../src/domain/RequestRefused.ts"
import { TaggedError } from "../../src/domain/TaggedError.ts"
import * as client from "../../src/index.ts"
import * as server from "../../src/server/index.ts"

it("prints tag, message, stack and members", () => {
  const error = new PasswordTooShort({ details: { minLength: 8 }, error: "Too short." })
  const [first, ...rest] = inspect(error).split("\n")
  expect(first).toBe(`PasswordTooShort: ${error.message}`)
  expect(rest[0]).toMatch(/^ {4}at .*printing\.test\.ts/)
  expect(rest.join("\n")).toContain("{ minLength: 8 }")
})

it("prints the reason of an error without a stack of its own", () => {
  const error = new RequestRefused({ reason: new InvalidPublishableClientKey({ details: { projectId: "internal" } }) })
  const text = inspect(error)
  expect(text.split("\n")[0]).toBe(`RequestRefused: ${error.message}`)
  expect(text).toContain("reason: InvalidPublishableClientKey: ")
  expect(text).toContain("projectId: 'internal'")
  const { stack } = error.reason
  expect(stack).toContain("printing.test.ts")
  expect(text.match(/\n\s+at .*printing\.test\.ts/g)).toHaveLength(1)
})

it("keeps secrets, and is an error without anything more", () => {
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

it("has its tag in JSON, whichever error of the package it is", () => {
  const isError = (value: unknown): value is new (fields: object) => Error & { readonly _tag: string } =>
    typeof value === "function" && value.prototype instanceof Error && "_tag" in value.prototype
  const classes = [client, server, admin, backend].flatMap((entry) => Object.values(entry).filter(isError))
  expect(classes.length).toBeGreaterThan(100)
  for (const Class of classes) {
    // Messages are made of members; what they say without any does not matter here.
    const error = new Class({ reason: new Error("why"), details: {} })
    Object.defineProperty(error, "message", { value: "" })
    expect(JSON.parse(JSON.stringify(error))._tag, Class.name).toBe(error._tag)
  }
})
