/**
 * The recordings of the service, sent to the emulator as requests: the same
 * status, the same known error and a body of the same shape.
 */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/testing/TestClock"
import { readFileSync } from "node:fs"
import { layer, raw } from "./harness.ts"
import { configOf, notReplayable, type Replacements, setupOf } from "./replay/setups.ts"
import { makeWorld, type Recording, type World } from "./replay/world.ts"

const recordings: ReadonlyArray<Recording> = readFileSync(
  new URL("../fixtures/recordings.jsonl", import.meta.url),
  "utf8"
)
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))

/** What kind of value there is: of objects by key, of lists by their first item. Null may stand for anything. */
const shapeOf = (value: unknown): unknown => {
  if (value === null) return "null"
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== "object") return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, shapeOf(member)]))
}

/** The shape of a recorded value where ours is null, and the other way round. */
const align = (ours: unknown, recorded: unknown): unknown => {
  if (ours === "null" || recorded === "null") return recorded
  if (Array.isArray(ours) && Array.isArray(recorded)) {
    return ours.length > 0 && recorded.length > 0 ? [align(ours[0], recorded[0])] : ours
  }
  if (typeof ours !== "object" || typeof recorded !== "object" || ours === null || recorded === null) return ours
  const expected = recorded as Readonly<Record<string, unknown>>
  return Object.fromEntries(Object.entries(ours).map(([key, member]) => [key, align(member, expected[key])]))
}

const replace = (text: string, replacements: Replacements): string =>
  Object.entries(replacements).reduce((current, [from, to]) => current.replaceAll(from, to), text)

/** The recorded headers with the project, keys and tokens of the world. */
const headersOf = ({ key, request: { headers } }: Recording, { owner, project, user }: World) => {
  const values: Readonly<Record<string, string>> = {
    "x-stack-project-id": project.projectId,
    "x-stack-publishable-client-key": project.publishableClientKey,
    "x-stack-secret-server-key": project.secretServerKey,
    // nobody knows what was wrong with the one that was refused
    "x-stack-super-secret-admin-key": key.includes("INVALID_SUPER") ? "sak_revoked" : project.superSecretAdminKey,
    "x-stack-admin-access-token": owner,
    "x-stack-access-token": user.token,
    "x-stack-refresh-token": user.refreshToken
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, values[name] ?? value]))
}

const replay = Effect.fnUntraced(function* (recording: Recording) {
  const world = yield* makeWorld(configOf(recording))
  const replacements = (yield* setupOf(recording)(world, recording)) ?? {}
  const { body } = recording.request
  const answer = yield* raw(recording.method, replace(recording.url, replacements), {
    headers: headersOf(recording, world),
    ...(body !== null && recording.method !== "GET" && { body: replace(JSON.stringify(body), replacements) })
  })
  const { response } = recording
  const isText = typeof response.body === "string"
  const actualStatus = answer.headers.get("x-stack-actual-status")
  const recordedShape = isText ? "text" : shapeOf(response.body)
  const shape = answer.body === undefined ? "text" : align(shapeOf(answer.body), recordedShape)
  return {
    ours: {
      key: recording.key,
      httpStatus: answer.status,
      status: actualStatus === null ? answer.status : Number(actualStatus),
      type: answer.headers.get("content-type"),
      knownError: answer.knownError,
      code: answer.knownError === undefined ? undefined : answer.body.code,
      shape
    },
    recorded: {
      key: recording.key,
      httpStatus: response.httpStatus,
      status: response.status,
      type: response.headers["content-type"],
      knownError: response.headers["x-stack-known-error"],
      code: response.headers["x-stack-known-error"] === undefined ? undefined : response.body.code,
      shape: recordedShape
    }
  }
})

describe("recorded requests", () => {
  it.effect("are answered as they were", () =>
    Effect.gen(function* () {
      // a token that was issued in 1970 is none
      yield* TestClock.setTime(Date.UTC(2025, 5, 19))
      const results = []
      const left = new Map<string, number>()
      for (const recording of recordings) {
        const reason = notReplayable.find(([pattern]) => pattern.test(recording.key))?.[1]
        if (reason === undefined) results.push(yield* replay(recording))
        else left.set(reason, (left.get(reason) ?? 0) + 1)
      }
      console.log(`recordings: ${results.length} of ${recordings.length} replayed`)
      for (const [reason, count] of left) console.log(`  ${count} not: ${reason}`)
      expect(results.map(({ ours }) => ours)).toStrictEqual(results.map(({ recorded }) => recorded))
      expect(results.length).toBe(224)
    }).pipe(Effect.provide(layer({ rateLimits: false })))
  )
})
