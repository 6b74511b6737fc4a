/** The code of a provider's answer works once: whenever the caller is interrupted, it is not lost. */
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as OAuth from "../../src/client/OAuth.ts"
import { OAuthFlows } from "../../src/platform/page/OAuthFlows.ts"
import { makeAccessToken, app, cookies, page, stored } from "../support/appPage.ts"
import { startMillis } from "../support/explore/schedule.ts"
import { inSchedules, pauseBriefly, schedules } from "../support/explore/sharing.ts"
import { apiUrl, json, network, projectId } from "../support/scriptedNetwork.ts"

const callbackPage = "https://app.example.com/handler/oauth-callback"

describe("OAuth.callback", () => {
  it(`loses no code in ${schedules} schedules with an interruption anywhere`, async () => {
    const outcomes = new Set<string>()
    await inSchedules("OAuth.callback", (world) => {
      const pause = pauseBriefly(world)
      const net = network(() =>
        Effect.andThen(
          pause,
          json({
            access_token: makeAccessToken("new"),
            refresh_token: "refresh-new",
            token_type: "Bearer",
            expires_in: 3599,
            scope: "legacy",
            is_new_user: false,
            after_callback_redirect_url: null
          })
        )
      )
      const here = page(`${callbackPage}?code=c&state=s`, { navigates: false })
      return Effect.gen(function* () {
        const flows = yield* OAuthFlows
        yield* flows.add("s", {
          verifier: Redacted.make("v"),
          provider: "github",
          redirectUri: callbackPage,
          projectId,
          apiUrl,
          type: "authenticate",
          startedAtMillis: startMillis
        })
        const callers = [yield* Effect.forkChild(OAuth.callback()), yield* Effect.forkChild(OAuth.callback())]
        for (const caller of callers) {
          if (world.chance(0.7)) yield* Effect.forkChild(Effect.andThen(pause, Fiber.interrupt(caller)))
        }
        const exits = yield* Effect.forEach(callers, Fiber.await)
        yield* Effect.sleep(1000)
        const taken = (yield* cookies(here)).length === 0
        if (net.sent.length !== (taken ? 1 : 0)) world.violate("I17", `${net.sent.length} exchanges of one code`)
        expect(yield* stored).toBe(taken ? "refresh-new" : undefined)
        outcomes.add(`${taken} ${exits.map((exit) => (Exit.isSuccess(exit) ? exit.value : "interrupted")).join()}`)
      }).pipe(Effect.provide(app(net, here)), Effect.orDie)
    })
    expect(outcomes.size).toBeGreaterThanOrEqual(4)
  })
})
