/** The newest requests are kept up to a number of characters, of which each counts once. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as RecordedRequests from "../../../src/emulator/control/RecordedRequests.ts"

describe("recorded requests", () => {
  it.effect("count once if their id repeats, as after a reset with a random seed, and are then the newest", () =>
    Effect.gen(function* () {
      const { curl, record } = yield* RecordedRequests.RecordedRequests
      const sent = { method: "POST", headers: new Headers(), body: new Uint8Array(99_000), answered: undefined }
      for (let i = 0; i < 200; i++) record("repeated", { ...sent, url: `http://localhost/${i}` })
      record("next", { ...sent, url: "http://localhost/next" })
      expect(yield* curl("repeated")).toContain("http://localhost/199")
      expect(yield* curl("next")).toContain("http://localhost/next")
      record("repeated", { ...sent, url: "http://localhost/200" })
      for (let i = 0; i < 99; i++) record(`other ${i}`, { ...sent, url: "http://localhost/other" })
      expect(yield* curl("next")).toBeUndefined()
      expect(yield* curl("repeated")).toContain("http://localhost/200")
    }).pipe(Effect.provide(RecordedRequests.layer))
  )
})
