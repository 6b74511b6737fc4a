/** People at the identity provider, and what it answers without its page, over the control paths. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Emulator } from "../../../src/emulator/index.ts"
import { control, layer } from "../../support/emulatorCalls.ts"

const eve = { provider: "github", accountId: "eve", email: "eve@example.org", displayName: "Eve" }

describe("identities", () => {
  it.effect("are added, changed, listed and removed", () =>
    Effect.gen(function* () {
      expect((yield* control("GET", "identities")).body).toStrictEqual([])
      const { body, status } = yield* control("POST", "identities", eve)
      expect({ status, body }).toStrictEqual({
        status: 201,
        body: { ...eve, emailVerified: true, profileImageUrl: null }
      })
      yield* control("POST", "identities", { ...eve, email: null, displayName: "Eva" })
      const { body: list } = yield* control("GET", "identities")
      expect(list).toMatchObject([{ accountId: "eve", email: null, displayName: "Eva" }])
      expect((yield* control("DELETE", "identities/eve?provider=google")).status).toBe(404)
      expect((yield* control("DELETE", "identities/eve?provider=github")).status).toBe(200)
      expect((yield* control("GET", "identities")).body).toStrictEqual([])
    }).pipe(Effect.provide(layer()))
  )

  it.effect.each([
    [{ ...eve, email: "nobody" }, "email"],
    [{ ...eve, provider: "a/b" }, "provider"],
    [{ ...eve, color: "red" }, "color"]
  ] as const)("are refused with the reason if they are invalid: $0", ([body, problem]) =>
    Effect.gen(function* () {
      const answer = yield* control("POST", "identities", body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toContain(problem)
    }).pipe(Effect.provide(layer()))
  )

  it.effect("are approved without the page, and answers scripted, until a reset", () =>
    Effect.gen(function* () {
      const { reset } = yield* Emulator
      expect((yield* control("GET", "identity-provider")).body).toStrictEqual({ autoApprove: null, script: [] })
      const wanted = { autoApprove: { email: "eve@example.org" }, script: [{ outcome: "deny" }] }
      expect((yield* control("POST", "identity-provider", wanted)).body).toStrictEqual(wanted)
      const { body } = yield* control("POST", "identity-provider", { autoApprove: null })
      expect(body).toStrictEqual({ autoApprove: null, script: wanted.script })
      expect((yield* control("POST", "identity-provider", { script: [{ outcome: "shrug" }] })).status).toBe(400)
      yield* control("POST", "identity-provider", wanted)
      yield* reset
      expect((yield* control("GET", "identity-provider")).body).toStrictEqual({ autoApprove: null, script: [] })
    }).pipe(Effect.provide(layer()))
  )
})
