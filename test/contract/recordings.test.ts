/**
 * Every recorded exchange with the real services fits the contract: its endpoint is found by method, path and level,
 * its answer decodes and encodes back to the same JSON, and so does its request. Answers that a later version has
 * changed decode too.
 */
import { isDeepStrictEqual } from "node:util"
import * as Arr from "effect/Array"
import * as Record from "effect/Record"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { WebhookEvent } from "../../src/backend/webhooks/internal/WebhookEvent.ts"
import { listPayloads, listSuccesses } from "../../tools/catalog/endpoints.ts"
import { decode, findEndpoint, readLines, decodeAnswer, type Recording, roundTrip } from "./exchanges.ts"
import { listMutations } from "./mutations.ts"

/** What one generation of the service was asked and answered. */
interface Generation {
  readonly recordings: ReadonlyArray<Recording>
  /** How many answers there are of each kind. */
  readonly answers: Readonly<Record<string, number>>
  /** Endpoints that the contract does not have, and why; the recordings have each of them. */
  readonly absent: Readonly<Record<string, string>>
  /** Answers that no schema of the contract reads, by key: the reason. */
  readonly unread: Readonly<Record<string, string>>
  /** Answers with fields that are dropped, by key: the reason. */
  readonly dropped: Readonly<Record<string, string>>
  /** Requests that the contract has no room for, by key: the reason. Most are deliberately bad. */
  readonly refused: Readonly<Record<string, string>>
}

const generations: Readonly<Record<string, Generation>> = {
  "2025-06": {
    recordings: readLines("recordings.jsonl"),
    answers: { success: 140, "known error": 73, text: 14 },
    absent: {},
    unread: {},
    dropped: {},
    refused: {
      "GET  400 SCHEMA_ERROR none": "an unknown query parameter",
      "GET /user-api-keys 400 SCHEMA_ERROR server": "no user id",
      "GET /team-member-profiles 400  client": "no team id, which clients must name (an error in plain text)",
      "GET /teams 403  client": "no user id, which clients must name (an error in plain text)",
      "PATCH /internal/projects/current 400 SCHEMA_ERROR admin":
        "an incomplete mail server, an odd domain, an empty secret",
      "PATCH /teams/{uuid} 400 SCHEMA_ERROR client": "a field that only servers may set",
      "PATCH /user-api-keys/{uuid} 400 SCHEMA_ERROR client": "a change of owner",
      "PATCH /users/{uuid} 400 SCHEMA_ERROR server": "a user made anonymous again",
      "POST /auth/password/update 400 SCHEMA_ERROR admin": "no old password"
    }
  },
  current: {
    recordings: readLines("recordings-2026.jsonl"),
    answers: { success: 238, "known error": 202, text: 53, unread: 5 },
    absent: {
      "GET /nope": "nothing is there"
    },
    unread: {
      "GET /auth/oauth/authorize/github 307  none": "a navigation",
      "GET /auth/oauth/authorize/spotify 307  none": "a navigation",
      "GET /auth/oauth/callback/spotify 303  none": "a navigation",
      "GET /auth/oauth/callback/spotify 307  none": "a navigation",
      "POST /auth/oauth/connected-accounts/github/access-token 400  client":
        "the body of a known error without its header, which the transport recognizes"
    },
    dropped: {
      "GET /auth/oauth/authorize/spotify 200  none": "the URL as JSON, which `locateProvider` reads",
      "POST /auth/oauth/token 200  none": "a refreshed token leads to no other page"
    },
    refused: {
      "DELETE /teams/{uuid} 200  client": "a body, which says nothing",
      "DELETE /teams/{uuid} 401 TEAM_PERMISSION_REQUIRED client": "a body, which says nothing",
      "GET /auth/oauth/authorize/spotify 200  none": "the answer is asked for as JSON, which `locateProvider` does",
      "GET /auth/oauth/authorize/spotify 400 SCHEMA_ERROR none": "an odd URL",
      "GET /team-api-keys/{uuid} 400 SCHEMA_ERROR admin": "no team id",
      "GET /team-api-keys/{uuid} 400 SCHEMA_ERROR client": "no team id",
      "GET /team-member-profiles 400  client": "no team id, which clients must name (an error in plain text)",
      "GET /user-api-keys 400 SCHEMA_ERROR server": "no user id",
      "PATCH /emails/notification-preference/{uuid}/{uuid} 400 SCHEMA_ERROR server": "no body",
      "PATCH /internal/email-drafts/{uuid} 400 SCHEMA_ERROR admin": "a theme that is a number",
      "PATCH /internal/projects/current 400 SCHEMA_ERROR admin": "an odd domain",
      "PATCH /team-api-keys/{uuid} 400 SCHEMA_ERROR admin": "no team id",
      "PATCH /team-api-keys/{uuid} 400 SCHEMA_ERROR server": "no team id",
      "PATCH /teams/me 400 SCHEMA_ERROR client": "a query",
      "PATCH /teams/{uuid} 400 SCHEMA_ERROR client": "a field that only servers may set",
      "PATCH /user-api-keys/{uuid} 400 SCHEMA_ERROR client": "a change of owner",
      "PATCH /users/me 400 SCHEMA_ERROR client": "an odd address",
      "PATCH /users/me 400 SCHEMA_ERROR server": "an odd picture",
      "PATCH /users/{uuid} 400 SCHEMA_ERROR server": "a user made anonymous again",
      "POST /emails/render-email 400 SCHEMA_ERROR admin": "a theme that is both named and given",
      "POST /auth/oauth/callback/github 400  none": "a form, which the recording has as text",
      "POST /auth/oauth/token 200  none": "a form, which the recording has as text",
      "POST /auth/oauth/token 401 PUBLISHABLE_CLIENT_KEY_REQUIRED_FOR_PROJECT client": "no client secret",
      "POST /auth/password/sign-in 400 SCHEMA_ERROR client": "an odd address",
      "POST /auth/password/sign-up 400 SCHEMA_ERROR client": "an odd address",
      "POST /auth/password/sign-up 403 SIGN_UP_REJECTED client": "no callback URL, which apps send always",
      "POST /auth/password/update 400 SCHEMA_ERROR admin": "no old password",
      "POST /auth/sessions 400 SCHEMA_ERROR server": "a session that is too long",
      "POST /data-vault/stores/valid-store/set 400 SCHEMA_ERROR server": "an empty hash",
      "POST /emails/send-email 400 SCHEMA_ERROR server": "a mail without contents"
    }
  }
}

