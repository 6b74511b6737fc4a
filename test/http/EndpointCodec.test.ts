/** From an input to a request, and from a response to an answer, for endpoints of the contract and of one's own. */
import { describe, expect, it, vi } from "@effect/vitest"
import * as Result from "effect/Result"
import { RequestRefused } from "../../src/domain/errors/RequestRefused.ts"
import * as TransportReason from "../../src/domain/errors/TransportReason.ts"
import { UserIdDoesNotExist } from "../../src/domain/errors/Users.ts"
import * as EndpointCodec from "../../src/http/EndpointCodec.ts"
import type { Any, KnownErrorEntry } from "../../src/wire/Endpoint.ts"
import { userIdDoesNotExist } from "../../src/wire/generated/errors/Users.ts"
import * as SessionsWire from "../../src/wire/generated/Sessions.ts"
import * as UsersWire from "../../src/wire/generated/Users.ts"
import * as R from "../../src/wire/Runtime.ts"
import { response } from "../support/scriptedNetwork.ts"

/** An endpoint that takes and answers anything. */
const endpoint = (parts: Partial<Any> = {}): Any => ({
  name: "thing",
  method: "POST",
  path: "/things",
  level: undefined,
  success: (value) => value,
  ...parts
})

/** So many objects within each other. */
const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`)

const anything = (value: unknown) => value

describe("an encoded request", () => {
  const encode = (of: Any, input: object) => Result.getOrThrow(EndpointCodec.encode(of, input))
  const refusal = (of: Any, input: object) => {
    const result = EndpointCodec.encode(of, input)
    if (Result.isSuccess(result)) throw new Error("it was not refused", { cause: result.success })
    expect(result.failure._tag).toBe("InvalidRequest")
    return result.failure.message
  }

  const things = endpoint({ path: "/things/:thingId/parts/:partId", params: anything })

  it("encodes values in its path", () => {
    expect(encode(things, { params: { thingId: "a&b", partId: "ä b" } }).path).toBe("/things/a%26b/parts/%C3%A4%20b")
    expect(encode(things, { params: { thingId: "x".repeat(256), partId: "..." } }).path).toContain(
      `/${"x".repeat(256)}/`
    )
  })

  const hostile = ["", ".", "..", "a/b", "a\\b", "a?b", "a#b", "%2e", "a\u0000", "a\u009f", "\ud800", "x".repeat(257)]
  it.each([...hostile, undefined, null, 1, {}])(
    "is refused for a value that could leave its segment, also if the endpoint does not check it: %j",
    (partId) => {
      expect(refusal(things, { params: { thingId: "a", partId } })).toContain("partId is not a valid ID")
    }
  )

  it("names the part of the path that is refused", () => {
    expect(refusal(things, { params: { thingId: "..", partId: "a" } })).toContain("thingId is not a valid ID")
  })

  it("has only the given values in its query", () => {
    const search = endpoint({ query: anything })
    expect(encode(search, { query: { a: "1&2", b: undefined, c: "" } }).path).toBe("/things?a=1%262&c=")
    expect(encode(search, { query: { b: undefined } }).path).toBe("/things")
    expect(encode(search, {}).path).toBe("/things")
  })

  it("is refused with the place of what is wrong", () => {
    expect(refusal(SessionsWire.deleteSession, { params: { sessionId: 1 }, query: {} })).toContain("sessionId: ")
    expect(refusal(SessionsWire.deleteSession, { params: { sessionId: "a" }, query: { userId: 1 } })).toContain(
      "userId: "
    )
    expect(refusal(UsersWire.updateMe, { payload: { displayName: 1 } })).toContain("displayName: Expected a string")
  })

  const cycle: Record<string, unknown> = {}
  cycle["self"] = cycle
  const throwing = {
    toJSON: () => {
      throw new Error("CANARY")
    }
  }
  it.each([
    ["a cycle", cycle],
    ["an object that throws", throwing],
    ["a bigint", { a: 1n }]
  ])("is refused if it cannot be written as JSON: %s", (_, payload) => {
    const message = refusal(endpoint({ payload: anything }), { payload })
    expect(message).toMatch(/JSON|nested deeper/)
    expect(message).not.toContain("CANARY")
  })

  it("is refused if it is nested so deep that the answer that holds it could not be read", () => {
    const takesJson = endpoint({ payload: anything })
    expect(encode(takesJson, { payload: nested(60) }).body).toBe(JSON.stringify(nested(60)))
    expect(refusal(takesJson, { payload: nested(61) })).toContain("nested deeper than 60 levels")
  })
})

describe("a decoded answer", () => {
  const json = { "content-type": "application/json" }
  const decodeResponse = (
    of: Any,
    status: number,
    text: string,
    headers: Record<string, string> = json,
    appErrors: ReadonlyArray<KnownErrorEntry> = []
  ) =>
    EndpointCodec.decode({
      endpoint: of,
      response: response(status, text, headers),
      status,
      appErrors,
      mask: (text) => text
    })

  const failure = (...args: Parameters<typeof decodeResponse>) => {
    const result = decodeResponse(...args)
    if (Result.isSuccess(result)) throw new Error("it was taken", { cause: result.success })
    return result.failure
  }
  const answer = (...args: Parameters<typeof decodeResponse>) => Result.getOrThrow(decodeResponse(...args))

  it.each([200, 201, 299])("is decoded with a status of success: %s", (status) => {
    expect(answer(endpoint(), status, "1")).toBe(1)
  })

  it.each([101, 199, 300, 404, 500])("is not decoded with another status: %s", (status) => {
    expect(failure(endpoint(), status, "no", {})).toMatchObject({ _tag: "UnexpectedStatus", status, text: "no" })
  })

  it.each([json, {}, { "content-type": "text/plain" }])("may be a text or empty, whatever its type: %j", (headers) => {
    expect(answer(endpoint({ reads: "text" }), 200, "{ as it is", headers)).toBe("{ as it is")
    expect(answer(endpoint({ reads: "nothing" }), 200, "<html>", headers)).toBeUndefined()
  })

  it.each([
    "application/json",
    "Application/JSON",
    "application/json;charset=utf-8",
    "application/json ; charset=utf-8",
    "application/problem+json",
    "application/vnd.api-v1+json; charset=utf-8"
  ])("is JSON if its type says so: %s", (type) => {
    expect(answer(endpoint(), 200, `{"a":1}`, { "content-type": type })).toStrictEqual({ a: 1 })
  })

  it.each([
    "text/json",
    "application/jsonx",
    "application/json+x",
    "application/json charset",
    "application/+json",
    "application/a b+json",
    "x-application/json",
    "text/html;application/json"
  ])("is not valid if its type is %s", (type) => {
    expect(failure(endpoint(), 200, `{"a":1}`, { "content-type": type })).toMatchObject({
      _tag: "InvalidServerResponse",
      status: 200,
      detail: `content type ${type}`
    })
  })

  it("says why it is not valid, and where", () => {
    const list = endpoint({ success: R.list(R.string) })
    const detail = (text: string, headers?: Record<string, string>) => {
      const reason = failure(list, 200, text, headers)
      return reason instanceof TransportReason.InvalidServerResponse ? reason.detail : reason
    }
    expect(detail("[]", {})).toBe("content type missing")
    expect(detail(`["a"`)).toBe("malformed JSON")
    expect(detail(`["a",1]`)).toBe("[1]: Expected a string, got a number")
    const long = endpoint({ success: R.record(R.string) })
    expect(failure(long, 200, JSON.stringify({ ["k".repeat(5000)]: 1 }))).toMatchObject({
      detail: expect.stringMatching(/^.{1000}$/)
    })
  })

  it("may have many brackets", () => {
    const wide = Array.from({ length: 200 }, () => ({ a: ["[[[[", "{", '\\"[', "]}\\"] }))
    expect(answer(endpoint(), 200, JSON.stringify(wide))).toStrictEqual(wide)
    expect(answer(endpoint(), 200, JSON.stringify(nested(64)))).toStrictEqual(nested(64))
  })

  it.each([
    ["objects", JSON.stringify(nested(65))],
    ["lists", "[".repeat(65) + "]".repeat(65)],
    ["lists after a space", ` ${"[".repeat(65)}${"]".repeat(65)}`]
  ])("may have no deep %s", (_, deep) => {
    expect(failure(endpoint(), 200, deep)).toMatchObject({
      _tag: "InvalidServerResponse",
      detail: "nested deeper than 64 levels"
    })
  })

  it("is not parsed when it is nested too deeply", () => {
    const parse = vi.spyOn(JSON, "parse")
    const deep = `["\\"]]]]", ${"[".repeat(65)}`
    expect(failure(endpoint(), 200, deep)).toMatchObject({ detail: "nested deeper than 64 levels" })
    expect(parse).not.toHaveBeenCalled()
    parse.mockRestore()
  })

  it("hides no defect of the program that reads it", () => {
    const broken = endpoint({
      success: () => {
        throw new Error("a fault")
      }
    })
    expect(() => decodeResponse(broken, 200, "1")).toThrow("a fault")
  })

  const code = UserIdDoesNotExist.code
  const knownError = (body: unknown, headers: Record<string, string> = {}) =>
    [400, JSON.stringify(body), { ...json, "x-stack-known-error": code, ...headers }] as const
  const body = { code, details: { user_id: "7b9b9b9e-0000-4000-8000-000000000001" }, error: "no such user" }

  it("fails with the known error of the app, or else as unsupported", () => {
    expect(failure(endpoint(), ...knownError(body), [userIdDoesNotExist])).toBeInstanceOf(UserIdDoesNotExist)
    const error = failure(endpoint(), ...knownError(body))
    expect(error).toBeInstanceOf(RequestRefused)
    expect(error).toMatchObject({ reason: { _tag: "UnsupportedError", details: { originalErrorCode: code } } })
  })

  it.each([
    ["endpoint", { errors: [userIdDoesNotExist] }],
    ["level", { levelErrors: [userIdDoesNotExist] }]
  ])("fails with the known error of its %s", (_, of) => {
    expect(failure(endpoint(of), ...knownError(body))).toBeInstanceOf(UserIdDoesNotExist)
  })

  it.each([`text with "code"`, 1, null, [], {}, { code: 1 }, { code: "ANOTHER" }])(
    "is no known error if only the header has one: $0",
    (other) => {
      expect(failure(endpoint({ errors: [userIdDoesNotExist] }), ...knownError(other))).toMatchObject({
        _tag: "ServerInvalid",
        status: 400
      })
    }
  )

  it("says which known error has another shape, and where", () => {
    const detail = (other: object) => {
      const reason = failure(endpoint({ errors: [userIdDoesNotExist] }), ...knownError({ ...body, ...other }))
      return reason instanceof TransportReason.InvalidServerResponse ? reason.detail : reason
    }
    expect(detail({ details: { user_id: 1 } })).toMatch(new RegExp(String.raw`^${code}: details\.user_id: `))
    expect(detail({ error: 1 })).toBe(`${code}: error: Expected a string, got a number`)
  })

  it("may have a member named `code`", () => {
    const of = endpoint({ errors: [userIdDoesNotExist] })
    expect(answer(of, 200, JSON.stringify(body))).toStrictEqual(body)
  })

  it.each([`"code"`, "null", "1", `{"code":1}`])("is no error in the body $0", (other) => {
    const of = endpoint({ errors: [userIdDoesNotExist] })
    expect(failure(of, 400, other), other).toMatchObject({ _tag: "UnexpectedStatus", status: 400 })
  })

  it("is parsed once, also if it is a known error whose header is missing", () => {
    const parse = vi.spyOn(JSON, "parse")
    try {
      const [status, text] = knownError(body)
      expect(failure(endpoint({ errors: [userIdDoesNotExist] }), status, text)).toBeInstanceOf(UserIdDoesNotExist)
      expect(failure(endpoint({ success: R.string }), 200, text)).toMatchObject({ _tag: "InvalidServerResponse" })
      expect(parse.mock.calls).toStrictEqual([[text], [text]])
    } finally {
      parse.mockRestore()
    }
  })

  it.each([
    ["text/plain", "ClientUserDeletionNotEnabled"],
    ["TEXT/PLAIN;charset=utf-8", "ClientUserDeletionNotEnabled"],
    ["", "UnexpectedStatus"],
    ["text/plainer", "UnexpectedStatus"],
    ["xtext/plain", "UnexpectedStatus"],
    ["multipart/mixed; of=text/plain", "UnexpectedStatus"],
    ["application/json", "UnexpectedStatus"]
  ])("is an error in plain text only if that is its type: %j", (type, tag) => {
    const refusal = "Client user deletion is not enabled for this project"
    expect(failure(UsersWire.deleteMe, 400, refusal, { "content-type": type })._tag).toBe(tag)
  })

  it.each([
    ["one line", " \u001b[31m no\r\n\r\n  access\u2028here\u009f ", "[31m no access here"],
    ["nothing that looks like a token", `not with ${"aZ9._~+/=-".repeat(4)}!`, "not with …!"],
    ["long words", `not with ${"a".repeat(39)}!`, `not with ${"a".repeat(39)}!`],
    ["no markup", "not with <b>this", "not with …"],
    ["at most 200 characters", "word ".repeat(100), "word ".repeat(40)],
    ["nothing of what follows 2000 characters", "\n".repeat(2000) + "beyond what is looked at", ""]
  ])("shows of an error text %s", (_, text, shown) => {
    expect(failure(endpoint(), 500, text, {})).toMatchObject({ _tag: "UnexpectedStatus", text: shown })
  })
})
