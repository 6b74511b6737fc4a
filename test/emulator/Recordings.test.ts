import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { readFileSync } from "node:fs"
import { call, layer, raw, signUp } from "./harness.ts"

interface Recording {
  readonly key: string
  readonly method: string
  readonly url: string
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: unknown }
  readonly response: { readonly status: number; readonly body: any }
}

const recordings: ReadonlyArray<Recording> = readFileSync(
  new URL("../fixtures/recordings.jsonl", import.meta.url),
  "utf8"
)
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line))

/** Answers that do not depend on what happened before, so that a fresh emulator must give them too. */
const TIMELESS = [
  "ACCESS_TYPE_REQUIRED",
  "ACCESS_TYPE_WITHOUT_PROJECT_ID",
  "CANNOT_GET_OWN_USER_WITHOUT_USER",
  "EMAIL_PASSWORD_MISMATCH",
  "INSUFFICIENT_ACCESS_TYPE",
  "PASSWORD_TOO_SHORT",
  "REDIRECT_URL_NOT_WHITELISTED",
  "SCHEMA_ERROR",
  "USER_NOT_FOUND",
  "VERIFICATION_CODE_NOT_FOUND"
]

const replayable = recordings.filter(({ response }) => TIMELESS.includes(response.body?.code))

/** Sent as recorded, but with the emulator's own project, keys and user. */
const replay = Effect.fnUntraced(function* ({ method, request, url }: Recording, token: string) {
  const { headers } = request
  const level = headers["x-stack-access-type"]
  if (level === undefined) return yield* raw(method, url)
  return yield* call(method, url.replace("/api/v1", ""), {
    level: level === "server" || level === "admin" ? level : "client",
    token: "x-stack-access-token" in headers ? token : undefined,
    body: request.body ?? undefined,
    headers: "x-stack-project-id" in headers ? {} : { "x-stack-project-id": "" }
  })
})

/** The texts of violations are the emulator's own. */
const comparable = ({ code, details }: { readonly code: string; readonly details?: object }) => ({
  code,
  details: code === "SCHEMA_ERROR" ? undefined : details
})

describe("recorded refusals", () => {
  it.effect("are refused the same way", () =>
    Effect.gen(function* () {
      const { access_token } = yield* signUp("replay@example.org")
      let replayed = 0
      for (const recording of replayable) {
        const answer = yield* replay(recording, access_token)
        if (answer.status === 501) continue
        expect([recording.key, answer.status, comparable(answer.body)]).toStrictEqual([
          recording.key,
          recording.response.status,
          comparable(recording.response.body)
        ])
        replayed++
      }
      expect(replayed).toBeGreaterThanOrEqual(26)
    }).pipe(Effect.provide(layer()))
  )
})