const isPath = (template: string, path: string): boolean => {
  const [expected, actual] = [template.split("/"), path.split("/")]
  return (
    expected.length === actual.length &&
    expected.every((segment, index) => segment.startsWith(":") || segment === actual[index])
  )
}

/** The entry of a table of endpoints that a recording is of. */
const findEntry = (table: Readonly<Record<string, string>>, { method, url }: Recording): string | undefined => {
  const { pathname } = new URL(url, "http://localhost")
  return Object.keys(table).find((entry) => {
    const [entryMethod, template] = entry.split(" ") as [string, string]
    return entryMethod === method && isPath(`/api/v1${template}`, pathname)
  })
}

const strict = { onExcessProperty: "error" } as const

const requestProblems = (
  recording: Recording,
  { endpoint, params, query }: NonNullable<ReturnType<typeof findEndpoint>>
) => {
  const problems: Array<string> = []
  const check = (part: string, schema: Schema.Top, wire: unknown) => {
    const result = roundTrip(schema, wire, strict)
    if (Result.isFailure(result)) problems.push(`${part}: ${result.failure}`)
    else if (!isDeepStrictEqual(result.success, wire)) problems.push(`${part}: ${JSON.stringify(result.success)}`)
  }
  if (endpoint.params !== undefined) check("params", endpoint.params, params)
  if (endpoint.query !== undefined) check("query", endpoint.query, query)
  else if (Object.keys(query).length > 0) problems.push("query: the endpoint has none")
  const [payload] = listPayloads(endpoint)
  if (payload !== undefined) check("payload", payload, recording.request.body)
  else if (recording.request.body !== null && JSON.stringify(recording.request.body) !== "{}") {
    problems.push("payload: the endpoint has none")
  }
  return problems
}

const listKeys = (rows: ReadonlyArray<{ readonly recording: Recording }>): ReadonlyArray<string> =>
  [...new Set(rows.map(({ recording }) => recording.key))].toSorted()

