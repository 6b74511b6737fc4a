/** What compiled code says where a value is wrong, and what cannot be compiled. */
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import { describe, expect, it } from "vitest"
import * as Metrics from "../../src/wire/generated/Metrics.ts"
import * as Passkey from "../../src/wire/generated/Passkey.ts"
import * as Sessions from "../../src/wire/generated/Sessions.ts"
import * as Teams from "../../src/wire/generated/Teams.ts"
import * as Users from "../../src/wire/generated/Users.ts"
import { either, json, literal, Mismatch, record, rest, string } from "../../src/wire/Runtime.ts"
import { makeSite } from "../../tools/generate/wire/compile.ts"
import { Module } from "../../tools/generate/wire/Module.ts"
import { userJson } from "../support/scriptedNetwork.ts"
import { pairs } from "./contract.ts"
import { makeRandom } from "./inputs.ts"
import { makeSamples } from "./samples.ts"

const catchMismatch = (run: () => unknown): Mismatch => {
  try {
    run()
  } catch (error) {
    if (error instanceof Mismatch) return error
    throw error
  }
  throw new Error("it is accepted")
}

const team = {
  id: "t",
  display_name: "T",
  profile_image_url: null,
  client_metadata: null,
  client_read_only_metadata: null
}

describe("a mismatch", () => {
  const wrong = (item: object) =>
    catchMismatch(() =>
      Teams.listTeams.success({ items: [team, { ...team, ...item }], is_paginated: false }, undefined, 200)
    ).message

  it("says what is expected, and where", () => {
    expect(wrong({ display_name: 5 })).toBe("items[1].display_name: Expected a string, got a number")
    expect(wrong({ id: "a/b" })).toBe("items[1].id: Expected an id that is safe as one path segment, got a string")
    expect(wrong({ client_metadata: undefined })).toBe("items[1].client_metadata: Expected JSON, got nothing")
    const list = { items: [], is_paginated: true }
    expect(catchMismatch(() => Sessions.listSessions.success(list, undefined, 200)).message).toBe(
      "is_paginated: Expected false, got a boolean"
    )
    const user = { ...userJson, selected_team: { ...team, id: null } }
    expect(catchMismatch(() => Users.getMe.success(user, undefined, 200)).message).toBe(
      "selected_team.id: Expected a string, got null"
    )
    expect(catchMismatch(() => Users.getMe.success(null, undefined, 200)).message).toBe("Expected an object, got null")
    expect(catchMismatch(() => Metrics.getMetrics.success([], undefined, 200)).message).toBe(
      "Expected an object, got an array"
    )
  })

  it("quotes no value", () => {
    const canary = "canary of a secret"
    const refusals: Array<string> = []
    const planted = (value: unknown): unknown => {
      if (Redacted.isRedacted(value)) return Redacted.make(Number.NaN)
      if (Array.isArray(value)) return value.map(planted)
      if (typeof value !== "object" || value === null || value instanceof Date) return [canary]
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, planted(member)]))
    }
    for (const { compiled, declared, name } of pairs) {
      const [payload] = declared.payload.values()
      if (payload === undefined) continue
      for (const sample of makeSamples(payload.schemas[0] as Schema.Top, 20, makeRandom(name))) {
        try {
          compiled.payload!(planted(sample))
        } catch (error) {
          refusals.push((error as Mismatch).message)
        }
      }
    }
    expect(refusals.filter((message) => message.includes(canary) || message.includes("NaN"))).toStrictEqual([])
    expect(refusals.length).toBeGreaterThan(300)
  })
})

describe("keys that are data", () => {
  const hostile: unknown = JSON.parse(`{"__proto__": {"polluted": true}, "constructor": 1}`)

  it("are no way to a prototype", () => {
    const made = record(json)(hostile)
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype)
    expect(Object.keys(made)).toStrictEqual(["__proto__", "constructor"])
    const open = rest({ challenge: "c" }, hostile as never, ["challenge"])
    expect(Object.getPrototypeOf(open)).toBe(Object.prototype)
    expect(JSON.stringify(open)).toBe(`{"challenge":"c","__proto__":{"polluted":true},"constructor":1}`)
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined()
  })

  it("stay in the options of an authenticator", () => {
    const optionsJson = { challenge: "c", rpId: "THIS_VALUE_WILL_BE_REPLACED.example.com", timeout: 60_000 }
    const answer = { options_json: optionsJson, code: "code" }
    expect(Passkey.startAuthentication.success(answer, undefined, 200).optionsJson).toStrictEqual(optionsJson)
    const wrong = { ...answer, options_json: { ...optionsJson, timeout: Infinity } }
    expect(catchMismatch(() => Passkey.startAuthentication.success(wrong, undefined, 200)).path).toStrictEqual([
      "options_json",
      "timeout"
    ])
  })

  it("must be JSON, also within what is known", () => {
    const made = { rp: { id: "a" } }
    expect(catchMismatch(() => rest(made, { rp: { id: "a", extra: Infinity } }, ["rp"])).path).toStrictEqual(["rp"])
  })
})

describe("one of several forms", () => {
  const form = either<unknown>(string, (value, key) => literal(value, key, false))

  it("is the first that fits, and what throws for another reason is not caught", () => {
    expect([form("a"), form(false)]).toStrictEqual(["a", false])
    expect(catchMismatch(() => form(1, "theme")).path).toStrictEqual(["theme"])
    const broken = either<unknown>(() => {
      throw new TypeError("a defect")
    }, string)
    expect(() => broken("a")).toThrow(TypeError)
  })
})

describe("the compiler", () => {
  const compile = (schema: Schema.Top, direction: "decode" | "encode" = "decode") =>
    makeSite(direction, new Module("Test.ts"), "test").compile(schema.ast)

  it("fails on a check without a name", () => {
    expect(() => compile(Schema.String.check(Schema.makeFilter((text) => text !== "")))).toThrow("without a name")
  })

  it.each(["decode", "encode"] as const)("fails to $0 a transformation without a name", (direction) => {
    const transformed = Schema.String.pipe(
      Schema.decodeTo(Schema.String, SchemaTransformation.transform({ decode: (a) => a, encode: (a) => a }))
    )
    expect(() => compile(transformed, direction)).toThrow("without a name")
  })

  it("fails on what it does not know", () => {
    expect(() => compile(Schema.BigInt)).toThrow("cannot be compiled")
    expect(() => compile(Schema.Date)).toThrow("cannot be compiled")
    expect(() => compile(Schema.Tuple([Schema.String]))).toThrow("a tuple")
    expect(() => compile(Schema.String.check(Schema.isStartingWith("a")))).toThrow("isStartingWith is not known")
    expect(() => compile(Schema.Number.check(Schema.isGreaterThan(1)))).toThrow("isGreaterThan is not known")
    expect(() => compile(Schema.NullOr(Schema.String).check(Schema.makeFilter(() => true)))).toThrow(
      "a check of a union"
    )
  })
})
