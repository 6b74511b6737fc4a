/**
 * Every recorded exchange with the real service fits the contract: its endpoint
 * is found by method, path and level, its answer decodes and encodes back to
 * the same JSON, and so does its request.
 */
import { readFileSync } from "node:fs"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { errorsOf, type Level, levels, match, payloadsOf, statusOf, successesOf } from "../tools/endpoints.ts"

interface Recording {
  readonly key: string
  readonly method: string
  readonly url: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  readonly response: {
    readonly status: number
    readonly headers: Readonly<Record<string, string>>
    readonly body: unknown
  }
}

const recordings = readFileSync(new URL("../fixtures/recordings.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recording)

/** Deliberately bad requests, by key: the reason why the contract refuses them. Each row must really be refused. */
const outOfContract: Readonly<Record<string, string>> = {
  "GET  400 SCHEMA_ERROR none": "an unknown query parameter",
  "GET /team-invitations 400 SCHEMA_ERROR server": "no team id",
  "GET /user-api-keys 400 SCHEMA_ERROR server": "no user id",
  "GET /team-member-profiles 400  client": "no team id, which clients must name (a plain-text refusal)",
  "GET /teams 403  client": "no user id, which clients must name (a plain-text refusal)",
  "PATCH /internal/projects/current 400 SCHEMA_ERROR admin":
    "an incomplete mail server, an odd domain, an empty secret",
  "PATCH /teams/{uuid} 400 SCHEMA_ERROR client": "a field that only servers may set",
  "PATCH /user-api-keys/{uuid} 400 SCHEMA_ERROR client": "a change of owner",
  "PATCH /users/{uuid} 400 SCHEMA_ERROR server": "a user made anonymous again",
  "POST /auth/password/update 400 SCHEMA_ERROR admin": "no old password"
}

const levelOf = (recording: Recording): Level | undefined => {
  const level = recording.request.headers["x-stack-access-type"]
  return levels.find((known) => known === level)
}

const endpointOf = (recording: Recording) => {
  const url = new URL(recording.url, "http://localhost")
  const found = match(recording.method, url.pathname, levelOf(recording))
  if (found === undefined) throw new Error(`no endpoint for ${recording.key}`)
  return { ...found, query: Object.fromEntries(url.searchParams) }
}

const strict = { onExcessProperty: "error" } as const
type AnySchema = Schema.Codec<unknown, unknown>

/** Decodes and encodes; the failure is the text of the issue. */
const roundTrip = (schema: Schema.Top, wire: unknown, options: { readonly onExcessProperty?: "error" } = {}) => {
  const codec = schema as unknown as AnySchema
  const decoded = Schema.decodeUnknownResult(codec, options)(wire)
  if (Result.isFailure(decoded)) return Result.fail(decoded.failure.message)
  const encoded = Schema.encodeUnknownResult(codec, options)(decoded.success)
  return Result.isFailure(encoded) ? Result.fail(encoded.failure.message) : Result.succeed(toJson(encoded.success))
}

const toJson = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

const requestProblems = (recording: Recording): ReadonlyArray<string> => {
  const { endpoint, params, query } = endpointOf(recording)
  const problems: Array<string> = []
  const check = (part: string, schema: Schema.Top, wire: unknown) => {
    const result = roundTrip(schema, wire, strict)
    if (Result.isFailure(result)) problems.push(`${part}: ${result.failure}`)
    else expect(result.success, recording.key).toEqual(wire)
  }
  if (endpoint.params !== undefined) check("params", endpoint.params, params)
  if (endpoint.query !== undefined) check("query", endpoint.query, query)
  else if (Object.keys(query).length > 0) problems.push("query: the endpoint has none")
  const [payload] = payloadsOf(endpoint)
  if (payload !== undefined) check("payload", payload, recording.request.body)
  else if (recording.request.body !== null && JSON.stringify(recording.request.body) !== "{}") {
    problems.push("payload: the endpoint has none")
  }
  return problems
}

type Outcome = "success" | "known error" | "text"

const checkResponse = (recording: Recording): Outcome => {
  const { endpoint } = endpointOf(recording)
  const { status, headers, body } = recording.response
  const code = headers["x-stack-known-error"]
  const same = (schema: Schema.Top) => {
    const result = roundTrip(schema, body)
    expect(Result.isSuccess(result) ? result.success : result.failure, recording.key).toEqual(body)
  }
  if (code !== undefined) {
    const known = errorsOf(endpoint).filter((schema) => "code" in schema && schema.code === code)
    expect(known, `${recording.key} is in the error list`).toHaveLength(1)
    expect(statusOf(known[0]!)).toBe(status)
    same(known[0]!)
    return "known error"
  }
  if (status >= 200 && status < 300) {
    const success = successesOf(endpoint).filter((schema) => statusOf(schema) === status)
    expect(success, `${recording.key} has its status`).toHaveLength(1)
    same(success[0]!)
    return "success"
  }
  expect(headers["content-type"], recording.key).toMatch(/^text\/plain/)
  expect(typeof body).toBe("string")
  return "text"
}

describe("recorded exchanges", () => {
  it("has all of them", () => {
    expect(recordings).toHaveLength(227)
  })

  it("decodes every answer and encodes it back", () => {
    const outcomes: Record<Outcome, number> = { success: 0, "known error": 0, text: 0 }
    for (const recording of recordings) outcomes[checkResponse(recording)]++
    const total = outcomes.success + outcomes["known error"] + outcomes.text
    expect(total).toBe(recordings.length)
    console.log(
      `recorded answers: ${total} of ${recordings.length} ` +
        `(${outcomes.success} successes, ${outcomes["known error"]} known errors, ${outcomes.text} plain-text errors)`
    )
  })

  it("decodes every request and encodes it back, or refuses it for a stated reason", () => {
    const refused = new Map<string, number>()
    for (const recording of recordings) {
      const problems = requestProblems(recording)
      if (recording.key in outOfContract) {
        expect(problems, `${recording.key} must be refused`).not.toEqual([])
        refused.set(recording.key, (refused.get(recording.key) ?? 0) + 1)
      } else {
        expect(problems, recording.key).toEqual([])
      }
    }
    expect([...refused.keys()].sort()).toEqual(Object.keys(outOfContract).sort())
    const count = [...refused.values()].reduce((sum, n) => sum + n, 0)
    console.log(`recorded requests: ${recordings.length - count} fit, ${count} deliberately bad ones are refused`)
  })

  it("never shows a recorded secret when a decoded answer is printed", () => {
    const answers = recordings.filter(
      ({ response }) => typeof response.body === "object" && response.body !== null && "refresh_token" in response.body
    )
    expect(answers.length).toBeGreaterThan(5)
    for (const recording of answers) {
      const { endpoint } = endpointOf(recording)
      const [success] = successesOf(endpoint)
      const decoded = Schema.decodeUnknownSync(success as unknown as AnySchema)(recording.response.body) as {
        readonly refreshToken: Redacted.Redacted
      }
      expect(JSON.stringify(decoded)).not.toContain(Redacted.value(decoded.refreshToken))
    }
  })
})
