/** The newest requests are kept up to a number of characters, and their secrets are not shown. */
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

  it.effect.each<readonly [location: string, masked: string]>([
    ["https://app.test/?code=c&state=s", "https://app.test/?code=***&state=s"],
    ["https://app.test/#access_token=t&state=s", "https://app.test/#access_token=***&state=s"],
    ["https://app.test/?code=c#id_token=t", "https://app.test/?code=***#id_token=***"],
    ["https://app.test/#/callback?code=c?d", "https://app.test/#/callback?code=***"],
    ["https://app.test/?a=b#anchor", "https://app.test/?a=b#anchor"]
  ])("mask the parameters of the redirect to %s", ([location, masked]) =>
    Effect.gen(function* () {
      const { answer, record } = yield* RecordedRequests.RecordedRequests
      const answered = { headers: { location }, body: undefined }
      record("redirected", {
        method: "GET",
        url: "http://localhost/",
        headers: new Headers(),
        body: undefined,
        answered
      })
      expect((yield* answer("redirected"))?.headers).toStrictEqual({ location: masked })
      expect((yield* answer("redirected", { secrets: true }))?.headers).toStrictEqual({ location })
    }).pipe(Effect.provide(RecordedRequests.layer))
  )
})
