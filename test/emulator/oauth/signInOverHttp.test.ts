/** A sign-in with a provider over HTTP, page by page. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Emulator from "../../../src/emulator/index.ts"
import * as Browser from "../../support/Browser.ts"
import { authorizeUrl, readCode, config, exchange, me } from "./appSignIn.ts"

describe("signing in with a provider over HTTP", () => {
  it.effect("goes through the page and the form of the provider", () =>
    Effect.gen(function* () {
      const emulator = yield* Emulator.serve({ port: 0, project: { config } })
      yield* Effect.gen(function* () {
        const browser = Browser.make({ [emulator.baseUrl]: (request) => fetch(request) })
        for (const provider of ["github", "apple"]) {
          const page = yield* browser.open(yield* authorizeUrl(provider))
          expect(page.url.href.startsWith(`${emulator.baseUrl}/__idp/${provider}/authorize?`), provider).toBe(true)
          const answer = yield* browser.press(page, "Allow", { identity: "new", email: `${provider}@example.com` })
          const end = provider === "apple" ? yield* browser.press(answer, "Continue") : answer
          const { body } = yield* exchange(readCode(end))
          expect(yield* me(body.access_token), provider).toMatchObject({ primary_email: `${provider}@example.com` })
        }
        const left = [...browser.cookies("127.0.0.1")].filter(([, { expiresAt }]) => expiresAt > 0)
        expect(left).toStrictEqual([])
      }).pipe(Effect.provideService(Emulator.Emulator, emulator))
    })
  )
})
