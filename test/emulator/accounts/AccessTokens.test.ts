/** An access token has one text; a decoder that is lenient would give it several. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as EmulatedApp from "../../../src/testing/EmulatedApp.ts"
import * as Emulator from "../../../src/emulator/index.ts"
import { spellings } from "../../support/spellings.ts"

describe("an access token", () => {
  it.effect("is refused in every other way to write its signature", () =>
    Effect.gen(function* () {
      const { handle, project, baseUrl } = yield* Emulator.Emulator
      const { accessToken } = yield* EmulatedApp.signUp()
      const statusOf = (token: string) =>
        Effect.gen(function* () {
          const request = new Request(`${baseUrl}/api/v1/users/me`)
          const values: Record<string, string> = {
            "x-stack-project-id": project!.projectId,
            "x-stack-access-type": "client",
            "x-stack-publishable-client-key": project!.publishableClientKey,
            "x-stack-access-token": token
          }
          for (const [name, value] of Object.entries(values)) request.headers.set(name, value)
          return (yield* handle(request)).status
        })
      expect(yield* statusOf(accessToken)).toBe(200)
      const [header, payload, signature] = accessToken.split(".") as [string, string, string]
      for (const [name, other] of Object.entries(spellings(signature))) {
        // What HTTP itself trims or cannot carry never comes.
        if (/^\s|[\s\0]$|\n/.test(other)) continue
        expect([name, yield* statusOf(`${header}.${payload}.${other}`)]).toEqual([name, 401])
      }
    }).pipe(Effect.provide(EmulatedApp.layer()))
  )
})
