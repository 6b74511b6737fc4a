/** Sends recorded requests to the emulator, and puts both answers into a form that can be compared. */
import { readFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Emulator } from "../../../src/emulator/index.ts"
import { raw } from "../../support/emulatorCalls.ts"
import { textAt } from "../../support/jsonValues.ts"
import { makeWorld, Recording, type World } from "./recordedProject.ts"
import type { Prepared, Setup } from "./setups.ts"

const decodeRecording = Schema.decodeUnknownSync(Schema.fromJsonString(Recording))

/** The exchanges of a file of `test/fixtures`. */
export const readRecordings = (name: string): ReadonlyArray<Recording> =>
  readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => decodeRecording(line))

/** What kind of value there is: of objects by key, of lists by their first item. Null may stand for anything. */
const makeShape = (value: unknown): unknown => {
  if (value === null) return "null"
  if (Array.isArray(value)) return value.length === 0 ? [] : [makeShape(value[0])]
  if (typeof value !== "object") return typeof value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, makeShape(member)]))
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

const replace = (text: string, replacements: Prepared["replacements"] = {}): string =>
  Object.entries(replacements).reduce((current, [from, to]) => current.replaceAll(from, to), text)

/** What tests of the service send in the place of keys and tokens, to be refused. */
const wrongPattern = /^$|^12341234$|^fake |^invalid|^(?:admin|publish|secret)-key$|wrong$|-does-not-match-/

/** The recorded headers with the project, keys and tokens of the world; what was wrong on purpose stays as it is. */
const makeHeaders = ({ request: { headers } }: Recording, { owner, project, user }: World) => {
  const values: Readonly<Record<string, string>> = {
    "x-stack-project-id": project.projectId,
    "x-stack-publishable-client-key": project.publishableClientKey,
    "x-stack-secret-server-key": project.secretServerKey,
    "x-stack-super-secret-admin-key": project.superSecretAdminKey,
    "x-stack-admin-access-token": owner,
    "x-stack-access-token": user.token,
    "x-stack-refresh-token": user.refreshToken
  }
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, wrongPattern.test(value) ? value : (values[name] ?? value)])
  )
}

/** What to send: the recorded body as JSON, or as the form that it was. */
const makeBody = ({ method, request: { body } }: Recording): string | undefined => {
  if (body === null || method === "GET") return undefined
  return typeof body === "string" ? body : JSON.stringify(body)
}

/** What is compared of an answer; the shape of the other one tells where a null stands for anything. */
const makeSummary = (
  key: string,
  answer: {
    readonly httpStatus: number
    readonly status: number
    readonly header: (name: string) => string | undefined
    readonly code: string | undefined
    readonly shape: unknown
  }
) => ({
  key,
  httpStatus: answer.httpStatus,
  status: answer.status,
  type: answer.header("content-type"),
  knownError: answer.header("x-stack-known-error"),
  code: answer.code,
  shape: answer.shape
})

/** A world for each recording: one that was built for the same configuration comes back as it was when it was new. */
export const worlds = Effect.gen(function* () {
  const emulator = yield* Emulator
  const empty = yield* emulator.snapshot
  const built = new Map<string, readonly [world: World, snapshot: typeof empty]>()
  return Effect.fnUntraced(function* (config: Readonly<Record<string, unknown>>) {
    const key = JSON.stringify(config)
    const [known, snapshot] = built.get(key) ?? [undefined, empty]
    yield* emulator.restore(snapshot)
    if (known !== undefined) return known
    const world = yield* makeWorld(config)
    built.set(key, [world, yield* emulator.snapshot])
    return world
  })
})

/** Answers a recorded request anew: what the emulator says, beside what the service said. */
export const replay = Effect.fnUntraced(function* (recording: Recording, world: World, setup: Setup) {
  const { headers, replacements } = (yield* setup(world, recording)) ?? {}
  const body = makeBody(recording)
  const answer = yield* raw(recording.method, replace(recording.url, replacements), {
    headers: { ...makeHeaders(recording, world), ...headers },
    redirect: "manual",
    ...(body !== undefined && { body: replace(body, replacements) })
  })
  const { response } = recording
  const recordedHeader = (name: string) => response.headers[name]
  const recordedShape = typeof response.body === "string" ? "text" : makeShape(response.body)
  const header = (name: string) => answer.headers.get(name) ?? undefined
  return {
    key: recording.key,
    ours: makeSummary(recording.key, {
      httpStatus: answer.status,
      status: Number(header("x-stack-actual-status") ?? answer.status),
      header,
      code: answer.knownError === undefined ? undefined : textAt(answer.body, "code"),
      shape: answer.body === undefined ? "text" : align(makeShape(answer.body), recordedShape)
    }),
    recorded: makeSummary(recording.key, {
      httpStatus: response.httpStatus,
      status: response.status,
      header: recordedHeader,
      code: recordedHeader("x-stack-known-error") === undefined ? undefined : textAt(response.body, "code"),
      shape: recordedShape
    })
  }
})