describe.each(Object.entries(generations))("recorded exchanges with the service of %s", (_, generation) => {
  const { absent, answers, dropped, recordings, refused, unread } = generation
  const known = recordings.flatMap((recording) => {
    const found = findEndpoint(recording)
    return found === undefined ? [] : [{ recording, found, reading: decodeAnswer(found.endpoint, recording) }]
  })
  /** The answers that a schema reads. */
  const read = known.flatMap(({ reading, recording }) =>
    typeof reading === "string" || reading._tag === "text" ? [] : [{ recording, schema: reading.schema }]
  )
  const readable = read.filter(({ recording }) => !(recording.key in unread))

  it("have endpoints in the contract, but for those that are listed with a reason", () => {
    const entries = recordings.flatMap((recording) =>
      findEndpoint(recording) === undefined ? [findEntry(absent, recording) ?? `${recording.key} is nowhere`] : []
    )
    expect([...new Set(entries)].toSorted()).toStrictEqual(Object.keys(absent).toSorted())
  })

  it("have answers that the contract has a place for, but for those that are listed with a reason", () => {
    const kinds = known.map(({ reading, recording: { key } }) =>
      key in unread ? "unread" : typeof reading === "string" ? `${key}: ${reading}` : reading._tag
    )
    expect(Record.map(Arr.groupBy(kinds, String), Arr.length)).toStrictEqual(answers)
    expect(listKeys(known.filter(({ recording }) => recording.key in unread))).toStrictEqual(
      Object.keys(unread).toSorted()
    )
    const decodes = ({ recording, schema }: (typeof read)[number]) =>
      Result.isSuccess(decode(schema, recording.response.body))
    expect(read.filter(({ recording }) => recording.key in unread).filter(decodes)).toStrictEqual([])
  })

  it("have errors in plain text where they have no code", () => {
    const texts = known.filter(
      ({ reading, recording }) => typeof reading === "object" && reading._tag === "text" && !(recording.key in unread)
    )
    const isPlain = ({ recording }: (typeof known)[number]) =>
      recording.response.headers["content-type"]?.startsWith("text/plain")
    expect(listKeys(texts.filter((row) => !isPlain(row)))).toStrictEqual([])
  })

  it("have answers that decode and encode back, but for fields that are dropped for a stated reason", () => {
    const rows = readable.map(({ recording, schema }) => ({
      recording,
      back: roundTrip(schema, recording.response.body),
      whole: Result.succeed(recording.response.body)
    }))
    const isListed = ({ recording }: (typeof rows)[number]) => recording.key in dropped
    const exact = rows.filter((row) => !isListed(row))
    expect(exact.map(({ back, recording }) => ({ key: recording.key, back }))).toStrictEqual(
      exact.map(({ recording, whole }) => ({ key: recording.key, back: whole }))
    )
    const lossy = rows.filter(isListed)
    expect(listKeys(lossy)).toStrictEqual(Object.keys(dropped).toSorted())
    expect(lossy.filter(({ back, whole }) => Result.isFailure(back) || isDeepStrictEqual(back, whole))).toStrictEqual(
      []
    )
  })

  it("have requests that decode and encode back, or are refused for a stated reason", () => {
    const rows = known.map(({ found, recording }) => ({ recording, problems: requestProblems(recording, found) }))
    const isListed = ({ recording }: (typeof rows)[number]) => recording.key in refused
    expect(rows.filter((row) => !isListed(row) && row.problems.length > 0)).toStrictEqual([])
    expect(rows.filter((row) => isListed(row) && row.problems.length === 0)).toStrictEqual([])
    expect(listKeys(rows.filter(isListed))).toStrictEqual(Object.keys(refused).toSorted())
  })

  it("have answers that decode with a further field anywhere, without any optional one, and with other values", () => {
    const mutated = readable.flatMap(({ recording, schema }, seed) =>
      listMutations(schema, recording.response.body, seed).map(({ body, name }) => ({
        name: `${recording.key} ${name}`,
        decoded: decode(schema, body)
      }))
    )
    expect(mutated.filter(({ decoded }) => Result.isFailure(decoded))).toStrictEqual([])
    expect(mutated.length).toBeGreaterThan(500)
  })

  it("show no recorded secret when a decoded answer is printed", () => {
    const decoded = known.flatMap(({ found, recording: { key, response } }) => {
      if (!("refresh_token" in Object(response.body))) return []
      const answer = Result.getOrThrow(decode(listSuccesses(found.endpoint)[0]!, response.body))
      return [{ key, answer: answer as { readonly refreshToken: Redacted.Redacted } }]
    })
    expect(decoded.length).toBeGreaterThan(5)
    const showing = decoded.filter(({ answer }) => JSON.stringify(answer).includes(Redacted.value(answer.refreshToken)))
    expect(showing.map(({ key }) => key)).toStrictEqual([])
  })
})

describe("recorded webhooks of the current service", () => {
  const payloads = readLines<{ readonly type: string }>("webhooks-2026.jsonl")

  it("decode and encode back", () => {
    expect(payloads).toHaveLength(24)
    expect(payloads.map((payload) => roundTrip(WebhookEvent, payload))).toStrictEqual(payloads.map(Result.succeed))
  })

  it("decode with a further field anywhere, and without any optional one", () => {
    const mutated = payloads.flatMap((payload, seed) =>
      listMutations(WebhookEvent, payload, seed).map(({ body, name }) => ({
        name: `${payload.type} ${name}`,
        decoded: decode(WebhookEvent, body)
      }))
    )
    expect(mutated.length).toBeGreaterThan(payloads.length)
    expect(mutated.filter(({ decoded }) => Result.isFailure(decoded))).toStrictEqual([])
  })
})
